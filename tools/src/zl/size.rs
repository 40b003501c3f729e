//! Sizes, read and written.

/// The least that a frame may hold without `--limit`.
const ALWAYS_ALLOWED: u64 = 1 << 30;
/// How many times its own size a frame may hold without `--limit`.
const ALLOWED_RATIO: u64 = 1024;

/// The most bytes that a frame may hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Limit(u64);

impl Limit {
    /// The limit for a frame of `frame_bytes` where the user sets none.
    pub(crate) fn for_frame(frame_bytes: usize) -> Self {
        let bytes = (frame_bytes as u64).saturating_mul(ALLOWED_RATIO);
        Self(bytes.max(ALWAYS_ALLOWED))
    }

    pub(crate) const fn bytes(self) -> u64 {
        self.0
    }
}

/// Reads `SIZE`: `none`, or a number that K, M, G or T multiplies by powers of
/// 1024, with `B` or `iB` behind it or not.
pub(crate) fn limit(text: &str) -> Result<Limit, String> {
    if text.eq_ignore_ascii_case("none") {
        return Ok(Limit(u64::MAX));
    }
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
        _ => return Err("a size is a number with K, M, G or T behind it, or `none`".into()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "a size starts with a number of at most 64 bits, or is `none`".to_owned())?;
    number
        .checked_mul(1 << shift)
        .map(Limit)
        .ok_or_else(|| "more than 64 bits can tell; `none` sets no limit".into())
}

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

/// A size as `--limit` takes it, rounded up.
pub(crate) fn for_limit(bytes: u64) -> String {
    for (shift, unit) in [(30, "G"), (20, "M"), (10, "K")] {
        if bytes >= 10 << shift {
            return format!("{}{unit}", bytes.div_ceil(1 << shift));
        }
    }
    bytes.to_string()
}

/// How many times larger `content` is than `frame`, or `None` for no content.
pub(crate) fn ratio(content: u64, frame: u64) -> Option<f64> {
    (content > 0 && frame > 0).then(|| content as f64 / frame as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_in_every_form() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("4096B", 4096),
            ("1k", 1 << 10),
            ("3MiB", 3 << 20),
            ("2 GB", 2 << 30),
            ("5T", 5 << 40),
            ("none", u64::MAX),
        ] {
            assert_eq!(limit(text), Ok(Limit(bytes)), "{text}");
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
            assert!(limit(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_suggested_is_enough() {
        for bytes in [0, 1, 1023, 10_241, 10_485_761, 5_000_000_000, 1 << 50] {
            let suggested = limit(&for_limit(bytes)).unwrap();
            assert!(suggested.bytes() >= bytes, "{bytes}");
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
