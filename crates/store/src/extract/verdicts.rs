//! Readings: what the extractor and the classifier made of a page.

use chrono::{DateTime, Utc};
use serde::Serialize;

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
    pub features: serde_json::Value,
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
    /// The article, unless the page is rejected.
    pub article: Option<NewArticle>,
}

/// The derived part of an article. Facts of the fetch come from the page, those of the source from its site.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct NewArticle {
    /// Normalised URL the article is known by (canonical URL if on the same site, else the final one); its hash is the id.
    pub identity: String,
    /// rel=canonical or og:url, if on the same site.
    pub url_canonical: Option<String>,
    /// Headline without the site's suffix.
    pub title: Option<String>,
    /// Raw `<title>`.
    pub title_page: Option<String>,
    /// Description or lead.
    pub description: Option<String>,
    /// Main text, paragraphs separated by a blank line.
    pub text: String,
    /// SHA-256 of the normalised text, lower-case hex. Another one makes another version.
    pub content_hash: String,
    /// Words of the text.
    pub word_count: i32,
    /// Persons.
    pub authors: Vec<String>,
    /// News agencies.
    pub agencies: Vec<String>,
    /// Other organisations named as authors.
    pub organizations: Vec<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Its original offset from UTC in minutes.
    pub date_published_tz: Option<i32>,
    /// `second`, `minute`, `day` or `month`.
    pub date_published_precision: Option<String>,
    /// `jsonld`, `microdata`, `meta`, `time_tag`, `url`, `news_sitemap`, `feed`, `text`, `crawl` or `rule`.
    pub date_published_source: Option<String>,
    /// The publisher's modified date.
    pub date_modified: Option<DateTime<Utc>>,
    /// ISO 639-1 of the text.
    pub language: Option<String>,
    /// 0..=1.
    pub language_score: Option<f32>,
    /// The outlet's section.
    pub section: Option<String>,
    /// The outlet's keywords.
    pub tags: Vec<String>,
    /// Lead image.
    pub image_url: Option<String>,
    /// List of `{url, caption, credit, alt}`, or null.
    pub images: Option<serde_json::Value>,
    /// The publisher's claim.
    pub is_free: Option<bool>,
    /// Our finding.
    pub is_truncated: Option<bool>,
    /// Stated licence.
    pub license: Option<String>,
    /// Where the value of each field was found: an object, or null.
    pub field_sources: Option<serde_json::Value>,
    /// Entries of a live blog: a list of `{at, offset_minutes, title, text, in_text}`, or null.
    pub live_entries: Option<serde_json::Value>,
    /// Addresses of the further pages of which the text is made; `None`: it has one page.
    pub parts: Option<Vec<String>>,
    /// Name of the extractor.
    pub extractor: String,
    /// Its confidence, if it has one.
    pub extraction_score: Option<f32>,
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
