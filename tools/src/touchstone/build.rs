//! Tells the program which compiler built it, for its report.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/touchstone/build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    let version = told
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| "rustc of an unknown version".to_owned());
    println!("cargo::rustc-env=TOUCHSTONE_RUSTC={version}");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo::rustc-env=TOUCHSTONE_TARGET_FEATURES={features}");
}
