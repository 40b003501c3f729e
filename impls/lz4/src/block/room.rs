//! How an encoder treats the end of its output.

/// What an encoder knows of its output's size.
pub(super) trait Room {
    /// Whether the output can be too small.
    const CHECKED: bool;
    /// Whether to stop at its end rather than to fail there.
    const FILL: bool;
}

/// The output holds whatever the input becomes.
pub(super) struct Ample;

impl Room for Ample {
    const CHECKED: bool = false;
    const FILL: bool = false;
}

/// The output may be too small, which is an error.
pub(super) struct Limited;

impl Room for Limited {
    const CHECKED: bool = true;
    const FILL: bool = false;
}

/// The output is to be filled with as much input as goes in.
pub(super) struct Fill;

impl Room for Fill {
    const CHECKED: bool = true;
    const FILL: bool = true;
}
