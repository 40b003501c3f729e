//! libFuzzer's driver of `fuzz::openzl_inspect`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::openzl_inspect(data));
