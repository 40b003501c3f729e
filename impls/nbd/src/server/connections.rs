//! The clients that there are.

use std::io;
use std::net;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::stream::Stream;
use super::waiting::Waiting;
use super::{Address, Event, Settings, Summary};
use crate::shutdown::wake;
use crate::{Negotiated, Outcome, Session, Shutdown, serve};

/// The clients that there are, each with its thread.
pub(super) struct Connections {
    settings: Settings,
    shutdown: Shutdown,
    running: Vec<Connection>,
    /// Threads that have ended, by number.
    ended: Receiver<u64>,
    end: Sender<u64>,
    waker: Arc<UnixStream>,
    summary: Summary,
}

struct Connection {
    number: u64,
    stream: Arc<Stream>,
    thread: JoinHandle<Outcome>,
    /// Until when an export is to be chosen, as long as none is.
    deadline: Option<Instant>,
    has_chosen: Arc<AtomicBool>,
}

/// Says that a thread has ended, also if it panics.
struct Ending {
    number: u64,
    end: Sender<u64>,
    waker: Arc<UnixStream>,
    stream: Arc<Stream>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.stream.shut(net::Shutdown::Both);
        // Nobody listens when the thread was abandoned.
        let _ = self.end.send(self.number);
        wake(&self.waker);
    }
}

impl Connections {
    pub(super) fn new(settings: Settings, shutdown: Shutdown, waker: Arc<UnixStream>) -> Self {
        let (end, ended) = channel();
        Self {
            settings,
            shutdown,
            running: Vec::new(),
            ended,
            end,
            waker,
            summary: Summary::default(),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.running.len() >= self.settings.connections
    }

    /// Serves a client, in a thread of its own.
    pub(super) fn start(&mut self, stream: Stream, from: &Address) -> io::Result<()> {
        let number = self.summary.connections + 1;
        let stream = Arc::new(stream);
        let has_chosen = Arc::new(AtomicBool::new(false));
        let ending = Ending {
            number,
            end: self.end.clone(),
            waker: Arc::clone(&self.waker),
            stream: Arc::clone(&stream),
        };
        let settings = self.settings.clone();
        let shutdown = self.shutdown.clone();
        let chosen = Arc::clone(&has_chosen);
        let body = move || {
            let observer = |negotiated: &Negotiated<'_>| {
                chosen.store(true, Ordering::Relaxed);
                (settings.observer)(&Event::Negotiated {
                    connection: number,
                    negotiated,
                });
            };
            let session = Session::new(&settings.exports)
                .with_limits(settings.limits)
                .with_shutdown(&shutdown)
                .with_observer(&observer);
            serve(&*ending.stream, &*ending.stream, &session)
        };
        // Told first, so that what its thread tells comes after.
        self.tell(&Event::Accepted {
            connection: number,
            from,
        });
        self.summary.connections = number;
        let thread = Builder::new().name(format!("nbd-{number}")).spawn(body)?;
        self.running.push(Connection {
            number,
            stream,
            thread,
            deadline: Instant::now().checked_add(self.settings.handshake),
            has_chosen,
        });
        Ok(())
    }

    /// Takes in the threads that have ended.
    pub(super) fn reap(&mut self) {
        while let Ok(number) = self.ended.try_recv() {
            let of_number = |connection: &Connection| connection.number == number;
            // A thread that did not start is not there.
            let Some(index) = self.running.iter().position(of_number) else {
                continue;
            };
            let connection = self.running.swap_remove(index);
            if let Ok(outcome) = connection.thread.join() {
                self.summary.counters += outcome.counters;
                self.summary.failed += u64::from(outcome.result.is_err());
                self.tell(&Event::Closed {
                    connection: number,
                    outcome: &outcome,
                });
            } else {
                self.summary.panicked += 1;
                self.tell(&Event::Panicked { connection: number });
            }
        }
    }

    /// Cuts off the clients that take too long to choose.
    pub(super) fn expire(&mut self) {
        let now = Instant::now();
        for index in 0..self.running.len() {
            let connection = &mut self.running[index];
            if connection.has_chosen.load(Ordering::Relaxed) {
                connection.deadline = None;
            }
            if connection.deadline.is_some_and(|deadline| deadline <= now) {
                connection.deadline = None;
                connection.stream.shut(net::Shutdown::Both);
                let connection = connection.number;
                self.summary.timed_out += 1;
                self.tell(&Event::HandshakeTimeout { connection });
            }
        }
    }

    /// When the next client takes too long.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let deadlines = self.running.iter().map(|connection| connection.deadline);
        deadlines.flatten().min()
    }

    /// Lets every thread come to an end with what its client has sent.
    pub(super) fn stop_receiving(&self) {
        for connection in &self.running {
            connection.stream.shut(net::Shutdown::Read);
        }
    }

    /// Ends all connections at once.
    pub(super) fn cut_off(&self) {
        for connection in &self.running {
            connection.stream.shut(net::Shutdown::Both);
        }
    }

    /// Waits for every thread to end, and says whether they did.
    pub(super) fn wait_for_all(
        &mut self,
        waiting: &Waiting,
        timeout: Duration,
    ) -> io::Result<bool> {
        let until = Instant::now().checked_add(timeout);
        loop {
            self.reap();
            if self.running.is_empty() {
                return Ok(true);
            }
            if until.is_some_and(|until| until <= Instant::now()) {
                return Ok(false);
            }
            waiting.wait(&[], until)?;
        }
    }

    pub(super) fn into_summary(self) -> Summary {
        Summary {
            abandoned: self.running.len() as u64,
            ..self.summary
        }
    }

    pub(super) fn tell_failure(&self, error: &io::Error) {
        self.tell(&Event::AcceptFailed { error });
    }

    fn tell(&self, event: &Event<'_>) {
        (self.settings.observer)(event);
    }
}
