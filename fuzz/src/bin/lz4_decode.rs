//! AFL's driver of [`fuzz::lz4_decode`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::lz4_decode(data));
}
