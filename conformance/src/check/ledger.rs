//! What a check has seen so far, and the judgement that it adds up to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::require::Require;
use crate::tally::{Absence, Judgement, Pair, Tally};
use crate::trial::repeat_command;
use crate::verdict::Verdict;

/// How many failures of one trial are told in full.
const TOLD: usize = 3;

/// The book in which a check enters what it sees.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pairs: BTreeMap<Pair, Tally>,
    failures: Vec<String>,
    absences: BTreeSet<Absence>,
    /// Why the native side's claim is open.
    open: BTreeSet<String>,
    /// Whether a claim about two different implementations was shown.
    crossed: bool,
}

impl Ledger {
    pub(crate) fn pass(&mut self, producer: &str, consumer: &str) {
        self.cell(producer, consumer).passed += 1;
    }

    /// A pass that weighs: it says something about two implementations.
    pub(crate) fn pass_across(&mut self, producer: &str, consumer: &str) {
        self.crossed = true;
        self.pass(producer, consumer);
    }

    pub(crate) fn fail(&mut self, producer: &str, consumer: &str, detail: String) {
        self.cell(producer, consumer).failed += 1;
        self.fault(detail);
    }

    /// A failure that belongs to no pair.
    pub(crate) fn fault(&mut self, detail: String) {
        self.failures.push(detail);
    }

    pub(crate) fn absent_pair(&mut self, producer: &str, consumer: &str) {
        self.cell(producer, consumer).absent += 1;
    }

    pub(crate) fn absent(&mut self, absence: &Absence) {
        self.absences.insert(absence.clone());
    }

    pub(crate) fn undecided(&mut self, producer: &str, consumer: &str) {
        self.cell(producer, consumer).inconclusive += 1;
    }

    /// Leaves the whole claim open: no pass can come of it.
    pub(crate) fn leave_open(&mut self, reason: String) {
        self.open.insert(reason);
    }

    fn cell(&mut self, producer: &str, consumer: &str) -> &mut Tally {
        self.pairs
            .entry(Pair {
                producer: producer.to_owned(),
                consumer: consumer.to_owned(),
            })
            .or_default()
    }

    /// Adds up for whoever needs proof and not a report: what is absent is set
    /// aside (unless all is required), and everything else must amount to a
    /// pass. Gives the counts of each pair.
    pub(crate) fn prove(
        mut self,
        trial: &str,
        require: Require,
    ) -> Result<BTreeMap<Pair, Tally>, Verdict> {
        if require == Require::Present && self.crossed {
            self.absences.clear();
        }
        let Judgement { verdict, pairs, .. } = self.close(trial, require);
        match verdict {
            Verdict::Passed => Ok(pairs),
            verdict => Err(verdict),
        }
    }

    /// Adds up: a failure outweighs an absence, that an open claim, and a pass
    /// needs at least one thing shown across two implementations.
    pub(crate) fn close(self, trial: &str, require: Require) -> Judgement {
        let verdict = if !self.failures.is_empty() {
            Verdict::Failed {
                detail: told(&self.failures, trial),
            }
        } else if !self.absences.is_empty() {
            absent(&self.absences, trial, require)
        } else if !self.open.is_empty() {
            let reasons: Vec<String> = self.open.into_iter().collect();
            Verdict::Inconclusive {
                reason: reasons.join("; "),
            }
        } else if self.crossed {
            Verdict::Passed
        } else {
            Verdict::Inconclusive {
                reason: "there was nobody to compare with".to_owned(),
            }
        };
        Judgement {
            verdict,
            pairs: self.pairs,
            absences: self.absences.into_iter().collect(),
        }
    }
}

/// The text of one or more failures of one trial.
fn told(failures: &[String], trial: &str) -> String {
    let mut text = String::new();
    for failure in failures.iter().take(TOLD) {
        text.push_str(failure.trim_end());
        text.push('\n');
    }
    if failures.len() > TOLD {
        let _ = writeln!(text, "and {} more like these", failures.len() - TOLD);
    }
    let _ = write!(text, "  repeat: {}", repeat_command(trial));
    text
}

/// The verdict over what is not here.
fn absent(absences: &BTreeSet<Absence>, trial: &str, require: Require) -> Verdict {
    let join = |part: fn(&Absence) -> &str, with: &str| {
        let parts: BTreeSet<&str> = absences.iter().map(part).collect();
        parts.into_iter().collect::<Vec<_>>().join(with)
    };
    let who = join(|absence| &absence.who, ", ");
    let how_to_install = join(|absence| &absence.how_to_install, " && ");
    match require {
        Require::Present => Verdict::Absent {
            who,
            how_to_install,
        },
        Require::All => Verdict::Failed {
            detail: format!(
                "absent: {who}, and TOUCHSTONE_REQUIRE=all makes that a failure\n  \
                 install: {how_to_install}\n  repeat: {}",
                repeat_command(trial)
            ),
        },
    }
}
