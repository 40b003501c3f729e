//! Proof of one case, for those who act on it: the gate and the freezing of
//! golden frames.

use std::collections::BTreeSet;

use crate::check::{Check, Ledger, Made, compare_frames, exchange_frames, frames};
use crate::format::{Case, Format};
use crate::lab::{Exhibit, Lab};
use crate::trial::trial_name;
use crate::verdict::Verdict;

/// What was proved of a case.
pub(crate) struct Proof<'a, F: Format> {
    /// The frames that passed.
    pub(crate) made: Vec<Made<'a, F>>,
    /// Who was shown to read every one of them.
    pub(crate) readers: BTreeSet<String>,
}

/// The check that is in the way of a proof, and what it came to.
pub(crate) type NoProof = (Check, Verdict);

/// Asks every producer for its frame once, and puts those very frames to the
/// checks `identical` and `exchange`, as far as the format claims them; one it
/// must claim.
pub(crate) fn prove<'a, F: Format>(
    lab: &'a Lab<F>,
    case: &F::Case,
    exhibit: &Exhibit<F>,
) -> Result<Proof<'a, F>, NoProof> {
    let claims = |check| lab.format.claims(check, case);
    let close = |check: Check, ledger: Ledger| {
        let trial = trial_name(lab.format.name(), check, &case.name());
        ledger
            .prove(&trial, lab.require)
            .map_err(|verdict| (check, verdict))
    };
    let mut ledger = Ledger::default();
    let made = frames(lab, |_| true, case, exhibit, &mut ledger);
    let mut readers = BTreeSet::new();
    if claims(Check::Identical) {
        compare_frames(lab, exhibit, &made, &mut ledger);
        close(Check::Identical, ledger)?;
        ledger = Ledger::default();
        if !claims(Check::Exchange) {
            return Ok(Proof { made, readers });
        }
    }
    if claims(Check::Exchange) {
        exchange_frames(lab, exhibit, &made, &mut ledger);
    }
    // Without any claim the ledger is empty, which is no proof.
    for (pair, tally) in close(Check::Exchange, ledger)? {
        if tally.passed > 0 && tally.passed == tally.total() {
            readers.insert(pair.consumer);
        }
    }
    Ok(Proof { made, readers })
}
