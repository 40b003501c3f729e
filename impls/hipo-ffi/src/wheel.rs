//! The wheel that hipo4 comes in, pinned.

/// The version of hipo4, as its pkg-config file has it.
pub const VERSION: &str = "4.2.0";

/// The version of the wheel `hipopybind`.
pub const WHEEL_VERSION: &str = "2.0.1";

/// The sha256 of the wheel for CPython 3.11 on Linux x86-64 (manylinux 2.27 and
/// 2.28), the one that is installed whatever Python is there: nothing of it is
/// run by Python.
pub const WHEEL_SHA256: &str = "f53606bd25cc8b5b2bc3b52b75aad3a39c254a55ade77316d7b871795004676d";
