//! The names of trials, and which of them a run selects.

use conformance::{Check, Quiet, RunOptions, Suite, SuiteError};

use crate::toy::{Plant, case, toy, trials};

#[test]
fn names_are_sorted_and_complete() {
    let trials = trials(toy(Plant::Nothing, Plant::Nothing));
    let names: Vec<&str> = trials.iter().map(conformance::Trial::name).collect();
    assert!(names.is_sorted());
    assert_eq!(names[0], "conformance::toy::checksum::counted-from-0/0");
    assert!(names.contains(&"conformance::toy::identical::counted-from-200/300"));
}

#[test]
fn a_case_listed_twice_is_refused() {
    let mut format = toy(Plant::Nothing, Plant::Nothing);
    format.cases.push(case(7, 40));
    let error = Suite::new().with(format).trials().unwrap_err();
    assert!(matches!(error, SuiteError::Twice(name) if name.ends_with("counted-from-7/40")));
}

#[test]
fn two_implementations_or_formats_of_one_name_are_refused() {
    let mut format = toy(Plant::Nothing, Plant::Nothing);
    format.coders[1].name = "toy";
    assert!(matches!(
        Suite::new().with(format).trials(),
        Err(SuiteError::Twice(name)) if name == "toy"
    ));
    let both = Suite::new()
        .with(toy(Plant::Nothing, Plant::Nothing))
        .with(toy(Plant::Nothing, Plant::Nothing));
    assert!(matches!(both.trials(), Err(SuiteError::Twice(name)) if name == "toy"));
}

#[test]
fn a_run_selects_by_part_of_the_name_format_and_check() {
    let run = |options: RunOptions| {
        let suite = Suite::new().with(toy(Plant::Nothing, Plant::Nothing));
        suite.run(&options, &Quiet).unwrap().trials_run
    };
    let all = RunOptions::default();
    let filter = |part: &str| RunOptions {
        filter: Some(part.to_owned()),
        ..RunOptions::default()
    };
    assert_eq!(run(all.clone()), 12);
    assert_eq!(run(filter("conformance")), 12);
    assert_eq!(run(filter("exchange::counted-from-7")), 1);
    assert_eq!(run(filter("nothing like it")), 0);
    let checks = vec![Check::Identical, Check::Checksum];
    assert_eq!(
        run(RunOptions {
            checks,
            ..all.clone()
        }),
        8
    );
    let format = Some("to".to_owned());
    assert_eq!(run(RunOptions { format, ..all }), 0);
}
