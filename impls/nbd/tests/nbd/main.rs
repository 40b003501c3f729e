//! The server from outside, by a client of the tests' own and by others.

mod client;
mod clients;
mod exports;
mod handshake;
mod limits;
mod memory;
mod meta_context;
mod pipelining;
mod probe;
mod refusals;
mod server;
mod shutdown;
mod structured;
mod tool;
mod transmission;
