//! The gate in front of every measurement: no ticket, no time.
//!
//! A bench asks a [`Gate`] for a case. The gate makes the case's `identical`
//! and `exchange` checks in the bench's own process, on the input that will be
//! timed, and gives a [`Ticket`] or a [`Refusal`]. Only what a ticket covers can
//! be timed, and always a native implementation beside another, in turn:
//!
//! - [`Ticket::compare`]: whole calls, as a [`Ratio`] of medians;
//! - [`race`]: group by group, as sums of least times, on a machine that does
//!   other things too; it tells every single time as well, for latencies;
//! - [`scale`]: several threads against one.

mod race;
mod refusal;
mod scale;
mod ticket;
mod timer;

use std::sync::Arc;

use crate::check::Check;
use crate::format::{Case, Format};
use crate::implementation::{Implementation, Role};
use crate::lab::{Lab, NoExhibit};
use crate::proof::prove;
use crate::require::Require;
use crate::trial::trial_name;
use crate::verdict::Verdict;

pub use race::{Contender, Lap, RaceOptions, clock_ns, race};
pub use refusal::{REFUSED, Refusal, refusal_exit};
pub use scale::{Scaling, Team, scale};
pub use ticket::{CompareError, Side, Ticket, Work};
pub use timer::{Ratio, TimerOptions};

/// The gate of a format.
pub struct Gate<F: Format> {
    lab: Lab<F>,
}

impl<F: Format> Gate<F> {
    /// A gate. What is absent is left out of the ticket, but one native and
    /// one reference implementation must be there.
    pub fn new(format: F) -> Self {
        Self {
            lab: Lab::new(format, Require::Present, None),
        }
    }

    /// States what must be on the machine; usually [`Require::from_env`].
    #[must_use]
    pub fn require(mut self, require: Require) -> Self {
        self.lab.require = require;
        self
    }

    /// Adds an implementation beside the format's own, to be timed with them:
    /// somebody else's. It goes through the same checks.
    #[must_use]
    pub fn with(mut self, implementation: Arc<dyn Implementation<F>>) -> Self {
        self.lab.add(implementation);
        self
    }

    /// The format.
    pub fn format(&self) -> &F {
        &self.lab.format
    }

    /// Puts a case to the checks, and lets it through when they pass. Known
    /// failures are failures here.
    ///
    /// # Errors
    /// [`Refusal`] with the verdict that is in the way.
    pub fn admit(&self, case: &F::Case) -> Result<Ticket<F>, Box<Refusal>> {
        let refuse = |check: Check, verdict: Verdict| {
            Box::new(Refusal {
                trial: trial_name(self.lab.format.name(), check, &case.name()),
                verdict,
            })
        };
        let exhibit = self.lab.exhibit(case).map_err(|why| {
            let verdict = match why {
                NoExhibit::Missing(absence) => Verdict::Absent {
                    who: absence.who,
                    how_to_install: absence.how_to_install,
                },
                NoExhibit::Panicked(panic) => Verdict::Failed {
                    detail: format!("the case {panic}"),
                },
            };
            refuse(Check::Identical, verdict)
        })?;
        let proof =
            prove(&self.lab, case, &exhibit).map_err(|(check, verdict)| refuse(check, verdict))?;
        let frames = proof
            .made
            .into_iter()
            .map(|made| (made.subject.name.clone(), made.frame))
            .collect();
        let present = self.lab.subjects.iter().filter(|s| s.absence.is_none());
        let sides: Vec<(String, Role)> = present.map(|s| (s.name.clone(), s.role)).collect();
        for role in [Role::Native, Role::Reference] {
            if !sides.iter().any(|side| side.1 == role) {
                let reason = format!("no {role} implementation is here");
                return Err(refuse(Check::Exchange, Verdict::Inconclusive { reason }));
            }
        }
        Ok(Ticket {
            case: case.name(),
            exhibit,
            frames,
            readers: proof.readers,
            sides,
        })
    }
}
