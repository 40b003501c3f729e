//! The page codecs from outside.

mod allocation;
mod batch;
mod choice;
mod dictionary;
mod hostile;
mod limits;
mod pages;
mod round_trip;
