//! Readings: what the extractor and the classifier made of a page.

use serde::Serialize;
use serde_json::Value;

use crate::{HostTrace, PageKey};

/// What one version of the code made of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The page.
    pub key: PageKey,
    /// Version of the code.
    pub version: String,
    /// Page type, by its snake-case name.
    pub page_type: String,
    /// 0..=1.
    pub news_score: f32,
    /// What the classifier saw: an object.
    pub features: Value,
    /// `model:<version>`, `rule:<name>` or `human`.
    pub label_source: String,
    /// Why, in one line for people.
    pub reason: String,
    /// The pattern of its URL, under which it is counted in `pattern_stats`; empty: not counted.
    pub pattern: String,
    /// Fingerprint of the page's layout, if it is an article and has one.
    pub layout: Option<u64>,
    /// What it tells about the boilerplate of its host; saved if it is an article.
    pub trace: Option<HostTrace>,
    /// Revision of the rules of its site that were applied; 0: there are none.
    pub rules_revision: i32,
    /// The article, unless the page is rejected: an object with the derived columns of the table `articles`, among them
    /// `identity`, the normalised URL it is known by, and `content_hash`. A column that is missing keeps its value when the
    /// page is extracted again. Facts of the fetch come from the page.
    pub article: Option<Value>,
}

/// What saving readings changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Saved {
    /// Articles that are new.
    pub added: u64,
    /// New versions of known articles.
    pub versions: u64,
    /// Versions whose derived fields changed when their page was extracted again.
    pub replaced: u64,
    /// Pages with an article that is unchanged.
    pub unchanged: u64,
    /// Pages that are no article.
    pub rejected: u64,
    /// Versions withdrawn since their page is no article any more.
    pub withdrawn: u64,
    /// Pages queued again, since enough is known of their host by now.
    #[serde(skip)]
    pub again: u64,
}
