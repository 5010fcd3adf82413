//! Any bytes and any header: a feed within its bounds, or none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Option<&str>, &[u8])| crawl::fuzzing::feed(input.1, input.0));
