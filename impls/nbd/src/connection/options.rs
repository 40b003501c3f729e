//! The data of options, read.

use super::Limits;
use crate::protocol::{ALLOCATION, BASE, STRING_LENGTH, info, option_reply};

/// An option's answer that is an error: its type, and a text for people.
pub(super) type Refused = (u32, &'static str);

const fn invalid(text: &'static str) -> Refused {
    (option_reply::ERR_INVALID, text)
}

/// Data of `NBD_OPT_INFO` and `NBD_OPT_GO`.
pub(super) struct InfoRequest<'a> {
    pub(super) name: &'a str,
    pub(super) wants_name: bool,
    pub(super) wants_description: bool,
}

impl<'a> InfoRequest<'a> {
    pub(super) fn parse(data: &'a [u8]) -> Result<Self, Refused> {
        let mut rest = data;
        let name = export_name(&mut rest)?;
        let count = rest
            .split_off(..2)
            .map(|bytes| usize::from(u16::from_be_bytes([bytes[0], bytes[1]])))
            .ok_or(invalid("no number of information requests"))?;
        if rest.len() != 2 * count {
            return Err(invalid("not as many information requests as announced"));
        }
        // Unknown ones are to be ignored; size and block sizes go out unasked.
        let wants = |kind: u16| rest.chunks_exact(2).any(|item| item == kind.to_be_bytes());
        Ok(Self {
            name,
            wants_name: wants(info::NAME),
            wants_description: wants(info::DESCRIPTION),
        })
    }
}

/// Data of `NBD_OPT_LIST_META_CONTEXT` and `NBD_OPT_SET_META_CONTEXT`.
pub(super) struct MetaRequest<'a> {
    pub(super) name: &'a str,
    /// There are no queries.
    pub(super) is_empty: bool,
    /// `base:allocation` is among the queries.
    pub(super) allocation: bool,
    /// `base:` is, which stands for all of its contexts in a list.
    pub(super) wildcard: bool,
}

impl<'a> MetaRequest<'a> {
    pub(super) fn parse(data: &'a [u8], limits: Limits) -> Result<Self, Refused> {
        let mut rest = data;
        let name = export_name(&mut rest)?;
        let count = number(&mut rest).ok_or(invalid("no number of queries"))?;
        if count > limits.meta_queries() {
            return Err((option_reply::ERR_TOO_BIG, "too many queries"));
        }
        let mut request = Self {
            name,
            is_empty: count == 0,
            allocation: false,
            wildcard: false,
        };
        for _ in 0..count {
            let query = string(&mut rest).ok_or(invalid("a query is cut short or too long"))?;
            request.allocation |= query == ALLOCATION;
            request.wildcard |= query == BASE;
        }
        if rest.is_empty() {
            Ok(request)
        } else {
            Err(invalid("bytes behind the last query"))
        }
    }
}

fn number(data: &mut &[u8]) -> Option<u32> {
    let (bytes, rest) = data.split_first_chunk()?;
    *data = rest;
    Some(u32::from_be_bytes(*bytes))
}

/// A string behind its length.
fn string<'a>(data: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(data)? as usize;
    if length > STRING_LENGTH {
        return None;
    }
    data.split_off(..length)
}

fn export_name<'a>(data: &mut &'a [u8]) -> Result<&'a str, Refused> {
    let name = string(data).ok_or(invalid("the export's name is cut short or too long"))?;
    std::str::from_utf8(name).map_err(|_| invalid("the export's name is not UTF-8"))
}
