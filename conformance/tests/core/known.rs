//! Known failures, absence, and what both do to a verdict.

use std::fs;

use conformance::{
    Judgement, KnownError, KnownFailures, Quiet, Require, RunOptions, Suite, SuiteError,
    TestOutcome, Verdict, Workspace,
};
use tempfile::TempDir;

use crate::toy::{Plant, Toy, case, toy};

/// A workspace with a list of known failures.
fn workspace(known: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let known_folder = folder.path().join("conformance/known");
    fs::create_dir_all(&known_folder).unwrap();
    fs::write(known_folder.join("toy.toml"), known).unwrap();
    folder
}

fn entry(pattern: &str) -> String {
    format!("[[failure]]\npattern = \"{pattern}\"\nreason = \"planted\"\nright = \"libtoy's\"\n")
}

fn suite(folder: &TempDir, format: Toy) -> Suite {
    Suite::new()
        .in_workspace(Workspace::at(folder.path()))
        .with(format)
}

fn run(known: &str, format: Toy, trial: &str) -> Judgement {
    let trials = suite(&workspace(known), format).trials().unwrap();
    trials.iter().find(|t| t.name() == trial).unwrap().run()
}

const TRIAL: &str = "conformance::toy::identical::counted-from-7/40";

#[test]
fn a_failure_that_is_known_is_executed_and_passes_the_test() {
    let seen = run(
        &entry(TRIAL),
        toy(Plant::WrongByte(9), Plant::Nothing),
        TRIAL,
    );
    let reason = "planted".to_owned();
    assert_eq!(seen.verdict, Verdict::KnownFailure { reason });
    assert_eq!(seen.verdict.as_test(), TestOutcome::Pass);
    let counts: Vec<_> = seen
        .pairs
        .values()
        .map(|tally| (tally.failed, tally.known))
        .collect();
    assert_eq!(counts, [(0, 1)]);
}

#[test]
fn a_known_failure_that_passes_is_an_error() {
    let seen = run(&entry(TRIAL), toy(Plant::Nothing, Plant::Nothing), TRIAL);
    assert!(matches!(&seen.verdict, Verdict::UnexpectedPass { pattern, .. } if pattern == TRIAL));
    assert!(matches!(seen.verdict.as_test(), TestOutcome::Fail(text) if text.contains("remove")));
}

#[test]
fn a_known_failure_that_cannot_be_tried_stays_absent() {
    let seen = run(&entry(TRIAL), toy(Plant::Nothing, Plant::Absent), TRIAL);
    assert!(matches!(seen.verdict, Verdict::Absent { .. }));
}

#[test]
fn an_unexpected_pass_fails_the_run() {
    let folder = workspace(&entry(TRIAL));
    let suite = suite(&folder, toy(Plant::Nothing, Plant::Nothing));
    let report = suite.run(&RunOptions::default(), &Quiet).unwrap();
    assert!(report.has_failed());
    assert_eq!((report.totals().failed, report.totals().passed), (1, 11));
}

#[test]
fn an_entry_that_matches_nothing_is_an_error() {
    let folder = workspace(&entry("conformance::toy::identical::gone/*"));
    let error = suite(&folder, toy(Plant::Nothing, Plant::Nothing))
        .trials()
        .unwrap_err();
    assert!(
        matches!(
            &error,
            SuiteError::Known {
                source: KnownError::Stale { .. },
                ..
            }
        ),
        "{error}"
    );
    assert!(
        error.to_string().contains("matches no trial; remove it"),
        "{error}"
    );
}

