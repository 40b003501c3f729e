//! Where connections come from.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where a connection comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Address {
    /// The server's Unix socket at this path; clients have no address of their
    /// own.
    Unix(PathBuf),
    /// The client's address.
    Tcp(SocketAddr),
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(formatter, "unix:{}", path.display()),
            Self::Tcp(address) => write!(formatter, "tcp:{address}"),
        }
    }
}
