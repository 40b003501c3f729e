//! Formats turned into trials, and trials run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use thiserror::Error;

use crate::check::{
    Check, GoldenFolder, Ledger, checksum, exchange, golden, golden_folder, identical, reject,
};
use crate::fingerprint::Fingerprint;
use crate::format::{Case, Format, name_fault};
use crate::golden::Manifest;
use crate::guard::guarded;
use crate::known::{KnownError, KnownFailures};
use crate::lab::{Exhibit, Lab, NoExhibit};
use crate::meter::Meter;
use crate::recorder::Recorder;
use crate::report::{ImplementationReport, Report};
use crate::require::Require;
use crate::tally::Judgement;
use crate::trial::{Run, Trial, trial_name};
use crate::workspace::Workspace;

/// The case name of the trial that holds a golden folder to its manifest.
const FOLDER: &str = "manifest";

/// Why a suite cannot be run at all.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// A format's list of known failures is wrong.
    #[error("known failures of {format}: {source}")]
    Known {
        /// The format.
        format: String,
        /// What is wrong.
        source: KnownError,
    },
    /// A name is not fit for a trial.
    #[error("{format}: {fault}")]
    Name {
        /// The format.
        format: String,
        /// What is wrong.
        fault: String,
    },
    /// Two trials or implementations have one name.
    #[error("the name {0} is taken twice")]
    Twice(String),
    /// No threads could be started.
    #[error("no threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// The formats under test.
///
/// ```
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().run(&RunOptions::default(), &Quiet).unwrap();
/// assert!(report.complete && !report.has_failed());
/// ```
#[derive(Default)]
pub struct Suite {
    settings: Settings,
    entries: Vec<Box<dyn Entry>>,
}

/// What all formats of a suite share.
#[derive(Clone, Default)]
struct Settings {
    workspace: Option<Workspace>,
    require: Require,
    meter: Option<Arc<dyn Meter>>,
}

/// Which trials are run, and what their report says beside the verdicts.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Only trials whose name contains this.
    pub filter: Option<String>,
    /// Only trials of this format.
    pub format: Option<String>,
    /// Only these checks; all of them when empty.
    pub checks: Vec<Check>,
    /// How many threads run trials; as many as there are cores when `None`.
    pub threads: Option<usize>,
    /// The sources that the verdicts will hold for.
    pub fingerprint: Option<Fingerprint>,
    /// Facts about the machine, for the report.
    pub host: BTreeMap<String, String>,
}

impl RunOptions {
    /// Whether a trial is to be run.
    pub fn selects(&self, trial: &Trial) -> bool {
        let fits = |wanted: &Option<String>, test: fn(&str, &str) -> bool, name: &str| {
            wanted.as_deref().is_none_or(|wanted| test(name, wanted))
        };
        fits(&self.filter, |name, part| name.contains(part), trial.name())
            && fits(&self.format, |name, format| name == format, trial.format())
            && (self.checks.is_empty() || self.checks.contains(&trial.check()))
    }
}

/// Hears of the progress of a run, from several threads at once.
pub trait Progress: Sync {
    /// So many trials are to be run.
    fn started(&self, trials: usize) {
        let _ = trials;
    }

    /// A trial was run.
    fn finished(&self, trial: &Trial, judgement: &Judgement) {
        let _ = (trial, judgement);
    }

    /// Whether to stop before the next trial. The report of a run that was
    /// stopped is not complete.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// A [`Progress`] that hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Progress for Quiet {}

impl Suite {
    /// A suite without formats, known failures or frozen frames.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes known failures and frozen frames from a workspace.
    #[must_use]
    pub fn in_workspace(mut self, workspace: Workspace) -> Self {
        self.settings.workspace = Some(workspace);
        self
    }

    /// States what must be on the machine; usually [`Require::from_env`].
    #[must_use]
    pub fn require(mut self, require: Require) -> Self {
        self.settings.require = require;
        self
    }

    /// Lets `reject` measure memory.
    #[must_use]
    pub fn meter(mut self, meter: Arc<dyn Meter>) -> Self {
        self.settings.meter = Some(meter);
        self
    }

    /// Adds a format.
    #[must_use]
    pub fn with<F: Format>(mut self, format: F) -> Self {
        self.entries.push(Box::new(Box::new(format)));
        self
    }

