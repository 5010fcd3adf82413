//! The article extracted from a page: one line of `text --format jsonl`, and one row of the table `articles`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use classify::PageType;
use extract::{DatePrecision, Extraction, FieldSource, Image, LiveEntry};
use serde::Serialize;
use serde_json::Value;

use crate::reading::neutral::neutral_owned;

/// Maximum length of a text, in bytes: some 700,000 words. The text of an article on several pages has the same bound.
pub(crate) const MAX_TEXT_BYTES: usize = 4 << 20;
/// Maximum length of a value other than the text, in bytes.
const MAX_VALUE_BYTES: usize = 10_000;

/// The fields of the article record that come from the page, with its names and in its order. To add a field, add it here and in
/// [`Article::new`], and add its column to the table and to the view `news.articles`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub(crate) struct Article {
    pub(crate) url_canonical: Option<String>,
    /// Set for a page from a file. A stored page belongs to a site, which holds this.
    #[serde(flatten)]
    pub(crate) outlet: Option<Outlet>,
    pub(crate) title: Option<String>,
    pub(crate) title_page: Option<String>,
    pub(crate) description: Option<String>,
    /// In NFC; see [`Article::set_text`].
    pub(crate) text: String,
    pub(crate) authors: Vec<String>,
    pub(crate) agencies: Vec<String>,
    pub(crate) organizations: Vec<String>,
    pub(crate) date_published: Option<DateTime<Utc>>,
    /// Offset from UTC in minutes, as given on the page.
    pub(crate) date_published_tz: Option<i32>,
    pub(crate) date_published_precision: Option<DatePrecision>,
    pub(crate) date_published_source: Option<Origin>,
    pub(crate) date_modified: Option<DateTime<Utc>>,
    pub(crate) language: Option<String>,
    pub(crate) language_score: Option<f32>,
    pub(crate) section: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) image_url: Option<String>,
    pub(crate) images: Vec<Image>,
    /// Set for a page from a file. The verdict on a stored page is in the table `verdicts`.
    #[serde(flatten)]
    pub(crate) judged: Option<VerdictFields>,
    pub(crate) is_free: Option<bool>,
    pub(crate) is_truncated: Option<bool>,
    pub(crate) live_entries: Vec<LiveEntry>,
    pub(crate) license: Option<String>,
    pub(crate) field_sources: Option<BTreeMap<&'static str, Origin>>,
    pub(crate) word_count: usize,
    pub(crate) char_count: usize,
    /// `None` if there is no text because the page could not be read.
    pub(crate) content_hash: Option<String>,
    /// Normalised URL that identifies the article; its hash is the id.
    #[serde(skip)]
    pub(crate) identity: String,
    /// That of the page's own URL, if the page names another one as canonical.
    #[serde(skip)]
    pub(crate) own_identity: Option<String>,
    /// URLs of the further pages whose text is included.
    #[serde(skip)]
    pub(crate) parts: Option<Vec<String>>,
}

/// The publisher of a page, as far as the page states it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Outlet {
    pub(crate) source_domain: Option<String>,
    pub(crate) source_name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct VerdictFields {
    pub(crate) page_type: PageType,
    pub(crate) news_score: Option<f32>,
    pub(crate) label_source: String,
}

/// Where a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Origin {
    /// On the page.
    Page(FieldSource),
    /// In the channel that named the page: `feed` or `news_sitemap`.
    Channel(&'static str),
}

impl Article {
    /// Creates the article of a page from its extraction. `text` is the text of the extraction in NFC.
    pub(crate) fn new(extraction: Extraction, text: String) -> Self {
        let facts = extraction.metadata;
        let all = |texts: Vec<String>| texts.into_iter().map(neutral_owned).collect();
        let published = facts.date_published;
        let sources = facts.decisions.into_iter();
        let mut article = Self {
            url_canonical: facts.url_canonical.filter(is_short),
            title: facts.title.map(neutral_owned),
            title_page: facts.title_page.map(|title| neutral_owned(cut(title))),
            description: facts.description.map(neutral_owned),
            authors: all(facts.authors),
            agencies: all(facts.agencies),
            organizations: all(facts.organizations),
            date_published: published.map(|date| date.at),
            date_published_tz: published.and_then(|date| date.offset_minutes),
            date_published_precision: published.map(|date| date.precision),
            date_published_source: published.map(|date| Origin::Page(date.source)),
            date_modified: facts.date_modified,
            language: facts.language,
            language_score: facts.language_score,
            section: facts.section.map(neutral_owned),
            tags: all(facts.tags),
            image_url: facts.image_url.filter(is_short),
            images: facts
                .images
                .into_iter()
                .filter(|image| is_short(&image.url))
                .map(image)
                .collect(),
            is_free: facts.is_free,
            is_truncated: extraction.truncated,
            live_entries: within_text(extraction.live.into_iter().map(live_entry)),
            license: facts.license.filter(is_short),
            field_sources: Some(
                sources
                    .map(|(name, by)| (name, Origin::Page(by.source)))
                    .collect(),
            ),
            ..Self::default()
        };
        article.set_text(text);
        article
    }

