//! AFL's driver of [`fuzz::page_codecs`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::page_codecs(data));
}
