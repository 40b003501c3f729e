//! Programs of several implementations on the same files, each in processes of its
//! own.

mod asked;
mod line;
mod picture;
mod plan;
mod program;
mod report;
mod saved;

pub use asked::{Asked, program};
pub use line::{Line, LineError};
pub use picture::svg;
pub use plan::{CrossError, Measured, Plan};
pub use program::{Program, Shape, programs};
pub use report::{json, markdown};
pub use saved::{SavedError, saved};
