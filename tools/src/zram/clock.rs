//! What happens with time: pages get older, and what is due is done.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use zram::store::{Selection, Store};

use crate::cli::DiskOptions;
use crate::failure::chain;

/// What ages are counted in.
const TICK: Duration = Duration::from_mins(1);

/// What happens with time.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    recompress_idle: Option<u32>,
    write_back_idle: Option<u32>,
    snapshot: Option<(PathBuf, u32)>,
}

impl Policy {
    pub(crate) fn of(options: &DiskOptions) -> Self {
        Self {
            recompress_idle: options.recompress_idle,
            write_back_idle: options.write_back_idle,
            snapshot: options.snapshot.clone().zip(options.snapshot_every),
        }
    }

    /// Does what is due after so many minutes.
    fn due(&self, store: &Store, minutes: u32) {
        let complain = |what: &str, error: &dyn std::error::Error| {
            eprintln!("zram: {what}: {}", chain(error));
        };
        if let Some(idle) = self.recompress_idle {
            let cold = Selection::all().idle(idle);
            if let Err(error) = store.recompress(1, &cold) {
                complain("recompressing", &error);
            }
        }
        if let Some(idle) = self.write_back_idle {
            let cold = Selection::all().idle(idle);
            if let Err(error) = store.write_back(&cold) {
                complain("writing back", &error);
            }
        }
        compact_if_worth_it(store);
        if let Some((path, every)) = &self.snapshot
            && minutes.is_multiple_of((*every).max(1))
            && let Err(error) = store.save_file(path)
        {
            complain("saving the snapshot", &error);
        }
    }
}

/// Slabs of less than this are left as they are, in bytes.
const SMALL: u64 = 4 << 20;

/// Gives memory back when a fifth of all slabs is free.
fn compact_if_worth_it(store: &Store) {
    let stats = store.stats();
    let (taken, all) = (stats.mm_stat.compr_data_size, stats.slab_bytes);
    if all > SMALL && all - taken.min(all) > all / 5 {
        store.compact();
    }
}

/// A thread that makes pages older.
pub(crate) struct Clock {
    stop: mpsc::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl Clock {
    pub(crate) fn start(store: Arc<Store>, policy: Policy) -> Self {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut minutes = 0;
            while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                minutes += 1;
                store.tick();
                policy.due(&store, minutes);
            }
        });
        Self { stop, thread }
    }

    pub(crate) fn stop(self) {
        drop(self.stop);
        // What is under way ends first.
        let _ = self.thread.join();
    }
}
