//! The second phase: requests and replies (proto.md, "Transmission").

use std::io::{Read, Write};

use super::extents::Extents;
use super::request::{Request, Rules};
use super::{Agreement, Counters, Ended, Limits, Stop, Violation, reply};
use crate::channel::{Channel, Output};
use crate::error::{ENOTSUP, Refusal};
use crate::protocol::{ALLOCATION_ID, command, command_flag, transmission_flag};
use crate::{Error, Export, Features};

/// What clients are told about an export.
pub(super) fn transmission_flags(features: Features, structured: bool) -> u16 {
    let writable = !features.read_only;
    [
        (true, transmission_flag::HAS_FLAGS),
        (true, transmission_flag::SEND_FLUSH),
        (features.read_only, transmission_flag::READ_ONLY),
        (features.fua, transmission_flag::SEND_FUA),
        (writable && features.trim, transmission_flag::SEND_TRIM),
        (writable, transmission_flag::SEND_WRITE_ZEROES),
        (structured, transmission_flag::SEND_DF),
        (features.multi_connection, transmission_flag::CAN_MULTI_CONN),
        (features.cache, transmission_flag::SEND_CACHE),
        (
            writable && features.fast_zero,
            transmission_flag::SEND_FAST_ZERO,
        ),
    ]
    .into_iter()
    .filter_map(|(is_set, flag)| is_set.then_some(flag))
    .sum()
}

/// A connection to an export.
pub(super) struct Transmission<'a> {
    export: &'a dyn Export,
    rules: Rules,
    extents: Extents,
    counters: &'a mut Counters,
}

impl<'a> Transmission<'a> {
    pub(super) fn new(
        export: &'a dyn Export,
        agreement: &Agreement,
        counters: &'a mut Counters,
    ) -> Self {
        Self {
            export,
            rules: Rules {
                size: export.size(),
                sizes: export.block_sizes(),
                features: export.features(),
                structured: agreement.structured,
                block_status: agreement.block_status,
            },
            extents: Extents::default(),
            counters,
        }
    }

    /// Answers requests until the client disconnects.
    pub(super) fn run<R: Read, W: Write>(
        mut self,
        channel: &mut Channel<R, W>,
    ) -> Result<Ended, Stop> {
        loop {
            let request = Request::parse(&channel.header()?)?;
            if request.command == command::DISC {
                return Ok(Ended::Disconnect);
            }
            let checked = self.rules.check(&request);
            let result = match checked {
                Err(refusal) => {
                    if request.command == command::WRITE {
                        skip_payload(channel, request.length)?;
                    }
                    Err(refusal)
                }
                Ok(()) if request.command == command::WRITE => {
                    let (data, _) = channel.body(request.length as usize)?;
                    let written = self.write(&request, data);
                    written.map_err(|error| error.refusal())
                }
                Ok(()) => self.perform(&request, &mut channel.output),
            };
            self.count(&request);
            if let Err(refusal) = result {
                self.counters.errors += 1;
                let output = &mut channel.output;
                reply::error(output, self.rules.structured, request.cookie, refusal);
            } else if !matches!(request.command, command::READ | command::BLOCK_STATUS) {
                // Without a payload a simple reply is allowed, and shorter.
                channel.output.put(&reply::simple(0, request.cookie));
            }
            channel.output.relieve()?;
        }
    }

    fn count(&mut self, request: &Request) {
        let counters = &mut *self.counters;
        *match request.command {
            command::READ => &mut counters.reads,
            command::WRITE => &mut counters.writes,
            command::FLUSH => &mut counters.flushes,
            command::TRIM => &mut counters.discards,
            command::CACHE => &mut counters.caches,
            command::WRITE_ZEROES => &mut counters.zeroes,
            command::BLOCK_STATUS => &mut counters.statuses,
            _ => &mut counters.unknown,
        } += 1;
    }

    fn write(&mut self, request: &Request, data: &[u8]) -> Result<(), Error> {
        if !data.is_empty() {
            self.export.write(request.offset, data)?;
            self.counters.bytes_written += data.len() as u64;
        }
        self.persist(request)
    }

    /// What is asked for with a change: that it is durable.
    fn persist(&self, request: &Request) -> Result<(), Error> {
        if request.has(command_flag::FUA) {
            self.export.flush()?;
        }
        Ok(())
    }

