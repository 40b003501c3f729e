//! What the users' commands share.

#![forbid(unsafe_code)]

pub mod size;
pub mod table;
pub mod text;
