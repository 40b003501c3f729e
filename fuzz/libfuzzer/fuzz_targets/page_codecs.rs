//! libFuzzer's driver of `fuzz::page_codecs`.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::page_codecs(data));
