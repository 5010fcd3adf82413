//! Any text: a query not much larger than the text, or why it is none.
#![no_main]

use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use store::SearchQuery;

fuzz_target!(
    |text: &str| match SearchQuery::parse(text, DateTime::UNIX_EPOCH) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(query) => assert!(query.text.len() <= 2 * text.len() + 2, "{:?}", query.text),
    }
);
