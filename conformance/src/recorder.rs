//! A book for the judgements of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::check::Check;
use crate::report::{
    AbsenceReport, CellReport, FormatReport, ImplementationReport, Note, Report, SCHEMA,
    TrialReport,
};
use crate::suite::RunOptions;
use crate::tally::{Absence, Judgement, Pair, Tally};
use crate::trial::Trial;
use crate::verdict::VerdictKind;

/// A book for the judgements of a run, from several threads at once, which
/// adds up to a [`Report`].
pub struct Recorder {
    begun: Instant,
    listed: usize,
    formats: BTreeMap<String, Vec<ImplementationReport>>,
    pages: Mutex<BTreeMap<String, Page>>,
}

/// What was recorded of one format.
#[derive(Default)]
struct Page {
    checks: BTreeMap<Check, Tally>,
    pairs: BTreeMap<(Check, Pair), Tally>,
    notes: Vec<Note>,
    absences: BTreeMap<Absence, u64>,
    trials: Vec<TrialReport>,
    cases: BTreeSet<String>,
}

impl Recorder {
    pub(crate) fn new(formats: BTreeMap<String, Vec<ImplementationReport>>, listed: usize) -> Self {
        Self {
            begun: Instant::now(),
            listed,
            formats,
            pages: Mutex::default(),
        }
    }

    /// Enters what a trial came to, and how long it took.
    pub fn record(&self, trial: &Trial, judgement: &Judgement, took: Duration) {
        let kind = judgement.verdict.kind();
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let page = pages.entry(trial.format().to_owned()).or_default();
        page.checks.entry(trial.check()).or_default().count(kind);
        for (pair, tally) in &judgement.pairs {
            let key = (trial.check(), pair.clone());
            page.pairs.entry(key).or_default().add(tally);
        }
        for absence in &judgement.absences {
            *page.absences.entry(absence.clone()).or_default() += 1;
        }
        if !matches!(kind, VerdictKind::Passed | VerdictKind::Absent) {
            page.notes.push(Note {
                trial: trial.name().to_owned(),
                verdict: kind,
                detail: judgement.verdict.to_string(),
            });
        }
        page.cases.insert(trial.case().to_owned());
        page.trials.push(TrialReport {
            name: trial.name().to_owned(),
            verdict: kind,
            micros: u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        });
    }

    /// Adds up what was entered. Of `options` only the fingerprint, the host
    /// and the selection are taken.
    pub fn finish(self, options: &RunOptions) -> Report {
        let mut pages = self
            .pages
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let run: usize = pages.values().map(|page| page.trials.len()).sum();
        let formats = self
            .formats
            .into_iter()
            .map(|(name, implementations)| {
                let page = pages.remove(&name).unwrap_or_default();
                page.into_report(name, implementations)
            })
            .collect();
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        Report {
            schema: SCHEMA,
            fingerprint: options.fingerprint.clone(),
            complete: run == self.listed,
            trials_listed: self.listed as u64,
            trials_run: run as u64,
            finished_unix: since_epoch.map_or(0, |time| time.as_secs()),
            elapsed_ms: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            filter: options.filter.clone(),
            host: options.host.clone(),
            formats,
        }
    }
}

impl Page {
    fn into_report(
        mut self,
        name: String,
        implementations: Vec<ImplementationReport>,
    ) -> FormatReport {
        self.notes.sort_by(|a, b| a.trial.cmp(&b.trial));
        self.trials.sort_by(|a, b| a.name.cmp(&b.name));
        let absent = |(absence, trials): (Absence, u64)| AbsenceReport {
            who: absence.who,
            how_to_install: absence.how_to_install,
            trials,
        };
        let cell = |((check, pair), tally): ((Check, Pair), Tally)| CellReport {
            check,
            producer: pair.producer,
            consumer: pair.consumer,
            tally,
        };
        FormatReport {
            name,
            implementations,
            cases: self.cases.len() as u64,
            checks: self.checks,
            matrix: self.pairs.into_iter().map(cell).collect(),
            notes: self.notes,
            absent: self.absences.into_iter().map(absent).collect(),
            trials: self.trials,
        }
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("listed", &self.listed)
            .finish_non_exhaustive()
    }
}
