//! The manifest that comes with the crate, and what is refused in others.

use std::collections::BTreeSet;

use corpora::{Error, Manifest, Registry, manifest};

#[test]
fn the_manifest_has_enough_files_of_different_kinds() {
    let files: Vec<_> = manifest().files().map(|(_, file)| file).collect();
    let ids: BTreeSet<_> = files.iter().map(|file| &file.id).collect();
    let kinds: BTreeSet<_> = files.iter().map(|file| &file.kind).collect();
    assert_eq!(ids.len(), files.len());
    assert!(kinds.len() >= 8, "{kinds:?}");
    let total: u64 = files.iter().map(|file| file.size).sum();
    assert!((30_000_000..=80_000_000).contains(&total), "{total}");
}

#[test]
fn every_registry_is_drawn_on() {
    for kind in [
        Registry::Crate,
        Registry::Wheel,
        Registry::Deb,
        Registry::Npm,
    ] {
        assert!(
            manifest()
                .packages()
                .iter()
                .any(|package| package.kind == kind),
            "{kind}"
        );
    }
}

#[test]
fn the_manifest_names_no_address() {
    let text = include_str!("../manifest.toml");
    assert!(!text.contains("://"));
}

/// A manifest of one good package, with one thing changed.
fn changed(from: &str, to: &str) -> Result<Manifest, Error> {
    let good = format!(
        "[[package]]\nkind = \"wheel\"\nname = \"toy\"\nversion = \"1\"\ntag = \"py3-none-any\"\n\
         sha256 = \"{0}\"\nlicence = \"MIT\"\n\
         [[package.file]]\nid = \"toy-text\"\nkind = \"text\"\ndescription = \"toy\"\n\
         take = {{ path = \"a\" }}\nsize = 1\nsha256 = \"{0}\"\n\
         [[package.file]]\nid = \"toy-b\"\nkind = \"text\"\ndescription = \"toy\"\n\
         take = {{ tree = {{ under = \"d\", suffixes = [\".c\"] }} }}\nsize = 1\nsha256 = \"{0}\"\n",
        "0".repeat(64)
    );
    assert!(good.contains(from));
    Manifest::parse(&good.replacen(from, to, 1))
}

#[test]
fn a_good_manifest_is_taken() {
    assert_eq!(changed("toy", "toy").unwrap().files().count(), 2);
}

#[test]
fn contradictions_are_refused_by_name() {
    for (from, to, reason) in [
        ("toy-b", "toy-text", "the id toy-text is taken"),
        ("toy-b", "../toy", "\"../toy\" cannot be an id"),
        ("toy-b", "", "\"\" cannot be an id"),
        ("kind = \"wheel\"", "kind = \"deb\"", "a wheel has a tag"),
        ("tag = \"py3-none-any\"\n", "", "a wheel has a tag"),
        ("py3-none-any", "py3-none", "a tag has three parts"),
        ("size = 1", "size = 0", "toy-text lacks size"),
    ] {
        match changed(from, to) {
            Err(Error::Manifest { reason: said }) => assert!(said.contains(reason), "{said}"),
            other => panic!("{to}: {other:?}"),
        }
    }
}

#[test]
fn other_forms_are_refused() {
    for (from, to) in [
        ("0000", "000"),
        ("0000", "00zz"),
        ("kind = \"wheel\"", "kind = \"egg\""),
        ("licence", "license"),
        ("take = { path", "take = { glob"),
    ] {
        assert!(
            matches!(changed(from, to), Err(Error::ManifestSyntax(_))),
            "{to}"
        );
    }
}
