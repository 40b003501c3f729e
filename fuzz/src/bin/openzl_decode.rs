//! AFL's driver of [`fuzz::openzl_decode`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::openzl_decode(data));
}
