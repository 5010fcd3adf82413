//! The metadata of a page: headline, authors, dates and more.

mod authors;
mod cards;
mod claims;
mod dates;
mod facts;
mod headline;
mod images;
mod json_ld;
mod language;
mod published;
mod rule_values;
mod section;
mod tags;
mod text;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use url::Url;

pub(crate) use self::authors::byline::{
    LineKind, is_credit, is_full_name, is_long_line, kind_of_line, lines_of_elements,
};
use self::authors::names::Outlet;
pub(crate) use self::claims::{LiveUpdate, TextClaims};
pub(crate) use self::dates::{DateStamp, Order, first_in, order_of, parse as parse_date};
pub(crate) use self::images::is_caption;
pub(crate) use self::json_ld::LinkedData;
use self::published::{DateEvidence, Known};
pub(crate) use self::rule_values::{RuleValues, amend};
pub(crate) use self::text::letters;
use crate::labels::title::{heading_block, title_below, title_block};
use html::TextDocument;

/// The metadata of an article. A field is empty without trustworthy evidence: no value is better than a wrong one.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct Metadata {
    /// Headline without the name of the site.
    pub title: Option<String>,
    /// `<title>`, unchanged.
    pub title_page: Option<String>,
    /// The page's own summary.
    pub description: Option<String>,
    /// Names of the persons who wrote it.
    pub authors: Vec<String>,
    /// News agencies named as authors: dpa, AFP, Reuters…
    pub agencies: Vec<String>,
    /// Other organisations named as authors: the outlet itself, one of its desks.
    pub organizations: Vec<String>,
    /// First publication as stated by the page. A caller that knows when the page was fetched should reject a later date.
    pub date_published: Option<PublicationDate>,
    /// Last change as stated by the publisher, unless it is before the publication.
    pub date_modified: Option<DateTime<Utc>>,
    /// The outlet's section.
    pub section: Option<String>,
    /// The outlet's keywords.
    pub tags: Vec<String>,
    /// Absolute URL of the lead image.
    pub image_url: Option<String>,
    /// The pictures of the article in order, with the lead image first if it is among them.
    pub images: Vec<Image>,
    /// The absolute canonical URL. The caller should check that it is on the same site.
    pub url_canonical: Option<String>,
    /// Name of the outlet.
    pub site_name: Option<String>,
    /// The stated licence, usually a URL.
    pub license: Option<String>,
    /// Whether the article is free to read, as stated by the publisher.
    pub is_free: Option<bool>,
    /// Language of the text, ISO 639-1.
    pub language: Option<String>,
    /// Confidence in `language`, 0 to 1.
    pub language_score: Option<f32>,
    /// `og:type` in lower case.
    pub og_type: Option<String>,
    /// The distinct `@type`s in the JSON-LD, in order; also the `itemtype` of the only article in microdata.
    pub schema_types: Vec<String>,
    /// The source of each value by field name.
    pub sources: BTreeMap<&'static str, FieldSource>,
}

/// A picture of an article.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Image {
    /// Its absolute URL.
    pub url: String,
    /// Its caption without the credit.
    pub caption: Option<String>,
    /// Its author or owner.
    pub credit: Option<String>,
    /// Its alternative text.
    pub alt: Option<String>,
}

/// An instant of publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PublicationDate {
    /// The instant. If neither the offset nor the time zone of the site is known, local time is taken as UTC. Of a day or month, its
    /// first midnight in UTC.
    pub at: DateTime<Utc>,
    /// The offset from UTC in minutes, as written or by the time zone of the site; `None` for a day or month.
    pub offset_minutes: Option<i32>,
    /// The precision as written; a machine-readable midnight has the precision of a day.
    pub precision: DatePrecision,
    /// Its source.
    pub source: FieldSource,
}

/// The precision of a date as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DatePrecision {
    /// To the second or finer.
    Second,
    /// To the minute.
    Minute,
    /// To the day.
    Day,
    /// To the month; the day is 1.
    Month,
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FieldSource {
    /// A property of a JSON-LD entity.
    #[serde(rename = "jsonld")]
    JsonLd,
    /// An `itemprop` of schema.org microdata, or an `RDFa` `property` in the body.
    Microdata,
    /// A `<meta>` element.
    Meta,
    /// A `<link>` element.
    Link,
    /// The `<title>` element.
    Title,
    /// A heading of the page.
    Heading,
    /// A `<time>` element.
    TimeTag,
    /// The URL of the page.
    Url,
    /// The visible text.
    Text,
    /// A rule that the user wrote for the site.
    Rule,
}

/// The absolute canonical URL.
pub(crate) fn canonical(document: &TextDocument, url: Option<&Url>) -> Option<String> {
    facts::canonical(document, url).map(|(url, _)| url)
}

/// The language of a text as ISO 639-1 and the confidence in it, 0 to 1.
pub fn language(text: &str) -> Option<(String, f32)> {
    language::of(text, None)
}

/// The language of the text of a page as ISO 639-1.
pub(crate) fn language_of(document: &TextDocument, text: &str) -> Option<String> {
    let found = language::of(text, facts::claimed_language(document, None));
    found.map(|(code, _)| code)
}

