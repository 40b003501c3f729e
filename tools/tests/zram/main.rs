//! The command `zram` from outside.

#![cfg(unix)]

mod analyze;
mod client;
mod lz4;
mod serve;
mod support;
mod train;
