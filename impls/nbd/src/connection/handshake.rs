//! The first phase: greeting and options (proto.md, "Fixed newstyle
//! negotiation").

use std::io::{Read, Write};

use super::options::{InfoRequest, MetaRequest, Refused};
use super::transmission::transmission_flags;
use super::{Agreement, Limits, Session, Stop, Violation};
use crate::channel::{Channel, Output};
use crate::protocol::{
    ALLOCATION, ALLOCATION_ID, GREETING_MAGIC, OPTION_MAGIC, OPTION_REPLY_MAGIC, STRING_LENGTH,
    client_flag, handshake_flag, info, option, option_reply,
};

/// What has been negotiated so far.
pub(super) struct Handshake<'a> {
    session: &'a Session<'a>,
    structured: bool,
    /// The export that `base:allocation` was selected for.
    block_status: Option<usize>,
}

/// What an option leads to.
enum Next {
    Option,
    Transmission(Agreement),
    Abort,
}

impl<'a> Handshake<'a> {
    pub(super) const fn new(session: &'a Session<'a>) -> Self {
        Self {
            session,
            structured: false,
            block_status: None,
        }
    }

    /// Negotiates until the client chooses an export, or none.
    pub(super) fn run<R: Read, W: Write>(
        mut self,
        channel: &mut Channel<R, W>,
    ) -> Result<Option<Agreement>, Stop> {
        channel.output.put(&GREETING_MAGIC.to_be_bytes());
        channel.output.put(&OPTION_MAGIC.to_be_bytes());
        let flags = handshake_flag::FIXED_NEWSTYLE | handshake_flag::NO_ZEROES;
        channel.output.put(&flags.to_be_bytes());

        let flags = u32::from_be_bytes(channel.header()?);
        if flags & !(client_flag::FIXED_NEWSTYLE | client_flag::NO_ZEROES) != 0 {
            return Err(Violation::ClientFlags { flags }.into());
        }
        let limit = self.session.limits().options();
        for _ in 0..limit {
            match self.option(channel, flags)? {
                Next::Option => {}
                Next::Transmission(agreement) => return Ok(Some(agreement)),
                Next::Abort => return Ok(None),
            }
        }
        Err(Violation::TooManyOptions { limit }.into())
    }

    fn option<R: Read, W: Write>(
        &mut self,
        channel: &mut Channel<R, W>,
        flags: u32,
    ) -> Result<Next, Stop> {
        let magic = u64::from_be_bytes(channel.header()?);
        if magic != OPTION_MAGIC {
            return Err(Violation::OptionMagic { magic }.into());
        }
        let option = number(channel)?;
        let length = number(channel)?;
        if option == option::EXPORT_NAME {
            return self.export_name(channel, length, flags & client_flag::NO_ZEROES == 0);
        }
        if flags & client_flag::FIXED_NEWSTYLE == 0 {
            return Err(Violation::NotFixedNewstyle { option }.into());
        }
        if length > Limits::SKIPPED_LENGTH {
            return Err(Violation::OptionLength { option, length }.into());
        }
        if length > Limits::OPTION_LENGTH {
            channel.skip(length as usize)?;
            let refused = (option_reply::ERR_TOO_BIG, "too much data");
            refuse(&mut channel.output, option, refused);
            return Ok(Next::Option);
        }
        let (data, output) = channel.body(length as usize)?;
        let next = if option == option::ABORT {
            Ok(Next::Abort)
        } else if self.session.is_shut_down() {
            Err((option_reply::ERR_SHUTDOWN, "the server is shutting down"))
        } else {
            self.answer(option, data, output)
        };
        match next {
            Ok(next) => {
                reply(output, option, option_reply::ACK, &[]);
                Ok(next)
            }
            Err(refused) => {
                refuse(output, option, refused);
                Ok(Next::Option)
            }
        }
    }

    /// All of an option's answer but for the acknowledgement at its end.
    fn answer<W: Write>(
        &mut self,
        option: u32,
        data: &[u8],
        output: &mut Output<W>,
    ) -> Result<Next, Refused> {
        match option {
            option::LIST => {
                no_data(data)?;
                self.list(output);
                Ok(Next::Option)
            }
            option::STARTTLS => {
                no_data(data)?;
                Err((option_reply::ERR_POLICY, "there is no TLS here"))
            }
            option::STRUCTURED_REPLY => {
                no_data(data)?;
                self.structured = true;
                Ok(Next::Option)
            }
            option::INFO => {
                self.info(option, data, output)?;
                Ok(Next::Option)
            }
            option::GO => {
                let export = self.info(option, data, output)?;
                Ok(Next::Transmission(self.agreement(export)))
            }
            option::LIST_META_CONTEXT => {
                let request = self.meta_request(data)?;
                self.find(request.name)?;
                if request.is_empty || request.allocation || request.wildcard {
                    meta_context(output, option, 0);
                }
                Ok(Next::Option)
            }
            option::SET_META_CONTEXT => {
                // Even a request that fails replaces what was selected before.
                self.block_status = None;
                let request = self.meta_request(data)?;
                let export = self.find(request.name)?;
                if request.allocation {
                    meta_context(output, option, ALLOCATION_ID);
                    self.block_status = Some(export);
                }
                Ok(Next::Option)
            }
            _ => Err((option_reply::ERR_UNSUP, "unknown option")),
        }
    }