/// Extracts the metadata of a page. `text` is its main text, used for the language and the pictures.
pub fn read(document: &TextDocument, url: Option<&Url>, text: &str) -> Metadata {
    let data = LinkedData::parse(&document.head.json_ld);
    read_with(document, url, None, text, &data, title_block(document), &[])
}

/// Extracts the metadata of a page whose JSON-LD is already parsed. `time_zone` is that of times without an offset, `title` the block with
/// the title, `body` the blocks of the text.
pub(crate) fn read_with(
    document: &TextDocument,
    url: Option<&Url>,
    time_zone: Option<Tz>,
    text: &str,
    data: &LinkedData,
    title: Option<usize>,
    body: &[usize],
) -> Metadata {
    // the first block with a part of the title may have only the name of the site
    let title = title.map(|title| title_below(document, title).unwrap_or(title));
    let entities = data.entities();
    let url_canonical = facts::canonical(document, url);
    let known_as = url_canonical.as_ref().map(|(url, _)| url.as_str());
    let addresses: Vec<&str> = url.map(Url::as_str).into_iter().chain(known_as).collect();
    let article = json_ld::article(&entities, &addresses);
    let site_name = facts::site_name(document, article, &entities);
    let outlet = Outlet::new(site_name.as_deref(), url);
    let headline_text = headline::of(document, article, &outlet, text);
    let headline = heading_block(document)
        .or(title)
        .or_else(|| headline::block_of(document, headline_text.as_ref()?));
    let stated = known_as.filter(|known| url.is_none_or(|url| url.as_str() != *known));
    let stated = stated.and_then(|stated| Url::parse(stated).ok());
    let evidence = DateEvidence {
        document,
        url,
        canonical: stated.as_ref(),
        article,
        entities: &entities,
        order: dates::order::of(document, url),
        metas: published::metas(document),
        headline: published::middle(document, title, headline),
        body,
        time_zone,
        known: Known::default(),
    };
    // a heading that is only a link is the logo of the site
    let is_text = |at: &usize| document.blocks[*at].link_words < document.blocks[*at].words;
    let above_byline = headline.filter(is_text).or(evidence.headline);
    let mut sources = Sources::default();
    let title = sources.keep("title", headline_text);
    let credits_at = |at| authors::of(document, article, &entities, &outlet, at, text);
    let titled = evidence.headline.filter(|at| Some(*at) != above_byline);
    // the only main heading may be another: that of a section, or the name of the site
    let below_title = || credits_at(Some(titled?));
    let credits = credits_at(above_byline).or_else(below_title);
    let source = credits
        .as_ref()
        .map_or(FieldSource::Text, |(_, source)| *source);
    let credits = credits.map(|(credits, _)| credits).unwrap_or_default();
    for (field, names) in [
        ("authors", &credits.persons),
        ("agencies", &credits.agencies),
        ("organizations", &credits.organizations),
    ] {
        sources.note(field, !names.is_empty(), source);
    }
    let (image_url, images) = images::of(document, article, &entities, url, text, headline);
    let (language, language_score) =
        language::of(text, facts::claimed_language(document, article)).unzip();
    sources.note("language", language.is_some(), FieldSource::Text);
    let date_published = evidence.published();
    if let Some(published) = date_published {
        sources.note("date_published", true, published.source);
    }
    let date_modified = sources.keep("date_modified", evidence.modified(date_published.as_ref()));
    let place = section::Place {
        url,
        headline,
        authors: &credits.persons,
    };
    let section = section::of(
        document,
        article,
        &entities,
        &outlet,
        title.as_deref(),
        place,
    );
    let free = facts::is_free(document, article);
    let license = facts::license(document, article, &entities);
    Metadata {
        title_page: Some(document.title.clone()).filter(|title| !title.is_empty()),
        description: sources.keep("description", facts::description(document, article)),
        authors: credits.persons,
        agencies: credits.agencies,
        organizations: credits.organizations,
        date_published,
        date_modified,
        section: sources.keep("section", section),
        tags: sources
            .keep("tags", tags::of(document, article, title.as_deref()))
            .unwrap_or_default(),
        image_url: sources.keep("image_url", image_url),
        images,
        url_canonical: sources.keep("url_canonical", url_canonical),
        license: sources.keep("license", license),
        is_free: sources.keep("is_free", free),
        language,
        language_score,
        og_type: document
            .head
            .meta("og:type")
            .and_then(text::clean)
            .map(|kind| kind.to_lowercase()),
        schema_types: facts::schema_types(document, &entities),
        site_name,
        title,
        sources: sources.into_map(),
    }
}

/// Collects the sources of values.
#[derive(Debug, Default)]
struct Sources {
    found: BTreeMap<&'static str, FieldSource>,
}

impl Sources {
    /// Returns the value and records its source under the name of its field.
    fn keep<T>(&mut self, field: &'static str, found: Option<(T, FieldSource)>) -> Option<T> {
        let (value, source) = found?;
        self.found.insert(field, source);
        Some(value)
    }

    /// Records the source of a field that has a value.
    fn note(&mut self, field: &'static str, has_value: bool, source: FieldSource) {
        if has_value {
            self.found.insert(field, source);
        }
    }

    fn into_map(self) -> BTreeMap<&'static str, FieldSource> {
        self.found
    }
}
