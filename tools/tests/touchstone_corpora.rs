//! `touchstone corpora`, without a network.

#[path = "touchstone_common/mod.rs"]
mod common;

use common::{Home, ran};

#[test]
fn the_list_names_files_and_packages() {
    let home = Home::new();
    let list = ran(home.touchstone().args(["corpora", "list"]), 0);
    assert!(list.out.contains("c-openzl"), "{}", list.out);
    assert!(list.out.contains("crate openzl-sys 0.3.0"), "{}", list.out);
}

#[test]
fn what_is_missing_is_told_with_the_command_that_brings_it() {
    let home = Home::new();
    let empty = home.root().join("empty");
    let status = ran(
        home.touchstone()
            .args(["corpora", "status"])
            .env("CARGO_TARGET_DIR", &empty),
        1,
    );
    assert!(status.out.contains("missing"), "{}", status.out);
    assert!(status.out.contains("0 of "), "{}", status.out);
    assert!(status.out.contains("-- corpora fetch"), "{}", status.out);
}

#[test]
fn a_fetch_that_fails_says_what_to_do() {
    let home = Home::new();
    let fetch = ran(
        home.touchstone()
            .args(["corpora", "fetch"])
            .env("CARGO_TARGET_DIR", home.root().join("empty"))
            // No client of any registry is found.
            .env("PATH", "")
            .env("CARGO", home.root().join("no-cargo"))
            .env("CARGO_HOME", home.root().join("no-cargo-home")),
        1,
    );
    assert!(fetch.err.contains("FAILED: "), "{}", fetch.err);
    assert!(
        fetch.out.contains("which is not installed; install it"),
        "{}",
        fetch.out
    );
    assert!(
        fetch.out.contains("run it again for the rest"),
        "{}",
        fetch.out
    );
}
