//! AFL's driver of [`fuzz::lz4_identical`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::lz4_identical(data));
}
