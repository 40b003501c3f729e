//! Which real files are found.

use std::fs;

use corpora::{
    FileState, Image, Sha256, available, c_sources, c_sources_under, manifest, silesia, status,
};
use tempfile::TempDir;

#[test]
fn nothing_is_available_before_a_fetch() {
    let root = TempDir::new().unwrap();
    let found = available(&root.path().join("not made yet"));
    assert!(
        found.iter().all(|file| file.id.starts_with("silesia-")),
        "{found:?}"
    );
    let status = status(root.path()).unwrap();
    assert_eq!(status.len(), manifest().files().count());
    assert!(
        status
            .iter()
            .all(|status| status.state == FileState::Missing)
    );
}

#[test]
fn a_file_of_the_wrong_size_is_not_available() {
    let root = TempDir::new().unwrap();
    let (_, file) = manifest().files().next().unwrap();
    let path = root.path().join(&file.id);
    let is_available = || {
        available(root.path())
            .iter()
            .any(|found| found.id == file.id)
    };
    fs::write(&path, vec![0; file.size as usize]).unwrap();
    assert!(is_available());
    fs::write(&path, vec![0; file.size as usize - 1]).unwrap();
    assert!(!is_available());
}

#[test]
fn silesia_files_are_found_by_name() {
    let folder = TempDir::new().unwrap();
    for name in ["dickens", "x-ray", "something else"] {
        fs::write(folder.path().join(name), name).unwrap();
    }
    fs::create_dir(folder.path().join("xml")).unwrap();
    let found = silesia(folder.path());
    let told: Vec<_> = found
        .iter()
        .map(|file| (file.id.as_str(), file.kind.as_str()))
        .collect();
    assert_eq!(
        told,
        [("silesia-dickens", "text"), ("silesia-x-ray", "i16-image")]
    );
    assert_eq!(found[0].read().unwrap(), b"dickens");
    assert_eq!(found[0].size, 7);
}

#[test]
fn c_sources_are_joined_in_path_order() {
    let home = TempDir::new().unwrap();
    let registry = home.path().join("registry/src/some-registry");
    for (path, text) in [
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/src/b.c", "4"),
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/src/a/z.h", "2"),
        // `a-b.c` sorts before `a/…`, since `-` is less than `/`.
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/src/a-b.c", "1"),
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/src/a0.c", "3"),
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/src/a.md", "-"),
        ("openzl-sys-0.3.0+openzl.0.3.0/openzl/tests/t.c", "-"),
        ("openzl-sys-0.3.01/openzl/src/other.c", "-"),
    ] {
        let path = registry.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    assert_eq!(c_sources_under(home.path()).unwrap(), b"1234");
}

#[test]
fn without_a_registry_there_are_no_c_sources() {
    let home = TempDir::new().unwrap();
    assert_eq!(c_sources_under(home.path()), None);
    fs::create_dir_all(
        home.path()
            .join("registry/src/r/openzl-sys-0.3.0/openzl/src"),
    )
    .unwrap();
    assert_eq!(c_sources_under(home.path()), None);
}

/// The workspace depends on `openzl-sys`, so cargo has it unpacked wherever this
/// runs from a registry; a vendored build has none and says so.
#[test]
fn c_sources_are_the_real_file_c_openzl() {
    let (_, file) = manifest()
        .files()
        .find(|(_, file)| file.id == "c-openzl")
        .unwrap();
    match c_sources() {
        Some(bytes) => assert_eq!(Sha256::of(&bytes), file.sha256),
        None => eprintln!("cargo has not unpacked openzl-sys: nothing to compare"),
    }
}

#[test]
fn an_image_is_the_same_each_time_and_without_same_filled_pages() {
    // The toolchain that runs this test is there; on Linux it is ELF.
    let images = Image::ALL
        .into_iter()
        .filter(|image| image.path().is_some());
    for image in images {
        let sample = image.sample(1 << 20).unwrap();
        assert_eq!(sample.len(), 1 << 20);
        assert_eq!(image.sample(1 << 20).unwrap(), sample);
        for page in sample.chunks(4096) {
            assert_ne!(page[8..], page[..4088], "{image:?}");
        }
    }
    if cfg!(target_os = "linux") {
        let identity = Image::Elf.identity().unwrap();
        assert!(
            identity.file.starts_with("librustc_driver-"),
            "{identity:?}"
        );
        assert!(identity.size > 1 << 20);
        assert!(Image::Elf.sample(usize::MAX >> 1).is_err());
    }
}
