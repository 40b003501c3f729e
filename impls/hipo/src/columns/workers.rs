//! Threads that do jobs in order.

use std::sync::Mutex;
use std::thread;

use super::schedule::locked;
use crate::error::Error;
use crate::reader::Loader;
use crate::room::Buffer;

/// As many as there are threads; each keeps its memory from jobs to jobs.
pub(super) struct Workers(Vec<Worker>);

/// What a thread works with.
#[derive(Default)]
pub(super) struct Worker {
    pub(super) loader: Loader,
    /// A stream of which only some values are wanted.
    pub(super) stream: Buffer,
}

/// Jobs that are still to be done, and what comes of them.
struct Work<I, R> {
    jobs: I,
    done: Vec<(usize, R)>,
    /// The first job that failed.
    failed: Option<(usize, Error)>,
}

impl Workers {
    pub(super) fn new(threads: usize) -> Self {
        Self((0..threads).map(|_| Worker::default()).collect())
    }

    /// Does all jobs, and returns what came of those before the first that
    /// fails, in order, and how it failed.
    pub(super) fn run<J: Send, R: Send>(
        &mut self,
        jobs: Vec<J>,
        work: impl Fn(&mut Worker, J) -> Result<R, Error> + Sync,
    ) -> (Vec<R>, Result<(), Error>) {
        let threads = self.0.len().min(jobs.len()).max(1);
        let state = Mutex::new(Work {
            done: Vec::with_capacity(jobs.len()),
            jobs: jobs.into_iter().enumerate(),
            failed: None,
        });
        let run = |worker: &mut Worker| {
            loop {
                // Those before one that failed have all been begun.
                let next = {
                    let mut state = locked(&state);
                    match state.failed {
                        Some(_) => None,
                        None => state.jobs.next(),
                    }
                };
                let Some((index, job)) = next else {
                    return;
                };
                let result = work(worker, job);
                let mut state = locked(&state);
                match result {
                    Ok(result) => state.done.push((index, result)),
                    Err(error) => match &state.failed {
                        Some((first, _)) if *first < index => {}
                        _ => state.failed = Some((index, error)),
                    },
                }
            }
        };
        thread::scope(|scope| {
            let (own, others) = self.0.split_at_mut(1);
            for other in &mut others[..threads - 1] {
                scope.spawn(|| run(other));
            }
            run(&mut own[0]);
        });
        let Work {
            mut done, failed, ..
        } = state
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_unstable_by_key(|(index, _)| *index);
        let (end, failed) = match failed {
            Some((index, error)) => (index, Err(error)),
            None => (usize::MAX, Ok(())),
        };
        let done = done.into_iter().take_while(|(index, _)| *index < end);
        (done.map(|(_, result)| result).collect(), failed)
    }
}
