//! All consumers, through all their API shapes, give the same checksum.

use super::frames::frames;
use super::ledger::Ledger;
use super::tell::Written;
use crate::format::Format;
use crate::guard::guarded;
use crate::lab::{Answer, Exhibit, Lab, Subject};

/// Enters every producer's frame, read through every shape of every consumer.
pub(crate) fn checksum<F: Format>(
    lab: &Lab<F>,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) {
    let expected = lab.format.checksum(&exhibit.value);
    for made in frames(lab, |_| true, case, exhibit, ledger) {
        for consumer in &lab.subjects {
            read(lab, exhibit, expected, made.written(), consumer, ledger);
        }
    }
}

/// Enters one frame, read through every shape of one consumer.
fn read<F: Format>(
    lab: &Lab<F>,
    exhibit: &Exhibit<F>,
    expected: u64,
    written: Written<'_>,
    consumer: &Subject<F>,
    ledger: &mut Ledger,
) {
    let (producer, frame) = written;
    if let Some(absence) = &consumer.absence {
        ledger.absent(absence);
        ledger.absent_pair(producer, &consumer.name);
        return;
    }
    let shapes = match guarded(|| consumer.implementation.consume_shapes()) {
        Ok(shapes) => shapes,
        Err(panic) => {
            let text = format!("{}, asked for its shapes, {panic}", consumer.name);
            ledger.fail(producer, &consumer.name, text);
            return;
        }
    };
    for shape in shapes {
        let reader = format!("{}/{}", consumer.name, shape.name());
        match Answer::of(|| shape.consume(&exhibit.context, frame)) {
            Answer::Done(value) => {
                let found = lab.format.checksum(&value);
                if found != expected {
                    let text = format!(
                        "checksum: {reader} gives {found:#018x} for the frame of {producer}, \
                         not {expected:#018x}"
                    );
                    ledger.fail(producer, &reader, text);
                } else if producer == consumer.name {
                    ledger.pass(producer, &reader);
                } else {
                    ledger.pass_across(producer, &reader);
                }
            }
            Answer::Lacks => {}
            Answer::Unsupported(what) => {
                ledger.undecided(producer, &reader);
                if consumer.is_native() {
                    ledger.leave_open(format!("{reader} does not read it: {what}"));
                }
            }
            answer @ (Answer::Failed(_) | Answer::Panicked(_)) => {
                let text = lab.refused_reading(&exhibit.context, written, &reader, &answer);
                ledger.fail(producer, &reader, text);
            }
        }
    }
}
