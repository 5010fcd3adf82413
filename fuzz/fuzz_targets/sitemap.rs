//! Any bytes: a sitemap within its bounds, or none.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| crawl::fuzzing::sitemap(body));
