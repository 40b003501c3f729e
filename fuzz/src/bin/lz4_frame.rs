//! AFL's driver of [`fuzz::lz4_frame`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::lz4_frame(data));
}
