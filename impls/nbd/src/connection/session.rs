//! What a connection is served with.

use super::Limits;
use crate::{Exports, Shutdown};

/// What [`serve`](super::serve) serves a connection with.
#[derive(Clone, Copy)]
pub struct Session<'a> {
    exports: &'a Exports,
    limits: Limits,
    shutdown: Option<&'a Shutdown>,
    observer: Option<&'a dyn Fn(&Negotiated<'_>)>,
}

/// What a client has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Negotiated<'a> {
    /// The export's name.
    pub export: &'a str,
    /// Replies are structured.
    pub structured_replies: bool,
    /// The client may ask for the status of blocks (`base:allocation`).
    pub block_status: bool,
}

impl<'a> Session<'a> {
    /// The default limits, and no end but the client's.
    pub const fn new(exports: &'a Exports) -> Self {
        Self {
            exports,
            limits: Limits::DEFAULT,
            shutdown: None,
            observer: None,
        }
    }

    /// Other limits.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Once this is requested, options are refused. Requests are answered as
    /// long as there are any: it is for the caller to end the stream.
    #[must_use]
    pub const fn with_shutdown(mut self, shutdown: &'a Shutdown) -> Self {
        self.shutdown = Some(shutdown);
        self
    }

    /// Called when the client has chosen an export.
    #[must_use]
    pub const fn with_observer(mut self, observer: &'a dyn Fn(&Negotiated<'_>)) -> Self {
        self.observer = Some(observer);
        self
    }

    pub(super) const fn exports(&self) -> &'a Exports {
        self.exports
    }

    pub(super) const fn limits(&self) -> Limits {
        self.limits
    }

    pub(super) fn is_shut_down(&self) -> bool {
        self.shutdown.is_some_and(Shutdown::is_requested)
    }

    pub(super) fn tell(&self, negotiated: &Negotiated<'_>) {
        if let Some(observer) = self.observer {
            observer(negotiated);
        }
    }
}
