//! What the users' commands share.

#![forbid(unsafe_code)]

pub mod cleanup;
pub mod output;
pub mod size;
pub mod table;
pub mod text;
pub mod ticker;
