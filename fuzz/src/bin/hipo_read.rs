//! AFL's driver of [`fuzz::hipo_read`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::hipo_read(data));
}
