//! Passes over a file, implementation by implementation in turn.

use std::path::{Path, PathBuf};
use std::time::Duration;

use conformance::gate::{CompareError, Contender, RaceOptions, Ticket, Work, race};
use conformance::hipo::Hipo;
use hipo::File;
use hipo_ffi::{Hipo4, Way};
use oxihipo::Oxihipo;

use super::Scenario;

/// Names of the implementations in the suite.
const NATIVE: &str = "hipo";
const CPP: &str = "hipo4";
const OXIHIPO: &str = "oxihipo";

/// One way of reading a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reader {
    /// Native, event by event.
    Events,
    /// Native, by columns, with so many threads.
    Columns(usize),
    /// Native, by columns part by part, with so many threads.
    Parts(usize),
    /// C++, event by event.
    Cpp(Way),
    /// oxihipo, by columns, with so many threads: a request to its process.
    Oxihipo(usize),
}

impl Reader {
    const fn who(self) -> &'static str {
        match self {
            Self::Events | Self::Columns(_) | Self::Parts(_) => NATIVE,
            Self::Cpp(_) => CPP,
            Self::Oxihipo(_) => OXIHIPO,
        }
    }
}

/// A file that conforms, where all can open it.
#[derive(Debug)]
pub struct Track<'a> {
    ticket: &'a Ticket<Hipo>,
    path: PathBuf,
    cpp: Option<&'a Hipo4>,
    oxihipo: Option<&'a Oxihipo>,
}

/// What a reader took: medians of whole passes, the opening of the file
/// included.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The first pass, which finds nothing ready.
    pub cold: Duration,
    /// The median of the others.
    pub warm: Duration,
}

impl<'a> Track<'a> {
    /// The native file of a ticket, written into a folder.
    ///
    /// # Errors
    /// Whatever the file system meets.
    pub fn new(ticket: &'a Ticket<Hipo>, folder: &Path, name: &str) -> std::io::Result<Self> {
        let path = folder.join(name);
        std::fs::write(&path, ticket.frame(NATIVE).unwrap_or_default())?;
        Ok(Self {
            ticket,
            path,
            cpp: None,
            oxihipo: None,
        })
    }

    /// With C++ among the readers.
    #[must_use]
    pub fn with_cpp(mut self, cpp: &'a Hipo4) -> Self {
        self.cpp = Some(cpp);
        self
    }

    /// With oxihipo among the readers.
    #[must_use]
    pub fn with_oxihipo(mut self, oxihipo: &'a Oxihipo) -> Self {
        self.oxihipo = Some(oxihipo);
        self
    }

    /// One pass; its checksum.
    fn pass(&self, scenario: Scenario, reader: Reader) -> f64 {
        let open = || File::open(&self.path).expect("a file that conforms");
        let done = match reader {
            Reader::Events => scenario.per_event(&open()).map(|pass| pass.checksum),
            Reader::Columns(threads) => scenario
                .columnar(&open(), threads)
                .map(|pass| pass.checksum),
            Reader::Parts(threads) => scenario
                .in_parts(&open(), threads)
                .map(|pass| pass.checksum),
            Reader::Cpp(way) => {
                let cpp = self.cpp.expect("a track with C++");
                let pass = cpp.scenario(&self.path, of_cpp(scenario), way);
                return pass.expect("a file that conforms").checksum;
            }
            Reader::Oxihipo(threads) => {
                let oxihipo = self.oxihipo.expect("a track with oxihipo");
                let (bank, columns) = scenario.columns();
                let pass = oxihipo.total(&self.path, bank, columns, threads);
                return pass.expect("a file that conforms").checksum;
            }
        };
        done.expect("a file that conforms")
    }

    /// Has readers make passes in turn.
    ///
    /// # Errors
    /// [`CompareError`] when there is no native reader among them, or no other.
    ///
    /// # Panics
    /// When checksums differ: then there is nothing to compare. And for a reader
    /// that the track is without.
    pub fn race(
        &self,
        scenario: Scenario,
        readers: &[Reader],
        rounds: u32,
    ) -> Result<Vec<Timing>, CompareError> {
        let expected = self.pass(scenario, readers[0]);
        let mut cold = Vec::new();
        for &reader in readers {
            let begin = std::time::Instant::now();
            let checksum = self.pass(scenario, reader);
            cold.push(begin.elapsed());
            assert!(
                (checksum - expected).abs() < 5e-4,
                "{scenario}: {reader:?} adds up to {checksum:.3}, not {expected:.3}"
            );
        }
        let contenders = readers
            .iter()
            .map(|&reader| {
                self.ticket
                    .contender(Work::Consume, reader.who(), move |_| {
                        std::hint::black_box(self.pass(scenario, reader));
                    })
            })
            .collect::<Result<Vec<Contender<'_>>, _>>()?;
        let mut times = vec![Vec::new(); readers.len()];
        let options = RaceOptions { groups: 1, rounds };
        race(contenders, &options, |place, _, took| {
            times[place].push(took);
        })?;
        let timings = times.into_iter().zip(cold).map(|(mut times, cold)| {
            times.sort();
            Timing {
                cold,
                warm: times[times.len() / 2],
            }
        });
        Ok(timings.collect())
    }
}

const fn of_cpp(scenario: Scenario) -> hipo_ffi::Scenario {
    match scenario {
        Scenario::Count => hipo_ffi::Scenario::Count,
        Scenario::Bank1 => hipo_ffi::Scenario::Bank1,
        Scenario::Col1 => hipo_ffi::Scenario::Col1,
        Scenario::Scan2 => hipo_ffi::Scenario::Scan2,
        Scenario::Wide => hipo_ffi::Scenario::Wide,
    }
}
