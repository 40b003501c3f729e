//! A server of the Network Block Device protocol.
//!
//! An [`Export`] is a disk of any kind. [`Server`] lets clients read and write it
//! over Unix and TCP sockets, such as Linux's own `nbd` device, `qemu`, `fio` and
//! everything that uses libnbd. [`serve`] is one connection without the socket.
//!
//! The protocol is that of `doc/proto.md` in the repository
//! NetworkBlockDevice/nbd: fixed newstyle handshake, simple and structured
//! replies, block status; quoted words are its sections. TLS, extended headers
//! and resizing are not there.
//!
//! ```
//! use nbd::{Exports, Server, memory::Memory};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("socket");
//! let mut exports = Exports::new();
//! exports.add("", Memory::new(1 << 30)?)?;
//! let mut server = Server::new(exports);
//! server.listen_unix(&path)?;
//! # server.shutdown().request();
//! // Until somebody requests `server.shutdown()`:
//! let summary = server.run()?;
//! println!("{} requests", summary.counters.requests());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod block_sizes;
mod channel;
mod connection;
mod error;
mod export;
mod exports;
pub mod memory;
mod protocol;
mod server;
mod shutdown;

pub use block_sizes::{BlockSizes, BlockSizesError};
pub use connection::{
    ConnectionError, Counters, Ended, Limits, Negotiated, Outcome, Session, Violation, serve,
};
pub use error::Error;
pub use export::{Export, Extent, Features};
pub use exports::{Exports, ExportsError};
pub use server::{Address, Event, Server, Summary};
pub use shutdown::Shutdown;
