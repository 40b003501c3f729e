//! HIPO: the data set and the scenarios that implementations are compared by.

mod columnar;
mod dataset;
mod per_event;
mod race;
mod scenario;

pub use dataset::{DataSet, Format};
pub use race::{Reader, Timing, Track};
pub use scenario::{Pass, Scenario};
