//! The user's extraction rules for a site: CSS selectors for its text, title, authors and date.
//!
//! The selectors are matched while the page is parsed, so that matches begin and end as the HTML standard defines, even if end
//! tags are omitted. Pages without rules cost nothing. Whatever no rule covers or finds is left to the extractor.

mod passages;
mod pointing;
#[cfg(test)]
mod tests;

use std::fmt;

use html::{Match, Selectors, Tag, TextDocument, attributes_at, decode_attribute, fold};

use crate::labels::{Labels, text_of};
use crate::metadata::RuleValues;

pub use self::pointing::{Candidate, candidates};

/// Maximum number of selectors of one key.
pub const MAX_SELECTORS: usize = 100;
/// Maximum bytes of one selector.
pub const MAX_LENGTH: usize = 500;

/// The selectors by key, as written by the user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleText<'a> {
    /// All elements of the text; if empty, the extractor determines the text.
    pub text: &'a [String],
    /// Elements added to the text.
    pub keep: &'a [String],
    /// Elements that are never text. They take precedence.
    pub drop: &'a [String],
    /// Elements of the headline. The first selector with a value counts.
    pub title: &'a [String],
    /// Elements of the authors' names. The first selector with a value counts.
    pub author: &'a [String],
    /// Elements of the publication date. The first selector with a value counts.
    pub date: &'a [String],
}

/// The purpose of a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// `text`.
    Text,
    /// `keep`.
    Keep,
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
            Self::Keep => "keep",
            Self::Drop => "drop",
            Self::Title => "title",
            Self::Author => "author",
            Self::Date => "date",
        })
    }
}

/// An invalid rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError {
    /// Its key.
    pub key: Key,
    /// The selector.
    pub selector: String,
    /// Why it is invalid.
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

/// The compiled rules of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteRules {
    selectors: Selectors,
    /// The purpose and source of each selector, by number.
    written: Vec<(Key, String)>,
}

/// The result of the rules on one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RulesApplied {
    /// Number of elements matched by each of [`SiteRules::selectors`].
    pub matched: Vec<u32>,
    /// Whether the selectors for the text matched no text, so that the extractor determined it.
    pub fell_back: bool,
    /// The value found by the selectors for the date, if it is not a date.
    pub unreadable_date: Option<String>,
}

impl SiteRules {
    /// Compiles the selectors. The error names the first invalid one.
    pub fn compile(text: &RuleText<'_>) -> Result<Self, RuleError> {
        let keys = [
            (Key::Text, text.text),
            (Key::Keep, text.keep),
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

    /// Whether there are no selectors.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// The selectors with their purposes.
    pub fn selectors(&self) -> impl ExactSizeIterator<Item = (Key, &str)> {
        self.written.iter().map(|(key, text)| (*key, text.as_str()))
    }

    /// The selectors for the parser.
    pub(crate) fn compiled(&self) -> &Selectors {
        &self.selectors
    }

    fn has(&self, key: Key) -> bool {
        self.written.iter().any(|(known, _)| *known == key)
    }

    /// The matches of the selectors of a key, in page order.
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

/// A page and the matches of the rules of its site.
pub(crate) struct MatchedRules<'a> {
    pub(crate) html: &'a str,
    pub(crate) document: &'a TextDocument,
    pub(crate) rules: &'a SiteRules,
    pub(crate) matches: &'a [Match],
}

impl MatchedRules<'_> {
    /// The text by the rules, with the labels set accordingly. Without a rule for the text, the extractor's text is used.
    pub(crate) fn text(&self, labels: &mut Labels) -> (String, RulesApplied) {
        let Self {
            document,
            rules,
            matches,
            ..
        } = self;
        let mut applied = rules.applied(matches);
        let of = |keys: &[Key]| {
            let keys = keys.iter();
            passages::union(keys.flat_map(|key| rules.matches(*key, matches)))
        };
        let dropped = of(&[Key::Drop]);
        if rules.has(Key::Text) {
            let (text, _) = passages::text(document, &of(&[Key::Text]), &dropped);
            applied.fell_back = text.is_empty();
            if !applied.fell_back {
                let wanted = of(&[Key::Text, Key::Keep]);
                let (text, content) = passages::text(document, &wanted, &dropped);
                labels.choose(document, &content);
                return (text, applied);
            }
        }
        let kept = of(&[Key::Keep]);
        if dropped.is_empty() && kept.is_empty() {
            return (text_of(document, labels), applied);
        }
        // blocks of the extractor are kept whole
        let mut wanted = kept;
        wanted.extend(
            labels
                .content_blocks()
                .map(|block| document.blocks[block].text),
        );
        let wanted = passages::merged(wanted);
        let (text, content) = passages::text(document, &wanted, &dropped);
        labels.choose(document, &content);
        (text, applied)
    }

    /// The values found by the rules for title, authors and date.
    pub(crate) fn rule_values(&self) -> RuleValues {
        RuleValues {
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
            let values = found.take(100);
            let values = values.filter_map(|found| self.value(found, attributes));
            values.collect::<Vec<String>>()
        });
        each.find(|values| !values.is_empty()).unwrap_or_default()
    }

    /// The value of the first of the attributes that has one, otherwise the text.
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
    // a selector that matches the whole page is a mistake
    (!value.is_empty() && value.len() <= 2000).then(|| value.to_owned())
}
