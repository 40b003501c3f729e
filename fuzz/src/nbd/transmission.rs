//! The model of the transmission, and of what lies on an export.

use std::convert::Infallible;

use super::disk::{UNWRITABLE, content, is_unreadable};
use super::handshake::Agreement;
use super::{End, Fields, Talk};

const READ: u64 = 0;
const WRITE: u64 = 1;
const DISC: u64 = 2;
const FLUSH: u64 = 3;
const TRIM: u64 = 4;
const CACHE: u64 = 5;
const WRITE_ZEROES: u64 = 6;
const BLOCK_STATUS: u64 = 7;

const FUA: u64 = 1;
const NO_HOLE: u64 = 2;
const DF: u64 = 4;
const REQ_ONE: u64 = 8;
const FAST_ZERO: u64 = 16;

const EPERM: u64 = 1;
const EIO: u64 = 5;
const EINVAL: u64 = 22;
const ENOSPC: u64 = 28;
const EOVERFLOW: u64 = 75;
const ENOTSUP: u64 = 95;

struct Request {
    flags: u64,
    command: u64,
    cookie: u64,
    offset: u64,
    length: u64,
}

impl Request {
    /// The range, of a request that lies within.
    fn range(&self) -> std::ops::Range<usize> {
        self.offset as usize..(self.offset + self.length) as usize
    }
}

/// Why a request is refused whatever lies on the export.
fn refusal(request: &Request, agreement: &Agreement) -> Option<u64> {
    let settings = &agreement.settings;
    let offers = |bit: u32| settings.flags & 1 << bit != 0;
    let command = request.command;
    let mut known = match command {
        READ if agreement.structured => DF,
        WRITE_ZEROES if offers(11) => NO_HOLE | FAST_ZERO,
        WRITE_ZEROES => NO_HOLE,
        BLOCK_STATUS => REQ_ONE,
        READ | WRITE | FLUSH | TRIM | CACHE => 0,
        _ => return Some(EINVAL),
    };
    if offers(3) {
        known |= FUA;
    }
    if request.flags & !known != 0 {
        return Some(EINVAL);
    }
    if command == FLUSH {
        return (request.offset != 0 || request.length != 0).then_some(EINVAL);
    }
    if offers(1) && [WRITE, TRIM, WRITE_ZEROES].contains(&command) {
        return Some(EPERM);
    }
    if command == TRIM && !offers(5)
        || command == BLOCK_STATUS && (agreement.context.is_none() || request.length == 0)
    {
        return Some(EINVAL);
    }
    let minimum = u64::from(settings.minimum);
    if !request.offset.is_multiple_of(minimum) || !request.length.is_multiple_of(minimum) {
        return Some(EINVAL);
    }
    if u128::from(request.offset) + u128::from(request.length) > settings.size.into() {
        let is_write = command == WRITE || command == WRITE_ZEROES;
        return Some(if is_write { ENOSPC } else { EINVAL });
    }
    if command <= WRITE && request.length > settings.maximum.into() {
        let is_chunked = command == READ && agreement.structured;
        return Some(if is_chunked { EOVERFLOW } else { EINVAL });
    }
    let slow = FAST_ZERO | NO_HOLE;
    (command == WRITE_ZEROES && request.length != 0 && request.flags & slow == slow)
        .then_some(ENOTSUP)
}

impl<'a> Talk<'a> {
    pub(super) fn transmission(&mut self, agreement: &Agreement) -> Result<Infallible, End> {
        let mut bytes = content(&agreement.settings);
        loop {
            let mut header = Fields(self.sent_first(28)?);
            if header.must(4) != 0x2560_9513 {
                return Err(End::Violation);
            }
            let request = Request {
                flags: header.must(2),
                command: header.must(2),
                cookie: header.must(8),
                offset: header.must(8),
                length: header.must(4),
            };
            if request.command == DISC {
                return Err(End::Disconnect);
            }
            let refusal = refusal(&request, agreement);
            let mut payload: &[u8] = &[];
            if request.command == WRITE {
                if refusal.is_some() && request.length > 1 << 26 {
                    return Err(End::Violation);
                }
                payload = self.sent(request.length as usize)?;
            }
            let error = refusal.or_else(|| perform(&request, payload, &mut bytes));
            match (error, request.command) {
                (Some(error), _) => self.error(&request, error, agreement.structured)?,
                (None, READ) if agreement.structured => self.read_chunks(&request, &bytes)?,
                (None, READ) => {
                    self.simple(&request, 0)?;
                    let read = self.answered(request.length as usize)?;
                    assert!(read == &bytes[request.range()], "other bytes");
                }
                (None, BLOCK_STATUS) => self.block_status(&request, agreement, &bytes)?,
                (None, _) => self.simple(&request, 0)?,
            }
        }
    }

