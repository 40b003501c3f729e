//! Finite state entropy, as far as a dictionary needs it (RFC 8878, section
//! 4.1).

use alloc::vec;
use alloc::vec::Vec;

use super::bits::Bits;
use super::normalized::Normalized;

/// A distribution as the format writes it: each value in as few bits as what is
/// left allows.
pub(super) fn description(normalized: &Normalized) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.push(normalized.log - 5, 4);
    let mut left = 1_i32 << normalized.log;
    for slots in &normalized.slots {
        if left == 0 {
            break;
        }
        let value = (i32::from(*slots) + 1).cast_unsigned();
        let most = left.cast_unsigned() + 1;
        let width = most.ilog2() + 1;
        // So many values are left over in `width` bits: the lowest do with one
        // bit less.
        let short = (1 << width) - 1 - most;
        if value < short {
            bits.push(value, width - 1);
        } else if value < 1 << (width - 1) {
            bits.push(value, width);
        } else {
            bits.push(value + short, width);
        }
        left -= i32::from(*slots).abs();
    }
    bits.into_bytes()
}

/// A state: what it says, and where it goes to.
#[derive(Clone, Copy, Debug)]
struct State {
    number: u16,
    /// The next state is `base` and what these bits say.
    base: u16,
    width: u32,
}

/// The states of every symbol, those that read the most bits first.
fn states(normalized: &Normalized) -> Vec<Vec<State>> {
    let size = 1_usize << normalized.log;
    let mut symbols = vec![None; size];
    let mut high = size;
    for (symbol, slots) in normalized.slots.iter().enumerate() {
        if *slots < 0 {
            high -= 1;
            symbols[high] = Some(symbol);
        }
    }
    let mut position = 0;
    for (symbol, slots) in normalized.slots.iter().enumerate() {
        for _ in 0..*slots {
            symbols[position] = Some(symbol);
            loop {
                position = (position + (size >> 1) + (size >> 3) + 3) % size;
                if position < high {
                    break;
                }
            }
        }
    }
    let mut states = vec![Vec::new(); normalized.slots.len()];
    for (number, symbol) in symbols.into_iter().enumerate() {
        let symbol = symbol.expect("every slot is given");
        let of_symbol: &mut Vec<State> = &mut states[symbol];
        let slots = normalized.slots[symbol].unsigned_abs();
        let x = u32::from(slots) + of_symbol.len() as u32;
        let width = normalized.log - x.ilog2();
        of_symbol.push(State {
            number: number as u16,
            base: ((x << width) - size as u32) as u16,
            width,
        });
    }
    states
}

/// Symbols in two states that take turns, the first one first; at least two
/// symbols.
///
/// Who reads this knows the end by having no bits left for a next state. So the
/// last two symbols take states that would read some.
pub(super) fn interleaved(symbols: &[u8], normalized: &Normalized) -> Vec<u8> {
    let states = states(normalized);
    let first = |symbol: u8| states[usize::from(symbol)][0].number;
    let mut current = [0; 2];
    let [.., last_but_one, last] = symbols else {
        return Vec::new();
    };
    let end = symbols.len() - 2;
    current[end % 2] = first(*last_but_one);
    current[(end + 1) % 2] = first(*last);
    let mut bits = Bits::default();
    for (index, symbol) in symbols[..end].iter().enumerate().rev() {
        let next = &mut current[index % 2];
        let state = states[usize::from(*symbol)]
            .iter()
            .find(|state| (state.base..state.base + (1 << state.width)).contains(next))
            .expect("the states of a symbol lead to every state");
        bits.push(u32::from(*next - state.base), state.width);
        *next = state.number;
    }
    bits.push(u32::from(current[1]), normalized.log);
    bits.push(u32::from(current[0]), normalized.log);
    // From here on it is read backwards.
    bits.push(1, 1);
    bits.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_predefined_offsets() {
        // RFC 8878, section 3.1.1.3.2.2.3; the bytes by the rules of section
        // 4.1.1, by hand for the first three values: 0 in 4 bits of 5, then 2,
        // 2 in 6.
        let slots = vec![
            1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1,
            -1,
        ];
        let bytes = description(&Normalized { log: 5, slots });
        assert_eq!(bytes[0], 0b0010_0000);
        assert_eq!(bytes.len(), 14);
    }

    #[test]
    fn states_of_a_symbol_lead_everywhere() {
        let normalized = Normalized::new(&[3, 0, 40, 20, 1, 0, 7], 6);
        for of_symbol in states(&normalized) {
            let mut reached: Vec<u16> = of_symbol
                .iter()
                .flat_map(|state| state.base..state.base + (1 << state.width))
                .collect();
            reached.sort_unstable();
            assert!(reached.into_iter().eq(0..64));
            assert!(of_symbol[0].width > 0);
        }
    }
}
