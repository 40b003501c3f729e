//! Hostile frames give a typed error or a value, in bounded time and memory,
//! and native and reference agree which.

use std::sync::Arc;

use super::ledger::Ledger;
use super::tell::{hanging, words};
use crate::format::Format;
use crate::hex::HexWindow;
use crate::hostile::{Bounds, Expectation, HostileFrame, HostileSet};
use crate::implementation::Role;
use crate::lab::{Answer, Lab, Subject};
use crate::outcome::Failure;
use crate::watchdog::Watchdog;

/// How many hangs a set may cost. Each leaves a thread behind.
const PATIENCE: u32 = 2;

/// What an implementation made of a hostile frame.
enum Reaction<T> {
    Accepted(T),
    Rejected(Failure),
    Unsupported,
    /// It has no reading side, or is not here.
    Silent,
    /// It broke a rule that holds for every implementation.
    Misbehaved(String),
}

/// Enters every frame of a set.
pub(crate) fn reject<F: Format>(lab: &Arc<Lab<F>>, set: &HostileSet<F>, ledger: &mut Ledger) {
    let mut dog = Watchdog::default();
    for role in [Role::Native, Role::Reference] {
        for subject in lab.in_role(role) {
            if let Some(absence) = &subject.absence {
                ledger.absent(absence);
            }
        }
    }
    let (mut frames, mut undecided) = (0_u64, 0_u64);
    for frame in set.frames() {
        frames += 1;
        undecided += u64::from(!judge(lab, set, &frame, &mut dog, ledger));
        if dog.hung() >= PATIENCE {
            ledger.fault(format!(
                "reject: the rest of the set was left after {PATIENCE} hangs"
            ));
            break;
        }
    }
    if frames == 0 {
        ledger.fault(format!("reject: the set {} has no frames", set.name()));
    } else if undecided == frames {
        ledger.leave_open(format!("none of {frames} frames could be decided"));
    }
}

/// Enters one frame; whether anything was decided.
fn judge<F: Format>(
    lab: &Arc<Lab<F>>,
    set: &HostileSet<F>,
    frame: &HostileFrame,
    dog: &mut Watchdog,
    ledger: &mut Ledger,
) -> bool {
    let bytes: Arc<[u8]> = frame.bytes.as_slice().into();
    let mut decided = false;
    let mut react = |index: usize| {
        let subject = &lab.subjects[index];
        let reaction = reaction(lab, index, set, &bytes, dog);
        (subject, reaction)
    };
    let of_role = |role: Role| {
        let subjects = lab.subjects.iter().enumerate();
        subjects
            .filter(move |(_, s)| s.role == role)
            .map(|(i, _)| i)
    };
    let references: Vec<_> = of_role(Role::Reference).map(&mut react).collect();
    let natives: Vec<_> = of_role(Role::Native).map(&mut react).collect();

    for (subject, reaction) in references.iter().chain(&natives) {
        if let Some(text) = broken_rule(subject, reaction, frame.expectation) {
            decided = true;
            ledger.fail(&subject.name, "rules", told(frame, &text));
        } else if frame.expectation != Expectation::Agreement
            && matches!(reaction, Reaction::Accepted(_) | Reaction::Rejected(_))
        {
            decided = true;
            ledger.pass_across(&subject.name, "rules");
        }
    }
    for (native, ours) in &natives {
        for (reference, theirs) in &references {
            match disagreement(lab, (native, ours), (reference, theirs)) {
                Agreement::Same => {
                    decided = true;
                    ledger.pass_across(&native.name, &reference.name);
                }
                Agreement::Differs(text) => {
                    decided = true;
                    ledger.fail(&native.name, &reference.name, told(frame, &text));
                }
                Agreement::Open => ledger.undecided(&native.name, &reference.name),
                Agreement::NoClaim => {}
            }
        }
    }
    decided
}

