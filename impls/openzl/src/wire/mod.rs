//! The primitives that headers are made of.

mod bits;
mod reader;
mod varint;

pub(crate) use bits::{bits_for, pack, unpack};
pub(crate) use reader::Reader;
pub(crate) use varint::push_varint;
