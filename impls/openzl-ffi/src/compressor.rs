//! A compressor: the graph that a compression starts with, and its parameters.

use std::ffi::c_void;
use std::ptr::{self, NonNull};

use openzl_sys as sys;

use crate::error::{Error, check, check_plain};
use crate::graph::Graph;

/// The graph that compression starts with (a `ZL_Compressor`), or none: the
/// default path.
///
/// ```
/// use openzl_ffi::{CompressContext, Compressor, Graph, Input, Parameters};
///
/// // The zstd graph takes zstd's own parameters: 101 is ZSTD_c_windowLog.
/// let compressor = Compressor::builder(Graph::ZSTD).int_param(101, 12).build()?;
/// let mut context = CompressContext::new()?;
/// let frame = context.compress(&compressor, &Parameters::default(), Input::Serial(b"hello"))?;
/// assert_eq!(openzl_ffi::decompress(&frame, &Default::default())?, b"hello");
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Debug)]
pub struct Compressor {
    raw: Option<NonNull<sys::ZL_Compressor>>,
}

// SAFETY: a ZL_Compressor owns its memory, from malloc, and is bound to no
// thread: C has no thread-local state, and this type hands out no pointer that
// outlives a borrow. It is not Sync: C does not promise that two threads may
// compress by one compressor at a time.
unsafe impl Send for Compressor {}

impl Compressor {
    /// A compressor that starts with `graph`; with `None` the default path.
    ///
    /// # Errors
    /// [`Error::INPUT`] for a graph that does not exist, and C's.
    pub fn new(graph: impl Into<Option<Graph>>) -> Result<Self, Error> {
        match graph.into() {
            None => Ok(Self { raw: None }),
            Some(graph) => Builder::new(graph).build(),
        }
    }

    /// Starts a compressor whose graph gets local parameters.
    pub fn builder(graph: Graph) -> Builder {
        Builder::new(graph)
    }

    /// Whether this is the default path: no compressor at all.
    pub(crate) fn is_default_path(&self) -> bool {
        self.raw.is_none()
    }

    pub(crate) fn as_ptr(&self) -> Option<*const sys::ZL_Compressor> {
        self.raw.map(|raw| raw.as_ptr().cast_const())
    }

    fn create() -> Result<(Self, NonNull<sys::ZL_Compressor>), Error> {
        // SAFETY: no precondition; the result is null or a compressor that is
        // ours to free.
        let raw = NonNull::new(unsafe { sys::ZL_Compressor_create() })
            .ok_or_else(|| Error::allocation("ZL_Compressor_create"))?;
        Ok((Self { raw: Some(raw) }, raw))
    }
}

impl Drop for Compressor {
    fn drop(&mut self) {
        if let Some(raw) = self.raw {
            // SAFETY: ours since `create`, freed once; contexts drop their
            // reference before a call returns.
            unsafe { sys::ZL_Compressor_free(raw.as_ptr()) }
        }
    }
}

/// A compressor in the making. See [`Compressor::builder`].
#[derive(Clone, Debug)]
pub struct Builder {
    graph: Graph,
    ints: Vec<(i32, i32)>,
    copies: Vec<(i32, Vec<u8>)>,
    successors: Vec<Graph>,
}

impl Builder {
    fn new(graph: Graph) -> Self {
        Self {
            graph,
            ints: Vec::new(),
            copies: Vec::new(),
            successors: Vec::new(),
        }
    }

    /// Adds a local integer parameter to the graph.
    #[must_use]
    pub fn int_param(mut self, id: i32, value: i32) -> Self {
        self.ints.push((id, value));
        self
    }

    /// Adds a local parameter of bytes to the graph; C takes a copy. What the
    /// bytes mean is between the graph and its user: C trusts them.
    #[must_use]
    pub fn copy_param(mut self, id: i32, bytes: impl Into<Vec<u8>>) -> Self {
        self.copies.push((id, bytes.into()));
        self
    }

    /// Adds a custom successor to the graph, for graphs that choose among such
    /// (`brute_force`, `ml_selector`, `try_parse_int`, …).
    #[must_use]
    pub fn successor(mut self, graph: Graph) -> Self {
        self.successors.push(graph);
        self
    }

