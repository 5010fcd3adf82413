//! Any bytes: records within their bounds, up to a fault.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| gleaner::fuzzing::warc(file));
