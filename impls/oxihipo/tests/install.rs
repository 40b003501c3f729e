//! Installing oxihipo, and being told that it is absent.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::folder;
use oxihipo::{InstallError, Missing, OXIHIPO_SHA256, Oxihipo, Step};

/// Where the installer of a process of its own installs to.
const INTO: &str = "TOUCHSTONE_OXIHIPO_INTO";

#[test]
fn absence_is_told() {
    let folder = folder();
    let error = Oxihipo::open(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error, Missing::NotInstalled { .. }));
    let told = error.to_string();
    assert!(told.contains("`touchstone references install`"), "{told}");
    assert!(
        told.contains(&folder.path().display().to_string()),
        "{told}"
    );
}

#[test]
fn other_packages_are_told() {
    let folder = folder();
    fs::create_dir_all(folder.path().join("oxihipo-0.9.0/python-0123456789abcdef")).unwrap();
    let error = Oxihipo::open(folder.path()).map(drop).unwrap_err();
    assert!(matches!(error, Missing::Outdated { .. }), "{error}");
}

#[test]
fn installing_again_does_nothing() {
    if common::oxihipo("installing_again_does_nothing").is_none() {
        return;
    }
    let mut steps = Vec::new();
    let home = oxihipo::install(&common::references(), &mut |step| steps.push(step)).unwrap();
    assert_eq!(steps, [Step::AlreadyInstalled]);
    let left: Vec<_> = fs::read_dir(&home)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with(".making-"))
        .collect();
    let [folder] = &left[..] else {
        panic!("{left:?}");
    };
    let python = fs::read_to_string(home.join(folder).join("python.txt")).unwrap();
    assert_eq!(python.lines().nth(1), Some(oxihipo::VERSION), "{python}");
}

/// Run by the tests below, in a process of another environment.
#[test]
#[ignore = "is a part of the tests below"]
fn installs() {
    let into = PathBuf::from(std::env::var_os(INTO).unwrap());
    let outcome = oxihipo::install(&into, &mut |_| {});
    let kind = match &outcome {
        Ok(_) => "Ok",
        Err(InstallError::NoPython { .. }) => "NoPython",
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
    assert!(Oxihipo::open(into).is_err());
    said
}

#[test]
fn the_absence_of_python_is_told() {
    if common::oxihipo("the_absence_of_python_is_told").is_none() {
        return;
    }
    let folder = folder();
    let said = installing(folder.path(), |command| {
        command.env("PATH", folder.path());
    });
    assert!(said.contains("kind=NoPython"), "{said}");
    assert!(said.contains("apt-get install python3"), "{said}");
}

#[test]
fn wheels_that_cannot_be_had_are_told() {
    if common::oxihipo("wheels_that_cannot_be_had_are_told").is_none() {
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
    if common::oxihipo("another_wheel_is_not_taken").is_none() {
        return;
    }
    let folder = folder();
    let links = folder.path().join("links");
    fs::create_dir(&links).unwrap();
    let name = "oxihipo-0.9.0-cp310-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl";
    fs::write(links.join(name), "not that wheel").unwrap();
    let said = installing(&folder.path().join("into"), |command| {
        command
            .env("PIP_NO_INDEX", "1")
            .env("PIP_FIND_LINKS", &links);
    });
    assert!(said.contains("kind=Hash"), "{said}");
    assert!(said.contains(OXIHIPO_SHA256), "{said}");
}
