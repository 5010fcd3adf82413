//! Any robots.txt and any address.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &[u8])| crawl::fuzzing::robots(input.1, input.0));