    /// All trials, sorted by name. Cases are listed, not materialized.
    ///
    /// # Errors
    /// [`SuiteError`] for a wrong list of known failures and for bad names.
    pub fn trials(self) -> Result<Vec<Trial>, SuiteError> {
        self.prepare().map(Prepared::into_trials)
    }

    /// Lists the trials, together with what a report says about the formats.
    ///
    /// # Errors
    /// As [`trials`](Self::trials).
    pub fn prepare(self) -> Result<Prepared, SuiteError> {
        let mut prepared = Prepared::default();
        for entry in self.entries {
            let part = entry.prepare(&self.settings)?;
            if prepared
                .formats
                .insert(part.name.clone(), part.implementations)
                .is_some()
            {
                return Err(SuiteError::Twice(part.name));
            }
            prepared.trials.extend(part.trials);
        }
        prepared.trials.sort_by(|a, b| a.name().cmp(b.name()));
        let twins = prepared
            .trials
            .windows(2)
            .find(|pair| pair[0].name() == pair[1].name());
        match twins {
            Some(pair) => Err(SuiteError::Twice(pair[0].name().to_owned())),
            None => Ok(prepared),
        }
    }

    /// Runs the selected trials in parallel.
    ///
    /// # Errors
    /// [`SuiteError`] when the suite cannot be run; failing trials are in the
    /// report.
    pub fn run(self, options: &RunOptions, progress: &dyn Progress) -> Result<Report, SuiteError> {
        self.prepare()?.run(options, progress)
    }
}

/// A suite whose trials are listed.
#[derive(Default)]
pub struct Prepared {
    trials: Vec<Trial>,
    formats: BTreeMap<String, Vec<ImplementationReport>>,
}

impl Prepared {
    /// The trials, sorted by name.
    pub fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// The trials alone.
    pub fn into_trials(self) -> Vec<Trial> {
        self.trials
    }

    /// A book for the judgements of a run that somebody else makes, such as a
    /// test harness.
    pub fn recorder(&self) -> Recorder {
        Recorder::new(self.formats.clone(), self.trials.len())
    }

    /// Runs the selected trials in parallel.
    ///
    /// # Errors
    /// [`SuiteError::Threads`].
    pub fn run(self, options: &RunOptions, progress: &dyn Progress) -> Result<Report, SuiteError> {
        let recorder = self.recorder();
        let selected: Vec<&Trial> = self.trials.iter().filter(|t| options.selects(t)).collect();
        progress.started(selected.len());
        let threads = options.threads.unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        pool.install(|| {
            // One by one: neighbours in the list cost alike, and some much more.
            selected.par_iter().with_max_len(1).for_each(|trial| {
                if progress.is_cancelled() {
                    return;
                }
                let start = Instant::now();
                let judgement = trial.run();
                progress.finished(trial, &judgement);
                recorder.record(trial, &judgement, start.elapsed());
            });
        });
        Ok(recorder.finish(options))
    }
}

/// A format of any type.
trait Entry: Send {
    fn prepare(self: Box<Self>, settings: &Settings) -> Result<Part, SuiteError>;
}

/// What a format adds to a suite.
struct Part {
    name: String,
    implementations: Vec<ImplementationReport>,
    trials: Vec<Trial>,
}

impl<F: Format> Entry for Box<F> {
    fn prepare(self: Box<Self>, settings: &Settings) -> Result<Part, SuiteError> {
        let lab = Lab::new(**self, settings.require, settings.meter.clone());
        let name = lab.format.name().to_owned();
        let workspace = settings.workspace.as_ref();
        let known = workspace.map_or_else(
            || Ok(KnownFailures::default()),
            |workspace| KnownFailures::load(&workspace.known_file(&name)),
        );
        let in_format = |source| SuiteError::Known {
            format: name.clone(),
            source,
        };
        let lister = Lister {
            lab: Arc::new(lab),
            known: Arc::new(known.map_err(in_format)?),
            golden: workspace.map(|workspace| {
                let path = workspace.golden_folder(&name);
                let manifest = Manifest::load(&path, &name);
                Arc::new(GoldenFolder { path, manifest })
            }),
        };
        lister.check_names()?;
        let trials = lister.list()?;
        let names: Vec<&str> = trials.iter().map(Trial::name).collect();
        lister.known.fits(&names).map_err(in_format)?;
        Ok(Part {
            implementations: lister
                .lab
                .subjects
                .iter()
                .map(ImplementationReport::of)
                .collect(),
            name,
            trials,
        })
    }
}

/// Lists a format's trials.
struct Lister<F: Format> {
    lab: Arc<Lab<F>>,
    known: Arc<KnownFailures>,
    golden: Option<Arc<GoldenFolder>>,
}

impl<F: Format> Lister<F> {
    /// Holds the names of the format and its implementations to their rules.
    fn check_names(&self) -> Result<(), SuiteError> {
        let format = self.lab.format.name();
        let fault = |fault: String| SuiteError::Name {
            format: format.to_owned(),
            fault,
        };
        if format.contains('/') || name_fault(format).is_some() {
            return Err(fault(format!("{format:?} is no name for a format")));
        }
        let mut seen = BTreeSet::from(["any", "rules", "frozen", "manifest"]);
        for subject in &self.lab.subjects {
            if subject.name.is_empty() || subject.name.contains('/') {
                return Err(fault(format!(
                    "{:?} is no name for an implementation",
                    subject.name
                )));
            }
            if !seen.insert(&subject.name) {
                return Err(SuiteError::Twice(subject.name.clone()));
            }
        }
        Ok(())
    }

