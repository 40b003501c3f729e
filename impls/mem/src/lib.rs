//! Safe types over uninitialized memory.
//!
//! This crate is the fence around the workspace's unsafe Rust: outside it and
//! the `*-ffi` crates, `unsafe_code` is forbidden. Each type here keeps an
//! invariant that makes its unchecked accesses sound, states it where it is
//! relied upon, and checks it in debug builds.
//!
//! - [`Spare`]: a caller's uninitialized buffer, filled from the front.
//! - [`Words`]: words at any alignment.
//! - [`Windows`], [`WindowsMut`]: windows of one size at any position.
//! - [`MatchBuffer`]: an output that copies from itself, as LZ decoders do.
//! - `prefer_huge_pages`, with the feature `huge-pages`: large memory that is
//!   about to be written for the first time.
//! - `keep_freed_memory`, with the feature `allocator`: memory of one array for
//!   the next.

#![no_std]

#[cfg(feature = "allocator")]
mod allocator;
#[cfg(feature = "huge-pages")]
mod huge_pages;
mod match_buffer;
mod period;
mod spare;
mod windows;
mod windows_mut;
mod words;

#[cfg(feature = "allocator")]
pub use allocator::keep_freed_memory;
#[cfg(feature = "huge-pages")]
pub use huge_pages::{HUGE_PAGE, prefer_huge_pages, whole_huge_pages};
pub use match_buffer::{MatchBuffer, RoomForMatch, SHORT_LITERALS, SHORT_MATCH, SHORT_SEQUENCE};
pub use spare::{Full, Spare};
pub use windows::Windows;
pub use windows_mut::WindowsMut;
pub use words::Words;
