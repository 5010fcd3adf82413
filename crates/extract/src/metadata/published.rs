//! When it was published, and when changed: the two are kept apart.

use chrono::{DateTime, Datelike, Utc};
use url::Url;

use super::date::{self, Order, Stamp};
use super::json_ld::{self, Entity};
use super::{Precision, Published, Source, url_date};
use crate::document::TextDocument;

/// Meta names that hold the day of publication, the most reliable first.
const META_PUBLISHED: [&str; 32] = [
    "article:published_time",
    "og:published_time",
    "og:article:published_time",
    "article:published",
    "datepublished",
    "article.published",
    "parsely-pub-date",
    "sailthru.date",
    "publishdate",
    "publish-date",
    "publish_date",
    "publication_date",
    "pubdate",
    "published-date",
    "published_time",
    "article:post_date",
    "article_date_original",
    "originalpublicationdate",
    "cxenseparse:recs:publishtime",
    "cxenseparse:publishtime",
    "dc.date.issued",
    "dcterms.issued",
    "dcterms.created",
    "dc.date.created",
    "dc.date",
    "dcterms.date",
    "ptime",
    "displaydate",
    "citation_publication_date",
    "datecreated",
    "rnews:datepublished",
    "date",
];
const META_MODIFIED: [&str; 9] = [
    "article:modified_time",
    "og:updated_time",
    "article:modified",
    "datemodified",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
    "revision_date",
];
/// Words that say that the date after them is not the first one.
const CHANGED: [&str; 12] = [
    "updated",
    "update:",
    "modified",
    "aktualisiert",
    "geändert",
    "aktualisierung",
    "stand:",
    "mis à jour",
    "actualizado",
    "aggiornato",
    "bijgewerkt",
    "last edited",
];
/// Bytes of the page around the headline within which a date belongs to it.
const BEFORE_HEADLINE: u32 = 4_000;
const AFTER_HEADLINE: u32 = 12_000;
/// Blocks around the headline whose text is searched for a date, and the words such a block has at most.
const BLOCKS_BEFORE: usize = 4;
const BLOCKS_AFTER: usize = 10;
const SHORT_BLOCK: u32 = 30;
/// The same for blocks anywhere on the page.
const VERY_SHORT_BLOCK: u32 = 12;
/// Bytes of such a block at most.
const LONGEST: usize = 500;
/// Link density from which on a block is a teaser.
const LINKED: f32 = 0.5;

/// What the dates of a page are read from.
pub(super) struct Evidence<'a> {
    pub document: &'a TextDocument,
    pub url: Option<&'a Url>,
    pub article: Option<&'a Entity>,
    pub entities: &'a [&'a Entity],
    pub order: Order,
    /// The block of the headline.
    pub headline: Option<usize>,
}

/// Reads a date from one kind of source.
type Reader<Evidence> = fn(&Evidence) -> Option<Stamp>;

