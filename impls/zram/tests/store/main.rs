//! The store, through its public API.

mod limits;
mod pages;
mod ranges;
mod sharing;
mod snapshots;
mod support;
mod threads;
mod upkeep;
