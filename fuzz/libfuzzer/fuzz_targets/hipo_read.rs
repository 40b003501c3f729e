//! libFuzzer's driver of `fuzz::hipo_read`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::hipo_read(data));
