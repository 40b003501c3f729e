//! The page codecs from outside.
#![allow(clippy::similar_names, reason = "encoder and encoded belong together")]

mod allocation;
mod batch;
mod choice;
mod dictionary;
mod hostile;
mod limits;
mod pages;
mod round_trip;
mod training;
