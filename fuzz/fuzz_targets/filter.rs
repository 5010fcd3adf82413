//! Any text: what an export or a page of the reader is asked for, or why it is nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    gleaner::fuzzing::filter(text);
    web::fuzzing::filter(text);
});
