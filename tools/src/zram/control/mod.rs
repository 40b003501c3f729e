//! How commands talk to a server: one JSON object a line, each answered by one.

mod client;
mod server;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zram::store::Selection;

pub(crate) use client::ask;
pub(crate) use server::Control;

use crate::cli::Pages;

/// What a server is asked.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    /// Statistics, as JSON.
    Stat,
    /// The same as Prometheus reads them.
    Prometheus,
    /// A line as the kernel's zram has it.
    Kernel { file: String },
    /// Slots together.
    Compact,
    /// A heavier codec.
    Recompress { priority: usize, pages: Chosen },
    /// Pages to the backing file.
    WriteBack { pages: Chosen, budget: Option<u64> },
    /// The snapshot, now.
    Snapshot,
    /// Another memory limit.
    Limit { bytes: Option<u64> },
}

/// Which pages.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chosen {
    idle: u32,
    larger: usize,
    incompressible: bool,
    at_most: Option<u64>,
}

impl From<Pages> for Chosen {
    fn from(pages: Pages) -> Self {
        Self {
            idle: pages.idle,
            larger: pages.larger,
            incompressible: pages.incompressible,
            at_most: pages.at_most,
        }
    }
}

impl Chosen {
    pub(crate) fn selection(self) -> Selection {
        let mut selection = Selection::all().idle(self.idle).larger(self.larger);
        if self.incompressible {
            selection = selection.incompressible();
        }
        match self.at_most {
            Some(count) => selection.at_most(count),
            None => selection,
        }
    }
}

/// What it answers.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// What was asked for.
    Done(serde_json::Value),
    /// Why it was not done.
    Failed(String),
}

/// The control socket that belongs to a server's socket.
pub(crate) fn beside(socket: &Path) -> PathBuf {
    let mut path = socket.as_os_str().to_owned();
    path.push(".control");
    path.into()
}
