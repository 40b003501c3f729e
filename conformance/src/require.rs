//! What must be on the machine for a run to be a success.

/// The variable that [`Require::from_env`] reads.
pub const REQUIRE_VARIABLE: &str = "TOUCHSTONE_REQUIRE";

/// What must be on the machine for a run to be a success.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Require {
    /// What is absent is named and counted; the run goes on.
    #[default]
    Present,
    /// Anything absent is a failure.
    All,
}

impl Require {
    /// Reads `TOUCHSTONE_REQUIRE`.
    pub fn from_env() -> Self {
        Self::from_value(std::env::var(REQUIRE_VARIABLE).ok().as_deref())
    }

    /// What a value of the variable means: `all` asks for everything.
    ///
    /// ```
    /// use conformance::Require;
    ///
    /// assert_eq!(Require::from_value(Some("all")), Require::All);
    /// assert_eq!(Require::from_value(None), Require::Present);
    /// ```
    pub fn from_value(value: Option<&str>) -> Self {
        match value {
            Some("all") => Self::All,
            _ => Self::Present,
        }
    }
}
