#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| misere_check::fuzz_one(data));
