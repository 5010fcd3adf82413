//! Any text: a query, or why it is none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| gleaner::fuzzing::query(text));
