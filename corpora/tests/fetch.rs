//! Fetching, from archives made here and through clients that are scripts: no
//! test touches the network.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use corpora::{
    Clients, Error, FetchOutcome, Fetched, FileState, Manifest, Package, Progress, Registry,
    Sha256, Source, fetch_with, status_of,
};
use tempfile::TempDir;

/// What lies in every archive. `d/b.c` comes before `d/a.c` here, after it in
/// the joined file.
const MEMBERS: [(&str, &str); 5] = [
    ("text", "some text\n"),
    ("d/b.c", "int b;\n"),
    ("d/a.c", "int a;\n"),
    ("d/sub/c.h", "int c;\n"),
    ("d/readme", "not wanted\n"),
];

fn tar_of(prefix: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (path, text) in MEMBERS {
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        builder
            .append_data(&mut header, format!("{prefix}{path}"), text.as_bytes())
            .unwrap();
    }
    builder.into_inner().unwrap()
}

fn tar_gz(prefix: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(&tar_of(prefix)).unwrap();
    encoder.finish().unwrap()
}

fn zip_archive() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, text) in MEMBERS {
        writer
            .start_file(path, zip::write::SimpleFileOptions::default())
            .unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn deb_with(member: &str, data: &[u8]) -> Vec<u8> {
    let mut builder = ar::Builder::new(Vec::new());
    for (name, bytes) in [("debian-binary", b"2.0\n".as_slice()), (member, data)] {
        let header = ar::Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        builder.append(&header, bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn deb() -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(&tar_of("./")).unwrap();
    deb_with("data.tar.xz", &writer.finish().unwrap())
}

fn archive_of(kind: Registry) -> Vec<u8> {
    match kind {
        Registry::Crate => tar_gz("toy-1.0/"),
        Registry::Npm => tar_gz("package/"),
        Registry::Wheel => zip_archive(),
        Registry::Deb => deb(),
    }
}

/// A registry of archives in memory, in which some packages may be lacking.
struct Shelf {
    lacking: Option<Registry>,
}

impl Source for Shelf {
    fn obtain(&self, package: &Package, into: &Path) -> Result<PathBuf, Error> {
        if self.lacking == Some(package.kind) {
            return Err(Error::ClientMissing {
                program: "toy-client".to_owned(),
                package: package.to_string(),
            });
        }
        let path = into.join("archive");
        fs::write(&path, archive_of(package.kind)).unwrap();
        Ok(path)
    }
}

const FULL: Shelf = Shelf { lacking: None };

fn entry(kind: &str, archive: &[u8]) -> String {
    let tag = if kind == "wheel" {
        "tag = \"py3-none-any\"\n"
    } else {
        ""
    };
    let joined = "int b;\nsome text\n";
    let tree = "int a;\nint b;\nint c;\n";
    let mut toml = format!(
        "[[package]]\nkind = \"{kind}\"\nname = \"toy\"\nversion = \"1.0\"\nlicence = \"MIT\"\n{tag}\
         sha256 = \"{}\"\n",
        Sha256::of(archive)
    );
    for (id, take, text) in [
        ("one", "{ path = \"text\" }", "some text\n"),
        ("some", "{ paths = [\"d/b.c\", \"text\"] }", joined),
        (
            "tree",
            "{ tree = { under = \"d\", suffixes = [\".c\", \".h\"] } }",
            tree,
        ),
    ] {
        write!(
            toml,
            "[[package.file]]\nid = \"{kind}-{id}\"\nkind = \"text\"\ndescription = \"toy\"\n\
             take = {take}\nsize = {}\nsha256 = \"{}\"\n",
            text.len(),
            Sha256::of(text.as_bytes())
        )
        .unwrap();
    }
    toml
}

fn manifest_text() -> String {
    [
        ("crate", Registry::Crate),
        ("npm", Registry::Npm),
        ("wheel", Registry::Wheel),
        ("deb", Registry::Deb),
    ]
    .map(|(kind, registry)| entry(kind, &archive_of(registry)))
    .concat()
}

fn toy_manifest() -> Manifest {
    Manifest::parse(&manifest_text()).unwrap()
}

fn fetch_quietly(manifest: &Manifest, source: &dyn Source, root: &Path) -> Vec<FetchOutcome> {
    fetch_with(manifest, source, root, &mut |_| ()).unwrap()
}

/// The one error that all outcomes share.
fn only_error(outcomes: &[FetchOutcome]) -> &Error {
    assert!(
        outcomes.iter().all(|outcome| outcome.result.is_err()),
        "{outcomes:?}"
    );
    outcomes[0].result.as_ref().unwrap_err()
}

#[test]
fn files_arrive_from_every_kind_of_archive() {
    let root = TempDir::new().unwrap();
    let mut said = Vec::new();
    let outcomes = fetch_with(&toy_manifest(), &FULL, root.path(), &mut |progress| {
        said.push(match progress {
            Progress::Downloading {
                package,
                number,
                of,
            } => format!("{package}, {number}/{of}"),
            Progress::Arrived { file } => file.id.clone(),
            other => panic!("{other:?}"),
        });
    })
    .unwrap();
    assert_eq!(outcomes.len(), 12);
    for outcome in &outcomes {
        assert_eq!(
            outcome.result.as_ref().unwrap(),
            &Fetched::Now,
            "{}",
            outcome.id
        );
    }
    assert_eq!(
        said[..5],
        [
            "crate toy 1.0, 1/4",
            "crate-one",
            "crate-some",
            "crate-tree",
            "npm package toy 1.0, 2/4"
        ]
    );
    for kind in ["crate", "npm", "wheel", "deb"] {
        let read = |id: &str| fs::read_to_string(root.path().join(format!("{kind}-{id}"))).unwrap();
        assert_eq!(read("one"), "some text\n");
        assert_eq!(read("some"), "int b;\nsome text\n");
        assert_eq!(read("tree"), "int a;\nint b;\nint c;\n");
    }
    let left: Vec<_> = fs::read_dir(root.path()).unwrap().collect();
    assert_eq!(left.len(), 12, "something temporary was left: {left:?}");
}

#[test]
fn what_is_there_is_not_brought_again() {
    let root = TempDir::new().unwrap();
    fetch_quietly(&toy_manifest(), &FULL, root.path());
    let nothing = Clients {
        cargo: "/nonexistent".into(),
        pip: "/nonexistent".into(),
        apt_get: "/nonexistent".into(),
        npm: "/nonexistent".into(),
    };
    for outcome in fetch_quietly(&toy_manifest(), &nothing, root.path()) {
        assert_eq!(outcome.result.unwrap(), Fetched::Already);
    }
}

#[test]
fn corrupt_and_missing_files_are_told_and_mended() {
    let root = TempDir::new().unwrap();
    let manifest = toy_manifest();
    fetch_quietly(&manifest, &FULL, root.path());
    fs::write(root.path().join("deb-one"), "some tixt\n").unwrap();
    fs::remove_file(root.path().join("npm-tree")).unwrap();

    let state_of = |id: &str| {
        let status = status_of(&manifest, root.path()).unwrap();
        status
            .iter()
            .find(|status| status.file.id == id)
            .unwrap()
            .state
    };
    let actual = Sha256::of(b"some tixt\n");
    assert_eq!(state_of("deb-one"), FileState::Corrupt { actual, size: 10 });
    assert_eq!(state_of("npm-tree"), FileState::Missing);
    assert_eq!(state_of("npm-one"), FileState::Present);

    for outcome in fetch_quietly(&manifest, &FULL, root.path()) {
        let mended = ["deb-one", "npm-tree"].contains(&outcome.id.as_str());
        let expected = if mended {
            Fetched::Now
        } else {
            Fetched::Already
        };
        assert_eq!(outcome.result.unwrap(), expected, "{}", outcome.id);
    }
    assert_eq!(state_of("deb-one"), FileState::Present);
}

#[test]
fn a_lacking_package_keeps_no_other_away() {
    let root = TempDir::new().unwrap();
    let shelf = Shelf {
        lacking: Some(Registry::Npm),
    };
    let mut failures = Vec::new();
    let outcomes = fetch_with(&toy_manifest(), &shelf, root.path(), &mut |progress| {
        if let Progress::Failed { package, error } = progress {
            failures.push(format!("{package}: {error}"));
        }
    })
    .unwrap();
    for outcome in &outcomes {
        assert_eq!(
            outcome.result.is_err(),
            outcome.id.starts_with("npm"),
            "{}",
            outcome.id
        );
        assert_eq!(outcome.path.exists(), outcome.result.is_ok());
    }
    assert_eq!(failures.len(), 1);
    assert!(
        failures[0].contains("needs the program `toy-client`"),
        "{failures:?}"
    );
}

#[test]
fn another_build_of_a_package_is_refused() {
    let root = TempDir::new().unwrap();
    let manifest = Manifest::parse(&entry("npm", b"another archive")).unwrap();
    let outcomes = fetch_quietly(&manifest, &FULL, root.path());
    match only_error(&outcomes) {
        Error::PackageChanged { actual, .. } => {
            assert_eq!(*actual, Sha256::of(&archive_of(Registry::Npm)));
        }
        other => panic!("{other}"),
    }
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[test]
fn another_file_in_the_right_package_is_refused() {
    let root = TempDir::new().unwrap();
    let right = Sha256::of(b"some text\n").to_string();
    let text = entry("npm", &archive_of(Registry::Npm)).replace(&right, &"0".repeat(64));
    let manifest = Manifest::parse(&text).unwrap();
    let outcomes = fetch_quietly(&manifest, &FULL, root.path());
    assert!(matches!(only_error(&outcomes), Error::FileChanged { id, .. } if id == "npm-one"));
    assert!(!root.path().join("npm-one").exists());
}

#[test]
fn what_an_archive_lacks_is_named() {
    for (from, to, lacking) in [
        ("path = \"text\"", "path = \"prose\"", "prose"),
        ("\"d/b.c\", ", "\"d/z.c\", ", "d/z.c"),
        ("under = \"d\"", "under = \"e\"", "e/**/*.c or *.h"),
    ] {
        let root = TempDir::new().unwrap();
        let text = entry("wheel", &archive_of(Registry::Wheel)).replacen(from, to, 1);
        let outcomes = fetch_quietly(&Manifest::parse(&text).unwrap(), &FULL, root.path());
        match only_error(&outcomes) {
            Error::NotInArchive { path, .. } => assert_eq!(path, lacking),
            other => panic!("{other}"),
        }
    }
}

/// A source of given bytes.
struct Bytes(Vec<u8>);

impl Source for Bytes {
    fn obtain(&self, _: &Package, into: &Path) -> Result<PathBuf, Error> {
        let path = into.join("archive");
        File::create(&path).unwrap().write_all(&self.0).unwrap();
        Ok(path)
    }
}

#[test]
fn broken_archives_are_typed_errors() {
    let half = |kind| {
        let whole = archive_of(kind);
        whole[..whole.len() / 2].to_vec()
    };
    for (kind, bytes) in [
        ("crate", half(Registry::Crate)),
        ("wheel", half(Registry::Wheel)),
        ("deb", half(Registry::Deb)),
        ("deb", deb_with("data.tar.br", b"")),
        ("deb", deb_with("control", b"")),
        ("npm", b"no archive at all".to_vec()),
    ] {
        let root = TempDir::new().unwrap();
        let manifest = Manifest::parse(&entry(kind, &bytes)).unwrap();
        let outcomes = fetch_quietly(&manifest, &Bytes(bytes), root.path());
        assert!(
            matches!(only_error(&outcomes), Error::Archive { .. }),
            "{outcomes:?}"
        );
    }
}

#[test]
fn a_root_that_cannot_be_made_is_an_error() {
    let root = TempDir::new().unwrap();
    let in_the_way = root.path().join("file");
    fs::write(&in_the_way, "").unwrap();
    let error = fetch_with(
        &toy_manifest(),
        &FULL,
        &in_the_way.join("corpora"),
        &mut |_| (),
    );
    assert!(
        matches!(
            error,
            Err(Error::Io {
                action: "make the folder",
                ..
            })
        ),
        "{error:?}"
    );
}

#[test]
fn a_client_that_is_not_installed_is_named() {
    let root = TempDir::new().unwrap();
    let clients = Clients {
        npm: "/nonexistent/npm".into(),
        ..Clients::default()
    };
    let manifest = Manifest::parse(&entry("npm", &archive_of(Registry::Npm))).unwrap();
    let outcomes = fetch_quietly(&manifest, &clients, root.path());
    let said = only_error(&outcomes).to_string();
    assert!(
        said.contains("npm package toy 1.0 needs the program `/nonexistent/npm`"),
        "{said}"
    );
}

#[cfg(unix)]
mod scripts {
    //! Clients played by shell scripts.

    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// A script, and a folder it can find archives in.
    fn client(folder: &Path, script: &str) -> std::ffi::OsString {
        let path = folder.join("client");
        fs::write(
            &path,
            format!("#!/bin/sh\nshelf={}\n{script}\n", folder.display()),
        )
        .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.into()
    }

    #[test]
    fn a_withdrawn_version_says_what_to_do() {
        let folder = TempDir::new().unwrap();
        let script = "echo 'Reading package lists...'\n\
                      echo \"E: Version '1.0' for 'toy' was not found\" >&2; exit 100";
        let clients = Clients {
            apt_get: client(folder.path(), script),
            ..Clients::default()
        };
        let manifest = Manifest::parse(&entry("deb", &archive_of(Registry::Deb))).unwrap();
        let outcomes = fetch_quietly(&manifest, &clients, &folder.path().join("root"));
        match only_error(&outcomes) {
            Error::ClientFailed {
                package,
                message,
                advice,
                ..
            } => {
                assert_eq!(package, "deb toy 1.0");
                assert!(message.ends_with("E: Version '1.0' for 'toy' was not found"));
                assert!(advice.contains("apt-get update"));
            }
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_client_that_brings_nothing_is_an_error() {
        let folder = TempDir::new().unwrap();
        let clients = Clients {
            pip: client(folder.path(), "exit 0"),
            ..Clients::default()
        };
        let manifest = Manifest::parse(&entry("wheel", &archive_of(Registry::Wheel))).unwrap();
        let outcomes = fetch_quietly(&manifest, &clients, &folder.path().join("root"));
        let said = only_error(&outcomes).to_string();
        assert!(
            said.contains("it reported success, but left no archive"),
            "{said}"
        );
    }

    #[test]
    fn clients_are_asked_for_exactly_one_package() {
        let folder = TempDir::new().unwrap();
        let shelf = folder.path();
        for (name, kind) in [
            ("toy.whl", Registry::Wheel),
            ("toy.deb", Registry::Deb),
            ("toy.tgz", Registry::Npm),
        ] {
            fs::write(shelf.join(name), archive_of(kind)).unwrap();
        }
        let script = "echo \"$*\" >> $shelf/log\n\
                      for last; do :; done\n\
                      case $last in toy==1.0) cp $shelf/toy.whl \"$dest\" ;;\n\
                      toy=1.0) cp $shelf/toy.deb . ;; toy@1.0) cp $shelf/toy.tgz . ;; *) exit 1 ;; esac";
        // pip is told its folder; the others work in the current one.
        let script =
            format!("dest=$(echo \"$*\" | sed -n 's/.*--dest \\([^ ]*\\).*/\\1/p')\n{script}");
        let program = client(shelf, &script);
        let clients = Clients {
            pip: program.clone(),
            apt_get: program.clone(),
            npm: program,
            ..Clients::default()
        };
        let text = ["wheel", "deb", "npm"]
            .into_iter()
            .zip([Registry::Wheel, Registry::Deb, Registry::Npm])
            .map(|(kind, registry)| entry(kind, &archive_of(registry)))
            .collect::<String>()
            .replace(
                "py3-none-any",
                "cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64",
            );
        let manifest = Manifest::parse(&text).unwrap();
        for outcome in fetch_quietly(&manifest, &clients, &shelf.join("root")) {
            assert_eq!(outcome.result.unwrap(), Fetched::Now, "{}", outcome.id);
        }
        let log = fs::read_to_string(shelf.join("log")).unwrap();
        let lines: Vec<&str> = log.lines().collect();
        assert!(lines[0].contains("--no-deps --only-binary=:all:"));
        assert!(lines[0].ends_with(
            "--implementation cp --python-version 311 --abi cp311 \
             --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 toy==1.0"
        ));
        assert_eq!(lines[1], "download toy=1.0");
        assert_eq!(lines[2], "pack --silent --ignore-scripts toy@1.0");
    }
}
