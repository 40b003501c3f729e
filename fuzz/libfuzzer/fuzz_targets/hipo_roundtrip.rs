//! libFuzzer's driver of `fuzz::hipo_roundtrip`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::hipo_roundtrip(data));
