//! Frames that a reference wrote, frozen: the manifest that names them, and
//! the plan by which they are frozen again.

mod error;
mod manifest;
mod plan;

pub(crate) use manifest::files;

pub use error::GoldenError;
pub use manifest::{Entry, FOLDER_LIMIT, MANIFEST, Manifest};
pub use plan::{Change, ChangeKind, Plan, RefusedFrame};
