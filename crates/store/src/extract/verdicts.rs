//! Readings: what the extractor and the classifier made of a page.

use serde::Serialize;
use serde_json::Value;

use crate::{HostTrace, PageKey};

/// What was made of one page by one version of the code.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The page.
    pub key: PageKey,
    /// Version of the code that read it.
    pub version: String,
    /// Page type, by its snake-case name.
    pub page_type: String,
    /// 0..=1.
    pub news_score: f32,
    /// What led to the verdict: an object.
    pub features: Value,
    /// `model:<version>`, `rule:<name>` or `human`.
    pub label_source: String,
    /// One line for people.
    pub reason: String,
    /// The pattern of its address, under which it is counted among the yields of the host; empty: not counted.
    pub pattern: String,
    /// Fingerprint of the page's layout, if it is an article and has one.
    pub layout: Option<u64>,
    /// What it leaves behind for the reading of others of its host; kept if it is an article.
    pub trace: Option<HostTrace>,
    /// Revision of the rules of its site that it was read by; 0: there are none.
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
    /// Rows whose derived fields were replaced by a re-reading of the same page.
    pub replaced: u64,
    /// Pages that showed an article as it was.
    pub unchanged: u64,
    /// Pages that are no article.
    pub rejected: u64,
    /// Rows withdrawn because their page is no article any more.
    pub withdrawn: u64,
    /// Pages put back before the extractor, since by now enough is known of their host.
    #[serde(skip)]
    pub again: u64,
}
