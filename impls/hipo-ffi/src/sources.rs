//! The shim: its sources, and how they are compiled.

use sha2::{Digest, Sha256};

use crate::wheel::WHEEL_SHA256;

/// A source file of the shim.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
}

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(Source { name: $name, text: include_str!(concat!("../shim/", $name)) }),*]
    };
}

/// All files of the shim.
pub(crate) const SOURCES: &[Source] = &sources![
    "about.cpp",
    "call.h",
    "dataset.cpp",
    "dataset.h",
    "dictionary.cpp",
    "dictionary.h",
    "driver.cpp",
    "exports.map",
    "probe.cpp",
    "probe.h",
    "quiet.cpp",
    "reader.cpp",
    "reader.h",
    "scenario.cpp",
    "scenario.h",
    "sums.cpp",
    "sums.h",
    "writer.cpp",
];

/// The file with the driver's `main`, which the shared object does without.
pub(crate) const MAIN: &str = "driver.cpp";

/// The file that says what the shared object shows.
pub(crate) const EXPORTS: &str = "exports.map";

/// Flags of every compilation. No contraction: the benchmark's data set is made
/// of `f32` products and sums that are each rounded.
pub(crate) const COMPILE_FLAGS: &[&str] = &[
    "-std=c++17",
    "-O2",
    "-DNDEBUG",
    "-ffp-contract=off",
    "-fPIC",
];

/// Flags of both links: what hipo4 prints goes to the shim.
pub(crate) const LINK_FLAGS: &[&str] = &[
    "-Wl,--wrap=printf,--wrap=puts,--wrap=putchar",
    "-Wl,--no-undefined",
    "-pthread",
];

/// What a compiled shim has to be of: a hash of sources, flags and wheel.
pub(crate) fn identity() -> String {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    };
    add(WHEEL_SHA256);
    for flag in COMPILE_FLAGS.iter().chain(LINK_FLAGS) {
        add(flag);
    }
    for source in SOURCES {
        add(source.name);
        add(source.text);
    }
    crate::text::hex(&hash.finalize())
}
