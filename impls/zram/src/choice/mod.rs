//! Which codec to take, by measurement.
//!
//! What a codec saves and costs depends on the memory and on the machine.
//! [`measure`] has every candidate encode and decode pages of the memory;
//! [`Report::best`] picks by a stated [`Objective`].

mod clock;
mod measure;
mod report;

pub use clock::{Clock, Monotonic};
pub use measure::{Sampling, measure};
pub use report::{Measured, Objective, Report};
