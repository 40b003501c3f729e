//! A long comparison of LZ4 blocks, native and liblz4's, on pieces of real files
//! and on generated ones.
//!
//!     cargo run --release -p touchstone-conformance --example lz4_identity -- 200000 FOLDER…
//!
//! takes that many pieces of 0 to 70,000 bytes, most of them short, half of the
//! files under the folders, half generated, and compresses each by the fast
//! compressor at one acceleration and by the high one at one level, all levels
//! from 2 to 12 in turn. Exits with 1 at the first block that differs, and says
//! how to have it again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use corpora::Kind;
use lz4::block::{FastCompressor, HighCompressor, bound};
use lz4_ffi::{FastContext, HighContext};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The longest piece: beyond the 64 KiB at which tables change.
const LONGEST: usize = 70_000;

/// Files are read up to here.
const FILE: u64 = 8 << 20;

const ACCELERATIONS: [u32; 8] = [1, 1, 1, 2, 4, 8, 100, 65_537];

struct Sides {
    fast: FastCompressor,
    high: HighCompressor,
    fast_reference: FastContext,
    high_reference: HighContext,
    ours: Vec<u8>,
    theirs: Vec<u8>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(Ok(count)) = arguments.next().map(|count| count.parse::<u64>()) else {
        eprintln!("usage: lz4_identity COUNT [FOLDER…]");
        return ExitCode::from(2);
    };
    let mut files = Vec::new();
    for folder in arguments {
        gather(Path::new(&folder), &mut files);
    }
    files.sort();
    let start = Instant::now();
    match compare(count, &files) {
        Ok(bytes) => {
            println!(
                "identical: {count} inputs of {bytes} bytes, {} files, in {:.0} s",
                files.len(),
                start.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => gather(&entry.path(), files),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}

fn compare(count: u64, files: &[PathBuf]) -> Result<u64, String> {
    let mut sides = Sides {
        fast: FastCompressor::new(),
        high: HighCompressor::new(),
        fast_reference: FastContext::new(),
        high_reference: HighContext::new(),
        ours: vec![0; bound(LONGEST).ok_or("no bound")?],
        theirs: vec![0; bound(LONGEST).ok_or("no bound")?],
    };
    let mut random = Pcg64::seed_from_u64(0x1d);
    let mut source = Source::default();
    let mut bytes = 0;
    for number in 0..count {
        // A source gives many pieces: reading takes longer than compressing.
        if number % 64 == 0 {
            source = Source::next(files, number / 64, &mut random);
        }
        let piece = source.piece(&mut random);
        bytes += piece.len() as u64;
        let acceleration = ACCELERATIONS[random.random_range(0..ACCELERATIONS.len())];
        let level = 2 + (number % 11) as i32;
        sides.compare(piece, acceleration, level).map_err(|what| {
            let at = piece.as_ptr().addr() - source.bytes.as_ptr().addr();
            format!(
                "input {number}: {} bytes at {at} of {}: {what}",
                piece.len(),
                source.name
            )
        })?;
    }
    Ok(bytes)
}

/// What pieces are cut from.
#[derive(Default)]
struct Source {
    name: String,
    bytes: Vec<u8>,
}

impl Source {
    fn next(files: &[PathBuf], number: u64, random: &mut Pcg64) -> Self {
        if number.is_multiple_of(2) && !files.is_empty() {
            let path = &files[random.random_range(0..files.len())];
            let mut bytes = Vec::new();
            let read = fs::File::open(path).and_then(|file| {
                std::io::Read::read_to_end(&mut std::io::Read::take(file, FILE), &mut bytes)
            });
            if read.is_ok() && !bytes.is_empty() {
                return Self {
                    name: path.display().to_string(),
                    bytes,
                };
            }
        }
        let kind = Kind::ALL[random.random_range(0..Kind::ALL.len())];
        let seed = random.random_range(0..1000);
        Self {
            name: format!("{} of seed {seed}", kind.name()),
            bytes: kind.generate(256 << 10, seed),
        }
    }

    fn piece(&self, random: &mut Pcg64) -> &[u8] {
        let most = self.bytes.len().min(LONGEST);
        let length = match random.random_range(0..20) {
            0 => random.random_range(0..=most),
            1..5 => random.random_range(0..=most.min(9000)),
            5..12 => most.min(4096),
            _ => random.random_range(0..=most.min(600)),
        };
        let start = random.random_range(0..=self.bytes.len() - length);
        &self.bytes[start..start + length]
    }
}

impl Sides {
    fn compare(&mut self, piece: &[u8], acceleration: u32, level: i32) -> Result<(), String> {
        let ours = self.fast.compress(piece, &mut self.ours, acceleration);
        let ours = ours.map_err(|error| error.to_string())?;
        let theirs =
            self.fast_reference
                .compress(piece, &mut self.theirs, acceleration.cast_signed());
        if theirs != Some(ours) || self.ours[..ours] != self.theirs[..ours] {
            return Err(format!("acceleration {acceleration} differs"));
        }
        let ours = self.high.compress(piece, &mut self.ours, level);
        let ours = ours.map_err(|error| error.to_string())?;
        let theirs = self.high_reference.compress(piece, &mut self.theirs, level);
        if theirs != Some(ours) || self.ours[..ours] != self.theirs[..ours] {
            return Err(format!("level {level} differs"));
        }
        Ok(())
    }
}
