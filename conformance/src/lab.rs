//! A format with its implementations, ready to be put to the checks.

use std::sync::Arc;

use crate::format::{Format, Missing};
use crate::guard::{Panic, guarded};
use crate::implementation::{Availability, Implementation, Role};
use crate::meter::Meter;
use crate::outcome::{Failure, Outcome};
use crate::require::Require;
use crate::tally::Absence;

/// An [`Outcome`], or the panic that came in its place.
#[derive(Debug, Clone)]
pub(crate) enum Answer<T> {
    Done(T),
    Lacks,
    Unsupported(String),
    Failed(Failure),
    Panicked(Panic),
}

impl<T> Answer<T> {
    /// Makes a call and catches its panic.
    pub(crate) fn of(call: impl FnOnce() -> Outcome<T>) -> Self {
        match guarded(call) {
            Ok(Outcome::Done(done)) => Self::Done(done),
            Ok(Outcome::Lacks) => Self::Lacks,
            Ok(Outcome::Unsupported(what)) => Self::Unsupported(what),
            Ok(Outcome::Failed(failure)) => Self::Failed(failure),
            Err(panic) => Self::Panicked(panic),
        }
    }
}

/// An implementation, with what was asked of it once.
pub(crate) struct Subject<F: Format> {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) version: String,
    pub(crate) absence: Option<Absence>,
    pub(crate) implementation: Arc<dyn Implementation<F>>,
}

impl<F: Format> Subject<F> {
    fn new(implementation: Arc<dyn Implementation<F>>) -> Self {
        let name = implementation.name().to_owned();
        let absence = match implementation.availability() {
            Availability::Present => None,
            Availability::Absent { how_to_install } => Some(Absence {
                who: name.clone(),
                how_to_install,
            }),
        };
        let version = if absence.is_none() {
            implementation.version()
        } else {
            String::new()
        };
        Self {
            role: implementation.role(),
            name,
            version,
            absence,
            implementation,
        }
    }

    pub(crate) fn is_native(&self) -> bool {
        self.role == Role::Native
    }

    pub(crate) fn produce(&self, case: &F::Case, input: &F::Input) -> Answer<Vec<u8>> {
        Answer::of(|| self.implementation.produce(case, input))
    }

    pub(crate) fn consume(&self, context: &F::Context, frame: &[u8]) -> Answer<F::Value> {
        Answer::of(|| self.implementation.consume(context, frame))
    }
}

/// A format with its implementations.
pub(crate) struct Lab<F: Format> {
    pub(crate) format: F,
    pub(crate) subjects: Vec<Subject<F>>,
    pub(crate) require: Require,
    pub(crate) meter: Option<Arc<dyn Meter>>,
}

impl<F: Format> Lab<F> {
    pub(crate) fn new(format: F, require: Require, meter: Option<Arc<dyn Meter>>) -> Self {
        let subjects = format
            .implementations()
            .into_iter()
            .map(Subject::new)
            .collect();
        Self {
            format,
            subjects,
            require,
            meter,
        }
    }

    /// Adds an implementation that the format does not list.
    pub(crate) fn add(&mut self, implementation: Arc<dyn Implementation<F>>) {
        self.subjects.push(Subject::new(implementation));
    }

    /// The implementations that play one of `roles`, absent ones included.
    pub(crate) fn in_role(&self, role: Role) -> impl Iterator<Item = &Subject<F>> {
        self.subjects.iter().filter(move |s| s.role == role)
    }
}

/// A case on the table: its input, what readers are told, and what they must
/// yield.
pub(crate) struct Exhibit<F: Format> {
    pub(crate) input: F::Input,
    pub(crate) context: F::Context,
    pub(crate) value: F::Value,
}

/// Why a case did not reach the table.
pub(crate) enum NoExhibit {
    Missing(Absence),
    Panicked(Panic),
}

impl<F: Format> Lab<F> {
    /// Materializes a case.
    pub(crate) fn exhibit(&self, case: &F::Case) -> Result<Exhibit<F>, NoExhibit> {
        let made = guarded(|| {
            let input = self.format.materialize(case)?;
            Ok(Exhibit {
                context: self.format.context(case),
                value: self.format.value(case, &input),
                input,
            })
        });
        match made {
            Ok(Ok(exhibit)) => Ok(exhibit),
            Ok(Err(Missing {
                what,
                how_to_install,
            })) => Err(NoExhibit::Missing(Absence {
                who: what,
                how_to_install,
            })),
            Err(panic) => Err(NoExhibit::Panicked(panic)),
        }
    }
}
