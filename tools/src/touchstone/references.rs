//! The command `touchstone references`: the libraries that native
//! implementations are held to.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, ensure};
use serde::Serialize;

use crate::cli::ReferencesCommand;
use crate::formats::FORMATS;
use crate::out;
use crate::text::Table;

/// A reference, as it was found.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Reference {
    /// The format that it is the standard of.
    pub(crate) format: &'static str,
    /// Its name in the suite.
    pub(crate) name: &'static str,
    /// Its version, as it states it itself; empty when it is absent.
    pub(crate) version: String,
    /// How it comes: a cargo crate, a wheel of pip's, a package of apt's.
    pub(crate) comes_as: String,
    /// Whether it is here.
    pub(crate) present: bool,
    /// What is worth knowing of the build at hand, by name.
    pub(crate) facts: Vec<(&'static str, String)>,
    /// What brings it. None when cargo builds it in with everything else.
    #[serde(skip)]
    pub(crate) install: Option<fn() -> Result<()>>,
}

/// The references of OpenZL: C itself, linked in by cargo.
pub(crate) fn openzl() -> Vec<Reference> {
    let asserts = if openzl_ffi::has_asserts() {
        "on: C is not at its best, and is not timed; build with CFLAGS=-DNDEBUG"
    } else {
        "off"
    };
    let formats = format!(
        "{} to {}, {} by default",
        openzl_ffi::MIN_FORMAT,
        openzl_ffi::MAX_FORMAT,
        openzl_ffi::default_format()
    );
    vec![Reference {
        format: "openzl",
        name: "c-openzl",
        version: openzl_ffi::version().to_string(),
        comes_as: "cargo crate openzl-sys, linked in".to_owned(),
        present: true,
        facts: vec![
            ("build flags", flags()),
            ("asserts", asserts.to_owned()),
            ("format versions", formats),
        ],
        install: None,
    }]
}

/// The references of HIPO: C++ hipo4, out of a wheel, and another one.
pub(crate) fn hipo() -> Vec<Reference> {
    let present = hipo_folder().is_some_and(|folder| hipo_ffi::Hipo4::open(&folder).is_ok());
    let hipo4 = Reference {
        format: "hipo",
        name: "hipo4",
        version: hipo_ffi::VERSION.to_owned(),
        comes_as: "wheel hipopybind, by pip, and our shim over its library".to_owned(),
        present,
        facts: vec![("wheel sha256", hipo_ffi::WHEEL_SHA256.to_owned())],
        install: Some(|| {
            let folder = hipo_folder().context("not within the workspace")?;
            hipo_ffi::install(&folder, &mut |_| {})?;
            Ok(())
        }),
    };
    vec![hipo4, oxihipo()]
}

/// oxihipo, which reads and writes the layouts that C++ does not know.
fn oxihipo() -> Reference {
    let present = hipo_folder().is_some_and(|folder| oxihipo::Oxihipo::open(&folder).is_ok());
    Reference {
        format: "hipo",
        name: "oxihipo",
        version: oxihipo::VERSION.to_owned(),
        comes_as: "wheel oxihipo, by pip, with numpy, run by Python".to_owned(),
        present,
        facts: vec![("wheel sha256", oxihipo::OXIHIPO_SHA256.to_owned())],
        install: Some(|| {
            let folder = hipo_folder().context("not within the workspace")?;
            oxihipo::install(&folder, &mut |_| {})?;
            Ok(())
        }),
    }
}

fn hipo_folder() -> Option<PathBuf> {
    conformance::hipo::CppHipo::folder()
}

/// The references of LZ4: liblz4, linked in by cargo.
pub(crate) fn lz4() -> Vec<Reference> {
    vec![liblz4("lz4")]
}

/// The references of LZ4 frames: the same, and the command that people use.
pub(crate) fn lz4_frame() -> Vec<Reference> {
    vec![liblz4("lz4-frame"), lz4_command()]
}

/// The command `lz4`, which tests of `lz4-ffi` exchange files with.
fn lz4_command() -> Reference {
    let version = |text: &str| {
        text.split_once(" v")?
            .1
            .split([',', ' '])
            .next()
            .map(str::to_owned)
    };
    program("lz4-frame", "lz4-command", "lz4", "lz4", version, || {
        apt_get("lz4")
    })
}

/// A program of one of Debian's packages; `version` finds it in what the
/// program says of itself.
fn program(
    format: &'static str,
    name: &'static str,
    command: &str,
    package: &str,
    version: impl Fn(&str) -> Option<String>,
    install: fn() -> Result<()>,
) -> Reference {
    // The system's own: a module of its Python serves no other one.
    let path = std::env::var("PATH").unwrap_or_default();
    let told = Command::new(command)
        .env("PATH", format!("/usr/bin:{path}"))
        .arg("--version")
        .output()
        .ok()
        .filter(|output| output.status.success());
    let text = told.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    Reference {
        format,
        name,
        version: text.as_deref().and_then(version).unwrap_or_default(),
        comes_as: format!("Debian's package {package}"),
        present: text.is_some(),
        facts: Vec::new(),
        install: Some(install),
    }
}

