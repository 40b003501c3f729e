//! libFuzzer's driver of `fuzz::store_model`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::store_model(data));
