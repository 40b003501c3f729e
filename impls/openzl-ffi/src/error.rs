//! What can go wrong, in C's own words where C said it.

use std::ffi::{CStr, c_char};
use std::fmt;

use openzl_sys as sys;

/// A failure of the C library, or of this wrapper before it called C.
///
/// ```
/// let error = openzl_ffi::decompress(b"not a frame", &Default::default()).unwrap_err();
/// assert_eq!(error.code, 10);
/// assert_eq!(error.name, "Unknown header");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// C's error code (a `ZL_ErrorCode`), or one of the negative codes of this
    /// wrapper: [`Error::LIMIT`], [`Error::INPUT`], [`Error::ALLOCATION`].
    pub code: i32,
    /// C's text for the code (`ZL_ErrorCode_toString`).
    pub name: String,
    /// What C said of this very failure; empty when it said nothing.
    pub message: String,
    /// C's whole account: code, message, graph and node, and the stack of C
    /// functions. Empty when C has none.
    pub context: String,
}

impl Error {
    /// The output would be larger than the caller's limit. C was not called.
    pub const LIMIT: i32 = -1;
    /// What was asked cannot be given to C: a width of zero, a length that is not
    /// a multiple of the width, string lengths that do not add up, a graph that
    /// does not exist, a frame without a chunk to reflect.
    pub const INPUT: i32 = -2;
    /// Memory for the output, or for a C object, could not be had.
    pub const ALLOCATION: i32 = -3;

    /// C's code for an output buffer that is too small.
    pub const DST_CAPACITY_TOO_SMALL: i32 = sys::ZL_ErrorCode_dstCapacity_tooSmall.cast_signed();

    /// Whether C reported this, rather than this wrapper.
    pub fn is_from_c(&self) -> bool {
        self.code > 0
    }

    /// Whether this is the wrapper's refusal to go over the caller's limit.
    pub fn is_limit(&self) -> bool {
        self.code == Self::LIMIT
    }

    pub(crate) fn own(code: i32, message: impl Into<String>) -> Self {
        let name = match code {
            Self::LIMIT => "Output limit exceeded",
            Self::INPUT => "Input not representable",
            _ => "Allocation failed",
        };
        Self {
            code,
            name: name.to_owned(),
            message: message.into(),
            context: String::new(),
        }
    }

    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::own(Self::INPUT, message)
    }

    pub(crate) fn allocation(what: &str) -> Self {
        Self::own(Self::ALLOCATION, what)
    }

    pub(crate) fn limit(wanted: impl fmt::Display, limit: usize) -> Self {
        Self::own(
            Self::LIMIT,
            format!("the frame declares {wanted} bytes of output, the limit is {limit}"),
        )
    }

    /// An error of C's, from its code and its account of it.
    pub(crate) fn from_c(code: sys::ZL_ErrorCode, context: String) -> Self {
        // SAFETY: takes any code by value; the result is a static C string.
        let name = unsafe { owned(sys::ZL_ErrorCode_toString(code)) };
        // Errors raised where C had no context object at hand have no account;
        // C then answers with a hint to its own users.
        let context = if context.starts_with("Error does not belong to this context") {
            String::new()
        } else {
            context
        };
        let message = message_of(&context).to_owned();
        Self {
            code: code.cast_signed(),
            name,
            message,
            context,
        }
    }
}

/// What C's account says between its message heading and the next one.
fn message_of(context: &str) -> &str {
    const NEXT: [&str; 5] = [
        "\nGraph ID: ",
        "\nNode name: ",
        "\nNode ID: ",
        "\nTransform ID: ",
        "\nStack Trace:",
    ];
    let Some((_, message)) = context.split_once("Message: ") else {
        return "";
    };
    let end = NEXT
        .iter()
        .filter_map(|heading| message.find(heading))
        .min();
    message[..end.unwrap_or(message.len())].trim()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.code)?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// The value of a report, or the error in it. `explain` asks the context that
/// made the report for its account.
pub(crate) fn check(
    report: sys::ZL_Report,
    explain: impl FnOnce(sys::ZL_Report) -> *const c_char,
) -> Result<usize, Error> {
    // SAFETY: takes the report by value and reads its code, which every variant
    // of the union begins with.
    let code = unsafe { sys::ZL_errorCode(report) };
    if code == sys::ZL_ErrorCode_no_error {
        // SAFETY: the report holds no error, so that its value is set.
        return Ok(unsafe { sys::ZL_validResult(report) });
    }
    // SAFETY: `explain` answers null or a C string that lives as long as the
    // context that made the report, which the caller is holding.
    let context = unsafe { owned(explain(report)) };
    Err(Error::from_c(code, context))
}

/// [`check`] for reports that belong to no context.
pub(crate) fn check_plain(report: sys::ZL_Report) -> Result<usize, Error> {
    check(report, |_| std::ptr::null())
}

/// An owned copy of a C string; empty for null.
///
/// # Safety
/// `text` is null, or a C string that is valid during the call.
pub(crate) unsafe fn owned(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, and a valid C string by this function's contract.
    unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned()
}