/// Installs a package, and takes nothing away for it.
fn apt_get(package: &str) -> Result<()> {
    let apt_get = |arguments: &[&str]| {
        let status = Command::new("apt-get").args(arguments).status();
        status.is_ok_and(|status| status.success())
    };
    let install = ["install", "-y", "--no-remove", package];
    // Its lists may be old, or not there.
    ensure!(
        apt_get(&install) || (apt_get(&["update"]) && apt_get(&install)),
        "apt-get does not install the package {package}; as root: \
         apt-get install --no-remove {package}"
    );
    Ok(())
}

/// The references of memory pages: those of their codecs.
pub(crate) fn zram() -> Vec<Reference> {
    vec![Reference {
        format: "zram",
        name: "liblz4+libzstd",
        version: conformance::zram::ReferenceZram::versions(),
        comes_as: "cargo crates lz4-sys and zstd-sys, linked in".to_owned(),
        present: true,
        facts: vec![("build flags", flags())],
        install: None,
    }]
}

/// The references of the store: those of its codecs, and the clients that its
/// server is held to.
pub(crate) fn zram_store() -> Vec<Reference> {
    let word =
        |index: usize| move |text: &str| text.split_whitespace().nth(index).map(str::to_owned);
    let client = |name, package, version, install| {
        program("zram-store", name, name, package, version, install)
    };
    vec![
        Reference {
            format: "zram-store",
            ..zram().remove(0)
        },
        client("nbdinfo", "libnbd-bin", word(1), || apt_get("libnbd-bin")),
        client("nbdsh", "python3-libnbd", word(1), || {
            apt_get("python3-libnbd")
        }),
        client("qemu-io", "qemu-utils", word(2), || apt_get("qemu-utils")),
        client("fio", "fio", word(0), || apt_get("fio")),
    ]
}

fn liblz4(format: &'static str) -> Reference {
    Reference {
        format,
        name: "liblz4",
        version: lz4_ffi::version(),
        comes_as: "cargo crate lz4-sys, linked in".to_owned(),
        present: true,
        facts: vec![("build flags", flags())],
        install: None,
    }
}

/// The flags of the C build, in words when there are none.
fn flags() -> String {
    match openzl_ffi::build_flags().trim() {
        "" => "none".to_owned(),
        flags => flags.to_owned(),
    }
}

/// All references of all formats.
pub(crate) fn all() -> Vec<Reference> {
    FORMATS
        .iter()
        .flat_map(|entry| (entry.references)())
        .collect()
}

pub(crate) fn run(command: &ReferencesCommand) -> Result<ExitCode> {
    match command {
        ReferencesCommand::Status => status(),
        ReferencesCommand::Install => install(),
    }
}

fn status() -> Result<ExitCode> {
    let references = all();
    let mut text = table(&references);
    for reference in &references {
        let _ = writeln!(text, "\n{}", reference.name);
        for (name, value) in &reference.facts {
            let _ = writeln!(text, "  {name}: {value}");
        }
    }
    out::print(&text)?;
    Ok(exit(&references))
}

fn table(references: &[Reference]) -> String {
    let mut table = Table::new([
        "reference",
        "format",
        "version",
        "how it comes",
        "here",
        "install",
    ]);
    for reference in references {
        table.row([
            reference.name.to_owned(),
            reference.format.to_owned(),
            reference.version.clone(),
            reference.comes_as.clone(),
            if reference.present { "yes" } else { "no" }.to_owned(),
            action(reference).to_owned(),
        ]);
    }
    table.to_string()
}

/// What installing a reference takes.
fn action(reference: &Reference) -> &'static str {
    match (reference.present, reference.install) {
        (true, _) => "nothing to do",
        (false, Some(_)) => "touchstone references install",
        (false, None) => "cargo build",
    }
}

fn install() -> Result<ExitCode> {
    for reference in all() {
        let title = format!("{} {}", reference.name, reference.version);
        match reference.install {
            _ if reference.present => {
                let how = &reference.comes_as;
                out::print(&format!("{title}: is here ({how}); nothing to install\n"))?;
            }
            None => out::print(&format!("{title}: cargo brings it; run `cargo build`\n"))?,
            Some(bring) => {
                bring()?;
                out::print(&format!("{title}: installed\n"))?;
            }
        }
    }
    // Asked again: what was brought must be found now.
    Ok(exit(&all()))
}

/// Failure when any reference is absent.
fn exit(references: &[Reference]) -> ExitCode {
    if references.iter().all(|reference| reference.present) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
