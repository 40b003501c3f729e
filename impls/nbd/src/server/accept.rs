//! Letting clients in.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use super::connections::Connections;
use super::listener::Listener;
use super::waiting::Waiting;
use crate::Shutdown;

/// How long to wait after a client could not be accepted: it may be that there
/// are no file descriptors, and the client stays in line.
const PAUSE: Duration = Duration::from_millis(100);

/// Lets clients in until the end is asked for.
pub(super) fn until_shutdown(
    listeners: &[Listener],
    shutdown: &Shutdown,
    waiting: &Waiting,
    connections: &mut Connections,
) -> io::Result<()> {
    let mut paused: Option<Instant> = None;
    while !shutdown.is_requested() {
        connections.reap();
        connections.expire();
        if paused.is_some_and(|until| until <= Instant::now()) {
            paused = None;
        }
        if paused.is_none() && accept(listeners, connections).is_err() {
            paused = Some(Instant::now() + PAUSE);
        }
        let until = [paused, connections.deadline()].into_iter().flatten().min();
        let open = if paused.is_none() && !connections.is_full() {
            listeners
        } else {
            &[]
        };
        waiting.wait(open, until)?;
    }
    Ok(())
}

/// A client could not be accepted; that was told.
struct Failed;

fn accept(listeners: &[Listener], connections: &mut Connections) -> Result<(), Failed> {
    for listener in listeners {
        while !connections.is_full() {
            let started = match listener.accept() {
                Ok((stream, from)) => connections.start(stream, &from),
                Err(error) => Err(error),
            };
            match started {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::Interrupted | ErrorKind::ConnectionAborted
                    ) => {}
                Err(error) => {
                    connections.tell_failure(&error);
                    return Err(Failed);
                }
            }
        }
    }
    Ok(())
}