    /// Sets the text, its counts and its hash. A text longer than [`MAX_TEXT_BYTES`] is cut there, or after the last whole paragraph
    /// before, and counts as truncated.
    pub(crate) fn set_text(&mut self, mut text: String) {
        if text.len() > MAX_TEXT_BYTES {
            text.truncate(text.floor_char_boundary(MAX_TEXT_BYTES));
            let paragraphs = text.rfind("\n\n");
            let whole = paragraphs.filter(|end| *end > MAX_TEXT_BYTES / 2);
            text.truncate(whole.unwrap_or(text.len()));
            self.is_truncated = Some(true);
        }
        let (words, hash) = aggregate::count_and_hash(&text);
        (self.word_count, self.content_hash) = (words, Some(hash));
        self.char_count = text.chars().count();
        self.text = text;
    }

    /// The derived columns of the table `articles`, where empty lists of objects are null.
    pub(crate) fn columns(&self, extractor: &str) -> Value {
        let mut row = serde_json::to_value(self).unwrap_or_default();
        for column in ["images", "live_entries"] {
            if row[column].as_array().is_some_and(Vec::is_empty) {
                row[column] = Value::Null;
            }
        }
        row["identity"] = self.identity.clone().into();
        if let Some(own) = &self.own_identity {
            row["own_identity"] = own.as_str().into();
        }
        row["parts"] = self.parts.clone().into();
        row["extractor"] = extractor.into();
        if let Some(row) = row.as_object_mut() {
            row.remove("char_count"); // computed by the database
        }
        row
    }
}

/// The first entries whose texts have at most [`MAX_TEXT_BYTES`] bytes in all.
fn within_text(entries: impl Iterator<Item = LiveEntry>) -> Vec<LiveEntry> {
    let mut bytes = 0;
    let is_within = |entry: &LiveEntry| {
        bytes += entry.text.len();
        bytes <= MAX_TEXT_BYTES
    };
    entries.take_while(is_within).collect()
}

/// Whether a URL is short enough to be kept.
#[expect(clippy::ptr_arg, reason = "for `filter`")]
fn is_short(value: &String) -> bool {
    value.len() <= MAX_VALUE_BYTES
}

/// The beginning of a text, at most [`MAX_VALUE_BYTES`] bytes.
fn cut(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MAX_VALUE_BYTES));
    text
}

fn image(image: Image) -> Image {
    Image {
        caption: image.caption.map(|text| neutral_owned(cut(text))),
        credit: image.credit.map(|text| neutral_owned(cut(text))),
        alt: image.alt.map(|text| neutral_owned(cut(text))),
        ..image
    }
}

fn live_entry(entry: LiveEntry) -> LiveEntry {
    LiveEntry {
        title: entry.title.map(neutral_owned),
        text: neutral_owned(entry.text),
        ..entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_its_bound_and_says_so() {
        let mut article = Article::default();
        let paragraph = "Ein Absatz über die Brücke. ".repeat(40);
        article.set_text([paragraph.as_str(); 10].join("\n\n"));
        assert_eq!(article.is_truncated, None);
        let many = MAX_TEXT_BYTES / paragraph.len() + 2;
        article.set_text(vec![paragraph.as_str(); many].join("\n\n"));
        assert_eq!(article.is_truncated, Some(true));
        assert!(article.text.ends_with(&paragraph) && article.text.len() <= MAX_TEXT_BYTES);
        assert!(article.text.len() > MAX_TEXT_BYTES - 2 * paragraph.len());
        // one paragraph after a short one
        article.set_text("Kurz.\n\n".to_owned() + &"ü".repeat(MAX_TEXT_BYTES));
        assert!((MAX_TEXT_BYTES - 2..=MAX_TEXT_BYTES).contains(&article.text.len()));
    }

    #[test]
    fn entries_of_a_live_blog_are_kept_up_to_the_bound_of_a_text() {
        let entry = |bytes: usize| LiveEntry {
            at: None,
            offset_minutes: None,
            title: None,
            text: "x".repeat(bytes),
            in_text: false,
        };
        let entries = [MAX_TEXT_BYTES / 2, MAX_TEXT_BYTES / 2, 1].map(entry);
        assert_eq!(within_text(entries.into_iter()).len(), 2);
    }
}
