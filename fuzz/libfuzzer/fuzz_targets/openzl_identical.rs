//! libFuzzer's driver of `fuzz::openzl_identical`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::openzl_identical(data));
