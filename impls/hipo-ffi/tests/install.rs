//! Installing hipo4, and being told that it is absent.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::folder;
use hipo_ffi::{Child, Hipo4, InstallError, Missing, Step, WHEEL_SHA256};

/// Where the installer of a process of its own installs to.
const INTO: &str = "TOUCHSTONE_HIPO_FFI_INTO";

#[test]
fn absence_is_told() {
    let folder = folder();
    let error = Hipo4::open(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error, Missing::NotInstalled { .. }));
    let told = error.to_string();
    assert!(told.contains("`touchstone references install`"), "{told}");
    assert!(
        told.contains(&folder.path().display().to_string()),
        "{told}"
    );
    assert!(Child::open(folder.path()).is_err());
}

#[test]
fn an_outdated_shim_is_told() {
    let folder = folder();
    let old = folder.path().join("hipo4-2.0.1/shim-0123456789abcdef");
    fs::create_dir_all(&old).unwrap();
    for file in ["libtouchstone-hipo4.so", "touchstone-hipo4"] {
        fs::write(old.join(file), "").unwrap();
    }
    let error = Hipo4::open(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error, Missing::Outdated { .. }), "{error}");
}

#[test]
fn installing_again_does_nothing() {
    if common::hipo4("installing_again_does_nothing").is_none() {
        return;
    }
    let mut steps = Vec::new();
    let home = hipo_ffi::install(&common::references(), &mut |step| {
        steps.push(step.to_string());
    });
    assert_eq!(steps, [Step::AlreadyInstalled.to_string()]);
    let home = home.unwrap();
    let left: Vec<_> = fs::read_dir(&home)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with(".making-"))
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
    let shim = left.iter().find(|name| name.starts_with("shim-")).unwrap();
    let stamp = fs::read_to_string(home.join(shim).join("stamp.txt")).unwrap();
    assert!(stamp.contains(WHEEL_SHA256), "{stamp}");
    assert!(
        stamp.starts_with(&shim.replace("shim-", "shim ")),
        "{stamp}"
    );
}

/// A shim of other sources is replaced, and the wheel kept: what is fetched is
/// fetched once.
#[test]
fn an_outdated_shim_is_replaced() {
    if common::hipo4("an_outdated_shim_is_replaced").is_none() {
        return;
    }
    let folder = folder();
    let home = folder.path().join("hipo4-2.0.1");
    let old = home.join("shim-0123456789abcdef");
    fs::create_dir_all(&old).unwrap();
    std::os::unix::fs::symlink(
        fs::canonicalize(common::references().join("hipo4-2.0.1/wheel")).unwrap(),
        home.join("wheel"),
    )
    .unwrap();
    let mut steps = Vec::new();
    hipo_ffi::install(folder.path(), &mut |step| steps.push(step.to_string())).unwrap();
    assert!(!old.exists());
    assert!(
        steps.iter().all(|step| !step.contains("fetching")),
        "{steps:?}"
    );
    assert!(
        steps.iter().any(|step| step == "compiling writer.cpp"),
        "{steps:?}"
    );
    let hipo4 = Hipo4::open(folder.path()).unwrap();
    assert_eq!(hipo4.about().unwrap().lz4, "1.9.4");
}

/// Run by the tests below, in a process of another environment.
#[test]
#[ignore = "is a part of the tests below"]
fn installs() {
    let into = std::path::PathBuf::from(std::env::var_os(INTO).unwrap());
    let outcome = hipo_ffi::install(&into, &mut |_| {});
    let kind = match &outcome {
        Ok(_) => "Ok",
        Err(InstallError::NoPython { .. }) => "NoPython",
        Err(InstallError::NoCompiler { .. }) => "NoCompiler",
        Err(InstallError::Fetch { .. }) => "Fetch",
        Err(InstallError::Hash { .. }) => "Hash",
        Err(_) => "another",
    };
    let said = outcome.map_or_else(|error| error.to_string(), |_| String::new());
    println!("\nkind={kind}\n{said}");
}

fn installing(into: &Path, change: impl FnOnce(&mut Command)) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--ignored", "--exact", "--nocapture", "installs"])
        .env(INTO, into);
    change(&mut command);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    // Nothing that counts is left.
    assert!(Hipo4::open(into).is_err());
    assert!(!into.join("hipo4-2.0.1/wheel").exists());
    said
}

/// Python and a compiler are there, which the tests below want.
fn has_tools(test: &str) -> bool {
    common::hipo4(test).is_some()
}

#[test]
fn the_absence_of_a_compiler_is_told() {
    let folder = folder();
    let said = installing(folder.path(), |command| {
        command.env("CXX", folder.path().join("none"));
    });
    assert!(said.contains("kind=NoCompiler"), "{said}");
    assert!(said.contains("apt-get install g++"), "{said}");
}

#[test]
fn the_absence_of_python_is_told() {
    if !has_tools("the_absence_of_python_is_told") {
        return;
    }
    let folder = folder();
    let compiler = Path::new("/usr/bin/c++");
    if !compiler.exists() {
        return;
    }
    let said = installing(folder.path(), |command| {
        command.env("CXX", compiler).env("PATH", folder.path());
    });
    assert!(said.contains("kind=NoPython"), "{said}");
    assert!(said.contains("apt-get install python3"), "{said}");
}

#[test]
fn a_wheel_that_cannot_be_had_is_told() {
    if !has_tools("a_wheel_that_cannot_be_had_is_told") {
        return;
    }
    let folder = folder();
    let said = installing(folder.path(), |command| {
        command
            .env("PIP_NO_INDEX", "1")
            .env("PIP_FIND_LINKS", folder.path());
    });
    assert!(said.contains("kind=Fetch"), "{said}");
    assert!(said.contains("PIP_FIND_LINKS"), "{said}");
}

#[test]
fn another_wheel_is_not_taken() {
    if !has_tools("another_wheel_is_not_taken") {
        return;
    }
    let folder = folder();
    let links = folder.path().join("links");
    fs::create_dir(&links).unwrap();
    let name = "hipopybind-2.0.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl";
    fs::write(links.join(name), "not that wheel").unwrap();
    let said = installing(&folder.path().join("into"), |command| {
        command
            .env("PIP_NO_INDEX", "1")
            .env("PIP_FIND_LINKS", &links);
    });
    assert!(said.contains("kind=Hash"), "{said}");
    assert!(said.contains(WHEEL_SHA256), "{said}");
}