impl Evidence<'_> {
    /// First publication, from the best source there is. Of a source that gives only the day, the time is filled in from a
    /// lesser one that agrees on the day.
    pub(super) fn published(&self) -> Option<Published> {
        let sources: [(Source, Reader<Self>); 7] = [
            (Source::JsonLd, Self::of_article),
            (Source::Meta, Self::of_meta),
            (Source::TimeTag, Self::of_marked_time),
            (Source::JsonLd, Self::of_page),
            (Source::TimeTag, Self::of_near_time),
            (Source::Url, |evidence| evidence.url.and_then(url_date::of)),
            (Source::Text, Self::of_text),
        ];
        let mut best: Option<(Stamp, Source)> = None;
        for (source, read) in sources {
            if best.is_some_and(|(stamp, _)| {
                stamp.precision <= Precision::Minute && !stamp.is_midnight()
            }) {
                break;
            }
            if let Some(found) = read(self) {
                best = Some(match best {
                    Some(best) if !refines(&best.0, &found) => best,
                    _ => (found, source),
                });
            }
        }
        best.map(|(stamp, source)| Published {
            at: stamp.at,
            offset_minutes: stamp.offset_minutes,
            precision: stamp.precision,
            source,
        })
    }

    /// Last change.
    pub(super) fn modified(&self) -> Option<DateTime<Utc>> {
        let linked = || {
            self.article
                .and_then(|article| self.property(article, "dateModified"))
        };
        let meta = || self.meta(&META_MODIFIED);
        let stamp = linked()
            .or_else(meta)
            .or_else(|| self.marked_time("dateModified"));
        stamp.map(|stamp| stamp.at)
    }

    fn of_article(&self) -> Option<Stamp> {
        let article = self.article?;
        ["datePublished", "dateCreated"]
            .iter()
            .find_map(|key| self.property(article, key))
    }

    fn of_page(&self) -> Option<Stamp> {
        let mut pages = self
            .entities
            .iter()
            .filter(|entity| json_ld::is_page(entity));
        pages.find_map(|page| self.property(page, "datePublished"))
    }

    fn property(&self, entity: &Entity, key: &str) -> Option<Stamp> {
        date::parse(&json_ld::property(entity, key)?, self.order)
    }

    fn of_meta(&self) -> Option<Stamp> {
        self.meta(&META_PUBLISHED)
    }

    fn meta(&self, names: &[&str]) -> Option<Stamp> {
        let mut values = names
            .iter()
            .flat_map(|name| self.document.head.meta_all(name));
        values.find_map(|value| date::parse(value, self.order))
    }

    fn of_marked_time(&self) -> Option<Stamp> {
        self.marked_time("datePublished")
    }

    fn marked_time(&self, itemprop: &str) -> Option<Stamp> {
        let document = self.document;
        let mut marked = document.head.times.iter().filter(|time| {
            let mut props = document.attribute(time.itemprop).split_ascii_whitespace();
            props.any(|prop| prop.eq_ignore_ascii_case(itemprop))
        });
        marked.find_map(|time| self.time(time))
    }

    fn time(&self, time: &crate::head::Time) -> Option<Stamp> {
        let written = self.document.attribute(time.datetime);
        date::parse(written, self.order).or_else(|| {
            let shown = time.text.of(&self.document.text);
            let short = shown.len() <= LONGEST;
            short
                .then(|| date::find_in(shown, self.order))
                .flatten()
                .map(|found| found.0)
        })
    }

    /// The first `<time>` by the headline that is not said to be of a change.
    fn of_near_time(&self) -> Option<Stamp> {
        let document = self.document;
        let headline = self
            .headline
            .map_or(0, |block| document.blocks[block].offset);
        let near = document.head.times.iter().filter(|time| {
            let from = headline.saturating_sub(BEFORE_HEADLINE);
            headline == 0 || (from..headline + AFTER_HEADLINE).contains(&time.offset)
        });
        let mut dated = near
            .filter_map(|time| Some((time, self.time(time)?)))
            .filter(|(time, _)| {
                let at = document
                    .blocks
                    .partition_point(|block| block.text.end <= time.text.start);
                let block = document
                    .blocks
                    .get(at)
                    .filter(|block| block.text.start <= time.text.start);
                let before = block.and_then(|block| {
                    document
                        .text
                        .get(block.text.start as usize..time.text.start as usize)
                });
                !before.is_some_and(says_changed)
            });
        let first = dated.next()?;
        // A <time> above the headline may belong to a teaser: one below is preferred.
        let below = std::iter::once(first)
            .chain(dated)
            .find(|(time, _)| time.offset >= headline);
        Some(below.unwrap_or(first).1)
    }

    /// A date in a short block by the headline, else in any short block.
    fn of_text(&self) -> Option<Stamp> {
        let blocks = &self.document.blocks;
        let at = self.headline.unwrap_or(0);
        let after = at..(at + BLOCKS_AFTER).min(blocks.len());
        let before = (at.saturating_sub(BLOCKS_BEFORE)..at).rev();
        let near = after
            .chain(before)
            .find_map(|i| self.in_block(i, SHORT_BLOCK));
        near.or_else(|| (0..blocks.len()).find_map(|i| self.in_block(i, VERY_SHORT_BLOCK)))
    }

    fn in_block(&self, index: usize, most_words: u32) -> Option<Stamp> {
        let block = &self.document.blocks[index];
        if block.words > most_words || block.link_density() > LINKED {
            return None;
        }
        let text = self.document.text_of(block);
        if text.len() > LONGEST {
            return None;
        }
        let (stamp, start) = date::find_in(text, self.order)?;
        (!says_changed(&text[..start])).then_some(stamp)
    }
}

/// Whether a lesser source tells more of the same day, or of the same month, than one that knows no more.
fn refines(best: &Stamp, other: &Stamp) -> bool {
    let (best_day, other_day) = (best.local_day(), other.local_day());
    if best.precision == Precision::Month {
        let months = |day: chrono::NaiveDate| (day.year(), day.month());
        return other.precision < Precision::Month && months(best_day) == months(other_day);
    }
    best_day == other_day && !other.is_midnight()
}

fn says_changed(before: &str) -> bool {
    let before = before.to_lowercase();
    CHANGED.iter().any(|word| before.contains(word))
}
