//! Records of single pages, as `text --format jsonl` and `classify` write them.

use std::borrow::Cow;

use classify::{Features, PageType};
use crawl::CanonicalUrl;
use extract::{Extraction, Extractor, Structure, TypedBlock};
use serde::Serialize;
use serde_json::Value;

use crate::article::{Article, Outlet, VerdictFields};
use crate::files::pages::{Fault, Page};
use crate::reading::neutral::neutral_owned;
use crate::reading::stored::{article_id, canonical};
use crate::reading::{self, Judged, UNREADABLE};

/// Version of the article record.
const SCHEMA_VERSION: u32 = 1;

/// A page with the field names of the article record, without the fields that only a crawl knows.
#[derive(Debug, Serialize)]
pub(crate) struct PageRecord<'a> {
    schema_version: u32,
    /// The id of the input; if the page has only a URL, the id that exports use.
    id: Cow<'a, Value>,
    url: Option<&'a str>,
    #[serde(flatten)]
    article: Article,
    blocks: Vec<BlockRecord>,
    extractor: &'static str,
    extractor_version: &'static str,
    /// Why the page could not be read; absent if it could.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> PageRecord<'a> {
    /// The record of a page, whether or not it could be read.
    pub(crate) fn new(
        page: &'a Page,
        reading: Result<Judged, Fault>,
        extractor: &Extractor,
    ) -> Self {
        let mut record = Self {
            schema_version: SCHEMA_VERSION,
            id: Cow::Borrowed(&page.id),
            url: page.url.as_deref(),
            article: Article::default(),
            blocks: Vec::new(),
            extractor: extractor.name,
            extractor_version: extract::VERSION,
            error: None,
        };
        let (source_name, judged) = match reading {
            Ok(Judged {
                mut extraction,
                verdict,
            }) => {
                let source_name = extraction.metadata.site_name.take();
                let text = std::mem::take(&mut extraction.text);
                let structure = extraction.structure.take().unwrap_or_default();
                let (text, structure) = reading::composed_with(text, structure);
                record.blocks = blocks(&text, &structure);
                let article = Article::new(extraction, text);
                record.article = with_usable_canonical(article, record.url);
                let judged = VerdictFields {
                    page_type: verdict.page_type,
                    news_score: Some(verdict.news_score),
                    label_source: verdict.label_source,
                };
                (source_name.map(neutral_owned), judged)
            }
            Err(fault) => {
                record.error = Some(fault.to_string());
                let judged = VerdictFields {
                    page_type: PageType::Error,
                    news_score: None,
                    label_source: UNREADABLE.to_owned(),
                };
                (None, judged)
            }
        };
        record.article.outlet = Some(Outlet {
            source_domain: record
                .url
                .and_then(|url| Some(CanonicalUrl::parse(url).ok()?.domain())),
            source_name,
        });
        record.article.judged = Some(judged);
        if let (Value::Null, Some(url)) = (&page.id, record.url) {
            let named = record.article.url_canonical.as_deref();
            record.id = Cow::Owned(article_id(url, named).into());
        }
        record
    }
}

/// Removes a canonical URL that the store would not use either.
fn with_usable_canonical(mut article: Article, url: Option<&str>) -> Article {
    let is_usable = |named: &String| url.is_some_and(|url| canonical(named, url).is_some());
    article.url_canonical = article.url_canonical.filter(is_usable);
    if let (None, Some(sources)) = (&article.url_canonical, &mut article.field_sources) {
        sources.remove("url_canonical");
    }
    article
}

/// A block of the text. `start` and `end` are character offsets in the text, not byte offsets.
#[derive(Debug, Serialize)]
pub(crate) struct BlockRecord {
    #[serde(flatten)]
    block: TypedBlock,
    start: usize,
    end: usize,
    text: String,
}

impl BlockRecord {
    /// The blocks of an extraction that includes the structure.
    pub(crate) fn all(extraction: Extraction) -> Vec<Self> {
        let structure = extraction.structure.unwrap_or_default();
        let (text, structure) = reading::composed_with(extraction.text, structure);
        blocks(&text, &structure)
    }
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
    /// The verdict on a page, whether or not it could be read.
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
