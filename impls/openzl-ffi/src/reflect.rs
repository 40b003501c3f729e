//! The graph of codecs in a frame, as C sees it.

use std::ffi::c_void;
use std::ptr::NonNull;

use openzl_sys as sys;

use crate::error::{Error, check};
use crate::frame::{frame_info, header_size};
use crate::input::Kind;
use crate::output::copy;
use crate::params::{DecodeParameters, Toggle};

/// The first format version in which a frame is a sequence of chunks.
const CHUNKS_SINCE: u32 = sys::ZL_CHUNK_VERSION_MIN;

/// The codecs and streams of a frame's last chunk.
///
/// ```
/// use openzl_ffi::{Graph, Input, Parameters};
/// let frame = openzl_ffi::compress(Graph::ZSTD, &Parameters::default(), Input::Serial(&[7; 100]))?;
/// let graph = openzl_ffi::reflect(&frame, &Default::default())?;
/// assert_eq!(graph.codecs[0].id, 22);
/// assert_eq!(graph.codecs[0].inputs, graph.inputs);
/// assert_eq!(graph.codecs[0].outputs, graph.stored);
/// # Ok::<(), openzl_ffi::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reflection {
    /// The format version.
    pub format_version: u32,
    /// The size of the frame header.
    pub header_size: usize,
    /// The size of the checksums at the end of a chunk.
    pub footer_size: usize,
    /// The size of all codec headers.
    pub codec_headers_size: usize,
    /// The codecs, in the order that the decoder runs them.
    pub codecs: Vec<Codec>,
    /// All streams: stored, intermediate, and the frame's inputs.
    pub streams: Vec<Stream>,
    /// The streams that the frame stores, as indices into `streams`.
    pub stored: Vec<usize>,
    /// The streams that were the inputs of compression, as indices into
    /// `streams`, in C's order: the last input first.
    pub inputs: Vec<usize>,
}

/// A codec in a frame. Inputs and outputs are the encoder's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Codec {
    /// The id on the wire.
    pub id: u32,
    /// C's name for it.
    pub name: String,
    /// Whether it is one of C's own.
    pub standard: bool,
    /// The size of its header.
    pub header_size: usize,
    /// What it took, as indices into [`Reflection::streams`].
    pub inputs: Vec<usize>,
    /// What it made, as indices into [`Reflection::streams`].
    pub outputs: Vec<usize>,
    /// How many of the outputs are variable ones.
    pub variable_outputs: usize,
}

/// A stream in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stream {
    /// Its type.
    pub kind: Kind,
    /// The width of its elements.
    pub width: usize,
    /// The number of its elements.
    pub elements: usize,
    /// Its content.
    pub data: Vec<u8>,
    /// The lengths of strings, empty for the other types.
    pub lengths: Vec<u32>,
    /// The codec that made it in the encoder; none for an input.
    pub producer: Option<usize>,
    /// The codec that took it in the encoder; none for a stored stream.
    pub consumer: Option<usize>,
}

/// Decompresses a frame and tells its graph, with the content of every stream.
///
/// C aborts the process on a few frames that it can decompress but not reflect.
/// The known one, a frame without a chunk, is refused here; even so, this is for
/// looking at frames, not for hostile ones.
///
/// # Errors
/// As [`crate::decompress_multi`], and [`Error::INPUT`] for a frame without a
/// chunk.
pub fn reflect(frame: &[u8], parameters: &DecodeParameters) -> Result<Reflection, Error> {
    let info = frame_info(frame)?.limited(parameters.max_output)?;
    if info.format_version >= CHUNKS_SINCE && frame.get(header_size(frame)?) == Some(&0) {
        return Err(Error::input("the frame has no chunk to reflect"));
    }
    let context = Context::new()?;
    context.load(frame, *parameters)?;
    context.read()
}

/// A `ZL_ReflectionCtx`, good for one frame.
struct Context(NonNull<sys::ZL_ReflectionCtx>);

impl Context {
    fn new() -> Result<Self, Error> {
        // SAFETY: no precondition; the result is null or ours to free.
        NonNull::new(unsafe { sys::ZL_ReflectionCtx_create() })
            .map(Self)
            .ok_or_else(|| Error::allocation("ZL_ReflectionCtx_create"))
    }

    /// Decompresses the frame into the context; to be called once.
    fn load(&self, frame: &[u8], parameters: DecodeParameters) -> Result<(), Error> {
        let raw = self.0.as_ptr();
        // SAFETY: the context is alive, and has no frame yet. The result lives
        // as long as the context.
        let decoder = unsafe { sys::ZL_ReflectionCtx_getDCtx(raw) };
        let explain = |report| {
            // SAFETY: the decoder lives as long as the context, and made this
            // report.
            unsafe { sys::ZL_DCtx_getErrorContextString(decoder, report) }
        };
        let parameters = DecodeParameters {
            // A fused codec would leave out the streams in the middle.
            codec_fusion: Toggle::Off,
            ..parameters
        };
        for (parameter, value) in parameters.settings() {
            // SAFETY: the decoder is alive; C checks parameter and value.
            let report = unsafe { sys::ZL_DCtx_setParameter(decoder, parameter, value) };
            check(report, explain)?;
        }
        let start = frame.as_ptr().cast::<c_void>();
        // SAFETY: the context is alive, and gets its only frame; the slice is
        // valid for its length. C copies the streams, so that it does not go
        // back to the frame later (but for the headers of codecs, which are not
        // asked for here).
        let report = unsafe { sys::ZL_ReflectionCtx_setCompressedFrame(raw, start, frame.len()) };
        check(report, explain).map(drop)
    }

