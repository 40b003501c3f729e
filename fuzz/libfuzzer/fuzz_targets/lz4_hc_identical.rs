//! libFuzzer's driver of `fuzz::lz4_hc_identical`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::lz4_hc_identical(data));
