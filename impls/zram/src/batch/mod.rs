//! Thousands of pages on all cores, results in order.

mod pages;
mod workers;

use std::sync::Arc;
use std::vec::Vec;

use rayon::ThreadPool;
use rayon::prelude::*;

use pages::Chunk;
pub use pages::EncodedPages;
use workers::{Worker, Workers};

use crate::{Error, Kept, Settings};

/// Pages that one worker takes at a time: enough that handing out costs
/// nothing, few enough that the last one ends soon after the others.
const CHUNK: usize = 64;

/// Encodes and decodes many pages at once.
///
/// Each thread of the pool has an encoder and a decoder of its own, made once.
///
/// ```
/// use zram::batch::Batch;
/// use zram::{Codec, PageSize, Settings};
///
/// let memory: Vec<u8> = (0..100 * 4096_u32).map(|n| (n / 100) as u8).collect();
/// let pages: Vec<&[u8]> = memory.chunks(4096).collect();
///
/// let batch = Batch::new(&Settings::new(Codec::LZ4, PageSize::KiB4))?;
/// let encoded = batch.encode_all(&pages);
/// assert!(encoded.stored() < memory.len() / 10);
///
/// let kept: Vec<_> = encoded.iter().collect::<Result<_, _>>().expect("pages of 4 KiB");
/// let mut back = vec![0; memory.len()];
/// let results = batch.decode_all(&kept, &mut back)?;
/// assert!(results.iter().all(Result::is_ok));
/// assert_eq!(back, memory);
/// # Ok::<(), zram::Error>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    page: usize,
    workers: Workers,
    pool: Option<Arc<ThreadPool>>,
}

impl Batch {
    /// In the pool that it is called from, or rayon's own.
    ///
    /// # Errors
    ///
    /// [`Error::CodecOutOfRange`] and [`Error::DictionaryOfAnother`].
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            page: settings.page_size().bytes(),
            workers: Workers::new(settings, rayon::current_num_threads())?,
            pool: None,
        })
    }

    /// In a pool of the caller's.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn in_pool(settings: &Settings, pool: Arc<ThreadPool>) -> Result<Self, Error> {
        Ok(Self {
            page: settings.page_size().bytes(),
            workers: Workers::new(settings, pool.current_num_threads())?,
            pool: Some(pool),
        })
    }

    /// Encodes every page. What is kept of them is copied together, a chunk of
    /// pages into one allocation.
    ///
    /// A page that cannot be encoded, because it has another length than the
    /// page size, has an error in its place; the others are not affected.
    pub fn encode_all<P: AsRef<[u8]> + Sync>(&self, pages: &[P]) -> EncodedPages {
        let mut encoded = EncodedPages::default();
        self.encode_all_into(pages, &mut encoded);
        encoded
    }

    /// As [`encode_all`](Self::encode_all), into the memory of pages that are
    /// no longer needed. That spares the page faults of new memory.
    pub fn encode_all_into<P: AsRef<[u8]> + Sync>(&self, pages: &[P], encoded: &mut EncodedPages) {
        let chunks = encoded.chunks_for(pages.len());
        let encode = || {
            pages
                .par_chunks(CHUNK)
                .zip(chunks)
                .for_each(|(pages, chunk)| {
                    chunk.reserve(pages.len(), self.page);
                    self.workers
                        .with(|worker| encode_chunk(worker, pages, chunk));
                });
        };
        self.run(encode);
    }

    /// Decodes what was kept of pages into `pages`, one after the other.
    ///
    /// The results are those of [`Decoder::decode`](crate::Decoder::decode),
    /// in order. A page with an error holds anything.
    ///
    /// # Errors
    ///
    /// [`Error::PagesLength`] when `pages` is not of the size of all pages; it
    /// is then untouched.
    pub fn decode_all(
        &self,
        kept: &[Kept<'_>],
        pages: &mut [u8],
    ) -> Result<Vec<Result<(), Error>>, Error> {
        let expected = kept.len().saturating_mul(self.page);
        if pages.len() != expected {
            return Err(Error::PagesLength {
                expected,
                actual: pages.len(),
            });
        }
        let mut results: Vec<Result<(), Error>> = Vec::new();
        results.resize_with(kept.len(), || Ok(()));
        let decode = || {
            kept.par_chunks(CHUNK)
                .zip(pages.par_chunks_mut(CHUNK * self.page))
                .zip(results.par_chunks_mut(CHUNK))
                .for_each(|((kept, pages), results)| {
                    self.workers.with(|worker| {
                        let pages = pages.chunks_exact_mut(self.page);
                        for ((kept, page), result) in kept.iter().zip(pages).zip(results) {
                            *result = worker.decoder.decode(*kept, page);
                        }
                    });
                });
        };
        self.run(decode);
        Ok(results)
    }

    fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

fn encode_chunk<P: AsRef<[u8]>>(worker: &mut Worker, pages: &[P], chunk: &mut Chunk) {
    let Worker {
        encoder, output, ..
    } = worker;
    for page in pages {
        let page = page.as_ref();
        let encoded = encoder.encode(page, output);
        chunk.push(encoded.map(|encoded| encoded.kept(page, output)));
    }
}