    /// Does what was checked, a write aside. Reads and statuses bring their
    /// replies; where they fail, nothing of them is left.
    fn perform<W: Write>(
        &mut self,
        request: &Request,
        output: &mut Output<W>,
    ) -> Result<(), Refusal> {
        let start = output.length();
        let (offset, length) = (request.offset, u64::from(request.length));
        let result = match request.command {
            command::READ if self.rules.structured => self.read_structured(request, output),
            command::READ => self.read_simple(request, output),
            command::BLOCK_STATUS => self.block_status(request, output),
            command::FLUSH => self.export.flush(),
            _ if length == 0 => Ok(()),
            command::CACHE => self.export.cache(offset, length),
            command::TRIM => {
                let discarded = self.export.discard(offset, length);
                discarded.and_then(|()| self.persist(request))
            }
            // `Rules::check` knows no other.
            _ => {
                let no_hole = request.has(command_flag::NO_HOLE);
                if no_hole && request.has(command_flag::FAST_ZERO) {
                    let text = "zeros that are kept allocated take as long as a write";
                    return Err(Refusal::new(ENOTSUP, text));
                }
                let zeroed = self.export.write_zeroes(offset, length, no_hole);
                zeroed.and_then(|()| self.persist(request))
            }
        };
        if let Err(error) = result {
            output.truncate(start);
            return Err(error.refusal());
        }
        if request.command == command::READ {
            self.counters.bytes_read += length;
        }
        Ok(())
    }

    fn read_simple<W: Write>(
        &self,
        request: &Request,
        output: &mut Output<W>,
    ) -> Result<(), Error> {
        let room = output.room(reply::SIMPLE + request.length as usize);
        let (header, data) = room.split_at_mut(reply::SIMPLE);
        header.copy_from_slice(&reply::simple(0, request.cookie));
        if data.is_empty() {
            return Ok(());
        }
        self.export.read(request.offset, data)
    }

    /// Data and holes, chunk by chunk.
    fn read_structured<W: Write>(
        &mut self,
        request: &Request,
        output: &mut Output<W>,
    ) -> Result<(), Error> {
        let Request {
            cookie,
            offset,
            length,
            ..
        } = *request;
        if length == 0 {
            reply::none(output, cookie);
            return Ok(());
        }
        let mut done = 0;
        if !request.has(command_flag::DF) {
            let runs = self.extents.ask(self.export, offset, length, usize::MAX)?;
            // Runs that are data are read together with those around them that
            // are, whether allocated or not.
            let mut start = 0;
            for run in runs {
                let at = done;
                done += run.length;
                if !run.zero {
                    continue;
                }
                if start < at {
                    read_chunk(self.export, request, start..at, output)?;
                }
                let last = done == length;
                output.put(&reply::hole(
                    last,
                    cookie,
                    offset + u64::from(at),
                    run.length as usize,
                ));
                start = done;
            }
            done = start;
        }
        if done < length {
            read_chunk(self.export, request, done..length, output)?;
        }
        Ok(())
    }

    fn block_status<W: Write>(
        &mut self,
        request: &Request,
        output: &mut Output<W>,
    ) -> Result<(), Error> {
        let most = if request.has(command_flag::REQ_ONE) {
            1
        } else {
            self.rules.sizes.maximum() as usize / 8
        };
        let (offset, length) = (request.offset, request.length);
        let runs = self.extents.ask(self.export, offset, length, most)?;
        reply::block_status(output, request.cookie, ALLOCATION_ID, runs.len());
        for run in runs {
            output.put(&run.length.to_be_bytes());
            output.put(&run.state().to_be_bytes());
        }
        Ok(())
    }
}

/// A part of a read as a chunk of data, the last one if it goes to the end.
fn read_chunk<W: Write>(
    export: &dyn Export,
    request: &Request,
    part: std::ops::Range<u32>,
    output: &mut Output<W>,
) -> Result<(), Error> {
    let offset = request.offset + u64::from(part.start);
    let length = part.len();
    let room = output.room(reply::DATA + length);
    let (header, data) = room.split_at_mut(reply::DATA);
    let last = part.end == request.length;
    header.copy_from_slice(&reply::data(last, request.cookie, offset, length));
    export.read(offset, data)
}

/// Takes a refused write's payload off the stream.
fn skip_payload<R: Read, W: Write>(channel: &mut Channel<R, W>, length: u32) -> Result<(), Stop> {
    if length > Limits::SKIPPED_LENGTH {
        return Err(Violation::WriteLength { length }.into());
    }
    channel.skip(length as usize)?;
    Ok(())
}
