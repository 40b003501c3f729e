//! What is told on a terminal.

mod suite;
mod table;
mod throughput;

pub(crate) use suite::{by_words, headline, suite};
pub(crate) use table::Table;
pub(crate) use throughput::{distinct, throughput, time};

/// A number with its thousands apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { many }
    )
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped};

    #[test]
    fn thousands_stand_apart() {
        let texts = [0, 12, 999, 1_000, 65_536, 1_048_576].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "65,536", "1,048,576"]);
        assert_eq!(counted(1, "trial", "trials"), "1 trial");
    }
}
