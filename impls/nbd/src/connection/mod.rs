//! One client, from its greeting to its end, over any pair of streams.

mod counters;
mod extents;
mod handshake;
mod limits;
mod options;
mod outcome;
mod reply;
mod request;
mod session;
mod transmission;

pub use counters::Counters;
pub use limits::Limits;
pub use outcome::{ConnectionError, Ended, Outcome, Violation};
pub use session::{Negotiated, Session};

use std::io::{Read, Write};

use crate::channel::{Channel, Lost};
use handshake::Handshake;
use transmission::Transmission;

/// Serves one client until it ends, or `reader` does.
///
/// Requests are answered one after the other, in order. Replies are gathered
/// while more requests are at hand, and written before `reader` is asked for
/// more. Nothing is allocated for a request once the buffers have grown to the
/// largest that came: 64 KiB, and for longer payloads up to the export's
/// maximum, to be read as to be written.
///
/// The streams are not closed; that is the caller's.
///
/// ```
/// use nbd::{Ended, Exports, Session, memory::Memory, serve};
///
/// let mut exports = Exports::new();
/// exports.add("", Memory::new(1 << 20)?)?;
/// // Flags, `IHAVEOPT`, `NBD_OPT_ABORT`, no data.
/// let client = b"\0\0\0\x03IHAVEOPT\0\0\0\x02\0\0\0\0";
/// let mut answers = Vec::new();
/// let outcome = serve(&client[..], &mut answers, &Session::new(&exports));
/// assert_eq!(outcome.result?, Ended::Abort);
/// assert!(answers.starts_with(b"NBDMAGICIHAVEOPT"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn serve(reader: impl Read, writer: impl Write, session: &Session<'_>) -> Outcome {
    let mut channel = Channel::new(reader, writer);
    let mut counters = Counters::default();
    let result = run(&mut channel, session, &mut counters);
    // What was answered reaches the client, whatever came after.
    let flushed = channel.output.flush();
    let result = match result {
        Err(Stop::Lost(Lost::End | Lost::Within)) if session.is_shut_down() => Ok(Ended::Shutdown),
        Err(Stop::Lost(Lost::End)) => Ok(Ended::Hangup),
        Err(Stop::Lost(Lost::Within)) => Err(ConnectionError::Truncated),
        Err(Stop::Lost(Lost::Io(error))) => Err(ConnectionError::Io(error)),
        Err(Stop::Violation(violation)) => Err(ConnectionError::Violation(violation)),
        Err(Stop::UnknownExport) => Err(ConnectionError::UnknownExport),
        // A client that leaves need not wait for the reply to that.
        Ok(Ended::Abort) => Ok(Ended::Abort),
        Ok(ended) => flushed.map(|()| ended).map_err(ConnectionError::Io),
    };
    Outcome { counters, result }
}

fn run<R: Read, W: Write>(
    channel: &mut Channel<R, W>,
    session: &Session<'_>,
    counters: &mut Counters,
) -> Result<Ended, Stop> {
    let Some(agreement) = Handshake::new(session).run(channel)? else {
        return Ok(Ended::Abort);
    };
    let entry = &session.exports().entries()[agreement.export];
    session.tell(&Negotiated {
        export: &entry.name,
        structured_replies: agreement.structured,
        block_status: agreement.block_status,
    });
    Transmission::new(&*entry.export, &agreement, counters).run(channel)
}

/// What the two phases agree on.
struct Agreement {
    /// The export's index.
    export: usize,
    structured: bool,
    /// `base:allocation` was selected.
    block_status: bool,
}

/// Why a connection cannot go on.
enum Stop {
    Lost(Lost),
    Violation(Violation),
    UnknownExport,
}

impl From<Lost> for Stop {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Lost(Lost::Io(error))
    }
}

impl From<Violation> for Stop {
    fn from(violation: Violation) -> Self {
        Self::Violation(violation)
    }
}
