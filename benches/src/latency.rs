//! How long single operations take, and how long the slowest of them.

use std::time::Duration;

use conformance::gate::{CompareError, Contender, RaceOptions, race};
use hdrhistogram::Histogram;

/// Significant digits that a histogram keeps.
const DIGITS: u8 = 3;

/// The latencies of one contender, in nanoseconds.
///
/// Quantiles of all samples hold what else the machine did in between; those of
/// each operation's least time over all rounds do not, and tell which operations
/// are slow by themselves.
#[derive(Clone, Debug)]
pub struct Latency {
    /// The contender.
    pub name: String,
    all: Histogram<u64>,
    minima: Histogram<u64>,
}

fn histogram() -> Histogram<u64> {
    Histogram::new(DIGITS).expect("as many digits as it may have")
}

fn record(histogram: &mut Histogram<u64>, taken: Duration) {
    // One that grows takes every time.
    let _ = histogram.record(taken.as_nanos() as u64);
}

impl Latency {
    /// Of all samples, the time that a part of `quantile` (0 to 1) is within.
    #[must_use]
    pub fn of_all(&self, quantile: f64) -> u64 {
        self.all.value_at_quantile(quantile)
    }

    /// Of each operation's least time, the time that a part of `quantile` is
    /// within; 1 is the slowest operation's.
    #[must_use]
    pub fn of_minima(&self, quantile: f64) -> u64 {
        self.minima.value_at_quantile(quantile)
    }

    /// p50, p99 and p99.9 of all samples, then p99 and the greatest of minima,
    /// as a cell of a table.
    #[must_use]
    pub fn cell(&self) -> String {
        format!(
            "{} / {} / {}, {} / {}",
            self.of_all(0.5),
            self.of_all(0.99),
            self.of_all(0.999),
            self.of_minima(0.99),
            self.of_minima(1.0),
        )
    }
}

/// Races contenders, each group being one operation, and gives their latencies
/// in the order that they came in.
///
/// # Errors
/// Those of [`race`].
pub fn latencies(
    contenders: Vec<Contender<'_>>,
    options: &RaceOptions,
) -> Result<Vec<Latency>, CompareError> {
    let mut all = vec![histogram(); contenders.len()];
    let laps = race(contenders, options, |place, _, taken| {
        record(&mut all[place], taken);
    })?;
    let latencies = laps.into_iter().zip(all).map(|(lap, all)| {
        let mut minima = histogram();
        for least in &lap.minima {
            record(&mut minima, *least);
        }
        Latency {
            name: lap.name,
            all,
            minima,
        }
    });
    Ok(latencies.collect())
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use conformance::Data;
    use conformance::gate::{Gate, RaceOptions, Work};
    use conformance::zram::{Layout, PagesCase, Zram};
    use corpora::Kind;
    use zram::{Codec, PageSize};

    use super::latencies;

    #[test]
    fn the_slow_operation_is_the_greatest_of_minima() {
        let layout = Layout::plain(Codec::LZ4, PageSize::KiB4);
        let data = Data::Generated(Kind::Text, 4096);
        let ticket = Gate::new(Zram).admit(&PagesCase { data, layout }).unwrap();
        let slow = |group| {
            if group == 3 {
                thread::sleep(Duration::from_millis(5));
            }
        };
        let contenders = vec![
            ticket.contender(Work::Consume, "zram", slow).unwrap(),
            ticket
                .contender(Work::Consume, "liblz4+libzstd", |_| ())
                .unwrap(),
        ];
        let options = RaceOptions {
            groups: 10,
            rounds: 3,
        };
        let [slow, quick] = &latencies(contenders, &options).unwrap()[..] else {
            panic!("two contenders");
        };
        assert_eq!(slow.name, "zram");
        assert!(slow.of_minima(1.0) >= 4_990_000, "{}", slow.cell());
        assert!(slow.of_minima(0.5) < 4_990_000, "{}", slow.cell());
        assert!(slow.of_all(1.0) >= slow.of_minima(1.0));
        assert!(quick.of_minima(1.0) < slow.of_minima(1.0));
    }
}
