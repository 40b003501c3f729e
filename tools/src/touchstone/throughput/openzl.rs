//! OpenZL's rows: its default graph, by input and level.

use anyhow::{Result, ensure};
use conformance::gate::{Gate, Ratio, Side, Ticket, TimerOptions, Work};
use conformance::openzl::{
    Data, OpenZl, OpenZlCase, Settings, native_parameters, reference_compressor,
    reference_parameters,
};
use corpora::Kind;
use openzl::{Compressor, Decompressor};
use openzl_ffi::{CompressContext, DecodeParameters, DecompressContext, Input};

use super::{Refused, Row, Throughput};
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

/// Room for a frame, of either side.
fn room(input: &[u8]) -> Vec<u8> {
    let len = Compressor::bound(input.len()).max(openzl_ffi::compress_bound(input.len()));
    vec![0; len]
}

/// Holds what is about to be timed to the frame that passed.
fn same_frame(ticket: &Ticket<OpenZl>, who: &str, written: &[u8]) -> Result<()> {
    ensure!(
        ticket.frame(who) == Some(written),
        "{}: the call that would be timed does not write the frame of {who} that passed",
        ticket.case()
    );
    Ok(())
}

fn compress_reused(
    case: &OpenZlCase,
    ticket: &Ticket<OpenZl>,
    options: &TimerOptions,
) -> Result<Ratio> {
    let input = ticket.input().as_slice();
    let (mut ours, mut theirs) = (room(input), room(input));

    let mut native = Compressor::new(native_parameters(&case.settings)?);
    let written = native.compress_to_slice(input, &mut ours)?;
    same_frame(ticket, NATIVE, &ours[..written])?;

    let mut context = CompressContext::new()?;
    let compressor = reference_compressor(case.settings.graph)?;
    let parameters = reference_parameters(&case.settings);
    let mut reference =
        || context.compress_to_slice(&compressor, &parameters, Input::Serial(input), &mut theirs);
    let written = reference()?;
    let native = Side::new(NATIVE, || native.compress_to_slice(input, &mut ours));
    let ratio = ticket.compare(
        Work::Produce,
        native,
        Side::new(REFERENCE, &mut reference),
        options,
    )?;
    same_frame(ticket, REFERENCE, &theirs[..written])?;
    Ok(ratio)
}

/// As short-lived callers have it: each call makes its context, on both sides.
fn compress_anew(
    case: &OpenZlCase,
    ticket: &Ticket<OpenZl>,
    options: &TimerOptions,
) -> Result<Ratio> {
    let input = ticket.input().as_slice();
    let (mut ours, mut theirs) = (room(input), room(input));

    let settings = native_parameters(&case.settings)?;
    let mut native = || Compressor::new(settings.clone()).compress_to_slice(input, &mut ours);
    let native_written = native()?;

    let compressor = reference_compressor(case.settings.graph)?;
    let parameters = reference_parameters(&case.settings);
    let mut reference = || {
        let input = Input::Serial(input);
        CompressContext::new()?.compress_to_slice(&compressor, &parameters, input, &mut theirs)
    };
    let reference_written = reference()?;
    let (native, reference) = (
        Side::new(NATIVE, &mut native),
        Side::new(REFERENCE, &mut reference),
    );
    let ratio = ticket.compare(Work::Produce, native, reference, options)?;
    same_frame(ticket, NATIVE, &ours[..native_written])?;
    same_frame(ticket, REFERENCE, &theirs[..reference_written])?;
    Ok(ratio)
}

fn decompress(_: &OpenZlCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) -> Result<Ratio> {
    let frame = ticket.frame(REFERENCE).unwrap_or_default();
    let size = ticket.input().len();
    let (mut ours, mut theirs) = (vec![0; size], vec![0; size]);

    let mut decompressor = Decompressor::default();
    let native = Side::new(NATIVE, || {
        decompressor.decompress_to_slice(frame, &mut ours)
    });
    let mut context = DecompressContext::new()?;
    let parameters = DecodeParameters::limited(size);
    let reference = Side::new(REFERENCE, || {
        context.decompress_to_slice(frame, &parameters, &mut theirs)
    });
    let ratio = ticket.compare(Work::Consume, native, reference, options)?;
    ensure!(
        ours == *ticket.input() && theirs == *ticket.input(),
        "{}: the calls that were timed did not yield the value that passed",
        ticket.case()
    );
    Ok(ratio)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use conformance::gate::TimerOptions;
    use conformance::openzl::{NativeOpenZl, OpenZl, OpenZlCase, OutputLimit};
    use conformance::{Implementation, Outcome, Role};

    use super::super::{SCHEMA, Throughput};
    use super::{LEVELS, OPERATIONS, inputs, measure};
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
}
