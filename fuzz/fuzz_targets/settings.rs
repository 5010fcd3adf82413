//! Any text: settings, or what is wrong with them on one line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| gleaner::fuzzing::settings(text));
