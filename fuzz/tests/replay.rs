//! Seeds and regressions through the targets: one trial for each file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fuzz::TARGETS;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for &(name, target) in TARGETS {
        for kind in ["seeds", "regressions"] {
            for file in files(&folder(kind, name)) {
                let shown = file
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned());
                let trial = format!("fuzz::{name}::{kind}::{}", shown.unwrap_or_default());
                trials.push(Trial::test(trial, move || {
                    let bytes = fs::read(&file)?;
                    // A panic is the trial's failure, with its message.
                    target(&bytes);
                    Ok(())
                }));
            }
        }
        trials.push(Trial::test(
            format!("fuzz::{name}::is_complete"),
            move || is_complete(name),
        ));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(kind)
        .join(target)
}

/// The files of a folder by name; none where there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

/// A target has seeds, a binary of AFL's, and an adapter of libFuzzer's, all
/// under its name.
fn is_complete(name: &str) -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if files(&folder("seeds", name)).is_empty() {
        return Err("it has no seeds".into());
    }
    for source in [
        root.join("src/bin").join(name).with_extension("rs"),
        root.join("libfuzzer/fuzz_targets")
            .join(name)
            .with_extension("rs"),
    ] {
        let text = fs::read_to_string(&source)
            .map_err(|error| format!("{}: {error}", source.display()))?;
        if !text.contains(&format!("fuzz::{name}(data)")) {
            return Err(format!("{} calls another target", source.display()).into());
        }
    }
    for manifest in ["Cargo.toml", "libfuzzer/Cargo.toml"] {
        let text = fs::read_to_string(root.join(manifest))?;
        if !text.contains(&format!("name = \"{name}\"")) {
            return Err(format!("{manifest} has no binary of this name").into());
        }
    }
    Ok(())
}
