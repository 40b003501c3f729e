//! What a level means.

/// The level that stands for none (`LZ4HC_CLEVEL_DEFAULT`).
const DEFAULT_LEVEL: i32 = 9;

/// The highest level (`LZ4HC_CLEVEL_MAX`).
const MAX_LEVEL: i32 = 12;

/// How sequences are chosen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Strategy {
    /// One guess by four bytes and one by seven.
    Mid,
    /// The longest of so many guesses, and whether the next position has a
    /// longer one.
    Chain { attempts: u32 },
    /// The cheapest way through several thousand positions.
    Optimal(Effort),
}

/// How hard the optimal strategy tries.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Effort {
    /// Guesses for a position.
    pub(super) attempts: u32,
    /// A match longer than this is taken at once.
    pub(super) sufficient: usize,
    /// Whether to look for short matches inside of long ones too.
    pub(super) thorough: bool,
}

impl Strategy {
    /// The strategy of `level`; below 1 is the default, above 12 is 12
    /// (`k_clTable`).
    pub(super) const fn of(level: i32) -> Self {
        let level = if level < 1 { DEFAULT_LEVEL } else { level };
        match level {
            1 | 2 => Self::Mid,
            3..10 => Self::Chain {
                attempts: 1 << (level - 1),
            },
            10 => Self::Optimal(Effort {
                attempts: 96,
                sufficient: 64,
                thorough: false,
            }),
            11 => Self::Optimal(Effort {
                attempts: 512,
                sufficient: 128,
                thorough: false,
            }),
            MAX_LEVEL.. => Self::Optimal(Effort {
                attempts: 16_384,
                sufficient: super::optimal::SPAN - 1,
                thorough: true,
            }),
            _ => unreachable!(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Strategy;

    #[test]
    fn levels_out_of_range_are_the_nearest_or_the_default() {
        assert_eq!(Strategy::of(0), Strategy::Chain { attempts: 256 });
        assert_eq!(Strategy::of(i32::MIN), Strategy::of(9));
        assert_eq!(Strategy::of(1), Strategy::Mid);
        assert_eq!(Strategy::of(3), Strategy::Chain { attempts: 4 });
        assert_eq!(Strategy::of(i32::MAX), Strategy::of(12));
        assert_ne!(Strategy::of(11), Strategy::of(12));
    }
}
