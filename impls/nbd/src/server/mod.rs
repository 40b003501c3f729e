//! Sockets, and a thread for every client.

mod accept;
mod address;
mod connections;
mod event;
mod listener;
mod stream;
mod waiting;

pub use address::Address;
pub use event::{Event, Summary};

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::{Exports, Limits, Shutdown};
use connections::Connections;
use listener::Listener;
use waiting::Waiting;

/// Serves exports on Unix and TCP sockets.
///
/// ```
/// use nbd::{Exports, Server, memory::Memory};
///
/// let mut exports = Exports::new();
/// exports.add("", Memory::new(1 << 20)?)?;
/// let mut server = Server::new(exports);
/// let address = server.listen_tcp("127.0.0.1:0".parse()?)?;
/// println!("nbd://{address}");
/// let shutdown = server.shutdown();
/// let running = std::thread::spawn(|| server.run());
/// // Clients come and go.
/// shutdown.request();
/// let summary = running.join().unwrap()?;
/// assert_eq!(summary.connections, 0);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    listeners: Vec<Listener>,
    shutdown: Shutdown,
    settings: Settings,
}

/// What connections are made with.
#[derive(Clone)]
struct Settings {
    exports: Arc<Exports>,
    limits: Limits,
    connections: usize,
    handshake: Duration,
    grace: Duration,
    observer: Arc<dyn Fn(&Event<'_>) + Send + Sync>,
}

impl Server {
    /// A server of `exports` that listens nowhere yet.
    ///
    /// It has at most 16 clients at a time, gives each 10 seconds to choose an
    /// export, and at its end 10 seconds to take its replies.
    pub fn new(exports: Exports) -> Self {
        Self {
            listeners: Vec::new(),
            shutdown: Shutdown::new(),
            settings: Settings {
                exports: Arc::new(exports),
                limits: Limits::DEFAULT,
                connections: 16,
                handshake: Duration::from_secs(10),
                grace: Duration::from_secs(10),
                observer: Arc::new(|_| {}),
            },
        }
    }

    /// The most clients at a time, at least one. More wait to be accepted.
    #[must_use]
    pub fn with_connections(mut self, connections: usize) -> Self {
        self.settings.connections = connections.max(1);
        self
    }

    /// A client that takes longer than this to choose an export is cut off.
    #[must_use]
    pub fn with_handshake_timeout(mut self, timeout: Duration) -> Self {
        self.settings.handshake = timeout;
        self
    }

    /// How long clients may take to get their last replies.
    #[must_use]
    pub fn with_grace(mut self, grace: Duration) -> Self {
        self.settings.grace = grace;
        self
    }

    /// What a client may ask before it has chosen an export.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Called with everything that happens to connections, from whichever thread
    /// it happens in: it should return soon.
    #[must_use]
    pub fn with_observer(mut self, observer: impl Fn(&Event<'_>) + Send + Sync + 'static) -> Self {
        self.settings.observer = Arc::new(observer);
        self
    }

    /// Ends at the request of `shutdown`, and not of what [`shutdown`](Self::shutdown)
    /// returned before.
    #[must_use]
    pub fn with_shutdown(mut self, shutdown: Shutdown) -> Self {
        self.shutdown = shutdown;
        self
    }

    /// Listens on a Unix socket. Clients may connect from now on.
    ///
    /// Who may connect is for the folder's permissions to say, and the process's
    /// umask. The file is removed when the server ends.
    ///
    /// # Errors
    ///
    /// If a socket cannot be made there. A socket file that nobody listens on is
    /// replaced; one that somebody does, or another file, is
    /// [`io::ErrorKind::AddrInUse`].
    pub fn listen_unix(&mut self, path: impl AsRef<Path>) -> io::Result<()> {
        self.listeners.push(Listener::unix(path.as_ref())?);
        Ok(())
    }

    /// Listens on a TCP socket, and returns its address: with the port 0, the
    /// system has chosen one. Clients may connect from now on.
    ///
    /// There is no TLS and no password: this is for networks that are trusted.
    ///
    /// # Errors
    ///
    /// If a socket cannot be made there.
    pub fn listen_tcp(&mut self, address: SocketAddr) -> io::Result<SocketAddr> {
        let (listener, address) = Listener::tcp(address)?;
        self.listeners.push(listener);
        Ok(address)
    }

    /// What ends this server.
    pub fn shutdown(&self) -> Shutdown {
        self.shutdown.clone()
    }

    /// Serves until the end is asked for, and then gracefully:
    ///
    /// 1. No more clients are accepted, and socket files are removed.
    /// 2. No more is received from the clients there are. Every request that had
    ///    been received whole is answered.
    /// 3. A client that has not taken its replies when the grace period is over
    ///    is cut off. A thread that is then stuck in its export is left alone
    ///    after a second, and counted as abandoned.
    ///
    /// # Errors
    ///
    /// If the server cannot wait for its sockets. What clients do is no error.
    pub fn run(self) -> io::Result<Summary> {
        let Self {
            listeners,
            shutdown,
            settings,
        } = self;
        let waiting = Waiting::new(&shutdown)?;
        let grace = settings.grace;
        let mut connections = Connections::new(settings, shutdown.clone(), waiting.waker());
        let accepted = accept::until_shutdown(&listeners, &shutdown, &waiting, &mut connections);
        drop(listeners);
        connections.stop_receiving();
        if !connections.wait_for_all(&waiting, grace)? {
            connections.cut_off();
            connections.wait_for_all(&waiting, Duration::from_secs(1))?;
        }
        accepted.map(|()| connections.into_summary())
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Server")
            .field("exports", &self.settings.exports)
            .field("listeners", &self.listeners)
            .finish_non_exhaustive()
    }
}
