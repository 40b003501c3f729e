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
    tools::size::parse(text)
        .map(Limit)
        .map_err(|problem| format!("{problem}; `none` sets no limit"))
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
    fn limits_are_sizes_or_none() {
        assert_eq!(limit("3MiB"), Ok(Limit(3 << 20)));
        assert_eq!(limit("none"), Ok(Limit(u64::MAX)));
        assert!(limit("some").is_err());
    }

    #[test]
    fn what_is_suggested_is_enough() {
        for bytes in [0, 1, 1023, 10_241, 10_485_761, 5_000_000_000, 1 << 50] {
            let suggested = limit(&for_limit(bytes)).unwrap();
            assert!(suggested.bytes() >= bytes, "{bytes}");
        }
    }
}
