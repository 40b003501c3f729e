//! libFuzzer's driver of `fuzz::hipo_text`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::hipo_text(data));
