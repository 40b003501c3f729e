//! Encoders, decoders and scratch for the threads that happen to call.

use std::boxed::Box;
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;
use std::vec;
use std::vec::Vec;

use parking_lot::{Mutex, MutexGuard};

use super::options::CODECS;
use crate::{Decoder, Encoder, Error, Settings};

/// What one call works with.
#[derive(Debug)]
pub(super) struct Worker {
    codecs: Box<[Settings]>,
    encoders: [Option<Encoder>; CODECS],
    decoders: [Option<Decoder>; CODECS],
    /// Where a block is written.
    output: Vec<u8>,
    /// A page, for who works with this worker.
    pub(super) scratch: Scratch,
    /// A page that another one may be equal to.
    pub(super) candidate: Scratch,
}

/// Room for a page, taken out while it is in use.
#[derive(Debug)]
pub(super) struct Scratch {
    page: Vec<u8>,
    length: usize,
}

impl Scratch {
    fn new(length: usize) -> Self {
        Self {
            page: vec![0; length],
            length,
        }
    }

    /// A page of any content.
    pub(super) fn take(&mut self) -> Vec<u8> {
        let mut page = std::mem::take(&mut self.page);
        // Nothing to be done, unless somebody panicked and gave nothing back.
        page.resize(self.length, 0);
        page
    }

    pub(super) fn give_back(&mut self, page: Vec<u8>) {
        self.page = page;
    }
}

/// An encoder, and what it works in.
pub(super) struct Encoding<'a> {
    pub(super) encoder: &'a mut Encoder,
    pub(super) output: &'a mut [u8],
}

impl Worker {
    pub(super) fn new(codecs: &[Settings]) -> Self {
        let page = codecs[0].page_size().bytes();
        Self {
            codecs: codecs.into(),
            encoders: [const { None }; CODECS],
            decoders: [const { None }; CODECS],
            output: Vec::new(),
            scratch: Scratch::new(page),
            candidate: Scratch::new(page),
        }
    }

    /// The encoder of a codec, made when first asked for.
    pub(super) fn encoding(&mut self, codec: u8) -> Result<Encoding<'_>, Error> {
        let index = usize::from(codec);
        let encoder = &mut self.encoders[index];
        if encoder.is_none() {
            *encoder = Some(Encoder::with(&self.codecs[index])?);
        }
        let encoder = encoder.as_mut().expect("just made");
        if self.output.len() < encoder.room() {
            self.output.resize(encoder.room(), 0);
        }
        Ok(Encoding {
            encoder,
            output: &mut self.output,
        })
    }

    /// The decoder of a codec, made when first asked for.
    #[inline]
    pub(super) fn decoder(&mut self, codec: u8) -> Result<&mut Decoder, Error> {
        let index = usize::from(codec);
        let decoder = &mut self.decoders[index];
        if decoder.is_none() {
            *decoder = Some(Decoder::with(&self.codecs[index])?);
        }
        Ok(decoder.as_mut().expect("just made"))
    }
}

/// A worker for every core.
#[derive(Debug)]
pub(super) struct Workers(Box<[Aligned]>);

/// On cache lines of its own.
#[derive(Debug)]
#[repr(align(128))]
struct Aligned(Mutex<Worker>);

std::thread_local! {
    static NUMBER: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// How many threads there were when this one first came.
#[inline]
pub(super) fn thread_number() -> usize {
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    NUMBER.with(|number| {
        if number.get() == usize::MAX {
            number.set(THREADS.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}

/// How many threads can run at once.
pub(super) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

impl Workers {
    /// # Errors
    ///
    /// When one of the codecs cannot be set up: those of the first worker are
    /// made at once.
    pub(super) fn new(codecs: &[Settings]) -> Result<Self, Error> {
        let mut workers: Vec<_> = (0..cores()).map(|_| Worker::new(codecs)).collect();
        for codec in 0..codecs.len() {
            workers[0].encoding(codec as u8)?;
            workers[0].decoder(codec as u8)?;
        }
        let workers = workers
            .into_iter()
            .map(|worker| Aligned(Mutex::new(worker)));
        Ok(Self(workers.collect()))
    }

    /// One that is free, if there is one; else the one whose turn it is.
    #[inline]
    pub(super) fn lend(&self) -> MutexGuard<'_, Worker> {
        let count = self.0.len();
        let first = thread_number() % count;
        if let Some(worker) = self.0[first].0.try_lock() {
            return worker;
        }
        (1..count)
            .find_map(|next| self.0[(first + next) % count].0.try_lock())
            .unwrap_or_else(|| self.0[first].0.lock())
    }
}
