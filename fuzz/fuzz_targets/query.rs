//! Any text: a query with values not much larger than the text, or why it is none.
#![no_main]

use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use store::{Field, SearchQuery};

const FIELDS: [Field; 9] = [
    Field::Site,
    Field::SiteTag,
    Field::Language,
    Field::Author,
    Field::Section,
    Field::Tag,
    Field::Story,
    Field::Name,
    Field::Has,
];

fuzz_target!(
    |text: &str| match SearchQuery::parse(text, DateTime::UNIX_EPOCH) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(query) => {
            let values = FIELDS.into_iter().flat_map(|field| query.named(field));
            // composed and in small letters, each character has at most three times as many bytes
            let bytes: usize = values.map(|value| value.len()).sum();
            assert!(bytes <= 3 * text.len(), "{query:?}");
        }
    }
);
