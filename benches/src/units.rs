//! Figures in the units that tables have.

/// A time in the unit that suits it.
#[must_use]
pub fn told(nanoseconds: f64) -> String {
    if nanoseconds < 10_000.0 {
        format!("{nanoseconds:.0} ns")
    } else if nanoseconds < 10_000_000.0 {
        format!("{:.1} µs", nanoseconds / 1e3)
    } else {
        format!("{:.2} ms", nanoseconds / 1e6)
    }
}

/// Bytes in so many nanoseconds, as GB/s (10^9 bytes).
#[must_use]
pub fn gigabytes(bytes: usize, nanoseconds: f64) -> String {
    let rate = bytes as f64 / nanoseconds.max(1e-6);
    if rate < 10.0 {
        format!("{rate:.2}")
    } else {
        format!("{rate:.0}")
    }
}

/// The middle one of some figures, or the mean of the middle two; NaN of none.
#[must_use]
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    match (figures.len() / 2, figures.len() % 2) {
        (0, 0) => f64::NAN,
        (half, 0) => f64::midpoint(figures[half - 1], figures[half]),
        (half, _) => figures[half],
    }
}

#[cfg(test)]
mod tests {
    use super::{gigabytes, median, told};

    #[test]
    fn units() {
        assert_eq!(told(9_999.0), "9999 ns");
        assert_eq!(told(10_000.0), "10.0 µs");
        assert_eq!(told(12_345_678.0), "12.35 ms");
        assert_eq!(gigabytes(4096, 1024.0), "4.00");
        assert_eq!(gigabytes(4096, 41.0), "100");
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(vec![4.0, 1.0]) - 2.5).abs() < 1e-12);
        assert!(median(Vec::new()).is_nan());
    }
}
