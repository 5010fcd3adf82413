//! Any bytes: what a hub says to us.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|message: &[u8]| {
    crawl::fuzzing::websub(message);
    web::fuzzing::websub(message);
});
