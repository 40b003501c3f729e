//! Calls in bounded time: a helper thread makes them, and is left behind when
//! one does not come back.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The stack of a helper thread. Decoders must not need more.
const STACK: usize = 2 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// A helper thread that makes calls one by one.
#[derive(Debug, Default)]
pub(crate) struct Watchdog {
    jobs: Option<Sender<Job>>,
    hung: u32,
}

/// A call did not come back in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hung;

impl Watchdog {
    /// Makes a call on the helper thread and waits for it at most `limit`. A
    /// thread that hangs cannot be stopped; it is abandoned, and the next call
    /// gets a new one.
    pub(crate) fn call<T: Send + 'static>(
        &mut self,
        limit: Duration,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Hung> {
        let (answer, answered) = mpsc::channel();
        let job: Job = Box::new(move || {
            // The receiver is gone only when the call came too late.
            let _ = answer.send(call());
        });
        self.send(job);
        match answered.recv_timeout(limit) {
            Ok(result) => Ok(result),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                self.jobs = None;
                self.hung += 1;
                Err(Hung)
            }
        }
    }

    /// How many calls did not come back in time.
    pub(crate) fn hung(&self) -> u32 {
        self.hung
    }

    /// Hands a job to the helper thread, started if there is none.
    fn send(&mut self, job: Job) {
        let sent = match &self.jobs {
            Some(jobs) => jobs.send(job).map_err(|refused| refused.0),
            None => Err(job),
        };
        if let Err(job) = sent {
            let (jobs, inbox) = mpsc::channel::<Job>();
            let started = thread::Builder::new()
                .name("hostile".to_owned())
                .stack_size(STACK)
                .spawn(move || inbox.into_iter().for_each(|job| job()));
            // Without a thread the job is dropped, and its call counts as hung.
            if started.is_ok() && jobs.send(job).is_ok() {
                self.jobs = Some(jobs);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{Hung, Watchdog};

    #[test]
    fn a_call_that_hangs_is_left_behind_and_the_next_one_is_made() {
        let mut dog = Watchdog::default();
        let long = Duration::from_mins(1);
        assert_eq!(dog.call(long, || 1), Ok(1));
        let hung = dog.call(Duration::from_millis(5), || {
            thread::sleep(Duration::from_millis(500));
        });
        assert_eq!(hung, Err(Hung));
        assert_eq!(dog.call(long, || 2), Ok(2));
        assert_eq!(dog.hung(), 1);
    }
}
