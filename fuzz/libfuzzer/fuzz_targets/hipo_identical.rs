//! libFuzzer's driver of `fuzz::hipo_identical`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::hipo_identical(data));