    fn list(&self) -> Result<Vec<Trial>, SuiteError> {
        let mut trials = Vec::new();
        for case in self.lab.format.cases() {
            for check in [Check::Identical, Check::Exchange, Check::Checksum] {
                if self.lab.format.claims(check, &case) {
                    let procedure = match check {
                        Check::Identical => identical,
                        Check::Exchange => exchange,
                        _ => checksum,
                    };
                    trials.push(self.on_case(check, &case, procedure)?);
                }
            }
        }
        for set in self.lab.format.hostile() {
            let lab = Arc::clone(&self.lab);
            let name = set.name().to_owned();
            trials.push(self.trial(Check::Reject, &name, move |ledger| {
                reject(&lab, &set, ledger);
            })?);
        }
        if let Some(folder) = &self.golden {
            self.list_golden(folder, &mut trials)?;
        }
        Ok(trials)
    }

    fn list_golden(
        &self,
        folder: &Arc<GoldenFolder>,
        trials: &mut Vec<Trial>,
    ) -> Result<(), SuiteError> {
        let cases = self.lab.format.golden_cases();
        if cases.is_empty() && !folder.path.exists() {
            return Ok(());
        }
        for case in cases {
            let frozen = Arc::clone(folder);
            trials.push(self.on_case(
                Check::Golden,
                &case,
                move |lab, case, exhibit, ledger| {
                    golden(lab, &frozen, case, exhibit, ledger);
                },
            )?);
        }
        let (lab, folder) = (Arc::clone(&self.lab), Arc::clone(folder));
        trials.push(self.trial(Check::Golden, FOLDER, move |ledger| {
            golden_folder(&lab, &folder, ledger);
        })?);
        Ok(())
    }

    /// A trial that puts a materialized case to a check.
    fn on_case(
        &self,
        check: Check,
        case: &F::Case,
        procedure: impl Fn(&Lab<F>, &F::Case, &Exhibit<F>, &mut Ledger) + Send + Sync + 'static,
    ) -> Result<Trial, SuiteError> {
        let lab = Arc::clone(&self.lab);
        let name = case.name();
        let case = case.clone();
        self.trial(check, &name, move |ledger| match lab.exhibit(&case) {
            Ok(exhibit) => procedure(&lab, &case, &exhibit, ledger),
            Err(NoExhibit::Missing(absence)) => ledger.absent(&absence),
            Err(NoExhibit::Panicked(panic)) => ledger.fault(format!("the case {panic}")),
        })
    }

    /// A trial with any procedure. A panic that is not an implementation's is
    /// a failure as well.
    fn trial(
        &self,
        check: Check,
        case: &str,
        procedure: impl Fn(&mut Ledger) + Send + Sync + 'static,
    ) -> Result<Trial, SuiteError> {
        let format = self.lab.format.name();
        if let Some(fault) = name_fault(case) {
            return Err(SuiteError::Name {
                format: format.to_owned(),
                fault,
            });
        }
        let (known, require) = (Arc::clone(&self.known), self.lab.require);
        let name = trial_name(format, check, case);
        let run: Arc<Run> = Arc::new(move || {
            let mut ledger = Ledger::default();
            if let Err(panic) = guarded(|| procedure(&mut ledger)) {
                ledger.fault(format!("the format's own code {panic}"));
            }
            known.apply(&name, ledger.close(&name, require))
        });
        Ok(Trial::new(format, check, case, run))
    }
}
