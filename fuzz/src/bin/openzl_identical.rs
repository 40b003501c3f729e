//! AFL's driver of [`fuzz::openzl_identical`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::openzl_identical(data));
}
