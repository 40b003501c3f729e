//! A client: what it sends, and its own reading of what it gets.

use std::io::{Cursor, Read};

use nbd::{Exports, Outcome, Session, serve};

pub(crate) const FIXED: u32 = 1;
pub(crate) const NO_ZEROES: u32 = 2;

pub(crate) const EXPORT_NAME: u32 = 1;
pub(crate) const ABORT: u32 = 2;
pub(crate) const LIST: u32 = 3;
pub(crate) const STARTTLS: u32 = 5;
pub(crate) const INFO: u32 = 6;
pub(crate) const GO: u32 = 7;
pub(crate) const STRUCTURED_REPLY: u32 = 8;
pub(crate) const LIST_META_CONTEXT: u32 = 9;
pub(crate) const SET_META_CONTEXT: u32 = 10;
pub(crate) const EXTENDED_HEADERS: u32 = 11;

pub(crate) const ACK: u32 = 1;
pub(crate) const REP_SERVER: u32 = 2;
pub(crate) const REP_INFO: u32 = 3;
pub(crate) const REP_META_CONTEXT: u32 = 4;
pub(crate) const ERR_UNSUP: u32 = 0x8000_0001;
pub(crate) const ERR_POLICY: u32 = 0x8000_0002;
pub(crate) const ERR_INVALID: u32 = 0x8000_0003;
pub(crate) const ERR_UNKNOWN: u32 = 0x8000_0006;
pub(crate) const ERR_SHUTDOWN: u32 = 0x8000_0007;
pub(crate) const ERR_TOO_BIG: u32 = 0x8000_0009;

pub(crate) const READ: u16 = 0;
pub(crate) const WRITE: u16 = 1;
pub(crate) const DISC: u16 = 2;
pub(crate) const FLUSH: u16 = 3;
pub(crate) const TRIM: u16 = 4;
pub(crate) const CACHE: u16 = 5;
pub(crate) const WRITE_ZEROES: u16 = 6;
pub(crate) const BLOCK_STATUS: u16 = 7;

pub(crate) const FUA: u16 = 1;
pub(crate) const NO_HOLE: u16 = 2;
pub(crate) const DF: u16 = 4;
pub(crate) const REQ_ONE: u16 = 8;
pub(crate) const FAST_ZERO: u16 = 16;

pub(crate) const EPERM: u32 = 1;
pub(crate) const EIO: u32 = 5;
pub(crate) const EINVAL: u32 = 22;
pub(crate) const ENOSPC: u32 = 28;
pub(crate) const EOVERFLOW: u32 = 75;
pub(crate) const ENOTSUP: u32 = 95;

/// What a client sends.
#[derive(Clone, Default)]
pub(crate) struct Script {
    pub(crate) bytes: Vec<u8>,
}

impl Script {
    /// Fixed newstyle, no zeroes.
    pub(crate) fn new() -> Self {
        Self::with_flags(FIXED | NO_ZEROES)
    }

    pub(crate) fn with_flags(flags: u32) -> Self {
        Self {
            bytes: flags.to_be_bytes().to_vec(),
        }
    }

    /// To the default export with simple replies.
    pub(crate) fn simple() -> Self {
        Self::new().go("")
    }

    /// To the default export with structured replies and block status.
    pub(crate) fn structured() -> Self {
        Self::new()
            .option(STRUCTURED_REPLY, &[])
            .option(SET_META_CONTEXT, &meta("", &["base:allocation"]))
            .go("")
    }

    pub(crate) fn raw(mut self, bytes: &[u8]) -> Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    pub(crate) fn option(self, option: u32, data: &[u8]) -> Self {
        self.raw(b"IHAVEOPT")
            .raw(&option.to_be_bytes())
            .raw(&(data.len() as u32).to_be_bytes())
            .raw(data)
    }

    pub(crate) fn go(self, name: &str) -> Self {
        self.option(GO, &info(name, &[]))
    }

    pub(crate) fn request(
        self,
        flags: u16,
        command: u16,
        cookie: u64,
        offset: u64,
        length: u32,
    ) -> Self {
        self.raw(&0x2560_9513_u32.to_be_bytes())
            .raw(&flags.to_be_bytes())
            .raw(&command.to_be_bytes())
            .raw(&cookie.to_be_bytes())
            .raw(&offset.to_be_bytes())
            .raw(&length.to_be_bytes())
    }

