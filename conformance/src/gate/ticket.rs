//! The right to time a case.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use super::race::Contender;
use super::scale::Team;
use super::timer::{Ratio, TimerOptions, interleave};
use crate::format::Format;
use crate::implementation::Role;
use crate::lab::Exhibit;

/// The right to time a case: its input, and every producer's frame, as they
/// passed the checks in this process. Made by [`Gate::admit`](super::Gate::admit)
/// and by nothing else.
pub struct Ticket<F: Format> {
    pub(super) case: String,
    pub(super) exhibit: Exhibit<F>,
    pub(super) frames: Vec<(String, Vec<u8>)>,
    pub(super) readers: BTreeSet<String>,
    pub(super) sides: Vec<(String, Role)>,
}

/// What is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Writing the case's frame.
    Produce,
    /// Reading a verified frame.
    Consume,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Produce => "writing",
            Self::Consume => "reading",
        })
    }
}

/// One side of a comparison: who is timed, and the call that is.
#[derive(Debug)]
pub struct Side<'a, C> {
    name: &'a str,
    call: C,
}

impl<'a, R, C: FnMut() -> R> Side<'a, C> {
    /// The side of an implementation of that name. What `call` returns is kept
    /// from the optimizer and dropped within the time.
    pub fn new(name: &'a str, call: C) -> Self {
        Self { name, call }
    }
}

/// A comparison that the ticket does not cover.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The side was not shown to do this work, or has another role.
    #[error("the ticket covers no {role} implementation {name:?} for {work}")]
    NotCovered {
        /// What was to be timed.
        work: Work,
        /// The name that was given.
        name: String,
        /// The role that it was given for.
        role: Role,
    },
    /// Nobody of that name was shown to do this work.
    #[error("the ticket covers no implementation {name:?} for {work}")]
    NotShown {
        /// What was to be timed.
        work: Work,
        /// The name that was given.
        name: String,
    },
    /// No rounds were asked for, or nothing to do in one.
    #[error("a comparison needs at least one round")]
    NoRounds,
    /// A figure that would stand by itself.
    #[error("a comparison needs a native implementation and another")]
    Alone,
}

impl<F: Format> Ticket<F> {
    /// The case's name.
    pub fn case(&self) -> &str {
        &self.case
    }

    /// The input, which producers are timed on.
    pub fn input(&self) -> &F::Input {
        &self.exhibit.input
    }

    /// What consumers are told beside the frame.
    pub fn context(&self) -> &F::Context {
        &self.exhibit.context
    }

    /// What consumers yield.
    pub fn value(&self) -> &F::Value {
        &self.exhibit.value
    }

    /// The frame of one producer, which consumers are timed on.
    pub fn frame(&self, producer: &str) -> Option<&[u8]> {
        let found = self.frames.iter().find(|(name, _)| name == producer);
        found.map(|(_, frame)| frame.as_slice())
    }

    /// Times a native implementation beside a reference (or an external one),
    /// in turn, round by round. Both must have been shown to do this work.
    ///
    /// # Errors
    /// [`CompareError`] when a side is not covered by this ticket.
    pub fn compare<R, S>(
        &self,
        work: Work,
        native: Side<'_, impl FnMut() -> R>,
        reference: Side<'_, impl FnMut() -> S>,
        options: &TimerOptions,
    ) -> Result<Ratio, CompareError> {
        self.covers(work, native.name, Role::Native)?;
        self.covers(work, reference.name, Role::Reference)?;
        if options.rounds == 0 {
            return Err(CompareError::NoRounds);
        }
        let samples = interleave(native.call, reference.call, options);
        Ok(Ratio::of(&self.case, native.name, reference.name, &samples))
    }

    /// An implementation that may be timed by [`race`](super::race), beside those
    /// of this or another ticket. `call` is given the number of the group that it
    /// is to work on.
    ///
    /// # Errors
    /// [`CompareError::NotShown`] when it was not shown to do this work.
    pub fn contender<'a>(
        &self,
        work: Work,
        name: &str,
        call: impl FnMut(usize) + 'a,
    ) -> Result<Contender<'a>, CompareError> {
        Ok(Contender {
            role: self.role(work, name)?,
            name: name.to_owned(),
            call: Box::new(call),
        })
    }

    /// An implementation that may be timed by [`scale`](super::scale) on several
    /// threads. `member` is given the number of the thread that it is called on,
    /// and makes the call that is timed there.
    ///
    /// # Errors
    /// [`CompareError::NotShown`] when it was not shown to do this work.
    pub fn team<'a, C: FnMut() + 'a>(
        &self,
        work: Work,
        name: &str,
        member: impl Fn(usize) -> C + Sync + 'a,
    ) -> Result<Team<'a>, CompareError> {
        Ok(Team {
            role: self.role(work, name)?,
            name: name.to_owned(),
            member: Box::new(move |thread| Box::new(member(thread))),
        })
    }

    /// The role of an implementation that was shown to do this work.
    fn role(&self, work: Work, name: &str) -> Result<Role, CompareError> {
        let shown = match work {
            Work::Produce => self.frame(name).is_some(),
            Work::Consume => self.readers.contains(name),
        };
        let side = self.sides.iter().find(|side| shown && side.0 == name);
        side.map(|side| side.1)
            .ok_or_else(|| CompareError::NotShown {
                work,
                name: name.to_owned(),
            })
    }

    /// Whether a side may be timed: on the native side a native implementation,
    /// on the other any other.
    fn covers(&self, work: Work, name: &str, role: Role) -> Result<(), CompareError> {
        match self.role(work, name) {
            Ok(actual) if (actual == Role::Native) == (role == Role::Native) => Ok(()),
            _ => Err(CompareError::NotCovered {
                work,
                name: name.to_owned(),
                role,
            }),
        }
    }
}

impl<F: Format> fmt::Debug for Ticket<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticket")
            .field("case", &self.case)
            .field("sides", &self.sides)
            .finish_non_exhaustive()
    }
}