    /// Reads everything; the context has a frame.
    fn read(&self) -> Result<Reflection, Error> {
        let raw = self.0.as_ptr().cast_const();
        // SAFETY: for all of these: the context has a frame, every index is
        // below the count that C gave for it, and the objects that C returns
        // live as long as the context.
        unsafe {
            let streams = (0..sys::ZL_ReflectionCtx_getNumStreams_lastChunk(raw))
                .map(|index| stream(sys::ZL_ReflectionCtx_getStream_lastChunk(raw, index)))
                .collect::<Result<_, _>>()?;
            let codecs = (0..sys::ZL_ReflectionCtx_getNumCodecs_lastChunk(raw))
                .map(|index| codec(sys::ZL_ReflectionCtx_getCodec_lastChunk(raw, index)))
                .collect();
            let stored = (0..sys::ZL_ReflectionCtx_getNumStoredOutputs_lastChunk(raw))
                .map(|index| sys::ZL_ReflectionCtx_getStoredOutput_lastChunk(raw, index))
                .map(|stream| sys::ZL_DataInfo_getIndex(stream))
                .collect();
            let inputs = (0..sys::ZL_ReflectionCtx_getNumInputs(raw))
                .map(|index| sys::ZL_ReflectionCtx_getInput(raw, index))
                .map(|stream| sys::ZL_DataInfo_getIndex(stream))
                .collect();
            Ok(Reflection {
                format_version: sys::ZL_ReflectionCtx_getFrameFormatVersion(raw),
                header_size: sys::ZL_ReflectionCtx_getFrameHeaderSize(raw),
                footer_size: sys::ZL_ReflectionCtx_getFrameFooterSize(raw),
                codec_headers_size: sys::ZL_ReflectionCtx_getTotalTransformHeaderSize_lastChunk(
                    raw,
                ),
                codecs,
                streams,
                stored,
                inputs,
            })
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: ours since `new`, freed once.
        unsafe { sys::ZL_ReflectionCtx_free(self.0.as_ptr()) }
    }
}

/// # Safety
/// `raw` is a stream of a living context that has a frame.
unsafe fn stream(raw: *const sys::ZL_DataInfo) -> Result<Stream, Error> {
    // SAFETY: by this function's contract; a stream holds as many bytes as its
    // content size, a stream of strings a length for each, and C's answer for a
    // codec is null or a codec of the same context.
    unsafe {
        let kind = Kind::from_raw(sys::ZL_DataInfo_getType(raw))
            .ok_or_else(|| Error::input("the frame has a stream of no known type"))?;
        let elements = sys::ZL_DataInfo_getNumElts(raw);
        let size = sys::ZL_DataInfo_getContentSize(raw);
        Ok(Stream {
            kind,
            width: sys::ZL_DataInfo_getEltWidth(raw),
            elements,
            data: copy(sys::ZL_DataInfo_getDataPtr(raw).cast::<u8>(), size)?,
            lengths: if kind == Kind::String {
                copy(sys::ZL_DataInfo_getLengthsPtr(raw), elements)?
            } else {
                Vec::new()
            },
            producer: codec_index(sys::ZL_DataInfo_getProducerCodec(raw)),
            consumer: codec_index(sys::ZL_DataInfo_getConsumerCodec(raw)),
        })
    }
}

/// # Safety
/// `raw` is null, or a codec of a living context that has a frame.
unsafe fn codec_index(raw: *const sys::ZL_CodecInfo) -> Option<usize> {
    // SAFETY: not null, so a codec, by this function's contract.
    (!raw.is_null()).then(|| unsafe { sys::ZL_CodecInfo_getIndex(raw) })
}

/// # Safety
/// `raw` is a codec of a living context that has a frame.
unsafe fn codec(raw: *const sys::ZL_CodecInfo) -> Codec {
    // SAFETY: by this function's contract; every index is below the count that
    // C gave for it, and the name is a C string of the library or the context.
    unsafe {
        Codec {
            id: sys::ZL_CodecInfo_getCodecID(raw),
            name: crate::error::owned(sys::ZL_CodecInfo_getName(raw)),
            standard: sys::ZL_CodecInfo_isStandardCodec(raw),
            header_size: sys::ZL_CodecInfo_getHeaderSize(raw),
            inputs: (0..sys::ZL_CodecInfo_getNumInputs(raw))
                .map(|index| sys::ZL_DataInfo_getIndex(sys::ZL_CodecInfo_getInput(raw, index)))
                .collect(),
            outputs: (0..sys::ZL_CodecInfo_getNumOutputs(raw))
                .map(|index| sys::ZL_DataInfo_getIndex(sys::ZL_CodecInfo_getOutput(raw, index)))
                .collect(),
            variable_outputs: sys::ZL_CodecInfo_getNumVariableOutputs(raw),
        }
    }
}
