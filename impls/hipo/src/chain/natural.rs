//! The order in which people number files.

use std::cmp::Ordering;
use std::path::Path;

/// Compares paths with runs of digits by the numbers they are: `run2` is before
/// `run10`, and `run02` before `run2`.
pub(super) fn compare(one: &Path, other: &Path) -> Ordering {
    let (all_one, all_other) = (
        one.as_os_str().as_encoded_bytes(),
        other.as_os_str().as_encoded_bytes(),
    );
    let (mut one, mut other) = (all_one, all_other);
    while let (Some(&first), Some(&second)) = (one.first(), other.first()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (number_one, number_other);
            (number_one, one) = split_number(one);
            (number_other, other) = split_number(other);
            let lengths = number_one.len().cmp(&number_other.len());
            lengths.then_with(|| number_one.cmp(number_other))
        } else {
            (one, other) = (&one[1..], &other[1..]);
            first.cmp(&second)
        };
        if order.is_ne() {
            return order;
        }
    }
    let lengths = one.len().cmp(&other.len());
    lengths.then_with(|| all_one.cmp(all_other))
}

/// The digits at the front, without zeros before them, and the rest.
fn split_number(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit());
    let (digits, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_their_order() {
        let sorted = [
            "a/run1.hipo",
            "a/run02.hipo",
            "a/run2.hipo",
            "a/run10.hipo",
            "a/run10.hipo.1",
            "a/run18446744073709551616.hipo",
            "b",
        ];
        for (index, one) in sorted.iter().enumerate() {
            for (other_index, other) in sorted.iter().enumerate() {
                let order = compare(Path::new(one), Path::new(other));
                assert_eq!(order, index.cmp(&other_index), "{one} {other}");
            }
        }
    }
}
