//! AFL's driver of [`fuzz::openzl_inspect`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::openzl_inspect(data));
}
