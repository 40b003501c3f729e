//! The NBD server, and a client that may be anybody.

mod disk;
mod fields;
mod handshake;
mod script;
mod transmission;

use std::io::{self, Read, Write};

use nbd::{ConnectionError, Ended, Exports, Session, serve};

use disk::{Disk, READ_ONLY, WRITABLE};
use fields::Fields;

/// The most bytes that a client takes: small requests may ask for long replies.
const TAKEN: usize = 1 << 22;

/// A byte that says what the rest is: all that a client sends, what it sends
/// after a handshake with simple or with structured replies, or the plan of a
/// client. Some of its bits say in which pieces that comes.
///
/// What is sent and what is answered are read side by side, by a model of the
/// protocol and of the exports that shares nothing with the server.
///
/// # Panics
///
/// When an answer is not the model's: another option or request answered, or
/// not, or not once; another error, other bytes read, zeros told of what is
/// none; anything after the end; or another end.
pub fn nbd_protocol(data: &[u8]) {
    let Some((&mode, rest)) = data.split_first() else {
        return;
    };
    let sent = match mode % 4 {
        0 => rest.to_vec(),
        1 => [&script::handshake(false), rest].concat(),
        2 => [&script::handshake(true), rest].concat(),
        _ => script::run(rest).expect("bytes that run out are zeros"),
    };
    let mut exports = Exports::new();
    for settings in [WRITABLE, READ_ONLY] {
        exports
            .add(settings.name, Disk::new(settings))
            .expect("two good exports");
    }
    let reader = Pieces {
        bytes: &sent,
        size: match mode / 4 {
            0 => usize::MAX,
            size => usize::from(size) * usize::from(size),
        },
    };
    let mut taker = Taker::default();
    let outcome = serve(reader, &mut taker, &Session::new(&exports));
    let end = match outcome.result {
        Ok(Ended::Disconnect) => End::Disconnect,
        Ok(Ended::Abort) => End::Abort,
        Ok(Ended::Hangup) => End::Hangup,
        Err(ConnectionError::Truncated) => End::Truncated,
        Err(ConnectionError::UnknownExport) => End::UnknownExport,
        Err(ConnectionError::Violation(_)) => End::Violation,
        Err(ConnectionError::Io(_)) => End::Full,
        result => panic!("{result:?}"),
    };
    let mut talk = Talk {
        sent: Fields(&sent),
        answers: Fields(&taker.bytes),
        is_full: taker.is_full,
    };
    let expected = talk.run();
    assert_eq!(taker.is_full, expected == End::Full);
    assert!(
        end == expected || taker.is_full,
        "{end:?}, not {expected:?}"
    );
    assert!(talk.answers.0.is_empty(), "answers after the end");
}

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Disconnect,
    Abort,
    Hangup,
    Truncated,
    UnknownExport,
    Violation,
    /// The client took no more.
    Full,
}

/// What is sent and what is answered, as far as they have not been read.
struct Talk<'a> {
    sent: Fields<'a>,
    answers: Fields<'a>,
    is_full: bool,
}

impl<'a> Talk<'a> {
    fn run(&mut self) -> End {
        let agreement = match self.handshake() {
            Ok(agreement) => agreement,
            Err(end) => return end,
        };
        let Err(end) = self.transmission(&agreement);
        end
    }

    /// The next `length` bytes of a message of the client's.
    fn sent(&mut self, length: usize) -> Result<&'a [u8], End> {
        self.sent.take(length).ok_or(End::Truncated)
    }

    /// The first bytes of a message of the client's.
    fn sent_first(&mut self, length: usize) -> Result<&'a [u8], End> {
        if self.sent.0.is_empty() {
            return Err(End::Hangup);
        }
        self.sent(length)
    }

    /// The next `length` bytes of an answer, which has to be there.
    fn answered(&mut self, length: usize) -> Result<&'a [u8], End> {
        if self.is_full && self.answers.0.len() < length {
            self.answers.0 = &[];
            return Err(End::Full);
        }
        let bytes = self.answers.take(length);
        Ok(bytes.expect("an answer that is whole"))
    }

    fn answered_fields(&mut self, length: usize) -> Result<Fields<'a>, End> {
        Ok(Fields(self.answered(length)?))
    }
}

/// Gives bytes in pieces.
struct Pieces<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.size.min(buffer.len());
        self.bytes.by_ref().read(&mut buffer[..length])
    }
}

/// Takes [`TAKEN`] bytes, and then no more.
#[derive(Default)]
struct Taker {
    bytes: Vec<u8>,
    is_full: bool,
}

impl Write for Taker {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > TAKEN {
            self.is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
