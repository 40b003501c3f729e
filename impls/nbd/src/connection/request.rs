//! Requests, and what is allowed.

use super::Violation;
use crate::error::{ENOSPC, EOVERFLOW, EPERM, Refusal};
use crate::protocol::{REQUEST_MAGIC, command, command_flag};
use crate::{BlockSizes, Features};

/// The header of a request.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) flags: u16,
    pub(super) command: u16,
    pub(super) cookie: u64,
    pub(super) offset: u64,
    pub(super) length: u32,
}

impl Request {
    pub(super) const SIZE: usize = 28;

    pub(super) fn parse(header: &[u8; Self::SIZE]) -> Result<Self, Violation> {
        let [m0, m1, m2, m3, f0, f1, t0, t1, rest @ ..] = *header;
        let magic = u32::from_be_bytes([m0, m1, m2, m3]);
        if magic != REQUEST_MAGIC {
            return Err(Violation::RequestMagic { magic });
        }
        let [c0, c1, c2, c3, c4, c5, c6, c7, rest @ ..] = rest;
        let [o0, o1, o2, o3, o4, o5, o6, o7, length @ ..] = rest;
        Ok(Self {
            flags: u16::from_be_bytes([f0, f1]),
            command: u16::from_be_bytes([t0, t1]),
            cookie: u64::from_be_bytes([c0, c1, c2, c3, c4, c5, c6, c7]),
            offset: u64::from_be_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            length: u32::from_be_bytes(length),
        })
    }

    pub(super) const fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// What an export allows, as the client was told.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) size: u64,
    pub(super) sizes: BlockSizes,
    pub(super) features: Features,
    pub(super) structured: bool,
    pub(super) block_status: bool,
}

impl Rules {
    /// Why a request is not even tried.
    pub(super) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let features = &self.features;
        let own_flags = match request.command {
            command::READ if self.structured => command_flag::DF,
            command::WRITE_ZEROES if features.fast_zero => {
                command_flag::NO_HOLE | command_flag::FAST_ZERO
            }
            command::WRITE_ZEROES => command_flag::NO_HOLE,
            command::BLOCK_STATUS => command_flag::REQ_ONE,
            command::READ | command::WRITE | command::FLUSH | command::TRIM | command::CACHE => 0,
            _ => return Err(Refusal::invalid("unknown command")),
        };
        let fua = if features.fua { command_flag::FUA } else { 0 };
        if request.flags & !(own_flags | fua) != 0 {
            return Err(Refusal::invalid("a flag that this command does not have"));
        }
        match request.command {
            command::FLUSH if request.offset != 0 || request.length != 0 => {
                return Err(Refusal::invalid("a flush has no range"));
            }
            command::FLUSH => return Ok(()),
            command::WRITE | command::TRIM | command::WRITE_ZEROES if features.read_only => {
                return Err(Refusal::new(EPERM, "the export is read-only"));
            }
            command::TRIM if !features.trim => {
                return Err(Refusal::invalid("trimming was not offered"));
            }
            command::BLOCK_STATUS if !self.block_status => {
                return Err(Refusal::invalid("no metadata context was selected"));
            }
            command::BLOCK_STATUS if request.length == 0 => {
                return Err(Refusal::invalid("the status of nothing"));
            }
            _ => {}
        }
        self.check_range(request)
    }

    fn check_range(&self, request: &Request) -> Result<(), Refusal> {
        let minimum = self.sizes.minimum();
        if !request.offset.is_multiple_of(minimum.into()) || !request.length.is_multiple_of(minimum)
        {
            return Err(Refusal::invalid("not in whole blocks"));
        }
        let end = request.offset.checked_add(request.length.into());
        if end.is_none_or(|end| end > self.size) {
            let text = "beyond the end of the export";
            return Err(match request.command {
                command::WRITE | command::WRITE_ZEROES => Refusal::new(ENOSPC, text),
                _ => Refusal::invalid(text),
            });
        }
        let has_payload = matches!(request.command, command::READ | command::WRITE);
        if has_payload && request.length > self.sizes.maximum() {
            let text = "longer than the maximum payload";
            // "Error values": this may be said of a read with chunks only.
            return Err(match request.command {
                command::READ if self.structured => Refusal::new(EOVERFLOW, text),
                _ => Refusal::invalid(text),
            });
        }
        Ok(())
    }
}
