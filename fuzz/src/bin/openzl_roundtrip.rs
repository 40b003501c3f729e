//! AFL's driver of [`fuzz::openzl_roundtrip`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::openzl_roundtrip(data));
}
