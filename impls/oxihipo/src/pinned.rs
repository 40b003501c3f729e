//! What is installed, pinned.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The version of oxihipo.
pub const VERSION: &str = "0.9.0";

/// The sha256 of its wheel for Linux on x86-64 (manylinux 2.17), for CPython 3.10
/// and later.
pub const OXIHIPO_SHA256: &str = "d370cf1cde76adb316447f815687f01309e26f52f6d5d338af9835cfc508d158";

/// What pip is told: the wheels of numpy are for CPython 3.10 to 3.13, and 3.14.
pub(crate) fn requirements() -> String {
    format!(
        "oxihipo=={VERSION} --hash=sha256:{OXIHIPO_SHA256}\n\
         numpy==2.2.6 ; python_version < '3.14' \
         --hash=sha256:fc7b73d02efb0e18c000e9ad8b83480dfcd5dfd11065997ed4c6747470ae8915 \
         --hash=sha256:ba10f8411898fc418a521833e014a77d3ca01c15b0c6cdcce6a0d2897e6dbbdf \
         --hash=sha256:fd83c01228a688733f1ded5201c678f0c53ecc1006ffbc404db9f7a899ac6249 \
         --hash=sha256:1bc23a79bfabc5d056d106f9befb8d50c31ced2fbc70eedb8155aec74a45798f\n\
         numpy==2.3.5 ; python_version >= '3.14' \
         --hash=sha256:fffe29a1ef00883599d1dc2c51aa2e5d80afe49523c261a74933df395c15c520\n"
    )
}

/// A hash of that.
pub(crate) fn identity() -> String {
    let hash = Sha256::digest(requirements());
    hash[..8].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
