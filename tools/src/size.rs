//! Sizes, read and written.

/// Reads a number of bytes: digits, which K, M, G or T multiply by powers of
/// 1024, with `B` or `iB` behind it or not.
///
/// ```
/// assert_eq!(tools::size::parse("3MiB"), Ok(3 << 20));
/// assert!(tools::size::parse("12 parsecs").is_err());
/// ```
///
/// # Errors
///
/// In words, what a size is.
pub fn parse(text: &str) -> Result<u64, String> {
    let digits = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err("a size is a number with K, M, G or T behind it".into()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a size starts with a number of at most 64 bits".to_owned())?;
    number
        .checked_mul(1 << shift)
        .ok_or_else(|| "more than 64 bits can tell".into())
}

/// A number with its thousands apart.
///
/// ```
/// assert_eq!(tools::size::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_every_form() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("4096B", 4096),
            ("1k", 1 << 10),
            ("3MiB", 3 << 20),
            ("2 GB", 2 << 30),
            ("5T", 5 << 40),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in [
            "",
            "K",
            "-1",
            "1.5G",
            "12 parsecs",
            "99999999999999T",
            "1e9",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
