//! What happens to a server's connections.

use std::io;

use super::Address;
use crate::{Counters, Negotiated, Outcome};

/// What happens to a server's connections, which it numbers from 1 on.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A client was accepted.
    Accepted {
        /// The connection's number.
        connection: u64,
        /// Where it comes from.
        from: &'a Address,
    },
    /// A client has chosen an export.
    Negotiated {
        /// The connection's number.
        connection: u64,
        /// What it has chosen.
        negotiated: &'a Negotiated<'a>,
    },
    /// A client took too long to choose an export, and is cut off.
    HandshakeTimeout {
        /// The connection's number.
        connection: u64,
    },
    /// A connection has ended.
    Closed {
        /// The connection's number.
        connection: u64,
        /// What became of it.
        outcome: &'a Outcome,
    },
    /// A connection has ended because its export panicked.
    Panicked {
        /// The connection's number.
        connection: u64,
    },
    /// A client could not be accepted, or had no thread. It is tried again soon.
    AcceptFailed {
        /// Why.
        error: &'a io::Error,
    },
}

/// What a server has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// How many clients were accepted.
    pub connections: u64,
    /// How many connections ended with an error.
    pub failed: u64,
    /// How many connections ended because their export panicked. What was done
    /// on them is not in `counters`.
    pub panicked: u64,
    /// How many clients took too long to choose an export.
    pub timed_out: u64,
    /// How many threads did not end, and are left to themselves. What was done
    /// on them is not in `counters`.
    pub abandoned: u64,
    /// What was done for all clients.
    pub counters: Counters,
}
