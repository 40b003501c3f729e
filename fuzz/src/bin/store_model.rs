//! AFL's driver of [`fuzz::store_model`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::store_model(data));
}
