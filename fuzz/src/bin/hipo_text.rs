//! AFL's driver of [`fuzz::hipo_text`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::hipo_text(data));
}
