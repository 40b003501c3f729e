//! Every consumer reads every producer's frame to the case's value.

use super::frames::{Made, frames};
use super::ledger::Ledger;
use super::tell::{Written, hanging};
use crate::format::Format;
use crate::lab::{Answer, Exhibit, Lab, Subject};

/// Makes the frames of a case and enters every pair of a producer and a consumer.
pub(crate) fn exchange<F: Format>(
    lab: &Lab<F>,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) {
    let made = frames(lab, |_| true, case, exhibit, ledger);
    exchange_frames(lab, exhibit, &made, ledger);
}

/// Enters what every consumer makes of every frame.
pub(crate) fn exchange_frames<F: Format>(
    lab: &Lab<F>,
    exhibit: &Exhibit<F>,
    made: &[Made<'_, F>],
    ledger: &mut Ledger,
) {
    for made in made {
        for consumer in &lab.subjects {
            read(lab, exhibit, made.written(), consumer, ledger);
        }
    }
}

/// Enters what one consumer makes of one frame.
pub(super) fn read<F: Format>(
    lab: &Lab<F>,
    exhibit: &Exhibit<F>,
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
    match consumer.consume(&exhibit.context, frame) {
        Answer::Done(value) if value == exhibit.value => {
            if producer == consumer.name {
                ledger.pass(producer, &consumer.name);
            } else {
                ledger.pass_across(producer, &consumer.name);
            }
        }
        Answer::Done(value) => {
            let difference = lab.format.describe_difference(&exhibit.value, &value);
            let text = format!(
                "{} reads the frame of {producer} ({} bytes) to another value\n  {}",
                consumer.name,
                frame.len(),
                hanging(&difference)
            );
            ledger.fail(producer, &consumer.name, text);
        }
        Answer::Lacks => {}
        Answer::Unsupported(what) => {
            ledger.undecided(producer, &consumer.name);
            if consumer.is_native() {
                ledger.leave_open(format!("{} does not read it: {what}", consumer.name));
            }
        }
        answer @ (Answer::Failed(_) | Answer::Panicked(_)) => {
            let text = lab.refused_reading(&exhibit.context, written, &consumer.name, &answer);
            ledger.fail(producer, &consumer.name, text);
        }
    }
}