    /// The option that has no reply but success.
    fn export_name<R: Read, W: Write>(
        &self,
        channel: &mut Channel<R, W>,
        length: u32,
        zeroes: bool,
    ) -> Result<Next, Stop> {
        if length as usize > STRING_LENGTH {
            let option = option::EXPORT_NAME;
            return Err(Violation::OptionLength { option, length }.into());
        }
        let (name, output) = channel.body(length as usize)?;
        let name = std::str::from_utf8(name).map_err(|_| Stop::UnknownExport)?;
        let export = self.session.exports().find(name);
        let export = export.ok_or(Stop::UnknownExport)?;
        let (size, flags) = self.size_and_flags(export);
        output.put(&size.to_be_bytes());
        output.put(&flags.to_be_bytes());
        if zeroes {
            output.put(&[0; 124]);
        }
        Ok(Next::Transmission(self.agreement(export)))
    }

    fn agreement(&self, export: usize) -> Agreement {
        Agreement {
            export,
            structured: self.structured,
            block_status: self.block_status == Some(export),
        }
    }

    fn find(&self, name: &str) -> Result<usize, Refused> {
        let export = self.session.exports().find(name);
        export.ok_or((option_reply::ERR_UNKNOWN, "there is no such export"))
    }

    fn size_and_flags(&self, export: usize) -> (u64, u16) {
        let export = &*self.session.exports().entries()[export].export;
        let flags = transmission_flags(export.features(), self.structured);
        (export.size(), flags)
    }

    fn list<W: Write>(&self, output: &mut Output<W>) {
        for entry in self.session.exports().entries() {
            let length = (entry.name.len() as u32).to_be_bytes();
            let description = description(&*entry.export).unwrap_or_default();
            let parts = [&length, entry.name.as_bytes(), description.as_bytes()];
            reply(output, option::LIST, option_reply::SERVER, &parts);
        }
    }

    fn info<W: Write>(
        &self,
        option: u32,
        data: &[u8],
        output: &mut Output<W>,
    ) -> Result<usize, Refused> {
        let request = InfoRequest::parse(data)?;
        let index = self.find(request.name)?;
        let entry = &self.session.exports().entries()[index];
        let mut tell = |kind: u16, parts: [&[u8]; 3]| {
            let [a, b, c] = parts;
            reply(
                output,
                option,
                option_reply::INFO,
                &[&kind.to_be_bytes(), a, b, c],
            );
        };
        let (size, flags) = self.size_and_flags(index);
        tell(
            info::EXPORT,
            [&size.to_be_bytes(), &flags.to_be_bytes(), &[]],
        );
        let sizes = entry.export.block_sizes();
        tell(
            info::BLOCK_SIZE,
            [
                &sizes.minimum().to_be_bytes(),
                &sizes.preferred().to_be_bytes(),
                &sizes.maximum().to_be_bytes(),
            ],
        );
        if request.wants_name {
            tell(info::NAME, [entry.name.as_bytes(), &[], &[]]);
        }
        if let Some(text) = description(&*entry.export).filter(|_| request.wants_description) {
            tell(info::DESCRIPTION, [text.as_bytes(), &[], &[]]);
        }
        Ok(index)
    }

    fn meta_request<'d>(&self, data: &'d [u8]) -> Result<MetaRequest<'d>, Refused> {
        if !self.structured {
            let text = "structured replies have to be negotiated first";
            return Err((option_reply::ERR_INVALID, text));
        }
        MetaRequest::parse(data, self.session.limits())
    }
}

fn number<R: Read, W: Write>(channel: &mut Channel<R, W>) -> Result<u32, Stop> {
    let (bytes, _) = channel.body(4)?;
    Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

fn description(export: &dyn crate::Export) -> Option<&str> {
    export
        .description()
        .filter(|text| text.len() <= STRING_LENGTH)
}

fn no_data(data: &[u8]) -> Result<(), Refused> {
    if data.is_empty() {
        Ok(())
    } else {
        Err((option_reply::ERR_INVALID, "this option takes no data"))
    }
}

fn reply<W: Write>(output: &mut Output<W>, option: u32, kind: u32, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    output.put(&OPTION_REPLY_MAGIC.to_be_bytes());
    for number in [option, kind, length as u32] {
        output.put(&number.to_be_bytes());
    }
    for part in parts {
        output.put(part);
    }
}

fn refuse<W: Write>(output: &mut Output<W>, option: u32, (kind, text): Refused) {
    reply(output, option, kind, &[text.as_bytes()]);
}

fn meta_context<W: Write>(output: &mut Output<W>, option: u32, id: u32) {
    let parts = [&id.to_be_bytes(), ALLOCATION];
    reply(output, option, option_reply::META_CONTEXT, &parts);
}
