//! In the making.

fn main() {}
