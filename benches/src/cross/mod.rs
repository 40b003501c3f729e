//! Programs of several implementations on the same files, each in processes of its
//! own.

mod asked;
mod line;
mod plan;
mod program;
mod report;

pub use asked::{Asked, program};
pub use line::{Line, LineError};
pub use plan::{CrossError, Measured, Plan};
pub use program::{Program, Shape, programs};
pub use report::{json, markdown};
