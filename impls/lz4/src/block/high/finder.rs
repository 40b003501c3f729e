//! The search along chains (`LZ4HC_InsertAndGetWiderMatch`).

use super::run::{Runs, run_backward, run_forward};
use super::sequences::Match;
use super::table::{Chains, Tables};
use super::window::Window;
use crate::block::word::{common, common_prefix, common_suffix, u16_at, u32_at};
use crate::block::{LAST_LITERALS, MIN_MATCH};

/// So many steps along a match, as a power of two, make the step one longer.
const STEP_TRIGGER: u32 = 4;

/// Offsets below this are passed over where decompression is to be fast: their
/// matches overlap within a word.
const SHORT_OFFSET: u32 = 8;

/// A search under way through a window.
pub(super) struct Finder<'w, 't> {
    pub(super) window: Window<'w>,
    pub(super) tables: &'t mut Tables,
    /// What is known of runs of one byte, where those are looked at.
    pub(super) runs: Option<&'t Runs>,
    /// Guesses for a position.
    pub(super) attempts: u32,
    /// Whether to pass over what is slow to decompress.
    pub(super) favor_decompression: bool,
}

/// What a run of one byte says of the guesses to come.
enum Next {
    /// Nothing: the chain goes on.
    Chain,
    /// The next guess.
    Guess(u32),
    /// A match that is known without measuring, and the next guess.
    Found(Match, u32),
}

/// One position for which the best match is sought.
#[derive(Clone, Copy)]
struct Query<'w> {
    window: Window<'w>,
    /// Where in the block; its bytes have to match.
    at: usize,
    index: u32,
    /// Where in the block the match may begin.
    from: usize,
    /// Where it has to end.
    end: usize,
    /// The four bytes at `at`.
    word: u32,
    /// The lowest index within reach.
    lowest: u32,
}

impl Finder<'_, '_> {
    /// The longest match of the bytes at `at` that begins at `from` or later
    /// and is longer than `longer_than`, which is 1 or more.
    ///
    /// `EXTERNAL`: there is a dictionary. `RUNS`: look at runs of one byte as a
    /// whole. `SWAP`: follow, of the chains of all positions in a match, the
    /// one that goes furthest; `from` is `at` then.
    #[inline(always)]
    pub(super) fn longest<const EXTERNAL: bool, const RUNS: bool, const SWAP: bool>(
        &mut self,
        at: usize,
        from: usize,
        longer_than: usize,
    ) -> Option<Match> {
        let window = &self.window;
        let word = u32_at(window.block, at);
        self.tables.insert_until(window, at);
        let guess = self.tables.latest(word);
        // Most of the time there is nothing within reach.
        if (!EXTERNAL || window.attached.is_none())
            && guess < window.lowest::<EXTERNAL>(window.index(at))
        {
            return None;
        }
        self.follow::<EXTERNAL, RUNS, SWAP>(guess, at, from, longer_than)
    }

    /// The longest match of the chain that begins at `guess`.
    #[inline(never)]
    fn follow<const EXTERNAL: bool, const RUNS: bool, const SWAP: bool>(
        &self,
        mut guess: u32,
        at: usize,
        from: usize,
        longer_than: usize,
    ) -> Option<Match> {
        let window = self.window;
        let Window {
            block, first_index, ..
        } = window;
        let chains = self.tables.chains();
        let index = window.index(at);
        let end = block.len() - LAST_LITERALS;
        let word = u32_at(block, at);
        let lowest = window.lowest::<EXTERNAL>(index);
        let look_back = at - from;
        let query = Query {
            window,
            at,
            index,
            from,
            end,
            word,
            lowest,
        };
        let mut best = Match {
            at,
            length: longer_than,
            offset: 0,
        };
        // The last two bytes of a match one longer than the best, and the index
        // from which a guess is as far as those bytes are from the block's
        // front.
        let ending = |best: &Match| {
            let last = best.length - 1;
            let base = first_index.wrapping_sub((last - look_back) as u32);
            (u16_at(block, from + last), base)
        };
        let (mut last_word, mut last_base) = ending(&best);
        // What is known of runs, if one begins at `at`, and how long that is,
        // once asked.
        let in_run = word == u32::from_ne_bytes([word as u8; 4]);
        let runs = self.runs.filter(|_| in_run);
        let mut run = None;
        let passed_over = |guess| SWAP && self.favor_decompression && index - guess < SHORT_OFFSET;
        let mut attempts = self.attempts;
        // How far into the match the chain that is followed begins.
        let mut shift = 0;
        while guess >= lowest && attempts > 0 {
            attempts -= 1;
            let mut length = 0;
            if !EXTERNAL || guess >= first_index {
                let there = (guess - first_index) as usize;
                if last_word == u16_at(block, guess.wrapping_sub(last_base) as usize)
                    && word == u32_at(block, there)
                    && !passed_over(guess)
                {
                    length = MIN_MATCH + common(block, at + MIN_MATCH, there + MIN_MATCH, end);
                    let mut back = 0;
                    if !SWAP && look_back > 0 {
                        back = common_suffix(&block[..at], &block[..there], look_back);
                        length += back;
                    }
                    if length > best.length {
                        best = query.found(guess, back, length);
                        (last_word, last_base) = ending(&best);
                    }
                }
            } else if !passed_over(guess)
                && let Some((back, found)) = query.measure_in_dictionary(guess)
            {
                length = found;
                if length > best.length {
                    best = query.found(guess, back, length);
                    (last_word, last_base) = ending(&best);
                }
            }

            if SWAP
                && length == best.length
                && guess + length as u32 <= index
                && let Some((furthest, distance)) = furthest_chain(chains, guess, length)
            {
                shift = furthest;
                guess -= distance;
                continue;
            }

            let distance = chains.distance(guess + shift);
            if RUNS
                && distance == 1
                && shift == 0
                && let Some(runs) = runs
            {
                let run = *run.get_or_insert_with(|| query.run());
                match query.next_in_run::<EXTERNAL>(chains, runs, guess, run, best.length) {
                    Next::Chain => {}
                    Next::Guess(next) => {
                        guess = next;
                        continue;
                    }
                    Next::Found(found, next) => {
                        guess = next;
                        best = found;
                        (last_word, last_base) = ending(&best);
                        continue;
                    }
                }
            }
            guess -= distance;
        }

        if EXTERNAL
            && lowest == window.low_index()
            && let Some(attached) = window.attached
        {
            attached.search_chain(&window, at, from, attempts, &mut best);
        }
        (best.offset > 0).then_some(best)
    }
}

