//! Calls timed group by group, so that what else the machine does is taken off.
//!
//! An input is cut into groups of a few microseconds of work. In each round
//! every contender goes over all groups, one contender after the other, and what
//! counts of a group is its least time over all rounds. Whatever interrupts a
//! contender in one round hardly hits the same group in every one.

use std::fmt;
use std::time::{Duration, Instant};

use super::ticket::CompareError;
use crate::implementation::Role;

/// Someone who may be timed: an implementation, at work that it was shown to
/// do. Made by [`Ticket::contender`](super::Ticket::contender) and by nothing
/// else.
pub struct Contender<'a> {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) call: Box<dyn FnMut(usize) + 'a>,
}

impl Contender<'_> {
    /// The implementation's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Debug for Contender<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender")
            .field("name", &self.name)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// How long to race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceOptions {
    /// Into how many groups the work is cut; the calls are given 0 up to this.
    pub groups: usize,
    /// How often each contender goes over all of them.
    pub rounds: u32,
}

/// What one contender took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lap {
    /// The contender.
    pub name: String,
    /// The least time of each group.
    pub minima: Vec<Duration>,
}

impl Lap {
    /// The sum of the groups' least times, in nanoseconds: a pass over all of
    /// the work with nothing in between.
    pub fn total_ns(&self) -> f64 {
        self.minima.iter().sum::<Duration>().as_secs_f64() * 1e9
    }

    /// `other`'s time over this one's: above 1.00, this one is faster.
    pub fn ratio_to(&self, other: &Self) -> f64 {
        other.total_ns() / self.total_ns().max(1e-6)
    }
}

/// Times contenders group by group, in turn, and gives their laps in the order
/// that they came in. `each` is told every time that was taken: the contender's
/// place, the group, and how long. A pass that warms up is not told.
///
/// Times are as the clock gives them, which takes some tens of nanoseconds to
/// read itself: see [`clock_ns`].
///
/// # Errors
/// [`CompareError::Alone`] unless there are a native contender and another;
/// [`CompareError::NoRounds`] without rounds or groups.
pub fn race(
    mut contenders: Vec<Contender<'_>>,
    options: &RaceOptions,
    mut each: impl FnMut(usize, usize, Duration),
) -> Result<Vec<Lap>, CompareError> {
    let count = contenders.len();
    let natives = contenders.iter().filter(|c| c.role == Role::Native).count();
    if natives == 0 || natives == count {
        return Err(CompareError::Alone);
    }
    if options.rounds == 0 || options.groups == 0 {
        return Err(CompareError::NoRounds);
    }
    for contender in &mut contenders {
        (0..options.groups).for_each(&mut contender.call);
    }
    let mut least = vec![vec![Duration::MAX; options.groups]; count];
    for round in 0..options.rounds as usize {
        // Nobody always has another's work in the caches before its own.
        for place in (0..count).map(|place| (place + round) % count) {
            let call = &mut contenders[place].call;
            for (group, least) in least[place].iter_mut().enumerate() {
                let start = Instant::now();
                call(group);
                let taken = start.elapsed();
                *least = taken.min(*least);
                each(place, group, taken);
            }
        }
    }
    let laps = contenders.into_iter().zip(least);
    let laps = laps.map(|(contender, minima)| Lap {
        name: contender.name,
        minima,
    });
    Ok(laps.collect())
}

/// The least time between two readings of the clock, in nanoseconds: the floor
/// under everything that [`race`] tells.
pub fn clock_ns() -> f64 {
    let least = (0..10_000).map(|_| Instant::now().elapsed()).min();
    least.unwrap_or_default().as_secs_f64() * 1e9
}
