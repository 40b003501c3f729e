//! Work that several threads do, and that comes back in its order.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::error::Error;

/// What a thread does to one job after the other.
pub(super) trait Work: Sized + Send + 'static {
    type Job: Send + 'static;

    /// The same, for one more thread.
    fn another(&self) -> Result<Self, Error>;

    fn run(&mut self, job: &mut Self::Job) -> Result<(), Error>;
}

/// A job that is done, failed, or at which a thread panicked.
type Outcome<J> = thread::Result<Result<J, Error>>;

struct State<J> {
    /// The number of the first job of `open`.
    first: u64,
    /// Jobs that were not taken back yet, and what came of them.
    open: VecDeque<Option<Outcome<J>>>,
    /// Jobs that nobody has begun, by their numbers.
    waiting: VecDeque<(u64, J)>,
    /// Threads that have nothing to do.
    idle: usize,
    closed: bool,
}

struct Shared<J> {
    state: Mutex<State<J>>,
    /// There is a job, or there will be none.
    added: Condvar,
    /// A job is done.
    done: Condvar,
}

impl<J> Shared<J> {
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until there will be no jobs.
    fn work<W: Work<Job = J>>(&self, mut work: W) {
        let mut state = self.lock();
        loop {
            if let Some((number, mut job)) = state.waiting.pop_front() {
                drop(state);
                let run = AssertUnwindSafe(|| work.run(&mut job).map(|()| job));
                let outcome = panic::catch_unwind(run);
                state = self.lock();
                state.did(number, outcome);
                self.done.notify_one();
            } else if state.closed {
                return;
            } else {
                state.idle += 1;
                state = self
                    .added
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }
}

impl<J> State<J> {
    fn did(&mut self, number: u64, outcome: Outcome<J>) {
        // Those before it are taken back in their order, so it is there.
        let place = (number - self.first) as usize;
        if let Some(place) = self.open.get_mut(place) {
            *place = Some(outcome);
        }
    }
}

/// Jobs that are done by several threads, the owner's among them, which takes
/// them back in the order in which it has added them.
///
/// Threads are begun as they are needed. When the system has no more of them,
/// those that there are do the work, in the end the owner's alone.
pub(super) struct Pipeline<W: Work> {
    shared: Arc<Shared<W::Job>>,
    own: W,
    /// Threads beside the owner's, at most.
    most: usize,
    threads: Vec<JoinHandle<()>>,
}

impl<W: Work> fmt::Debug for Pipeline<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipeline")
            .field("most", &self.most)
            .field("threads", &self.threads.len())
            .finish_non_exhaustive()
    }
}

