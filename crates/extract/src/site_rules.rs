//! Rules that a user writes for a site: CSS selectors for what its text is, and where title, authors and date stand.
//!
//! The elements are found while the page is read, so that they begin and end where the page's own do, end tags that are
//! left out included; a page without rules costs nothing more. What no rule speaks of, and what a rule does not
//! find, stays as the extractor has it.

mod passages;
#[cfg(test)]
mod tests;

use std::fmt;

use html::{Match, Selectors, Tag, TextDocument, attributes_at, decode_attribute, fold};

use crate::labels::{Labels, text_of};
use crate::metadata::SaidByRules;

/// Selectors of one key, at most.
pub const MAX_SELECTORS: usize = 100;
/// Bytes of one selector, at most.
pub const MAX_LENGTH: usize = 500;

/// Bytes of a value, at most: a selector that matches the whole page is a mistake.
const MAX_VALUE: usize = 2000;
/// Elements that are asked for one value.
const MAX_ASKED: usize = 100;

/// The selectors as the user wrote them, by key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleText<'a> {
    /// What makes up the text, all of it, in the order of the page; else the extractor decides.
    pub text: &'a [String],
    /// What is never text.
    pub drop: &'a [String],
    /// Where the headline stands; the first selector that finds one counts.
    pub title: &'a [String],
    /// Where the authors' names stand; the first selector that finds something counts.
    pub author: &'a [String],
    /// Where the day of publication stands; the first selector that finds one counts.
    pub date: &'a [String],
}

/// What a selector is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// `text`.
    Text,
    /// `drop`.
    Drop,
    /// `title`.
    Title,
    /// `author`.
    Author,
    /// `date`.
    Date,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Drop => "drop",
            Self::Title => "title",
            Self::Author => "author",
            Self::Date => "date",
        })
    }
}

/// A rule that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// Its key.
    pub key: Key,
    /// The selector.
    pub selector: String,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            selector,
            reason,
        } = self;
        write!(f, "`{key}`: {selector:?}: {reason}")
    }
}

impl std::error::Error for RuleError {}

/// The rules of a site, ready for use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteRules {
    selectors: Selectors,
    /// By number: what each is for, and how it was written.
    written: Vec<(Key, String)>,
}

/// What rules found on one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulesApplied {
    /// How many elements each of [`SiteRules::selectors`] matched.
    pub matched: Vec<u32>,
    /// There are selectors for the text, and nothing that they match has any: the extractor decided.
    pub fell_back: bool,
    /// What the selectors for the date found could not be read as one.
    pub unreadable_date: Option<String>,
}

impl SiteRules {
    /// Reads the selectors. The error names the first that cannot be used.
    pub fn compile(text: &RuleText<'_>) -> Result<Self, RuleError> {
        let keys = [
            (Key::Text, text.text),
            (Key::Drop, text.drop),
            (Key::Title, text.title),
            (Key::Author, text.author),
            (Key::Date, text.date),
        ];
        let mut rules = Self::default();
        for (key, selectors) in keys {
            for (place, selector) in selectors.iter().enumerate() {
                let wrong = |reason| RuleError {
                    key,
                    selector: selector.chars().take(MAX_LENGTH).collect(),
                    reason,
                };
                if place >= MAX_SELECTORS {
                    return Err(wrong(format!("more than {MAX_SELECTORS} selectors")));
                }
                if selector.len() > MAX_LENGTH {
                    return Err(wrong(format!("longer than {MAX_LENGTH} bytes")));
                }
                let number = u16::try_from(rules.written.len()).unwrap_or(u16::MAX);
                rules.selectors.add(selector, number).map_err(wrong)?;
                rules.written.push((key, selector.clone()));
            }
        }
        Ok(rules)
    }

    /// Whether there is no selector at all.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// The selectors with what they are for.
    pub fn selectors(&self) -> impl ExactSizeIterator<Item = (Key, &str)> {
        self.written.iter().map(|(key, text)| (*key, text.as_str()))
    }

    /// The selectors as the parser takes them.
    pub(crate) fn compiled(&self) -> &Selectors {
        &self.selectors
    }

    fn has(&self, key: Key) -> bool {
        self.written.iter().any(|(known, _)| *known == key)
    }

    /// What the selectors of a key match, in the order of the page.
    fn matches<'a>(&'a self, key: Key, found: &'a [Match]) -> impl Iterator<Item = &'a Match> {
        let of = move |found: &&Match| {
            let written = self.written.get(usize::from(found.selector));
            written.is_some_and(|(known, _)| *known == key)
        };
        found.iter().filter(of)
    }

    fn applied(&self, found: &[Match]) -> RulesApplied {
        let mut applied = RulesApplied {
            matched: vec![0; self.written.len()],
            ..RulesApplied::default()
        };
        for found in found {
            if let Some(count) = applied.matched.get_mut(usize::from(found.selector)) {
                *count += 1;
            }
        }
        applied
    }
}

/// A page, and the elements on it that the rules of its site match.
pub(crate) struct Matched<'a> {
    pub(crate) html: &'a str,
    pub(crate) document: &'a TextDocument,
    pub(crate) rules: &'a SiteRules,
    pub(crate) matches: &'a [Match],
}

impl Matched<'_> {
    /// The text by the rules; the labels are set to it. Of what they do not speak of, the extractor's stays.
    pub(crate) fn text(&self, labels: &mut Labels) -> (String, RulesApplied) {
        let Self {
            document,
            rules,
            matches,
            ..
        } = self;
        let mut applied = rules.applied(matches);
        let dropped = passages::union(rules.matches(Key::Drop, matches));
        if rules.has(Key::Text) {
            let wanted = passages::union(rules.matches(Key::Text, matches));
            let (text, content) = passages::text(document, Some(&wanted), &dropped, |_| true);
            if !text.is_empty() {
                labels.choose(document, &content);
                return (text, applied);
            }
            applied.fell_back = true;
        }
        if dropped.is_empty() {
            return (text_of(document, labels), applied);
        }
        let mut kept = vec![false; document.blocks.len()];
        labels.content_blocks().for_each(|block| kept[block] = true);
        let (text, content) = passages::text(document, None, &dropped, |block| kept[block]);
        for block in 0..content.len() {
            if kept[block] && !content[block] {
                labels.drop_block(block);
            }
        }
        (text, applied)
    }

    /// Title, authors and date as the page has them where the rules look.
    pub(crate) fn said(&self) -> SaidByRules {
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
            let found = self.matches.iter();
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
