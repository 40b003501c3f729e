//! Notes down how the C library that this crate links was built: the flags that
//! `cc` took from the environment, and whether its asserts are in it.

use std::env;
use std::path::PathBuf;

fn main() {
    let flags = c_flags();
    let asserts = match archive() {
        Some(bytes) => mentions_asserts(&bytes),
        None => !flags.split_whitespace().any(|flag| flag == "-DNDEBUG"),
    };
    println!("cargo:rustc-env=OPENZL_FFI_CFLAGS={flags}");
    println!("cargo:rustc-env=OPENZL_FFI_ASSERTS={}", u8::from(asserts));
    println!("cargo:rerun-if-changed=build.rs");
}

/// The flags as `cc` puts them together: each of these variables adds to those
/// before it.
fn c_flags() -> String {
    let target = env::var("TARGET").unwrap_or_default();
    let kind = if env::var("HOST").is_ok_and(|host| host == target) {
        "HOST"
    } else {
        "TARGET"
    };
    let names = [
        "CFLAGS".to_owned(),
        format!("{kind}_CFLAGS"),
        format!("CFLAGS_{}", target.replace(['-', '.'], "_")),
        format!("CFLAGS_{target}"),
    ];
    let mut flags = Vec::new();
    for name in names {
        println!("cargo:rerun-if-env-changed={name}");
        if let Ok(value) = env::var(&name) {
            flags.extend(value.split_whitespace().map(str::to_owned));
        }
    }
    flags.join(" ")
}

/// The archive that openzl-sys built, found through its `links` metadata.
fn archive() -> Option<Vec<u8>> {
    let root = PathBuf::from(env::var_os("DEP_OPENZL_ROOT")?);
    let name = if env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "msvc") {
        "openzl.lib"
    } else {
        "libopenzl.a"
    };
    std::fs::read(root.join(name)).ok()
}

/// Whether the archive refers to what `assert` calls when it fails: the names
/// of glibc and musl, of Apple, and of Windows.
fn mentions_asserts(archive: &[u8]) -> bool {
    [&b"__assert_fail"[..], b"__assert_rtn", b"_wassert"]
        .iter()
        .any(|name| archive.windows(name.len()).any(|window| window == *name))
}