impl<W: Work> Pipeline<W> {
    /// For so many threads, the owner's among them.
    pub(super) fn new(own: W, threads: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                state: Mutex::new(State {
                    first: 0,
                    open: VecDeque::new(),
                    waiting: VecDeque::new(),
                    idle: 0,
                    closed: false,
                }),
                added: Condvar::new(),
                done: Condvar::new(),
            }),
            own,
            most: threads.saturating_sub(1),
            threads: Vec::new(),
        }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// When nothing can be made for one more thread to work with.
    pub(super) fn add(&mut self, job: W::Job) -> Result<(), Error> {
        let mut state = self.shared.lock();
        let number = state.first + state.open.len() as u64;
        state.open.push_back(None);
        state.waiting.push_back((number, job));
        let short = state.idle < state.waiting.len();
        drop(state);
        self.shared.added.notify_one();
        if short && self.threads.len() < self.most {
            let work = self.own.another()?;
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name("hipo writer".into());
            match thread.spawn(move || shared.work(work)) {
                Ok(thread) => self.threads.push(thread),
                Err(_) => self.most = self.threads.len(),
            }
        }
        Ok(())
    }

    /// The next job in order, if it is done. While more than `most` are open,
    /// it is waited for, and jobs that nobody has begun are done meanwhile.
    ///
    /// # Errors
    /// Whatever the work met.
    ///
    /// # Panics
    /// When another thread did, at that job.
    pub(super) fn next(&mut self, most: usize) -> Option<Result<W::Job, Error>> {
        let mut state = self.shared.lock();
        loop {
            if let Some(outcome) = state.open.front_mut()?.take() {
                state.open.pop_front();
                state.first += 1;
                drop(state);
                return Some(outcome.unwrap_or_else(|payload| panic::resume_unwind(payload)));
            }
            if state.open.len() <= most {
                return None;
            }
            if let Some((number, mut job)) = state.waiting.pop_front() {
                drop(state);
                let done = self.own.run(&mut job).map(|()| job);
                state = self.shared.lock();
                state.did(number, Ok(done));
            } else {
                state = self
                    .shared
                    .done
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Waits for the threads, which end the jobs that they have begun.
impl<W: Work> Drop for Pipeline<W> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.waiting.clear();
        drop(state);
        self.shared.added.notify_all();
        for thread in self.threads.drain(..) {
            // What it did panic at was caught before.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::{Pipeline, Work};
    use crate::error::{Error, ErrorKind};

    /// Squares numbers: the lower, the longer it takes. One number fails, at
    /// another it panics.
    struct Squares {
        alive: Arc<AtomicUsize>,
    }

    const FAILING: u64 = 21;
    const PANICKING: u64 = 22;

    impl Squares {
        fn new(alive: &Arc<AtomicUsize>) -> Self {
            alive.fetch_add(1, Ordering::SeqCst);
            Self {
                alive: Arc::clone(alive),
            }
        }
    }

    impl Drop for Squares {
        fn drop(&mut self) {
            self.alive.fetch_sub(1, Ordering::SeqCst);
        }
    }

    impl Work for Squares {
        type Job = u64;

        fn another(&self) -> Result<Self, Error> {
            Ok(Self::new(&self.alive))
        }

        fn run(&mut self, job: &mut u64) -> Result<(), Error> {
            thread::sleep(Duration::from_micros(200_u64.saturating_sub(*job * 10)));
            match *job {
                FAILING => Err(ErrorKind::NoIndex.into()),
                PANICKING => panic!("at {job}"),
                _ => {
                    *job *= *job;
                    Ok(())
                }
            }
        }
    }

    fn squares(threads: usize, numbers: impl Iterator<Item = u64>) -> Result<Vec<u64>, Error> {
        let alive = Arc::new(AtomicUsize::new(0));
        let mut pipeline = Pipeline::new(Squares::new(&alive), threads);
        let mut results = Vec::new();
        let most = if threads > 1 { threads } else { 0 };
        for number in numbers {
            pipeline.add(number)?;
            while let Some(done) = pipeline.next(most) {
                results.push(done?);
            }
            assert!(alive.load(Ordering::SeqCst) <= threads);
            assert!(pipeline.shared.lock().open.len() <= most);
        }
        while let Some(done) = pipeline.next(0) {
            results.push(done?);
        }
        drop(pipeline);
        assert_eq!(alive.load(Ordering::SeqCst), 0);
        Ok(results)
    }

    #[test]
    fn jobs_come_back_in_their_order() {
        for threads in [1, 2, 3, 8] {
            for count in [0, 1, 2, 20] {
                let expected: Vec<_> = (0..count).map(|number| number * number).collect();
                let results = squares(threads, 0..count).expect("none fails");
                assert_eq!(results, expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn what_a_thread_meets_reaches_the_owner() {
        for threads in [1, 2, 3, 8] {
            let error = squares(threads, (0..9).chain([FAILING]).chain(0..9));
            let error = error.expect_err("one fails");
            assert!(matches!(error.kind(), ErrorKind::NoIndex), "{error}");

            let caught = catch_unwind(|| squares(threads, (0..9).chain([PANICKING])));
            let payload = caught.expect_err("one panics");
            let text = payload.downcast_ref::<String>().expect("words");
            assert_eq!(text, "at 22");
        }
    }

    #[test]
    fn no_thread_is_left_of_what_is_dropped() {
        for number in [0, FAILING, PANICKING] {
            let alive = Arc::new(AtomicUsize::new(0));
            let dropped = catch_unwind(AssertUnwindSafe(|| {
                let mut pipeline = Pipeline::new(Squares::new(&alive), 3);
                for _ in 0..10 {
                    pipeline.add(number).expect("work is made");
                }
            }));
            dropped.expect("it was not this thread");
            assert_eq!(alive.load(Ordering::SeqCst), 0);
        }
    }
}
