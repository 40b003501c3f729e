//! The suite as a test binary: every trial of every format is a test of its
//! own, and a whole run's verdicts go to `target/touchstone/verdicts.json`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use conformance::hipo::Hipo;
use conformance::lz4::Lz4;
use conformance::lz4_frame::Lz4Frame;
use conformance::openzl::OpenZl;
use conformance::zram::Zram;
use conformance::zram_store::ZramStore;
use conformance::{
    Fingerprint, Meter, Recorder, Require, RunOptions, Suite, TestOutcome, Workspace,
};
use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// Counts this thread's allocations.
struct ThreadMeter;

impl Meter for ThreadMeter {
    fn peak(&self, call: &mut dyn FnMut()) -> u64 {
        allocation_counter::measure(call).bytes_max
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let workspace = Workspace::discover().expect("cargo runs tests within the workspace");
    let suite = Suite::new()
        .in_workspace(workspace.clone())
        .require(Require::from_env())
        .meter(Arc::new(ThreadMeter))
        .with(OpenZl::default())
        .with(Hipo::default())
        .with(Lz4::default())
        .with(Lz4Frame)
        .with(Zram)
        .with(ZramStore);
    let prepared = match suite.prepare() {
        Ok(prepared) => prepared,
        Err(error) => {
            eprintln!("the suite cannot be run: {error}");
            return ExitCode::FAILURE;
        }
    };
    let recorder = Arc::new(prepared.recorder());
    let trials = prepared
        .into_trials()
        .into_iter()
        .map(|trial| as_test(trial, Arc::clone(&recorder)))
        .collect();
    let listing = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !listing && let Err(error) = record(recorder, &workspace) {
        eprintln!("the verdicts are not written: {error}");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn as_test(trial: conformance::Trial, recorder: Arc<Recorder>) -> Trial {
    Trial::ignorable_test(trial.name().to_owned(), move || {
        let start = Instant::now();
        let judgement = trial.run();
        recorder.record(&trial, &judgement, start.elapsed());
        match judgement.verdict.as_test() {
            TestOutcome::Pass => Ok(Completion::Completed),
            TestOutcome::Ignore(reason) => Ok(Completion::Ignored {
                reason: Some(reason),
            }),
            TestOutcome::Fail(report) => Err(Failed::from(report)),
        }
    })
}

/// Writes the verdicts, with the fingerprint of the sources they hold for.
fn record(
    recorder: Arc<Recorder>,
    workspace: &Workspace,
) -> Result<(), Box<dyn std::error::Error>> {
    let fingerprint = Fingerprint::of(workspace.root(), openzl_ffi::build_flags())?;
    let options = RunOptions {
        fingerprint: Some(fingerprint),
        host: BTreeMap::from([
            ("arch".to_owned(), std::env::consts::ARCH.to_owned()),
            ("os".to_owned(), std::env::consts::OS.to_owned()),
        ]),
        ..RunOptions::default()
    };
    let recorder = Arc::into_inner(recorder).ok_or("trials are still running")?;
    let report = recorder.finish(&options);
    // A part of the suite does not take the place of the whole one's verdicts.
    if report.complete {
        report.write(&workspace.verdicts_file())?;
    }
    Ok(())
}
