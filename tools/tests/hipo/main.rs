//! `hipo` as its users have it: the built program, on files of C++, Java and
//! oxihipo.

mod diff;
mod dump;
mod export;
mod faults;
mod manifest;
mod pieces;
mod plot;
mod recompress;
mod repair;
mod rows;
mod support;
mod tell;
mod threads;
mod validate;