#[test]
fn an_entry_that_matches_more_than_twenty_is_refused() {
    let format = |cases: u8| Toy {
        cases: (0..cases).map(|seed| case(seed, 3)).collect(),
        ..toy(Plant::Nothing, Plant::Nothing)
    };
    let folder = workspace(&entry("conformance::toy::identical::*"));
    assert!(suite(&folder, format(20)).trials().is_ok());
    let error = suite(&folder, format(21)).trials().unwrap_err();
    assert!(
        matches!(
            error,
            SuiteError::Known {
                source: KnownError::TooWide { count: 21, .. },
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn a_reason_and_the_right_value_are_required() {
    let missing = "[[failure]]\npattern = \"a\"\n";
    assert!(matches!(
        KnownFailures::parse(missing),
        Err(KnownError::Form(_))
    ));
    let empty = entry("a").replace("planted", " ");
    assert!(matches!(
        KnownFailures::parse(&empty),
        Err(KnownError::Empty {
            field: "reason",
            ..
        })
    ));
    let stray = entry("a") + "raeson = \"typo\"\n";
    assert!(matches!(
        KnownFailures::parse(&stray),
        Err(KnownError::Form(_))
    ));
}

#[test]
fn two_entries_for_one_trial_are_refused() {
    let folder = workspace(&(entry(TRIAL) + &entry("*7/40")));
    let error = suite(&folder, toy(Plant::Nothing, Plant::Nothing))
        .trials()
        .unwrap_err();
    assert!(matches!(
        error,
        SuiteError::Known {
            source: KnownError::Twice { .. },
            ..
        }
    ));
}

#[test]
fn the_lists_of_this_workspace_are_sound() {
    let workspace = Workspace::discover().unwrap();
    for item in fs::read_dir(workspace.root().join("conformance/known")).unwrap() {
        KnownFailures::load(&item.unwrap().path()).unwrap();
    }
}

#[test]
fn what_is_absent_is_named_and_never_passes() {
    for plants in [
        (Plant::Nothing, Plant::Absent),
        (Plant::Absent, Plant::Nothing),
    ] {
        let suite = Suite::new().with(toy(plants.0, plants.1));
        let report = suite.run(&RunOptions::default(), &Quiet).unwrap();
        assert!(!report.has_failed());
        assert_eq!((report.totals().passed, report.totals().absent), (0, 12));
        let absent = &report.formats[0].absent[0];
        assert_eq!(
            absent.how_to_install,
            format!("apt-get install {}", absent.who)
        );
        assert_eq!(absent.trials, 12);
    }
}

#[test]
fn a_stranger_that_is_absent_takes_the_pass_but_not_the_counts() {
    let format = toy(Plant::Nothing, Plant::Nothing).with_external(Plant::Absent);
    let report = Suite::new()
        .with(format)
        .run(&RunOptions::default(), &Quiet)
        .unwrap();
    // Nothing is claimed of it in `identical`, so those four pass.
    assert_eq!((report.totals().passed, report.totals().absent), (4, 8));
    let cells = &report.formats[0].matrix;
    let native_by_reference = cells.iter().find(|cell| {
        cell.check == conformance::Check::Exchange
            && cell.producer == "toy"
            && cell.consumer == "libtoy"
    });
    assert_eq!(native_by_reference.unwrap().tally.passed, 4);
}

#[test]
fn requiring_all_makes_absence_a_failure() {
    let suite = Suite::new()
        .require(Require::All)
        .with(toy(Plant::Nothing, Plant::Absent));
    let report = suite.run(&RunOptions::default(), &Quiet).unwrap();
    assert_eq!(report.totals().failed, 12);
    let note = &report.formats[0].notes[0].detail;
    assert!(
        note.contains("absent: libtoy, and TOUCHSTONE_REQUIRE=all"),
        "{note}"
    );
    assert!(note.contains("install: apt-get install libtoy"), "{note}");
}

#[test]
fn a_corpus_that_is_missing_is_absent_too() {
    let mut format = toy(Plant::Nothing, Plant::Nothing);
    format.cases[2].missing = true;
    let trials = Suite::new().with(format).trials().unwrap();
    let verdict = trials
        .iter()
        .find(|t| t.name() == TRIAL)
        .unwrap()
        .run()
        .verdict;
    let told = verdict.to_string();
    assert_eq!(
        told,
        "absent: corpus of toys; install it with: touchstone corpora fetch"
    );
}
