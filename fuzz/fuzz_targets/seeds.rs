//! Any text as a seed file of each format.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| crawl::fuzzing::seeds(input.0, input.1));
