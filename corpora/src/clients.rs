//! Getting package archives through the registries' own clients.
//!
//! Nothing here knows an address: cargo, pip, apt-get and npm go where the
//! machine's owner has pointed them, mirrors and proxies included.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::c_sources::cargo_home;
use crate::error::Error;
use crate::manifest::{Package, Registry};

/// Something that package archives can be had from.
pub trait Source {
    /// Puts the archive of a package into the empty folder `into`, or finds one
    /// elsewhere, and says where it is. Its SHA-256 is checked by the caller.
    ///
    /// # Errors
    /// Whatever keeps it from doing so.
    fn obtain(&self, package: &Package, into: &Path) -> Result<PathBuf, Error>;
}

/// The programs to call. [`Clients::default`] are those on the `PATH`; cargo is
/// the one that runs this program, where one does.
#[derive(Clone, Debug)]
pub struct Clients {
    /// For crates.
    pub cargo: OsString,
    /// For wheels.
    pub pip: OsString,
    /// For debs.
    pub apt_get: OsString,
    /// For npm packages.
    pub npm: OsString,
}

impl Default for Clients {
    fn default() -> Self {
        Self {
            cargo: std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            pip: "pip".into(),
            apt_get: "apt-get".into(),
            npm: "npm".into(),
        }
    }
}

impl Source for Clients {
    fn obtain(&self, package: &Package, into: &Path) -> Result<PathBuf, Error> {
        let job = Job { package, into };
        match package.kind {
            Registry::Crate => job.crate_archive(&self.cargo),
            Registry::Wheel => job.wheel(&self.pip),
            Registry::Deb => job.deb(&self.apt_get),
            Registry::Npm => job.npm_package(&self.npm),
        }
    }
}

/// One package on its way into one folder.
struct Job<'a> {
    package: &'a Package,
    into: &'a Path,
}

impl Job<'_> {
    /// Cargo has no command that downloads a crate, but it keeps the archives
    /// of all dependencies; so a project with that one dependency is fetched.
    fn crate_archive(&self, cargo: &OsStr) -> Result<PathBuf, Error> {
        if let Some(cached) = self.cached_crate() {
            return Ok(cached);
        }
        let Package { name, version, .. } = self.package;
        // A requirement is matched without build metadata.
        let version = version.split('+').next().unwrap_or(version);
        let project = self.into.join("Cargo.toml");
        let source = self.into.join("lib.rs");
        let text = format!(
            "[workspace]\n[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\
             [lib]\npath = \"lib.rs\"\n[dependencies]\n{name} = \"={version}\"\n"
        );
        fs::write(&project, text).map_err(Error::io("write", &project))?;
        fs::write(&source, "").map_err(Error::io("write", &source))?;
        let mut command = Command::new(cargo);
        command
            .args(["fetch", "--quiet", "--manifest-path"])
            .arg(&project);
        let advice = "Crates stay in their registry for good, so the network or cargo's settings \
                      are to blame: try `cargo fetch` in any project.";
        self.run(command, advice)?;
        self.cached_crate()
            .ok_or_else(|| self.nothing_came(cargo, advice))
    }

    fn cached_crate(&self) -> Option<PathBuf> {
        let file = format!("{}-{}.crate", self.package.name, self.package.version);
        let registries = fs::read_dir(cargo_home()?.join("registry/cache")).ok()?;
        let mut found: Vec<PathBuf> = registries
            .filter_map(|registry| Some(registry.ok()?.path().join(&file)))
            .filter(|path| path.is_file())
            .collect();
        found.sort();
        found.into_iter().next()
    }

    fn wheel(&self, pip: &OsStr) -> Result<PathBuf, Error> {
        let mut command = Command::new(pip);
        command.args([
            "--disable-pip-version-check",
            "--no-input",
            "download",
            "--quiet",
        ]);
        command.args([
            "--no-deps",
            "--only-binary=:all:",
            "--ignore-requires-python",
            "--dest",
        ]);
        command.arg(self.into);
        if let Some([python, abi, platforms]) = self.wheel_tag()
            && platforms != "any"
        {
            // Asking for the tags outright gives the same wheel on any host.
            let (implementation, version) = python.split_at(python.len().min(2));
            command.args([
                "--implementation",
                implementation,
                "--python-version",
                version,
            ]);
            command.args(["--abi", abi]);
            platforms.split('.').for_each(|platform| {
                command.args(["--platform", platform]);
            });
        }
        command.arg(format!("{}=={}", self.package.name, self.package.version));
        let advice = "Wheels stay in their registry unless their owner withdraws them: try \
                      `pip download` by hand; if it is gone, the manifest needs another version.";
        self.run(command, advice)?;
        self.the_one_with("whl")
            .ok_or_else(|| self.nothing_came(pip, advice))
    }

    fn wheel_tag(&self) -> Option<[&str; 3]> {
        let mut parts = self.package.tag.as_deref()?.split('-');
        Some([parts.next()?, parts.next()?, parts.next()?])
    }

    fn deb(&self, apt_get: &OsStr) -> Result<PathBuf, Error> {
        let mut command = Command::new(apt_get);
        command.arg("download").current_dir(self.into);
        command.arg(format!("{}={}", self.package.name, self.package.version));
        let advice = "Run `apt-get update` first. Debian keeps only a release's current versions: \
                      if `apt-cache policy` no longer lists this one, the manifest needs the new \
                      version and its sha256.";
        self.run(command, advice)?;
        self.the_one_with("deb")
            .ok_or_else(|| self.nothing_came(apt_get, advice))
    }

    fn npm_package(&self, npm: &OsStr) -> Result<PathBuf, Error> {
        let mut command = Command::new(npm);
        command
            .args(["pack", "--silent", "--ignore-scripts"])
            .current_dir(self.into);
        command.arg(format!("{}@{}", self.package.name, self.package.version));
        let advice = "Packages seldom leave this registry: try `npm view` by hand; if it is gone, \
                      the manifest needs another version.";
        self.run(command, advice)?;
        self.the_one_with("tgz")
            .ok_or_else(|| self.nothing_came(npm, advice))
    }

    fn run(&self, mut command: Command, advice: &'static str) -> Result<(), Error> {
        let program = command.get_program().to_string_lossy().into_owned();
        let package = self.package.to_string();
        let output = match command.output() {
            Ok(output) => output,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Error::ClientMissing { program, package });
            }
            Err(source) => {
                return Err(Error::Io {
                    action: "run",
                    path: program.into(),
                    source,
                });
            }
        };
        if output.status.success() {
            return Ok(());
        }
        let message = last_lines(&[output.stdout, output.stderr].concat());
        Err(Error::ClientFailed {
            program,
            package,
            message,
            advice,
        })
    }

    fn nothing_came(&self, program: &OsStr, advice: &'static str) -> Error {
        Error::ClientFailed {
            program: program.to_string_lossy().into_owned(),
            package: self.package.to_string(),
            message: "it reported success, but left no archive".to_owned(),
            advice,
        }
    }

    /// The folder was empty before the client ran.
    fn the_one_with(&self, extension: &str) -> Option<PathBuf> {
        let entries = fs::read_dir(self.into).ok()?;
        let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.find(|path| path.extension() == Some(OsStr::new(extension)))
    }
}

/// Clients put the reason last; what is before it is progress.
fn last_lines(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines[lines.len().saturating_sub(4)..].join("\n")
}
