//! One thread against several at the same work.

use std::fmt;
use std::hint::spin_loop;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::ticket::CompareError;
use crate::implementation::Role;

/// A call of one thread's own.
type Work<'a> = Box<dyn FnMut() + 'a>;

/// An implementation that may be timed on several threads, at work that it was
/// shown to do. Made by [`Ticket::team`](super::Ticket::team) and by nothing
/// else.
pub struct Team<'a> {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) member: Box<dyn Fn(usize) -> Work<'a> + Sync + 'a>,
}

impl fmt::Debug for Team<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Team")
            .field("name", &self.name)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// How a team's work goes on one thread and on several.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaling {
    /// The implementation.
    pub name: String,
    /// How many threads the team has.
    pub threads: usize,
    /// The least time of one member's call alone, in nanoseconds.
    pub one_ns: f64,
    /// The least time from the first member's start to the last one's end, all
    /// making that call at once, in nanoseconds.
    pub all_ns: f64,
}

impl Scaling {
    /// The work done in a time by all threads over that by one.
    pub fn speedup(&self) -> f64 {
        self.threads as f64 * self.one_ns / self.all_ns.max(1e-6)
    }
}

/// Times each team's first member alone and then all its `threads` members at
/// once, team by team, round by round. Members are made on their own threads,
/// wait for each other before each call, and start together.
///
/// The least of the rounds counts, of whole calls: with several threads a
/// minimum of shorter stretches would pick those in which the others were not
/// running.
///
/// # Errors
/// [`CompareError::Alone`] unless there are a native team and another;
/// [`CompareError::NoRounds`] without rounds or threads.
///
/// # Panics
/// When a member does.
pub fn scale(
    teams: &[Team<'_>],
    threads: usize,
    rounds: u32,
) -> Result<Vec<Scaling>, CompareError> {
    let natives = teams.iter().filter(|team| team.role == Role::Native);
    let natives = natives.count();
    if natives == 0 || natives == teams.len() {
        return Err(CompareError::Alone);
    }
    if rounds == 0 || threads == 0 {
        return Err(CompareError::NoRounds);
    }
    // Each team alone and whole, in a round to warm up and in those that count.
    let steps: Vec<Step> = (0..=rounds)
        .flat_map(|_| (0..teams.len()).flat_map(|team| [(team, 1), (team, threads)]))
        .collect();
    let spans = Mutex::new(vec![Vec::new(); steps.len()]);
    let start = Start::default();
    thread::scope(|scope| {
        for thread in 0..threads {
            let (steps, spans, start) = (&steps, &spans, &start);
            scope.spawn(move || run(thread, teams, steps, spans, start));
        }
    });
    let spans = spans.into_inner().unwrap_or_default();
    let counted: Vec<_> = steps.iter().zip(&spans).skip(2 * teams.len()).collect();
    let least = |step: Step| {
        let of = counted.iter().filter(|(other, _)| **other == step);
        of.map(|(_, spans)| whole(spans))
            .fold(f64::INFINITY, f64::min)
    };
    let scalings = teams
        .iter()
        .enumerate()
        .map(|(team, Team { name, .. })| Scaling {
            name: name.clone(),
            threads,
            one_ns: least((team, 1)),
            all_ns: least((team, threads)),
        });
    Ok(scalings.collect())
}

/// Which team, and how many of its members.
type Step = (usize, usize);

/// When a call started and ended.
type Span = (Instant, Instant);

/// What one thread does.
fn run(
    thread: usize,
    teams: &[Team<'_>],
    steps: &[Step],
    spans: &Mutex<Vec<Vec<Span>>>,
    start: &Start,
) {
    let _guard = Guard(start);
    let mut members: Vec<_> = teams.iter().map(|team| (team.member)(thread)).collect();
    let mut due = 0;
    for (step, (team, active)) in steps.iter().enumerate() {
        due += active;
        if thread >= *active {
            continue;
        }
        if !start.together(due) {
            return;
        }
        let began = Instant::now();
        members[*team]();
        let span = (began, Instant::now());
        if let Ok(mut spans) = spans.lock() {
            spans[step].push(span);
        }
    }
}

/// From the first start to the last end, in nanoseconds.
fn whole(spans: &[Span]) -> f64 {
    let first = spans.iter().map(|span| span.0).min();
    let last = spans.iter().map(|span| span.1).max();
    let taken = last.zip(first).map(|(last, first)| last - first);
    taken.unwrap_or(Duration::MAX).as_secs_f64() * 1e9
}

/// Where threads wait for each other.
#[derive(Default)]
struct Start {
    ready: AtomicUsize,
    set: AtomicUsize,
    broken: AtomicBool,
}

impl Start {
    /// Waits until `due` have come, counted from the beginning; `false`: one
    /// never will.
    ///
    /// Who is early sleeps, so as not to take anything from the one who works;
    /// then, when all are awake, they spin, so as to start as one.
    fn together(&self, due: usize) -> bool {
        self.wait(&self.ready, due, || {
            thread::sleep(Duration::from_micros(20));
        }) && self.wait(&self.set, due, spin_loop)
    }

    fn wait(&self, come: &AtomicUsize, due: usize, pause: impl Fn()) -> bool {
        come.fetch_add(1, Ordering::AcqRel);
        while come.load(Ordering::Acquire) < due {
            if self.broken.load(Ordering::Acquire) {
                return false;
            }
            pause();
        }
        true
    }
}

/// Lets nobody wait for a thread that has panicked.
struct Guard<'a>(&'a Start);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.broken.store(true, Ordering::Release);
        }
    }
}
