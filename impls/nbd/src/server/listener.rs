//! A socket that clients connect to.

use std::fs;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};

use super::Address;
use super::stream::Stream;

/// A socket that clients connect to; it does not block.
#[derive(Debug)]
pub(super) enum Listener {
    /// The file goes first, so that nobody finds a socket that is closed.
    Unix(SocketFile, UnixListener),
    Tcp(TcpListener),
}

impl Listener {
    pub(super) fn unix(path: &Path) -> io::Result<Self> {
        let listener = match UnixListener::bind(path) {
            Err(error) if error.kind() == ErrorKind::AddrInUse && is_stale(path)? => {
                fs::remove_file(path)?;
                UnixListener::bind(path)
            }
            result => result,
        }?;
        let file = SocketFile::new(path)?;
        listener.set_nonblocking(true)?;
        Ok(Self::Unix(file, listener))
    }

    pub(super) fn tcp(address: SocketAddr) -> io::Result<(Self, SocketAddr)> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok((Self::Tcp(listener), address))
    }

    /// The next client, [`ErrorKind::WouldBlock`] if there is none.
    pub(super) fn accept(&self) -> io::Result<(Stream, Address)> {
        match self {
            Self::Unix(file, listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                Ok((Stream::Unix(stream), Address::Unix(file.path.clone())))
            }
            Self::Tcp(listener) => {
                let (stream, from) = listener.accept()?;
                stream.set_nonblocking(false)?;
                // "Protocol phases": both sides should.
                stream.set_nodelay(true)?;
                Ok((Stream::Tcp(stream), Address::Tcp(from)))
            }
        }
    }
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Unix(_, listener) => listener.as_fd(),
            Self::Tcp(listener) => listener.as_fd(),
        }
    }
}

/// Whether a path is a socket that nobody listens on.
///
/// A server whose queue is full is there, and must not be waited for.
fn is_stale(path: &Path) -> io::Result<bool> {
    if !fs::symlink_metadata(path)?.file_type().is_socket() {
        return Ok(false);
    }
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    Ok(connect(&socket, &SocketAddrUnix::new(path)?) == Err(Errno::CONNREFUSED))
}

/// The file that a Unix socket is found by, removed with it.
#[derive(Debug)]
pub(super) struct SocketFile {
    path: PathBuf,
    /// Device and inode: the path may have come to be another's.
    identity: (u64, u64),
}

impl SocketFile {
    fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            // The working directory may change.
            path: std::path::absolute(path)?,
            identity: identity(path)?,
        })
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if identity(&self.path).is_ok_and(|identity| identity == self.identity) {
            // That it is gone already is as good.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let metadata = fs::symlink_metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}