    /// A simple reply.
    fn simple(&mut self, request: &Request, error: u64) -> Result<(), End> {
        let mut reply = self.answered_fields(16)?;
        assert_eq!(reply.must(4), 0x6744_6698);
        assert_eq!(reply.must(4), error);
        assert_eq!(reply.must(8), request.cookie);
        Ok(())
    }

    /// A chunk: whether it is the last one, its type, its payload.
    fn chunk(&mut self, request: &Request) -> Result<(bool, u64, Fields<'a>), End> {
        let mut header = self.answered_fields(20)?;
        assert_eq!(header.must(4), 0x668e_33ef);
        let flags = header.must(2);
        assert!(flags <= 1);
        let kind = header.must(2);
        assert_eq!(header.must(8), request.cookie);
        let length = header.must(4) as usize;
        Ok((flags == 1, kind, self.answered_fields(length)?))
    }

    fn error(&mut self, request: &Request, error: u64, structured: bool) -> Result<(), End> {
        if !structured {
            return self.simple(request, error);
        }
        let (is_last, kind, mut payload) = self.chunk(request)?;
        assert!(is_last);
        assert_eq!(kind, 0x8001);
        assert_eq!(payload.must(4), error);
        let length = payload.must(2);
        assert_eq!(payload.0.len() as u64, length);
        assert!(payload.0.is_ascii());
        Ok(())
    }

    /// Chunks that are all that was asked for, in order.
    fn read_chunks(&mut self, request: &Request, bytes: &[u8]) -> Result<(), End> {
        let range = request.range();
        let mut at = range.start;
        loop {
            let (is_last, kind, mut payload) = self.chunk(request)?;
            if range.is_empty() {
                assert!(is_last && kind == 0 && payload.0.is_empty());
                return Ok(());
            }
            assert_eq!(payload.must(8), at as u64, "a gap");
            let length = match kind {
                1 => {
                    let expected = bytes[at..range.end].get(..payload.0.len());
                    assert!(Some(payload.0) == expected, "other bytes");
                    payload.0.len()
                }
                2 => {
                    assert_eq!(request.flags & DF, 0, "a fragment");
                    let length = payload.must(4) as usize;
                    assert!(payload.0.is_empty());
                    assert!(is_zero(&bytes[at..range.end][..length]), "no zeros");
                    length
                }
                kind => panic!("a chunk of type {kind}"),
            };
            assert_ne!(length, 0);
            at += length;
            assert_eq!(is_last, at == range.end);
            if is_last {
                return Ok(());
            }
            assert_eq!(request.flags & DF, 0, "fragments");
        }
    }

    fn block_status(
        &mut self,
        request: &Request,
        agreement: &Agreement,
        bytes: &[u8],
    ) -> Result<(), End> {
        let (is_last, kind, mut payload) = self.chunk(request)?;
        assert!(is_last && kind == 5);
        assert_eq!(Some(payload.must(4)), agreement.context);
        let range = request.range();
        let (mut at, mut last, mut count) = (range.start, None, 0);
        while !payload.0.is_empty() {
            let (length, flags) = (payload.must(4) as usize, payload.must(4));
            assert_ne!(length, 0);
            assert!(flags <= 3);
            let extent = &bytes[at..range.end][..length];
            // The disk tells of zeros wherever a block is, and of nothing else.
            assert!(flags & 2 == 0 || is_zero(extent), "no zeros");
            assert_ne!(Some(flags), last, "neighbours of a kind");
            last = Some(flags);
            at += length;
            count += 1;
        }
        let is_one = request.flags & REQ_ONE != 0;
        assert!(if is_one { count == 1 } else { at == range.end });
        Ok(())
    }
}

/// What a request does to the bytes, or why not.
fn perform(request: &Request, payload: &[u8], bytes: &mut [u8]) -> Option<u64> {
    match request.command {
        READ if request.length == 0 => None,
        READ => {
            let (offset, length) = (request.offset as usize, request.length as usize);
            is_unreadable(bytes, offset, length).then_some(EIO)
        }
        WRITE if payload.first() == Some(&UNWRITABLE) => Some(ENOSPC),
        WRITE => {
            bytes[request.range()].copy_from_slice(payload);
            None
        }
        TRIM | WRITE_ZEROES => {
            bytes[request.range()].fill(0);
            None
        }
        _ => None,
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}
