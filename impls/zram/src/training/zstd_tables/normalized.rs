//! Probabilities in slots of a table.

use alloc::vec;
use alloc::vec::Vec;

/// For every symbol its slots of `1 << log`; none is without. A symbol that was
/// never met is told as less than one slot, and takes one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Normalized {
    pub(super) log: u32,
    /// At least 1; -1 for a symbol that was never met.
    pub(super) slots: Vec<i16>,
}

impl Normalized {
    /// There must be fewer symbols than slots.
    pub(super) fn new(counts: &[u32], log: u32) -> Self {
        let unmet: i32 = counts.iter().map(|count| i32::from(*count == 0)).sum();
        let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
        let room = (1_i32 << log) - unmet;
        let mut slots: Vec<i32> = vec![0; counts.len()];
        if total == 0 {
            // Nothing was met at all: the first symbol takes what is left.
            slots.fill(-1);
            slots[0] = room + 1;
        } else {
            let share = |count: u32| f64::from(count) * f64::from(room) / total as f64;
            for (slot, count) in slots.iter_mut().zip(counts) {
                *slot = match count {
                    0 => -1,
                    count => (share(*count) as i32).max(1),
                };
            }
            let given: i32 = slots.iter().filter(|slots| **slots > 0).sum();
            even_out(&mut slots, counts, room - given);
        }
        Self {
            log,
            slots: slots.into_iter().map(|slots| slots as i16).collect(),
        }
    }
}

/// Gives `left` slots to those who gain the most by one more, or takes as many
/// from those who lose the least.
fn even_out(slots: &mut [i32], counts: &[u32], mut left: i32) {
    while left != 0 {
        let step = left.signum();
        // Bits that all uses of a symbol together save by a step; fewer than
        // none where they cost.
        let saved = |(slots, count): (&i32, &u32)| {
            let ratio = f64::from(*slots + step) / f64::from(*slots);
            f64::from(*count) * (ratio - 1.0) / (ratio + 1.0)
        };
        let best = (0..slots.len())
            .filter(|index| counts[*index] > 0 && slots[*index] + step > 0)
            .max_by(|one, other| {
                let of = |index: usize| saved((&slots[index], &counts[index]));
                of(*one).total_cmp(&of(*other))
            });
        let Some(best) = best else { break };
        slots[best] += step;
        left -= step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(normalized: &Normalized) -> i32 {
        let slots = normalized.slots.iter();
        slots.map(|slots| i32::from(*slots).abs()).sum()
    }

    #[test]
    fn every_slot_is_given() {
        let many: Vec<u32> = (0..53).map(|n| n * n * 977).collect();
        for counts in [
            &[0, 0, 0][..],
            &[1],
            &[u32::MAX, 1, 0, 1],
            &[5; 20],
            &[0, 1_000_000, 1, 1, 1, 1, 1],
            &many,
        ] {
            for log in [6, 8, 9] {
                let normalized = Normalized::new(counts, log);
                assert_eq!(sum(&normalized), 1 << log, "{counts:?}");
                for (slots, count) in normalized.slots.iter().zip(counts) {
                    assert!(*slots > 0 || (*slots == -1 && *count == 0), "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn shares_are_about_right() {
        let normalized = Normalized::new(&[100, 50, 25, 25], 8);
        assert_eq!(normalized.slots, [128, 64, 32, 32]);
    }
}
