//! Which C library this is, and how it was built.

use openzl_sys as sys;

/// The oldest format version that C writes and reads.
pub const MIN_FORMAT: u32 = sys::ZL_MIN_FORMAT_VERSION;
/// The newest format version that C writes and reads.
pub const MAX_FORMAT: u32 = sys::ZL_MAX_FORMAT_VERSION;

/// The version of the C library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major.
    pub major: u32,
    /// Minor.
    pub minor: u32,
    /// Patch.
    pub patch: u32,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// The version of the C library, from its headers.
///
/// ```
/// assert_eq!(openzl_ffi::version().to_string(), "0.3.0");
/// ```
pub const fn version() -> Version {
    Version {
        major: sys::ZL_LIBRARY_VERSION_MAJOR,
        minor: sys::ZL_LIBRARY_VERSION_MINOR,
        patch: sys::ZL_LIBRARY_VERSION_PATCH,
    }
}

/// The format version that C recommends to write, asked of the library itself.
pub fn default_format() -> u32 {
    // SAFETY: no precondition.
    unsafe { sys::ZL_getDefaultEncodingVersion() }
}

/// The C flags that the library was built with, besides those of its own build
/// script: `CFLAGS` and its kin, as they were in the environment at build time.
pub const fn build_flags() -> &'static str {
    env!("OPENZL_FFI_CFLAGS")
}

/// Whether asserts and debug logging are compiled into the library, as they are
/// without `-DNDEBUG`. C is then not at its best, and must not be timed. Found
/// by looking into the archive that is linked, at build time.
pub const fn has_asserts() -> bool {
    matches!(env!("OPENZL_FFI_ASSERTS").as_bytes(), b"1")
}