    pub(crate) fn write(self, flags: u16, cookie: u64, offset: u64, data: &[u8]) -> Self {
        self.request(flags, WRITE, cookie, offset, data.len() as u32)
            .raw(data)
    }

    pub(crate) fn disconnect(self) -> Self {
        self.request(0, DISC, 0, 0, 0)
    }

    /// Lets `exports` be served to it.
    pub(crate) fn run(&self, exports: &Exports) -> (Outcome, Answers<Cursor<Vec<u8>>>) {
        self.run_in(&Session::new(exports))
    }

    pub(crate) fn run_in(&self, session: &Session<'_>) -> (Outcome, Answers<Cursor<Vec<u8>>>) {
        let mut answers = Vec::new();
        let outcome = serve(&self.bytes[..], &mut answers, session);
        (outcome, Answers(Cursor::new(answers)))
    }
}

/// Data of `INFO` and `GO`.
pub(crate) fn info(name: &str, requests: &[u16]) -> Vec<u8> {
    let mut data = (name.len() as u32).to_be_bytes().to_vec();
    data.extend_from_slice(name.as_bytes());
    data.extend_from_slice(&(requests.len() as u16).to_be_bytes());
    for request in requests {
        data.extend_from_slice(&request.to_be_bytes());
    }
    data
}

/// Data of `LIST_META_CONTEXT` and `SET_META_CONTEXT`.
pub(crate) fn meta(name: &str, queries: &[&str]) -> Vec<u8> {
    let mut data = (name.len() as u32).to_be_bytes().to_vec();
    data.extend_from_slice(name.as_bytes());
    data.extend_from_slice(&(queries.len() as u32).to_be_bytes());
    for query in queries {
        data.extend_from_slice(&(query.len() as u32).to_be_bytes());
        data.extend_from_slice(query.as_bytes());
    }
    data
}

/// What a client gets.
pub(crate) struct Answers<R>(pub(crate) R);

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OptionReply {
    pub(crate) option: u32,
    pub(crate) kind: u32,
    pub(crate) data: Vec<u8>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Simple {
        error: u32,
        cookie: u64,
        data: Vec<u8>,
    },
    Data {
        cookie: u64,
        done: bool,
        offset: u64,
        data: Vec<u8>,
    },
    Hole {
        cookie: u64,
        done: bool,
        offset: u64,
        length: u32,
    },
    /// Pairs of length and flags.
    Status {
        cookie: u64,
        context: u32,
        extents: Vec<(u32, u32)>,
    },
    Error {
        cookie: u64,
        error: u32,
        text: String,
    },
    None {
        cookie: u64,
    },
}

/// A simple reply without data.
pub(crate) const fn simple(cookie: u64, error: u32) -> Reply {
    Reply::Simple {
        error,
        cookie,
        data: Vec::new(),
    }
}

