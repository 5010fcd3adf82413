//! What the rules of a site change on its pages. No I/O.

mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chrono::SecondsFormat;
use extract::DatePrecision;
use serde::Serialize;
use store::NewVerdict;

use super::words::TextChange;
use crate::article::Article;
use crate::reading::stored::{CompiledRules, ExtractedPage};

/// A page extracted twice: by the rules in force, and by those on trial.
#[derive(Debug)]
pub(super) struct TriedPage {
    pub(super) url: String,
    pub(super) before: ExtractedPage,
    pub(super) after: ExtractedPage,
}

/// The result of trying the rules of a site.
#[derive(Debug, Serialize)]
pub(super) struct Trial {
    site_id: String,
    /// Pages that were tried.
    pages: usize,
    /// Some of its pages wait for `gleaner extract`.
    unread: bool,
    /// Pages where the selectors for the text found none, so that the extractor decided.
    fell_back: usize,
    rules: Vec<RuleUse>,
    changed: Vec<PageChange>,
    #[serde(skip)]
    compiled: CompiledRules,
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
    /// What the selectors for the date found, where it is no date.
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
    pub(super) fn begin(site_id: &str, rules: &CompiledRules, unread: bool) -> Self {
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
            compiled: rules.clone(),
        }
    }

    /// Adds a page.
    pub(super) fn add(mut self, tried: TriedPage) -> Self {
        self.pages += 1;
        if let Some(applied) = &tried.after.applied {
            self.fell_back += usize::from(applied.fell_back && tried.after.article.is_some());
            let matched = applied.matched.iter();
            for (used, matched) in self.rules.iter_mut().zip(matched) {
                used.pages += usize::from(*matched > 0);
            }
        }
        if let Some((key, pattern)) = self.compiled.addresses.first(&tried.url) {
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
    fn of(tried: TriedPage) -> Option<Self> {
        let TriedPage { url, before, after } = tried;
        let mut values = BTreeMap::new();
        let mut compare = |field, before: Option<String>, after: Option<String>| {
            if before != after {
                values.insert(field, Change { before, after });
            }
        };
        if before.verdict.page_type != after.verdict.page_type {
            let verdicts = [&before, &after].map(|page| Some(describe(&page.verdict)));
            let [before, after] = verdicts;
            compare("verdict", before, after);
        }
        // Of a page that is no article any more, nothing else is reported.
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
fn describe(verdict: &NewVerdict) -> String {
    let NewVerdict {
        page_type,
        label_source,
        reason,
        ..
    } = verdict;
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
