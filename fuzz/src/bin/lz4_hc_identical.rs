//! AFL's driver of [`fuzz::lz4_hc_identical`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::lz4_hc_identical(data));
}
