//! OpenZL's rows: its default graph, by input and level.

use anyhow::Result;
use conformance::gate::{Gate, Ratio, Side, Ticket, TimerOptions, Work};
use conformance::openzl::{
    Data, OpenZl, OpenZlCase, Settings, native_parameters, reference_compressor,
    reference_parameters,
};
use corpora::Kind;
use openzl::{Compressor, Decompressor};
use openzl_ffi::{CompressContext, DecodeParameters, DecompressContext, Graph, Input};

use super::calls::{ADMITTED, reads, writes};
use super::{Build, Refused, Row, Throughput};
use crate::progress::Spinner;

const NATIVE: &str = "openzl";
const REFERENCE: &str = "c-openzl";

const LEVELS: [i32; 3] = [1, 3, 6];

/// The inputs, in words: the same as those of the benches.
fn inputs() -> [(&'static str, Data); 4] {
    // Where cargo keeps no sources of C, generated text takes their place.
    let text = |size| match corpora::c_sources() {
        Some(_) => Data::CSources(size),
        None => Data::Generated(Kind::Text, size),
    };
    [
        ("text, 64 bytes", text(64)),
        ("text, 1 MiB", text(1 << 20)),
        ("records, 1 MiB", Data::Generated(Kind::Records, 1 << 20)),
        ("random, 256 KiB", Data::Generated(Kind::Random, 256 << 10)),
    ]
}

/// What is timed, in words and as a function.
type Operation = (
    &'static str,
    fn(&OpenZlCase, &Ticket<OpenZl>, &TimerOptions) -> Result<Ratio>,
);

const OPERATIONS: [Operation; 3] = [
    ("compress, context reused", compress_reused),
    ("compress, a context per call", compress_anew),
    ("decompress into a slice", decompress),
];

/// Adds the rows of every case that the gate lets through, and the refusals of
/// those that it does not.
pub(super) fn measure(
    format: OpenZl,
    options: &TimerOptions,
    spinner: &Spinner,
    table: &mut Throughput,
) -> Result<()> {
    table.builds.push(Build::of_c_openzl());
    let gate = Gate::new(format);
    for (input, data) in inputs() {
        for level in LEVELS {
            let setting = format!("level {level}");
            spinner.step(&format!("throughput: {input}, {setting}"));
            let case = OpenZlCase {
                data: data.clone(),
                settings: Settings::at_level(level),
            };
            let ticket = match gate.admit(&case) {
                Ok(ticket) => ticket,
                Err(refusal) => {
                    table.refused.push(Refused::from(&*refusal));
                    continue;
                }
            };
            for (operation, time) in OPERATIONS {
                table.rows.push(Row {
                    format: "openzl".to_owned(),
                    operation: operation.to_owned(),
                    input: input.to_owned(),
                    setting: setting.clone(),
                    bytes: data.size() as u64,
                    ratio: time(&case, &ticket, options)?,
                });
            }
        }
    }
    Ok(())
}

/// Room for the frame, whoever writes it.
fn room(ticket: &Ticket<OpenZl>) -> usize {
    let size = ticket.input().len();
    Compressor::bound(size).max(openzl_ffi::compress_bound(size))
}

/// C at its best: its context prepared once, with the graph that the default
/// path always comes to for serial input.
fn compress_reused(
    case: &OpenZlCase,
    ticket: &Ticket<OpenZl>,
    options: &TimerOptions,
) -> Result<Ratio> {
    let input = ticket.input().as_slice();
    let mut compressor = Compressor::new(native_parameters(&case.settings)?);
    let native = writes(ticket, NATIVE, room(ticket), |room| {
        compressor.compress_to_slice(input, room).expect(ADMITTED)
    })?;

    let mut context = CompressContext::new()?;
    let compressor = openzl_ffi::Compressor::new(Graph::ZSTD)?;
    let mut prepared = context.prepare(&compressor, &reference_parameters(&case.settings))?;
    let reference = writes(ticket, REFERENCE, room(ticket), |room| {
        let written = prepared.compress_to_slice(Input::Serial(input), room);
        written.expect(ADMITTED)
    })?;
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    Ok(ticket.compare(Work::Produce, native, reference, options)?)
}

/// As short-lived callers have it: each call makes its context, on both sides,
/// and C is given no compressor.
fn compress_anew(
    case: &OpenZlCase,
    ticket: &Ticket<OpenZl>,
    options: &TimerOptions,
) -> Result<Ratio> {
    let input = ticket.input().as_slice();
    let settings = native_parameters(&case.settings)?;
    let native = writes(ticket, NATIVE, room(ticket), |room| {
        let mut compressor = Compressor::new(settings.clone());
        compressor.compress_to_slice(input, room).expect(ADMITTED)
    })?;

    let compressor = reference_compressor(case.settings.graph)?;
    let parameters = reference_parameters(&case.settings);
    let reference = writes(ticket, REFERENCE, room(ticket), |room| {
        let input = Input::Serial(input);
        let written = openzl_ffi::compress_to_slice(&compressor, &parameters, input, room);
        written.expect(ADMITTED)
    })?;
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    Ok(ticket.compare(Work::Produce, native, reference, options)?)
}

fn decompress(_: &OpenZlCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) -> Result<Ratio> {
    let frame = ticket.frame(REFERENCE).unwrap_or_default();
    let mut decompressor = Decompressor::default();
    let native = reads(ticket, NATIVE, |room| {
        let read = decompressor.decompress_to_slice(frame, room);
        read.expect(ADMITTED)
    })?;

    let mut context = DecompressContext::new()?;
    let mut prepared = context.prepare(&DecodeParameters::default())?;
    let reference = reads(ticket, REFERENCE, |room| {
        prepared.decompress_to_slice(frame, room).expect(ADMITTED)
    })?;
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    Ok(ticket.compare(Work::Consume, native, reference, options)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use conformance::gate::{Gate, Ticket, TimerOptions};
    use conformance::openzl::{Data, NativeOpenZl, OpenZl, OpenZlCase, OutputLimit, Settings};
    use conformance::{Implementation, Outcome, Role};
    use corpora::Kind;

    use super::super::calls::UNTOUCHED;
    use super::super::{Build, SCHEMA, Throughput};
    use super::{LEVELS, NATIVE, OPERATIONS, REFERENCE, inputs, measure, reads, room, writes};
    use crate::progress::Spinner;

    /// The native side, with the last byte of every frame flipped.
    struct Flipped;

    impl Implementation<OpenZl> for Flipped {
        fn name(&self) -> &'static str {
            "openzl"
        }
        fn role(&self) -> Role {
            Role::Native
        }
        fn version(&self) -> String {
            "flipped".to_owned()
        }
        fn produce(&self, case: &OpenZlCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
            match NativeOpenZl.produce(case, input) {
                Outcome::Done(mut frame) => {
                    if let Some(last) = frame.last_mut() {
                        *last ^= 1;
                    }
                    Outcome::Done(frame)
                }
                other => other,
            }
        }
        fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
            NativeOpenZl.consume(limit, frame)
        }
    }

    fn table(format: OpenZl) -> Throughput {
        let options = TimerOptions {
            min_sample: Duration::ZERO,
            rounds: 1,
        };
        let mut table = Throughput {
            schema: SCHEMA,
            fingerprint: None,
            measured_unix: 0,
            elapsed_ms: 0,
            builds: Vec::new(),
            rows: Vec::new(),
            refused: Vec::new(),
        };
        measure(format, &options, &Spinner::new(), &mut table).unwrap();
        table
    }

    #[test]
    fn a_wrong_byte_leaves_no_figure() {
        let table = table(OpenZl::with_native(Arc::new(Flipped)));
        assert!(table.rows.is_empty());
        assert_eq!(table.refused.len(), inputs().len() * LEVELS.len());
        let refused = &table.refused[0];
        let name = "conformance::openzl::identical::default/level-1/";
        assert!(refused.trial.starts_with(name), "{}", refused.trial);
        assert!(
            refused.detail.contains("differs from c-openzl"),
            "{}",
            refused.detail
        );
    }

    #[test]
    fn sound_sides_are_timed_and_the_table_reads_back() {
        let table = table(OpenZl::default());
        assert!(table.refused.is_empty());
        assert_eq!(
            table.rows.len(),
            inputs().len() * LEVELS.len() * OPERATIONS.len()
        );
        assert!(table.rows.iter().all(|row| row.ratio.ratio_median > 0.0));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("throughput.json");
        crate::files::write(&path, &serde_json::to_string(&table).unwrap()).unwrap();
        let read = super::super::read(&path).unwrap().unwrap();
        assert_eq!(read.rows.len(), table.rows.len());
    }

    fn ticket() -> Ticket<OpenZl> {
        let case = OpenZlCase {
            data: Data::Generated(Kind::Records, 1000),
            settings: Settings::at_level(3),
        };
        Gate::new(OpenZl::default()).admit(&case).unwrap()
    }

    #[test]
    fn a_call_that_writes_something_else_is_not_timed() {
        let ticket = ticket();
        let frame = ticket.frame(REFERENCE).unwrap();
        let attempt = |size: usize, flip: u8| {
            let call = |room: &mut [u8]| {
                room[..frame.len()].copy_from_slice(frame);
                room[frame.len() - 1] ^= flip;
                size
            };
            writes(&ticket, REFERENCE, room(&ticket), call).map(|mut call| call())
        };
        assert_eq!(attempt(frame.len(), 0).unwrap(), frame.len());
        for (size, flip) in [(frame.len(), 1), (frame.len() - 1, 0), (usize::MAX, 0)] {
            let told = attempt(size, flip).unwrap_err().to_string();
            assert!(
                told.contains("does not write the frame of c-openzl"),
                "{told}"
            );
        }
        assert!(writes(&ticket, "nobody", room(&ticket), |_| usize::MAX).is_err());
    }

    #[test]
    fn a_call_that_yields_something_else_is_not_timed() {
        let ticket = ticket();
        assert!(!ticket.value().iter().all(|byte| *byte == UNTOUCHED));
        let told = reads(&ticket, NATIVE, |room| room.len());
        let told = told.err().unwrap().to_string();
        assert!(
            told.contains("does not yield the value that openzl"),
            "{told}"
        );
    }

    #[test]
    fn the_table_tells_the_build_of_c() {
        let table = table(OpenZl::with_native(Arc::new(Flipped)));
        assert_eq!(table.builds, [Build::of_c_openzl()]);
        assert_eq!(table.builds[0].flags, openzl_ffi::build_flags());
    }
}
