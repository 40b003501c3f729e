//! An encoder and a decoder for every thread.

use std::sync::{Mutex, PoisonError};
use std::vec;
use std::vec::Vec;

use crate::{Decoder, Encoder, Error, Settings};

/// What one thread works with.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) encoder: Encoder,
    pub(super) decoder: Decoder,
    /// Where a block is written.
    pub(super) output: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct Workers(Vec<Mutex<Worker>>);

impl Workers {
    pub(super) fn new(settings: &Settings, threads: usize) -> Result<Self, Error> {
        let worker = |_| {
            let encoder = Encoder::with(settings)?;
            Ok(Mutex::new(Worker {
                output: vec![0; encoder.room()],
                encoder,
                decoder: Decoder::with(settings)?,
            }))
        };
        (0..threads.max(1))
            .map(worker)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Lends this thread its worker. Threads of a pool with more of them than
    /// there are workers share.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut Worker) -> R) -> R {
        let index = rayon::current_thread_index().unwrap_or(0) % self.0.len();
        // After a panic the next page finds the scratch as any other would.
        let mut worker = self.0[index].lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut worker)
    }
}