    /// Makes the compressor.
    ///
    /// # Errors
    /// [`Error::INPUT`] for a graph that does not exist, and C's for parameters
    /// that the graph refuses.
    pub fn build(&self) -> Result<Compressor, Error> {
        let (compressor, raw) = Compressor::create()?;
        for graph in self.successors.iter().chain([&self.graph]) {
            must_exist(raw, *graph)?;
        }
        let start = self.parameterize(raw)?;
        let explain = |report| {
            // SAFETY: the compressor is alive, and made this report.
            unsafe { sys::ZL_Compressor_getErrorContextString(raw.as_ptr(), report) }
        };
        // SAFETY: the compressor is alive and not shared; the id is checked by C.
        let report = unsafe { sys::ZL_Compressor_selectStartingGraphID(raw.as_ptr(), start) };
        check(report, explain)?;
        Ok(compressor)
    }

    /// The graph itself, or a variant of it with the parameters.
    fn parameterize(&self, raw: NonNull<sys::ZL_Compressor>) -> Result<sys::ZL_GraphID, Error> {
        if self.ints.is_empty() && self.copies.is_empty() && self.successors.is_empty() {
            return Ok(self.graph.raw());
        }
        let ints: Vec<_> = self
            .ints
            .iter()
            .map(|&(id, value)| sys::ZL_IntParam {
                paramId: id,
                paramValue: value,
            })
            .collect();
        let copies: Vec<_> = self
            .copies
            .iter()
            .map(|(id, bytes)| sys::ZL_CopyParam {
                paramId: *id,
                paramPtr: bytes.as_ptr().cast::<c_void>(),
                paramSize: bytes.len(),
            })
            .collect();
        let successors: Vec<_> = self.successors.iter().map(|graph| graph.raw()).collect();
        let local = sys::ZL_LocalParams {
            intParams: sys::ZL_LocalIntParams {
                intParams: ints.as_ptr(),
                nbIntParams: ints.len(),
            },
            copyParams: sys::ZL_LocalCopyParams {
                copyParams: copies.as_ptr(),
                nbCopyParams: copies.len(),
            },
            refParams: sys::ZL_LocalRefParams {
                refParams: ptr::null(),
                nbRefParams: 0,
            },
        };
        let has_local = !(ints.is_empty() && copies.is_empty());
        let parameters = sys::ZL_GraphParameters {
            name: ptr::null(),
            customGraphs: successors.as_ptr(),
            nbCustomGraphs: successors.len(),
            customNodes: ptr::null(),
            nbCustomNodes: 0,
            localParams: if has_local {
                &raw const local
            } else {
                ptr::null()
            },
            mparam: sys::ZL_MParam {
                content: ptr::null(),
                size: 0,
                mparamID: sys::ZL_MParamID {
                    id: sys::ZL_UniqueID { bytes: [0; 32] },
                },
            },
        };
        // SAFETY: the compressor is alive and not shared; the arrays live to the
        // end of this function and C copies what it keeps of them.
        let result = unsafe {
            sys::ZL_Compressor_parameterizeGraph(
                raw.as_ptr(),
                self.graph.raw(),
                &raw const parameters,
            )
        };
        // SAFETY: every variant of the union begins with the code.
        let code = unsafe { result._code };
        if code == sys::ZL_ErrorCode_no_error {
            // SAFETY: no error, so that the value is set.
            return Ok(unsafe { result._value._value });
        }
        // SAFETY: an error, so that this is the variant that is set; the
        // compressor is alive and made it.
        let text = unsafe {
            let text =
                sys::ZL_Compressor_getErrorContextString_fromError(raw.as_ptr(), result._error);
            crate::error::owned(text)
        };
        Err(Error::from_c(code, text))
    }
}

/// Refuses a graph that C does not have. C itself takes any id but zero for a
/// start, and then reads past the end of its table.
fn must_exist(raw: NonNull<sys::ZL_Compressor>, graph: Graph) -> Result<(), Error> {
    // SAFETY: the compressor is alive; C checks the id against its table.
    let report =
        unsafe { sys::ZL_Compressor_Graph_getMinLibraryVersion(raw.as_ptr(), graph.raw()) };
    match check_plain(report) {
        // Every graph in the table has the version that it came with.
        Ok(1..) => Ok(()),
        Ok(0) | Err(_) => Err(Error::input(format!("C has no graph {}", graph.id()))),
    }
}
