//! Reports: what they add up, and how they stand.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use conformance::{
    Check, Fingerprint, Judgement, Progress, Quiet, Report, ReportError, RunOptions, SCHEMA,
    Standing, Suite, Tally, Trial, VerdictKind,
};

use crate::toy::{Plant, toy};

fn fingerprint(flags: &str) -> Fingerprint {
    Fingerprint::of(tempfile::tempdir().unwrap().path(), flags).unwrap()
}

fn report(options: &RunOptions) -> Report {
    let format = toy(Plant::WrongByte(5), Plant::Nothing).with_external(Plant::Absent);
    Suite::new().with(format).run(options, &Quiet).unwrap()
}

#[test]
fn a_report_round_trips_through_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("touchstone/verdicts.json");
    let options = RunOptions {
        fingerprint: Some(fingerprint("-O3")),
        host: [("cpu".to_owned(), "a toy".to_owned())].into(),
        threads: Some(2),
        ..RunOptions::default()
    };
    let written = report(&options);
    written.write(&path).unwrap();
    assert_eq!(Report::read(&path).unwrap(), written);
    let json = fs::read_to_string(&path).unwrap();
    for part in [
        "\"schema\": 1",
        "\"cpu\": \"a toy\"",
        "\"role\": \"native\"",
        "\"check\": \"exchange\"",
    ] {
        assert!(json.contains(part), "{part}");
    }
}

#[test]
fn a_report_of_another_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("verdicts.json");
    fs::write(&path, format!("{{\"schema\": {}}}", SCHEMA + 1)).unwrap();
    assert!(matches!(
        Report::read(&path),
        Err(ReportError::Schema { found, .. }) if found == SCHEMA + 1
    ));
    fs::write(&path, "{}").unwrap();
    assert!(matches!(Report::read(&path), Err(ReportError::Form { .. })));
    assert!(matches!(
        Report::read(&folder.path().join("gone")),
        Err(ReportError::Io { .. })
    ));
}

#[test]
fn verdicts_hold_for_their_own_sources_only() {
    let options = RunOptions {
        fingerprint: Some(fingerprint("-O3")),
        ..RunOptions::default()
    };
    let whole = report(&options);
    assert_eq!(whole.standing(&fingerprint("-O3")), Standing::Holds);
    let found = options.fingerprint.clone();
    assert_eq!(
        whole.standing(&fingerprint("-O2")),
        Standing::Stale { found }
    );
    let part = report(&RunOptions {
        checks: vec![Check::Exchange],
        ..options
    });
    assert_eq!(part.standing(&fingerprint("-O3")), Standing::Partial);
    let nameless = report(&RunOptions::default());
    assert_eq!(
        nameless.standing(&fingerprint("")),
        Standing::Stale { found: None }
    );
}

#[test]
fn the_matrix_adds_up() {
    let report = report(&RunOptions::default());
    let toy = &report.formats[0];
    // The planted byte lies in the payload, or in the sum of an empty one.
    assert_eq!(
        toy.checks[&Check::Identical],
        Tally {
            failed: 4,
            ..Tally::default()
        }
    );
    let cell = |check, producer: &str, consumer: &str| {
        let found = toy.matrix.iter().find(|cell| {
            cell.check == check && cell.producer == producer && cell.consumer == consumer
        });
        found.unwrap().tally
    };
    assert_eq!(cell(Check::Identical, "toy", "libtoy").failed, 4);
    assert_eq!(cell(Check::Exchange, "libtoy", "toy").passed, 4);
    assert_eq!(cell(Check::Exchange, "toy", "libtoy").failed, 4);
    assert_eq!(cell(Check::Exchange, "toy", "eggtoy").absent, 4);
    assert_eq!(cell(Check::Exchange, "eggtoy", "any").absent, 4);
    assert_eq!((toy.cases, toy.trials.len()), (4, 12));
    assert!(
        toy.notes
            .iter()
            .all(|note| note.verdict == VerdictKind::Failed)
    );
    assert!(!toy.implementations[2].present);
    assert_eq!(toy.implementations[0].version, "1.2.3");
}

/// Counts, and stops after so many.
struct Stop {
    after: usize,
    seen: AtomicUsize,
    announced: AtomicUsize,
}

impl Progress for Stop {
    fn started(&self, trials: usize) {
        self.announced.store(trials, Ordering::SeqCst);
    }
    fn finished(&self, _: &Trial, _: &Judgement) {
        self.seen.fetch_add(1, Ordering::SeqCst);
    }
    fn is_cancelled(&self) -> bool {
        self.seen.load(Ordering::SeqCst) >= self.after
    }
}

#[test]
fn a_run_can_be_stopped_and_is_not_complete_then() {
    let run = |after| {
        let progress = Stop {
            after,
            seen: AtomicUsize::new(0),
            announced: AtomicUsize::new(0),
        };
        let options = RunOptions {
            threads: Some(1),
            ..RunOptions::default()
        };
        let suite = Suite::new().with(toy(Plant::Nothing, Plant::Nothing));
        let report = suite.run(&options, &progress).unwrap();
        assert_eq!(progress.announced.into_inner(), 12);
        (
            report.complete,
            report.trials_run,
            progress.seen.into_inner(),
        )
    };
    assert_eq!(run(3), (false, 3, 3));
    assert_eq!(run(usize::MAX), (true, 12, 12));
}