impl<R: Read> Answers<R> {
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes).expect("more bytes");
        bytes
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_be_bytes(self.bytes())
    }

    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_be_bytes(self.bytes())
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_be_bytes(self.bytes())
    }

    pub(crate) fn vec(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.0.read_exact(&mut bytes).expect("more bytes");
        bytes
    }

    pub(crate) fn greeting(&mut self) {
        assert_eq!(&self.bytes(), b"NBDMAGICIHAVEOPT");
        assert_eq!(self.u16(), 3, "fixed newstyle, no zeroes");
    }

    pub(crate) fn option(&mut self) -> OptionReply {
        assert_eq!(self.u64(), 0x0003_e889_0455_65a9);
        let (option, kind, length) = (self.u32(), self.u32(), self.u32());
        let data = self.vec(length as usize);
        OptionReply { option, kind, data }
    }

    /// The final reply to an option, which has to be the next one.
    pub(crate) fn option_end(&mut self, option: u32) -> u32 {
        let reply = self.option();
        assert_eq!(reply.option, option);
        assert!(!(2..=4).contains(&reply.kind), "not final: {reply:?}");
        if reply.kind & 1 << 31 != 0 {
            let text = String::from_utf8(reply.data).expect("a text");
            assert!(!text.is_empty(), "an error says what it is");
        }
        reply.kind
    }

    /// All replies to an option but for the acknowledgement.
    pub(crate) fn option_list(&mut self, option: u32) -> Vec<OptionReply> {
        let mut replies = Vec::new();
        loop {
            let reply = self.option();
            assert_eq!(reply.option, option);
            if reply.kind == ACK {
                assert_eq!(reply.data, []);
                return replies;
            }
            assert!((2..=4).contains(&reply.kind), "an error: {reply:?}");
            replies.push(reply);
        }
    }

    /// Reads on to the replies of [`Script::simple`], and returns the
    /// transmission flags.
    pub(crate) fn after_go(&mut self) -> u16 {
        self.greeting();
        self.go()
    }

    /// The same for [`Script::structured`].
    pub(crate) fn after_structured(&mut self) -> u16 {
        self.greeting();
        assert_eq!(self.option_end(STRUCTURED_REPLY), ACK);
        let contexts = self.option_list(SET_META_CONTEXT);
        assert_eq!(contexts.len(), 1);
        assert_eq!(&contexts[0].data[4..], b"base:allocation");
        self.go()
    }

    /// Replies to `GO`: the transmission flags.
    pub(crate) fn go(&mut self) -> u16 {
        let infos = self.option_list(GO);
        let export = infos
            .iter()
            .find(|info| info.data.starts_with(&[0, 0]))
            .expect("the information that there always is");
        assert_eq!(export.kind, REP_INFO);
        assert_eq!(export.data.len(), 12);
        u16::from_be_bytes([export.data[10], export.data[11]])
    }

    /// A reply, or a chunk of one. A simple reply without error brings `length`
    /// bytes.
    pub(crate) fn reply(&mut self, length: usize) -> Reply {
        match self.u32() {
            0x6744_6698 => {
                let (error, cookie) = (self.u32(), self.u64());
                let data = self.vec(if error == 0 { length } else { 0 });
                Reply::Simple {
                    error,
                    cookie,
                    data,
                }
            }
            0x668e_33ef => self.chunk(),
            magic => panic!("{magic:#x} where a reply begins"),
        }
    }

    fn chunk(&mut self) -> Reply {
        let (flags, kind, cookie) = (self.u16(), self.u16(), self.u64());
        assert!(flags <= 1);
        let done = flags == 1;
        let length = self.u32() as usize;
        let payload = self.vec(length);
        let mut rest = Answers(&payload[..]);
        let reply = match kind {
            0 => {
                assert!(done);
                Reply::None { cookie }
            }
            1 => Reply::Data {
                cookie,
                done,
                offset: rest.u64(),
                data: rest.vec(length - 8),
            },
            2 => Reply::Hole {
                cookie,
                done,
                offset: rest.u64(),
                length: rest.u32(),
            },
            5 => {
                assert!(done, "there is one context");
                assert_eq!(length % 8, 4);
                Reply::Status {
                    cookie,
                    context: rest.u32(),
                    extents: (0..length / 8).map(|_| (rest.u32(), rest.u32())).collect(),
                }
            }
            0x8001 => {
                assert!(done);
                let error = rest.u32();
                let text = usize::from(rest.u16());
                Reply::Error {
                    cookie,
                    error,
                    text: String::from_utf8(rest.vec(text)).expect("a text"),
                }
            }
            kind => panic!("a chunk of type {kind}"),
        };
        assert_eq!(rest.0, [], "a chunk is as long as it says");
        reply
    }

    /// The number of the error that is the next reply.
    pub(crate) fn error(&mut self, cookie: u64) -> u32 {
        match self.reply(0) {
            Reply::Simple {
                error, cookie: of, ..
            } if of == cookie => error,
            Reply::Error {
                error,
                cookie: of,
                text,
            } if of == cookie && !text.is_empty() => error,
            reply => panic!("{reply:?}"),
        }
    }

    /// Nothing follows.
    pub(crate) fn end(mut self) {
        let mut rest = Vec::new();
        self.0.read_to_end(&mut rest).expect("readable");
        assert_eq!(rest, []);
    }
}
