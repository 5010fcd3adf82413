//! Any bytes, any header: a page.
#![no_main]

use html::decode;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Option<&str>, &[u8])| {
    let (content_type, bytes) = input;
    let decoded = decode(bytes, content_type);
    assert!(decoded.text.len() <= 4 * bytes.len() + 4);
    html::parse(&decoded.text);
});
