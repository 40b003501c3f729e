//! AFL's driver of [`fuzz::hipo_roundtrip`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::hipo_roundtrip(data));
}
