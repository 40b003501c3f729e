//! Each native frame equals each reference's, byte for byte.

use super::frames::{Made, frames};
use super::ledger::Ledger;
use crate::format::Format;
use crate::implementation::Role;
use crate::lab::{Exhibit, Lab};

/// Makes the frames of a case and enters their comparison.
pub(crate) fn identical<F: Format>(
    lab: &Lab<F>,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) {
    let made = frames(lab, |role| role != Role::External, case, exhibit, ledger);
    compare_frames(lab, exhibit, &made, ledger);
}

/// Enters the comparison of every native frame with every reference's.
pub(crate) fn compare_frames<F: Format>(
    lab: &Lab<F>,
    exhibit: &Exhibit<F>,
    made: &[Made<'_, F>],
    ledger: &mut Ledger,
) {
    let in_role = |role: Role| made.iter().filter(move |made| made.subject.role == role);
    for native in in_role(Role::Native) {
        for reference in in_role(Role::Reference) {
            let (ours, theirs) = (native.written(), reference.written());
            match lab.frame_difference(&exhibit.context, theirs, ours) {
                None => ledger.pass_across(ours.0, theirs.0),
                Some(text) => ledger.fail(ours.0, theirs.0, format!("identical: {text}")),
            }
        }
    }
}
