//! What the rules of a site change on its pages, and how that is told. No I/O.

mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chrono::SecondsFormat;
use extract::DatePrecision;
use serde::Serialize;
use store::Reading;

use super::words::TextChange;
use crate::article::Article;
use crate::stored::{Read, ReadBy};

/// A page that was read twice: by the rules in force, and by those to be tried.
#[derive(Debug)]
pub(super) struct Tried {
    pub(super) url: String,
    pub(super) before: Read,
    pub(super) after: Read,
}

/// What came of trying the rules of a site.
#[derive(Debug, Serialize)]
pub(super) struct Trial {
    site_id: String,
    /// Pages that were tried.
    pages: usize,
    /// Some of its pages wait for `gleaner extract`.
    unread: bool,
    /// Pages whose text the selectors for it did not find, so that the extractor decided.
    fell_back: usize,
    rules: Vec<RuleUse>,
    changed: Vec<PageChange>,
    #[serde(skip)]
    tried_by: ReadBy,
}

/// On how many pages a selector or pattern matched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct RuleUse {
    key: String,
    rule: String,
    pages: usize,
}

/// What differs on a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct PageChange {
    url: String,
    #[serde(flatten)]
    values: BTreeMap<&'static str, Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextChange>,
    /// What the selectors for the date found and nobody can read.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable_date: Option<String>,
}

/// A value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Change {
    before: Option<String>,
    after: Option<String>,
}

impl Trial {
    /// Nothing tried yet.
    pub(super) fn begin(site_id: &str, rules: &ReadBy, unread: bool) -> Self {
        let selectors = rules.selectors.selectors();
        let selectors = selectors.map(|(key, rule)| (key.to_string(), rule));
        let patterns = rules.addresses.patterns();
        let patterns = patterns.map(|(key, rule)| (key.to_owned(), rule));
        let rules_used = selectors.chain(patterns).map(|(key, rule)| RuleUse {
            key,
            rule: rule.to_owned(),
            pages: 0,
        });
        Self {
            site_id: site_id.to_owned(),
            pages: 0,
            unread,
            fell_back: 0,
            rules: rules_used.collect(),
            changed: Vec::new(),
            tried_by: rules.clone(),
        }
    }

    /// Adds a page.
    pub(super) fn add(mut self, tried: Tried) -> Self {
        self.pages += 1;
        if let Some(applied) = &tried.after.applied {
            self.fell_back += usize::from(applied.fell_back && tried.after.article.is_some());
            let matched = applied.matched.iter();
            for (used, matched) in self.rules.iter_mut().zip(matched) {
                used.pages += usize::from(*matched > 0);
            }
        }
        if let Some((key, pattern)) = self.tried_by.addresses.first(&tried.url) {
            let mut rules = self.rules.iter_mut();
            if let Some(used) = rules.find(|used| used.key == key && used.rule == pattern) {
                used.pages += 1;
            }
        }
        self.changed.extend(PageChange::of(tried));
        self
    }
}

impl PageChange {
    /// `None` if nothing changes.
    fn of(tried: Tried) -> Option<Self> {
        let Tried { url, before, after } = tried;
        let mut values = BTreeMap::new();
        let mut compare = |field, before: Option<String>, after: Option<String>| {
            if before != after {
                values.insert(field, Change { before, after });
            }
        };
        if before.reading.page_type != after.reading.page_type {
            let verdicts = [&before, &after].map(|read| Some(verdict(&read.reading)));
            let [before, after] = verdicts;
            compare("verdict", before, after);
        }
        // of a page that is no article any more, nothing else is told: all of it goes
        let mut text = None;
        if let Some(new) = &after.article {
            let nothing = Article::default();
            let old = before.article.as_ref().unwrap_or(&nothing);
            compare("title", old.title.clone(), new.title.clone());
            compare("authors", authors(old), authors(new));
            compare("date", date(old), date(new));
            text = TextChange::between(&old.text, &new.text);
        }
        let unreadable = after.applied.and_then(|applied| applied.unreadable_date);
        let unreadable_date = unreadable.filter(|_| after.article.is_some());
        let changed = !values.is_empty() || text.is_some() || unreadable_date.is_some();
        changed.then_some(Self {
            url,
            values,
            text,
            unreadable_date,
        })
    }
}

/// `other (rule:site: the address is like …)`.
fn verdict(reading: &Reading) -> String {
    let Reading {
        page_type,
        label_source,
        reason,
        ..
    } = reading;
    format!("{page_type} ({label_source}: {reason})")
}

fn authors(article: &Article) -> Option<String> {
    (!article.authors.is_empty()).then(|| article.authors.join(", "))
}

fn date(article: &Article) -> Option<String> {
    let at = article.date_published?;
    Some(match article.date_published_precision {
        Some(DatePrecision::Day | DatePrecision::Month) => at.date_naive().to_string(),
        _ => at.to_rfc3339_opts(SecondsFormat::Secs, true),
    })
}
