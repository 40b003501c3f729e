//! Safe types over uninitialized memory.
//!
//! This crate is the fence around the workspace's unsafe Rust: outside it and
//! the `*-ffi` crates, `unsafe_code` is forbidden. Each type here keeps an
//! invariant that makes its unchecked accesses sound, states it where it is
//! relied upon, and checks it in debug builds.
//!
//! - [`Spare`]: a caller's uninitialized buffer, filled from the front.

#![no_std]

mod spare;

pub use spare::{Full, Spare};
