//! What is in the banks of cases.

use rand::Rng as _;
use rand_pcg::Pcg64;

/// What cells hold, and how many rows there are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Content {
    /// No rows at all.
    Empty,
    /// One row in each bank, of numbers that count up.
    Counting,
    /// Up to five rows in most banks, of small numbers.
    Small,
    /// Up to 12 rows, of any bits.
    Noise,
    /// Up to 200 rows in some banks, of one byte repeated.
    Long,
    /// The ends of every type.
    Extremes,
    /// The benchmark's, of the schemas `Physics`.
    DataSet,
}

impl Content {
    /// Every one but the benchmark's.
    pub const ALL: [Self; 6] = [
        Self::Empty,
        Self::Counting,
        Self::Small,
        Self::Noise,
        Self::Long,
        Self::Extremes,
    ];

    /// Its name in the name of a case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Counting => "counting",
            Self::Small => "small",
            Self::Noise => "noise",
            Self::Long => "long",
            Self::Extremes => "extremes",
            Self::DataSet => "dataset",
        }
    }

    /// Rows of a bank of an event.
    pub(super) fn rows(self, random: &mut Pcg64) -> usize {
        match self {
            Self::Counting => 1,
            Self::Small => random.random_range(0..6),
            Self::Noise => random.random_range(0..13),
            Self::Long if random.random_ratio(1, 3) => random.random_range(0..201),
            Self::Empty | Self::Long | Self::DataSet => 0,
            Self::Extremes => 4,
        }
    }

    /// The bytes of a cell's value, little-endian.
    pub(super) fn value(self, random: &mut Pcg64, letter: char, number: u64) -> Vec<u8> {
        let count = number.cast_signed();
        let numeric = |value: i64| match letter {
            'B' => (value as i8).to_le_bytes().to_vec(),
            'S' => (value as i16).to_le_bytes().to_vec(),
            'I' => (value as i32).to_le_bytes().to_vec(),
            'F' => (value as f32 / 8.0).to_le_bytes().to_vec(),
            'D' => (value as f64 / 8.0).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        };
        match self {
            Self::Empty | Self::Counting | Self::DataSet => numeric(count),
            Self::Small => numeric(random.random_range(-20..20)),
            Self::Noise => {
                let length = numeric(0).len();
                random.random::<[u8; 8]>()[..length].to_vec()
            }
            Self::Long => vec![number as u8; numeric(0).len()],
            Self::Extremes => extreme(letter, number),
        }
    }
}

/// One of the ends of a type.
fn extreme(letter: char, number: u64) -> Vec<u8> {
    let pick = (number % 4) as usize;
    let integers = [i64::MIN, i64::MAX, 0, -1];
    let wide = integers[pick];
    let narrow = |bytes: u32| {
        if pick < 2 {
            wide >> (64 - 8 * bytes)
        } else {
            wide
        }
    };
    match letter {
        'B' => (narrow(1) as i8).to_le_bytes().to_vec(),
        'S' => (narrow(2) as i16).to_le_bytes().to_vec(),
        'I' => (narrow(4) as i32).to_le_bytes().to_vec(),
        'F' => [f32::NAN, f32::NEG_INFINITY, -0.0, f32::MIN_POSITIVE][pick]
            .to_le_bytes()
            .to_vec(),
        'D' => [f64::NAN, f64::INFINITY, -0.0, f64::MAX][pick]
            .to_le_bytes()
            .to_vec(),
        _ => wide.to_le_bytes().to_vec(),
    }
}
