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
mod license;
mod published;
mod rule_values;
mod rules;
mod section;
mod tags;
mod text;
mod urls;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use url::Url;

pub(crate) use self::authors::byline::{
    LineKind, is_credit, is_long_line, kind_of_line, lines_of_elements,
};
use self::authors::names::{Credits, Outlet};
pub(crate) use self::claims::{LiveUpdate, TextClaims};
pub(crate) use self::dates::{DateStamp, Order, first_in, order_of, parse as parse_date};
pub(crate) use self::images::is_caption;
use self::json_ld::Entity;
pub(crate) use self::json_ld::LinkedData;
use self::published::{DateEvidence, Known};
pub(crate) use self::rule_values::{RuleValues, amend};
use self::rules::Decided;
pub use self::rules::{Decision, Rival, RuleSet};
pub(crate) use self::text::letters;
use crate::labels::title::{heading_block, title_below, title_block};
pub use ::text::dates::DatePrecision;
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
    /// How each value was decided, by field name.
    pub decisions: BTreeMap<&'static str, Decision>,
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
    let found = rules::first(urls::CANONICAL, &(document, url), RuleSet::default());
    found.map(|canonical| canonical.value)
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

/// A page, what it states as data, and its main text: what the rules of most fields read.
#[derive(Debug, Clone, Copy)]
struct Page<'a> {
    document: &'a TextDocument,
    url: Option<&'a Url>,
    /// The article in its JSON-LD, and all entities there.
    article: Option<&'a Entity>,
    entities: &'a [&'a Entity],
    outlet: &'a Outlet,
    /// The block with its headline.
    headline: Option<usize>,
    text: &'a str,
}

#[cfg(test)]
impl<'a> Page<'a> {
    /// A page of which nothing but the document is known.
    fn bare(document: &'a TextDocument, outlet: &'a Outlet) -> Self {
        Self {
            document,
            url: None,
            article: None,
            entities: &[],
            outlet,
            headline: None,
            text: "",
        }
    }
}

/// The first value of some rules, of a page with JSON-LD.
#[cfg(test)]
fn read_by<T>(rules: &[rules::PageRule<T>], html: &str, data: &str) -> Option<T> {
    let (document, outlet) = (html::parse(html), Outlet::default());
    let data = LinkedData::parse(&[data.to_owned()]);
    let entities = data.entities();
    let page = Page {
        article: json_ld::article(&entities, &[]),
        entities: &entities,
        ..Page::bare(&document, &outlet)
    };
    rules.iter().find_map(|rule| (rule.read)(&page))
}

/// Extracts the metadata of a page. `text` is its main text, used for the language and the pictures.
pub fn read(document: &TextDocument, url: Option<&Url>, text: &str) -> Metadata {
    let data = LinkedData::of(document);
    let found = PageText {
        text,
        title: title_block(document),
        body: &[],
    };
    read_with(document, url, None, found, &data, RuleSet::default())
}

/// The text of a page, the block with its title, and the blocks of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageText<'a> {
    pub text: &'a str,
    pub title: Option<usize>,
    pub body: &'a [usize],
}

