//! AFL's driver of [`fuzz::hipo_identical`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::hipo_identical(data));
}
