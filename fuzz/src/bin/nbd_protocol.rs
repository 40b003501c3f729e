//! AFL's driver of [`fuzz::nbd_protocol`].

fn main() {
    afl::fuzz!(|data: &[u8]| fuzz::nbd_protocol(data));
}
