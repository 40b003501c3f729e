//! Expressions over the rows of banks.

mod allocation;
mod arrays;
mod banks;
mod errors;
mod events;
mod hostile;
mod operators;
mod random;
mod table;
mod tree;
mod types;
