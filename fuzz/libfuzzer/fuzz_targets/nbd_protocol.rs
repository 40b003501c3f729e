//! libFuzzer's driver of `fuzz::nbd_protocol`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::nbd_protocol(data));