/// Of the chains that begin within a match of `length` bytes at `guess`, the
/// one whose next position is furthest away, if that is more than 1: where
/// in the match it begins, and that distance.
#[inline(always)]
fn furthest_chain(chains: Chains<'_>, guess: u32, length: usize) -> Option<(u32, u32)> {
    let end = (length - MIN_MATCH + 1) as u32;
    let mut furthest = 0;
    let mut distance = 1;
    let mut at = 0;
    let mut steps = 1 << STEP_TRIGGER;
    // Two loops, so that the next step does not wait for what is here.
    loop {
        let mut here = 0;
        while at < end {
            here = chains.distance(guess + at);
            if here > distance {
                break;
            }
            at += steps >> STEP_TRIGGER;
            steps += 1;
        }
        if at >= end {
            break;
        }
        distance = here;
        furthest = at;
        at += steps >> STEP_TRIGGER;
        steps = 1 << STEP_TRIGGER;
    }
    (distance > 1).then_some((furthest, distance))
}

impl Query<'_> {
    #[inline(always)]
    const fn found(self, guess: u32, back: usize, length: usize) -> Match {
        Match {
            at: self.at - back,
            length,
            offset: (self.index - guess) as usize,
        }
    }

    /// How far before `at` and altogether the bytes agree with those at `guess`,
    /// which lies in the dictionary.
    fn measure_in_dictionary(self, guess: u32) -> Option<(usize, usize)> {
        let Window {
            block, dictionary, ..
        } = self.window;
        let there = (guess - self.window.low_index()) as usize;
        if dictionary.len() - there < MIN_MATCH || u32_at(dictionary, there) != self.word {
            return None;
        }
        let boundary = self.at + dictionary.len() - there;
        let end = boundary.min(self.end);
        let after = MIN_MATCH
            + common_prefix(
                &block[self.at + MIN_MATCH..end],
                &dictionary[there + MIN_MATCH..],
            );
        let mut length = after;
        if self.at + after == end && end < self.end {
            // It goes on where the dictionary ends: at the block's front.
            length += common(block, end, 0, self.end);
        }
        let back = common_suffix(&block[..self.at], &dictionary[..there], self.at - self.from);
        Some((back, back + length))
    }

    /// How often the byte at `at` comes from there on, which is four times or
    /// more.
    #[inline(never)]
    fn run(self) -> usize {
        let after = &self.window.block[self.at + MIN_MATCH..self.end];
        MIN_MATCH + run_forward(after, self.word as u8)
    }

    /// What to try next after `guess`, which may lie in a run of one byte, of
    /// which the chains know every position. At `at` such a run begins too.
    #[inline(always)]
    fn next_in_run<const EXTERNAL: bool>(
        self,
        chains: Chains<'_>,
        runs: &Runs,
        guess: u32,
        run: usize,
        longer_than: usize,
    ) -> Next {
        let Window {
            block,
            dictionary,
            first_index,
            ..
        } = self.window;
        let byte = self.word as u8;
        let before = guess - 1;
        // Where four bytes cannot be read in one piece.
        let at_boundary =
            |index: u32| EXTERNAL && index < first_index && first_index - index < MIN_MATCH as u32;
        if before < self.lowest || at_boundary(before) {
            return Next::Chain;
        }

        // How far the run at `before` goes, both ways.
        let forward;
        let mut backward;
        if EXTERNAL && before < first_index {
            let there = (before - self.window.low_index()) as usize;
            if u32_at(dictionary, there) != self.word {
                return Next::Chain;
            }
            let after = MIN_MATCH + run_forward(&dictionary[there + MIN_MATCH..], byte);
            forward = if there + after == dictionary.len() {
                after + run_forward(&block[..self.end], byte)
            } else {
                after
            };
            backward = run_backward(&dictionary[..there], byte);
        } else {
            let there = (before - first_index) as usize;
            if u32_at(block, there) != self.word {
                return Next::Chain;
            }
            (backward, forward) = runs.around(block, there, self.end);
            if EXTERNAL && backward == there {
                backward += run_backward(dictionary, byte);
            }
        }
        backward = backward.min((before - self.lowest) as usize);

        let segment = forward + backward;
        if segment >= run && forward <= run {
            // All of ours is in it: where theirs ends with ours.
            let next = before - (run - forward) as u32;
            return Next::Guess(if at_boundary(next) { first_index } else { next });
        }
        let next = before - backward as u32;
        if at_boundary(next) {
            return Next::Guess(first_index);
        }
        if self.from < self.at {
            return Next::Guess(next);
        }
        let after = next - chains.distance(next);
        let length = segment.min(run);
        if length > longer_than {
            return Next::Found(self.found(next, 0, length), after);
        }
        Next::Guess(after)
    }
}