/// Extracts the metadata of a page whose JSON-LD is already parsed. `time_zone` is that of times without an offset.
pub(crate) fn read_with(
    document: &TextDocument,
    url: Option<&Url>,
    time_zone: Option<Tz>,
    PageText { text, title, body }: PageText<'_>,
    data: &LinkedData,
    set: RuleSet,
) -> Metadata {
    // the first block with a part of the title may have only the name of the site
    let title = title.map(|title| title_below(document, title).unwrap_or(title));
    let url_canonical = rules::first(urls::CANONICAL, &(document, url), set);
    let known_as = url_canonical.as_ref().map(|known| known.value.as_str());
    let addresses: Vec<&str> = url.map(Url::as_str).into_iter().chain(known_as).collect();
    let entities = data.entities_of_page(document, &addresses);
    let article = json_ld::article(&entities, &addresses);
    let site_name = facts::site_name(document, url, article, &entities);
    let outlet = Outlet::new(site_name.as_deref(), url);
    let mut page = Page {
        document,
        url,
        article,
        entities: &entities,
        outlet: &outlet,
        headline: None,
        text,
    };
    let headline_text = headline::of(&page, set);
    let headline = heading_block(document)
        .or(title)
        .or_else(|| headline::block_of(document, headline_text.as_ref()?));
    page.headline = headline;
    let evidence = DateEvidence {
        document,
        url,
        article,
        entities: &entities,
        outlet: &outlet,
        order: dates::order::of(document, url),
        metas: published::metas(document),
        headline: published::middle(document, title, headline),
        body,
        time_zone,
        known: Known::default(),
        rules: set,
    };
    // a heading that is only a link is the logo of the site
    let is_text = |at: &usize| document.blocks[*at].link_words < document.blocks[*at].words;
    let above_byline = headline.filter(is_text).or(evidence.headline);
    let mut decisions = Decisions::default();
    let title = decisions.keep("title", headline_text);
    let credits_below = |headline| authors::of(&Page { headline, ..page }, set);
    let titled = evidence.headline.filter(|at| Some(*at) != above_byline);
    // the only main heading may be another: that of a section, or the name of the site
    let below_title = || credits_below(Some(titled?));
    let credits = credits_below(above_byline).or_else(below_title);
    let credits = decisions.keep_credits(credits);
    let (image_url, images) = images::of(&page, &credits.persons, set);
    let language = language::decided(text, facts::claimed_language(document, article), set);
    let language = decisions.keep("language", language);
    let (language, language_score) = language.unzip();
    let date_published = decisions.keep("date_published", evidence.published());
    let date_modified = evidence.modified(date_published.as_ref());
    let titled = section::Titled {
        page: &page,
        title: title.as_deref().map(letters).unwrap_or_default(),
    };
    let section = rules::first(section::RULES, &titled, set);
    let linked = (document, article, entities.as_slice());
    let tags = rules::first(tags::RULES, &page, set);
    Metadata {
        title_page: Some(document.title.clone()).filter(|title| !title.is_empty()),
        description: decisions.keep("description", rules::first(facts::DESCRIPTION, &page, set)),
        date_published,
        date_modified: decisions.keep("date_modified", date_modified),
        section: decisions.keep("section", section),
        tags: decisions.keep("tags", tags).unwrap_or_default(),
        image_url: decisions.keep("image_url", image_url),
        images,
        license: decisions.keep("license", rules::first(license::RULES, &page, set)),
        is_free: decisions.keep("is_free", rules::first(facts::IS_FREE, &linked, set)),
        url_canonical: decisions.keep("url_canonical", url_canonical),
        authors: credits.persons,
        agencies: credits.agencies,
        organizations: credits.organizations,
        language,
        language_score,
        og_type: document
            .head
            .meta("og:type")
            .and_then(text::clean)
            .map(|kind| kind.to_lowercase()),
        schema_types: facts::schema_types(document, &data.entities()),
        site_name,
        title,
        decisions: decisions.by_field,
    }
}

/// The fields that rules decide, each with the names of its rules in order.
pub fn all_rules() -> Vec<(&'static str, Vec<&'static str>)> {
    fn names<R>(rules: &[rules::Rule<R>]) -> Vec<&'static str> {
        rules.iter().map(|rule| rule.name).collect()
    }
    vec![
        ("title", names(headline::RULES)),
        ("authors", names(authors::RULES)),
        (
            "date_published",
            published::RULES
                .iter()
                .chain(published::LAST)
                .map(|rule| rule.name)
                .collect(),
        ),
        ("date_modified", names(published::MODIFIED)),
        ("section", names(section::RULES)),
        ("tags", names(tags::RULES)),
        ("image_url", names(images::RULES)),
        ("description", names(facts::DESCRIPTION)),
        ("license", names(license::RULES)),
        ("is_free", names(facts::IS_FREE)),
        ("url_canonical", names(urls::CANONICAL)),
        ("language", names(language::RULES)),
    ]
}

/// Collects the decisions on fields.
#[derive(Debug, Default)]
struct Decisions {
    by_field: BTreeMap<&'static str, Decision>,
}

impl Decisions {
    /// Returns the value and keeps the decision for it under the name of its field.
    fn keep<T>(&mut self, field: &'static str, found: Option<Decided<T>>) -> Option<T> {
        let Decided { value, decision } = found?;
        self.by_field.insert(field, decision);
        Some(value)
    }

    /// The same for the three kinds of authors, which one rule finds.
    fn keep_credits(&mut self, found: Option<Decided<Credits>>) -> Credits {
        let Some(Decided { value, decision }) = found else {
            return Credits::default();
        };
        for (field, names) in [
            ("agencies", &value.agencies),
            ("organizations", &value.organizations),
        ] {
            if !names.is_empty() {
                let decision = Decision::new(decision.rule, decision.source);
                self.by_field.insert(field, decision);
            }
        }
        if !value.persons.is_empty() {
            self.by_field.insert("authors", decision);
        }
        value
    }
}
