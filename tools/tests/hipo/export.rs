//! `hipo export`.

use crate::support::{Folder, fixture, hipo};

#[cfg(not(feature = "export"))]
#[test]
fn a_build_without_it_says_how_to_have_it() {
    let folder = Folder::new();
    let out = folder.name("out.parquet");
    hipo(&["export", &fixture("cpp_tags.hipo"), "-o", &out])
        .fails(1)
        .says(&["built without export", "--features export"]);
}

#[cfg(feature = "export")]
#[test]
fn endings_say_what_is_written() {
    let folder = Folder::new();
    let out = folder.name("out.csv");
    hipo(&["export", &fixture("cpp_tags.hipo"), "-o", &out])
        .fails(2)
        .says(&["--format"]);
    assert_eq!(folder.names(), [""; 0]);
}
