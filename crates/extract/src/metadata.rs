//! What a page says about itself: headline, authors, dates and the rest.

mod authors;
mod by_rule;
mod claims;
mod dates;
mod facts;
mod headline;
mod images;
mod json_ld;
mod language;
mod published;
mod section;
mod tags;
mod text;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use url::Url;

use self::authors::names::Outlet;
pub(crate) use self::by_rule::{SaidByRules, amend};
pub(crate) use self::claims::{Claims, Update, machine_stamp, visible_stamp};
pub(crate) use self::dates::Stamp;
pub(crate) use self::json_ld::LinkedData;
use self::published::{Evidence, Known};
use crate::title::{heading_block, title_block};
use html::TextDocument;

/// Facts about an article. A field is empty where the page gives no evidence that can be trusted: none rather than wrong.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Metadata {
    /// Headline, without the name of the site.
    pub title: Option<String>,
    /// `<title>` as it stands.
    pub title_page: Option<String>,
    /// The page's own summary.
    pub description: Option<String>,
    /// Names of the persons who wrote it.
    pub authors: Vec<String>,
    /// News agencies named as authors: dpa, AFP, Reuters…
    pub agencies: Vec<String>,
    /// Other organisations named as authors: the outlet itself, one of its desks.
    pub organizations: Vec<String>,
    /// First publication. The page's claim: a caller that knows when it was fetched should refuse a later date.
    pub date_published: Option<Published>,
    /// Last change, by the publisher's account.
    pub date_modified: Option<DateTime<Utc>>,
    /// The outlet's section.
    pub section: Option<String>,
    /// The outlet's keywords.
    pub tags: Vec<String>,
    /// Lead image, absolute.
    pub image_url: Option<String>,
    /// The pictures of the article, in their order; the lead image first if it is among them.
    pub images: Vec<Image>,
    /// The address the page says it should be known by, absolute. Whether it is on the same site is for the caller to check.
    pub url_canonical: Option<String>,
    /// Name of the outlet.
    pub site_name: Option<String>,
    /// Stated licence, mostly a URL.
    pub license: Option<String>,
    /// Whether the article is free to read, by the publisher's account.
    pub is_free: Option<bool>,
    /// Language of the text, ISO 639-1.
    pub language: Option<String>,
    /// Confidence in `language`, 0 to 1.
    pub language_score: Option<f32>,
    /// `og:type`, lower case.
    pub og_type: Option<String>,
    /// All `@type`s in the page's JSON-LD, in order, each once.
    pub schema_types: Vec<String>,
    /// Where each value was found, by the name of its field.
    pub sources: BTreeMap<&'static str, Source>,
}

/// A picture of an article.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Image {
    /// Where it is, absolute.
    pub url: String,
    /// What stands below it, without the credit.
    pub caption: Option<String>,
    /// Who made it or owns it.
    pub credit: Option<String>,
    /// What it shows, for those who do not see it.
    pub alt: Option<String>,
}

/// An instant of publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Published {
    /// The instant. Where the page gives no offset, local time is taken for UTC.
    pub at: DateTime<Utc>,
    /// Offset from UTC in minutes as written; `None` where none was.
    pub offset_minutes: Option<i32>,
    /// The smallest unit that was written.
    pub precision: Precision,
    /// Where it was written.
    pub source: Source,
}

/// The smallest unit of time that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// To the second or finer.
    Second,
    /// To the minute.
    Minute,
    /// The day only.
    Day,
    /// The month only; the day is 1.
    Month,
}

/// Where a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
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
    /// The address of the page.
    Url,
    /// The visible text.
    Text,
    /// A rule that the user wrote for the site.
    Rule,
}

/// The address the page says it should be known by, absolute.
pub(crate) fn canonical(document: &TextDocument, url: Option<&Url>) -> Option<String> {
    facts::canonical(document, url).map(|(url, _)| url)
}

/// Reads the metadata of a page. `text` is its main text, for the language.
pub fn read(document: &TextDocument, url: Option<&Url>, text: &str) -> Metadata {
    let data = LinkedData::parse(&document.head.json_ld);
    read_with(document, url, text, &data, title_block(document))
}

/// Reads the metadata of a page whose JSON-LD is parsed already. `title` is the block that spells the title.
pub(crate) fn read_with(
    document: &TextDocument,
    url: Option<&Url>,
    text: &str,
    data: &LinkedData,
    title: Option<usize>,
) -> Metadata {
    let entities = data.entities();
    let url_canonical = facts::canonical(document, url);
    let known_as = url_canonical.as_ref().map(|(url, _)| url.as_str());
    let addresses: Vec<&str> = url.map(Url::as_str).into_iter().chain(known_as).collect();
    let article = json_ld::article(&entities, &addresses);
    let site_name = facts::site_name(document, article, &entities);
    let outlet = Outlet::new(site_name.as_deref(), url);
    let headline = heading_block(document).or(title);
    let evidence = Evidence {
        document,
        url,
        article,
        entities: &entities,
        order: dates::order::of(document, url),
        metas: published::metas(document),
        headline: published::middle(document, title, headline),
        known: Known::default(),
    };
    let mut sources = Sources::default();
    let title = sources.keep("title", headline::of(document, article, &outlet));
    let credits = authors::of(document, article, &entities, &outlet, headline);
    let source = credits.as_ref().map_or(Source::Text, |(_, source)| *source);
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
    sources.note("language", language.is_some(), Source::Text);
    let date_published = evidence.published();
    if let Some(published) = date_published {
        sources.note("date_published", true, published.source);
    }
    let date_modified = sources.keep("date_modified", evidence.modified());
    let section = section::of(document, article, &entities, &outlet, title.as_deref());
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
            .keep("tags", tags::of(document, article))
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
        schema_types: facts::schema_types(&entities),
        site_name,
        title,
        sources: sources.into_map(),
    }
}

/// Collects the sources of values as they are put in their fields.
#[derive(Debug, Default)]
struct Sources {
    found: BTreeMap<&'static str, Source>,
}

impl Sources {
    /// The value alone; its source is kept under the name of its field.
    fn keep<T>(&mut self, field: &'static str, found: Option<(T, Source)>) -> Option<T> {
        let (value, source) = found?;
        self.found.insert(field, source);
        Some(value)
    }

    /// Notes the source of a field that has a value.
    fn note(&mut self, field: &'static str, has_value: bool, source: Source) {
        if has_value {
            self.found.insert(field, source);
        }
    }

    fn into_map(self) -> BTreeMap<&'static str, Source> {
        self.found
    }
}
