//! The command `touchstone`, as its users call it.

#[path = "touchstone_common/mod.rs"]
mod common;

use std::fs;

use common::{Home, has_no_outside_reference, ran};
use serde_json::Value;

/// A case that takes milliseconds.
const NARROW: &str = "identical::store/level-3/text/300";

#[test]
fn every_subcommand_has_help_with_examples() {
    let home = Home::new();
    for words in [
        &[][..],
        &["assay"],
        &["report"],
        &["golden", "list"],
        &["golden", "check"],
        &["golden", "regenerate"],
        &["corpora", "list"],
        &["corpora", "status"],
        &["corpora", "fetch"],
        &["references", "status"],
        &["references", "install"],
    ] {
        let help = ran(home.touchstone().args(words).arg("--help"), 0);
        assert!(help.out.contains("Examples:"), "{words:?}: {}", help.out);
    }
}

#[test]
fn json_is_one_document_with_a_schema_and_the_filter_holds() {
    let home = Home::new();
    let run = ran(home.touchstone().args(["--json", "--filter", NARROW]), 0);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["schema"], 1);
    assert_eq!(document["kind"], "touchstone assay");
    assert_eq!(document["outcome"], "passed");
    assert_eq!(document["exit_code"], 0);
    assert_eq!(document["throughput"], Value::Null);
    assert!(
        document["no_throughput"]
            .as_str()
            .unwrap()
            .contains("part of the suite")
    );
    assert_eq!(document["references"][0]["name"], "c-openzl");
    assert_eq!(document["references"][0]["version"], "0.3.0");
    let verdicts = &document["verdicts"];
    assert_eq!(verdicts["schema"], 1);
    assert_eq!(verdicts["complete"], false);
    assert_eq!(verdicts["fingerprint"].as_str().unwrap().len(), 64);
    assert!(
        verdicts["host"]["rustc"]
            .as_str()
            .unwrap()
            .starts_with("rustc ")
    );
    let trials: Vec<&Value> = verdicts["formats"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|format| format["trials"].as_array().unwrap())
        .collect();
    assert!(!trials.is_empty());
    for trial in trials {
        assert!(trial["name"].as_str().unwrap().contains(NARROW));
        assert_eq!(trial["verdict"], "passed");
    }
    assert!(
        run.err.contains("assay: "),
        "progress goes to stderr: {}",
        run.err
    );

    // What is stored is what was printed, and not in the place of a whole run.
    assert!(!home.touchstone_file("verdicts.json").exists());
    let stored = fs::read_to_string(home.touchstone_file("partial/verdicts.json")).unwrap();
    assert_eq!(&serde_json::from_str::<Value>(&stored).unwrap(), verdicts);
    let page = fs::read_to_string(home.touchstone_file("partial/report/index.html")).unwrap();
    has_no_outside_reference(&page);
    assert!(!page.contains(home.root().to_str().unwrap()));
    assert!(page.contains("Only a part of the suite was run"));
}

#[test]
fn the_matrix_is_printed_and_the_page_can_be_made_again() {
    let home = Home::new();
    let run = ran(
        home.touchstone()
            .args(["--filter", "store/level-3/text/300"]),
        0,
    );
    for words in [
        "same bytes as",
        "read by",
        "openzl/into a slice",
        "PASSED: all 3 trials",
        "real files: ",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    let page = home.touchstone_file("partial/report/index.html");
    let first = fs::read_to_string(&page).unwrap();
    fs::remove_file(&page).unwrap();
    let verdicts = home.touchstone_file("partial/verdicts.json");
    let again = ["report", "--open", "--verdicts"];
    let told = ran(home.touchstone().args(again).arg(verdicts), 0);
    assert_eq!(
        fs::canonicalize(&page).unwrap().to_str().unwrap(),
        told.out.trim()
    );
    assert_eq!(fs::read_to_string(&page).unwrap(), first);
}

#[test]
fn what_selects_nothing_is_said_and_leaves_earlier_verdicts() {
    let home = Home::new();
    ran(home.touchstone().args(["--filter", NARROW]), 0);
    let before = fs::read(home.touchstone_file("partial/verdicts.json")).unwrap();
    let none = ran(home.touchstone().args(["--filter", "no such case"]), 2);
    assert!(
        none.err
            .contains("no trial is selected; names look like conformance::")
    );
    assert_eq!(
        fs::read(home.touchstone_file("partial/verdicts.json")).unwrap(),
        before
    );
    let format = ran(home.touchstone().args(["--format", "gif"]), 2);
    assert!(format.err.contains("openzl"), "{}", format.err);
    let check = ran(home.touchstone().args(["--check", "identity"]), 2);
    assert!(
        check
            .err
            .contains("identical, exchange, checksum, golden, reject"),
        "{}",
        check.err
    );
}

#[test]
fn outside_a_workspace_it_says_where_to_go() {
    let home = Home::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let run = ran(home.touchstone().current_dir(elsewhere.path()), 2);
    assert!(run.err.contains("inside its workspace"), "{}", run.err);
    let run = ran(home.touchstone().arg("report"), 2);
    assert!(run.err.contains("run the suite first"), "{}", run.err);
}

#[test]
fn failures_are_exit_status_1_and_known_ones_are_not() {
    let home = Home::new();
    // Nothing is frozen here, so that this trial fails.
    let selected = ["--check", "golden", "--filter", "golden::store/"];
    let run = ran(home.touchstone().args(selected), 1);
    assert!(
        run.out
            .contains("FAILED conformance::openzl::golden::store/"),
        "{}",
        run.out
    );
    assert!(run.out.contains("repeat: cargo test"), "{}", run.out);

    home.write(
        "conformance/known/openzl.toml",
        "[[failure]]\npattern = \"conformance::openzl::golden::store/*\"\n\
         reason = \"<nothing> is frozen\"\nright = \"a frozen frame\"\n",
    );
    let run = ran(home.touchstone().args(selected), 0);
    assert!(run.out.contains("known failures of openzl"), "{}", run.out);
    assert!(run.out.contains("<nothing> is frozen"), "{}", run.out);
    let page = fs::read_to_string(home.touchstone_file("partial/report/index.html")).unwrap();
    assert!(page.contains("&lt;nothing&gt; is frozen"));
    assert!(!page.contains("<nothing>"));
}

#[test]
fn references_say_what_they_are_and_that_nothing_is_to_install() {
    let home = Home::new();
    let status = ran(home.touchstone().args(["references", "status"]), 0);
    for words in [
        "c-openzl",
        "0.3.0",
        "openzl-sys",
        "asserts:",
        "build flags:",
        "8 to 27",
        "oxihipo",
    ] {
        assert!(status.out.contains(words), "{words}: {}", status.out);
    }
    let install = ran(home.touchstone().args(["references", "install"]), 0);
    assert!(
        install.out.contains("nothing to install"),
        "{}",
        install.out
    );
}