/// Makes one call, bounded.
fn reaction<F: Format>(
    lab: &Arc<Lab<F>>,
    index: usize,
    set: &HostileSet<F>,
    bytes: &Arc<[u8]>,
    dog: &mut Watchdog,
) -> Reaction<F::Value> {
    let subject = &lab.subjects[index];
    if subject.absence.is_some() {
        return Reaction::Silent;
    }
    let Bounds { time, memory } = set.bounds();
    let call = {
        let lab = Arc::clone(lab);
        let bytes = Arc::clone(bytes);
        let context = set.context().clone();
        move || metered(&lab, &lab.subjects[index], &context, &bytes)
    };
    match dog.call(time, call) {
        Err(_) => Reaction::Misbehaved(format!("it has not come back after {time:?}")),
        Ok((_, Some(peak))) if subject.is_native() && peak > memory => {
            Reaction::Misbehaved(format!(
                "it took {peak} bytes of memory for a frame of {} bytes; {memory} are allowed",
                bytes.len()
            ))
        }
        Ok((Answer::Done(value), _)) => Reaction::Accepted(value),
        Ok((Answer::Failed(failure), _)) => Reaction::Rejected(failure),
        Ok((Answer::Unsupported(_), _)) => Reaction::Unsupported,
        Ok((Answer::Lacks, _)) => Reaction::Silent,
        Ok((answer @ Answer::Panicked(_), _)) => Reaction::Misbehaved(words(&answer)),
    }
}

/// Makes one call, with the peak of its memory if there is a meter.
fn metered<F: Format>(
    lab: &Lab<F>,
    subject: &Subject<F>,
    context: &F::Context,
    frame: &[u8],
) -> (Answer<F::Value>, Option<u64>) {
    let mut answer = Answer::Lacks;
    let mut call = || answer = subject.consume(context, frame);
    let peak = if let Some(meter) = &lab.meter {
        Some(meter.peak(&mut call))
    } else {
        call();
        None
    };
    (answer, peak)
}

/// The rule that a reaction breaks on its own, if it does.
fn broken_rule<F: Format>(
    subject: &Subject<F>,
    reaction: &Reaction<F::Value>,
    expectation: Expectation,
) -> Option<String> {
    let name = &subject.name;
    match (reaction, expectation) {
        (Reaction::Misbehaved(how), _) => Some(format!("{name}: {how}")),
        (Reaction::Accepted(_), Expectation::Rejection) => {
            Some(format!("{name} accepts a frame that must be rejected"))
        }
        (Reaction::Rejected(why), Expectation::Acceptance) => Some(format!(
            "{name} rejects a frame that must be accepted: {why}"
        )),
        _ => None,
    }
}

/// Whether two implementations agree.
enum Agreement {
    Same,
    Differs(String),
    /// One of them does not support what the frame asks for, or the native
    /// one is stricter in a way that the format lists.
    Open,
    /// One of them does not read, or broke a rule that was entered already.
    NoClaim,
}

/// Compares what two implementations made of one frame.
fn disagreement<F: Format>(
    lab: &Lab<F>,
    (native, ours): (&Subject<F>, &Reaction<F::Value>),
    (reference, theirs): (&Subject<F>, &Reaction<F::Value>),
) -> Agreement {
    use Reaction::{Accepted, Misbehaved, Rejected, Silent, Unsupported};
    match (ours, theirs) {
        (Silent | Misbehaved(_), _) | (_, Silent | Misbehaved(_)) => Agreement::NoClaim,
        (Unsupported, _) | (_, Unsupported) => Agreement::Open,
        (Rejected(_), Rejected(_)) => Agreement::Same,
        (Accepted(mine), Accepted(standard)) if mine == standard => Agreement::Same,
        (Accepted(mine), Accepted(standard)) => Agreement::Differs(format!(
            "{} and {} accept it with different values\n  {}",
            native.name,
            reference.name,
            hanging(&lab.format.describe_difference(standard, mine))
        )),
        (Accepted(_), Rejected(why)) => Agreement::Differs(format!(
            "{} accepts what {} rejects: {why}",
            native.name, reference.name
        )),
        (Rejected(why), Accepted(_)) if lab.format.stricter(why).is_some() => Agreement::Open,
        (Rejected(why), Accepted(_)) => Agreement::Differs(format!(
            "{} rejects what {} accepts: {why}",
            native.name, reference.name
        )),
    }
}

/// A failure with the frame's label and its first bytes.
fn told(frame: &HostileFrame, text: &str) -> String {
    format!(
        "reject: {} ({} bytes): {text}\n  {}",
        frame.label,
        frame.bytes.len(),
        HexWindow::around(&frame.bytes, 0)
    )
}
