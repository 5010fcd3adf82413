//! What elements say as title, author or date.

use super::{Key, SiteRules};
use crate::metadata::SaidByRules;
use html::{Match, attributes_at, decode_attribute, fold};
use html::{Tag, TextDocument};

/// Bytes of a value, at most: a selector that matches the whole page is a mistake.
const MAX_VALUE: usize = 2000;
/// Elements that are asked for one value.
const MAX_ASKED: usize = 100;

/// A page with what the rules of its site matched on it.
pub(super) struct Page<'a> {
    pub(super) html: &'a str,
    pub(super) document: &'a TextDocument,
    pub(super) found: &'a [Match],
    pub(super) rules: &'a SiteRules,
}

impl Page<'_> {
    /// Title, authors and date as the page has them where the rules look.
    pub(super) fn said(&self) -> SaidByRules {
        SaidByRules {
            title: self.values(Key::Title, &["content"]).into_iter().next(),
            authors: self.values(Key::Author, &["content"]),
            dates: self.values(Key::Date, &["datetime", "content"]),
        }
    }

    /// The values of the first selector of a key that finds any.
    fn values(&self, key: Key, attributes: &[&str]) -> Vec<String> {
        let written = self.rules.written.iter().enumerate();
        let numbers = written.filter(|(_, (known, _))| *known == key);
        let mut each = numbers.map(|(number, _)| {
            let found = self.found.iter();
            let found = found.filter(|found| usize::from(found.selector) == number);
            let values = found.take(MAX_ASKED);
            let values = values.filter_map(|found| self.value(found, attributes));
            values.collect::<Vec<String>>()
        });
        each.find(|values| !values.is_empty()).unwrap_or_default()
    }

    /// The first of those attributes that has a value, else the text.
    fn value(&self, found: &Match, attributes: &[&str]) -> Option<String> {
        let written = attributes_at(self.html, found.attributes);
        let attribute = |wanted: &&str| {
            let mut written = written.iter();
            let (_, value) = written.find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
            short(&fold(&decode_attribute(value)))
        };
        let text = || match found.tag {
            Tag::Title => short(&self.document.title),
            _ => short(&fold(found.text.of(&self.document.text))),
        };
        attributes.iter().find_map(attribute).or_else(text)
    }
}

fn short(value: &str) -> Option<String> {
    (!value.is_empty() && value.len() <= MAX_VALUE).then(|| value.to_owned())
}
