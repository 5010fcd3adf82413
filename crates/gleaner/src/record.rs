//! What a single page gives of the article record: the lines of `text --format jsonl` and of `classify`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use classify::{Features, PageType};
use crawl::CanonicalUrl;
use extract::{Extractor, Image, LiveEntry, Precision, Source, Structure, TypedBlock};
use serde::Serialize;
use serde_json::Value;

use crate::pages::{Fault, Page};
use crate::reading::{self, Judged};

/// Version of the article record.
const SCHEMA_VERSION: u32 = 1;
/// Who says that a page cannot be read.
const UNREADABLE: &str = "rule:unreadable";

/// A page with the names of the article record; fields that only a crawl knows are left out.
#[derive(Debug, Serialize)]
pub(crate) struct PageRecord<'a> {
    schema_version: u32,
    /// As it came in, not the hash of the URL.
    id: &'a Value,
    url: Option<&'a str>,
    url_canonical: Option<&'a str>,
    source_domain: Option<String>,
    source_name: Option<&'a str>,
    title: Option<&'a str>,
    title_page: Option<&'a str>,
    description: Option<&'a str>,
    text: String,
    authors: &'a [String],
    agencies: &'a [String],
    organizations: &'a [String],
    date_published: Option<DateTime<Utc>>,
    date_published_tz: Option<i32>,
    date_published_precision: Option<Precision>,
    date_published_source: Option<Source>,
    date_modified: Option<DateTime<Utc>>,
    language: Option<&'a str>,
    language_score: Option<f32>,
    section: Option<&'a str>,
    tags: &'a [String],
    image_url: Option<&'a str>,
    images: &'a [Image],
    page_type: PageType,
    news_score: Option<f32>,
    label_source: &'a str,
    is_free: Option<bool>,
    is_truncated: Option<bool>,
    live_entries: &'a [LiveEntry],
    license: Option<&'a str>,
    /// Where the value of each field was found.
    field_sources: Option<BTreeMap<&'static str, Source>>,
    word_count: usize,
    char_count: usize,
    content_hash: Option<String>,
    /// The text once more, block by block.
    blocks: Vec<BlockRecord>,
    extractor: &'static str,
    extractor_version: &'static str,
    /// Why the page could not be read; absent from pages that could.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> PageRecord<'a> {
    /// The record of a page, read or not.
    pub(crate) fn new(
        page: &'a Page,
        reading: &'a Result<Judged, Fault>,
        structure: Structure,
        extractor: &Extractor,
    ) -> Self {
        let empty = Self {
            schema_version: SCHEMA_VERSION,
            id: &page.id,
            url: page.url.as_deref(),
            url_canonical: None,
            source_domain: page.url.as_deref().and_then(domain_of),
            source_name: None,
            title: None,
            title_page: None,
            description: None,
            text: String::new(),
            authors: &[],
            agencies: &[],
            organizations: &[],
            date_published: None,
            date_published_tz: None,
            date_published_precision: None,
            date_published_source: None,
            date_modified: None,
            language: None,
            language_score: None,
            section: None,
            tags: &[],
            image_url: None,
            images: &[],
            page_type: PageType::Error,
            news_score: None,
            label_source: UNREADABLE,
            is_free: None,
            is_truncated: None,
            live_entries: &[],
            license: None,
            field_sources: None,
            word_count: 0,
            char_count: 0,
            content_hash: None,
            blocks: Vec::new(),
            extractor: extractor.name,
            extractor_version: extract::VERSION,
            error: None,
        };
        let Judged {
            extraction,
            verdict,
        } = match reading {
            Ok(reading) => reading,
            Err(fault) => {
                return Self {
                    error: Some(fault.to_string()),
                    ..empty
                };
            }
        };
        let facts = &extraction.metadata;
        let (text, structure) = reading::composed_with(extraction.text.clone(), structure);
        // A page elsewhere that claims to be the same one is not believed.
        let same_site =
            |url: &&str| empty.source_domain.is_some() && domain_of(url) == empty.source_domain;
        let url_canonical = facts.url_canonical.as_deref().filter(same_site);
        let mut field_sources = facts.sources.clone();
        field_sources.retain(|field, _| *field != "url_canonical" || url_canonical.is_some());
        Self {
            url_canonical,
            source_name: facts.site_name.as_deref(),
            title: facts.title.as_deref(),
            title_page: facts.title_page.as_deref(),
            description: facts.description.as_deref(),
            authors: &facts.authors,
            agencies: &facts.agencies,
            organizations: &facts.organizations,
            date_published: facts.date_published.map(|date| date.at),
            date_published_tz: facts.date_published.and_then(|date| date.offset_minutes),
            date_published_precision: facts.date_published.map(|date| date.precision),
            date_published_source: facts.date_published.map(|date| date.source),
            date_modified: facts.date_modified,
            language: facts.language.as_deref(),
            language_score: facts.language_score,
            section: facts.section.as_deref(),
            tags: &facts.tags,
            image_url: facts.image_url.as_deref(),
            images: &facts.images,
            page_type: verdict.page_type,
            news_score: Some(verdict.news_score),
            label_source: &verdict.label_source,
            is_free: facts.is_free,
            is_truncated: extraction.truncated,
            live_entries: &extraction.live,
            license: facts.license.as_deref(),
            field_sources: Some(field_sources),
            word_count: aggregate::word_count(&text),
            char_count: text.chars().count(),
            content_hash: Some(aggregate::content_hash(&text)),
            blocks: blocks(&text, &structure),
            text,
            ..empty
        }
    }
}

/// A block of the text. Of the text itself, `start` and `end` count characters, not bytes.
#[derive(Debug, Serialize)]
struct BlockRecord {
    #[serde(flatten)]
    block: TypedBlock,
    start: usize,
    end: usize,
    text: String,
}

fn blocks(text: &str, structure: &Structure) -> Vec<BlockRecord> {
    let (mut at, mut characters) = (0, 0);
    let record = |block: TypedBlock| {
        let text_of_block = block.text.of(text);
        let before = text.get(at..block.text.start as usize);
        let start = characters + before.map_or(0, |before| before.chars().count());
        let end = start + text_of_block.chars().count();
        (at, characters) = (block.text.end as usize, end);
        BlockRecord {
            block,
            start,
            end,
            text: text_of_block.to_owned(),
        }
    };
    structure.blocks().into_iter().map(record).collect()
}

/// The registrable domain of a page's address.
fn domain_of(url: &str) -> Option<String> {
    Some(CanonicalUrl::parse(url).ok()?.domain())
}

/// A line of `gleaner classify`.
#[derive(Debug, Serialize)]
pub(crate) struct VerdictRecord<'a> {
    id: &'a Value,
    url: Option<&'a str>,
    page_type: PageType,
    news_score: Option<f32>,
    features: Option<&'a Features>,
    label_source: &'a str,
    reason: String,
}

impl<'a> VerdictRecord<'a> {
    /// The verdict on a page, read or not.
    pub(crate) fn new(page: &'a Page, reading: &'a Result<Judged, Fault>) -> Self {
        let (id, url) = (&page.id, page.url.as_deref());
        match reading {
            Ok(Judged { verdict, .. }) => Self {
                id,
                url,
                page_type: verdict.page_type,
                news_score: Some(verdict.news_score),
                features: Some(&verdict.features),
                label_source: &verdict.label_source,
                reason: verdict.reason.clone(),
            },
            Err(fault) => Self {
                id,
                url,
                page_type: PageType::Error,
                news_score: None,
                features: None,
                label_source: UNREADABLE,
                reason: fault.to_string(),
            },
        }
    }
}
