//! Live blogs: articles that grow entry by entry during an event.
//!
//! Entries come from JSON-LD (`liveBlogUpdate`), otherwise from the page: elements marked by microdata, or similar elements
//! with times in chronological order, on a page whose URL, title or classes indicate a live blog.

mod clock;
mod dates;
mod entries;
mod hints;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
use url::Url;

use self::entries::ShownEntry;
use crate::extractors::learned::asides;
use crate::labels::Labels;
use crate::metadata::{LiveUpdate, Metadata, TextClaims, order_of};
use html::TextDocument;

/// Minimum entries.
const MIN_ENTRIES: usize = 3;
/// Number of initial letters and digits that identify a paragraph.
const OPENING_CHARS: usize = 40;

/// An entry of a live blog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LiveEntry {
    /// When it was written. Without a known offset, local time is taken as UTC.
    pub at: Option<DateTime<Utc>>,
    /// Offset from UTC in minutes, as written or that of the page's date; `None` if neither is known.
    pub offset_minutes: Option<i32>,
    /// Its heading.
    pub title: Option<String>,
    /// Its paragraphs, separated by an empty line.
    pub text: String,
    /// Whether it is in the text of the page; false for entries that are only in JSON-LD.
    pub in_text: bool,
}

/// The findings about a live blog before its text and metadata are known.
#[derive(Debug, Default)]
pub(crate) struct Live {
    /// Whether the page is a live blog.
    is_live: bool,
    shown: Vec<ShownEntry>,
}

/// Finds the entries of a live blog and adds those that the page shows to its text.
pub(crate) fn find(
    document: &TextDocument,
    labels: &mut Labels,
    claims: &TextClaims,
    url: Option<&Url>,
) -> Live {
    let is_called_live = claims.is_live || hints::is_called_live(document, url);
    // most pages end here
    if !is_called_live && !hints::may_be_live_blog(document) && !entries::are_stated(document) {
        return Live::default();
    }
    // a home page only has teasers of live blogs
    if url.is_some_and(|url| url.path().len() < 2) {
        return Live::default();
    }
    let shown = entries::find(document, labels, is_called_live, order_of(document, url));
    let is_live = claims.is_live || !shown.is_empty();
    if is_live {
        let openings: HashSet<String> = claims.updates.iter().flat_map(openings_of).collect();
        let stated = document.blocks.iter().enumerate().filter(|(_, block)| {
            !openings.is_empty()
                && block.words >= entries::MIN_PARAGRAPH_WORDS
                && openings.contains(&opening(document.text_of(block)))
        });
        let entries = shown.iter().flat_map(ShownEntry::all_blocks);
        let wanted = entries.chain(stated.map(|(at, _)| at));
        let wanted: Vec<usize> = wanted
            .filter(|at| !asides::is_aside(document, *at))
            .collect();
        labels.add(document, &wanted);
    }
    Live { is_live, shown }
}

impl Live {
    /// Whether the page is a live blog.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// The entries: those of JSON-LD, whose times are complete, or those of the page if JSON-LD has none or fewer than half as
    /// many. The entries of the page are in page order, with times of day completed to dates.
    pub(crate) fn entries(
        &self,
        document: &TextDocument,
        claims: &TextClaims,
        metadata: &Metadata,
        text: &str,
    ) -> Vec<LiveEntry> {
        if !self.is_live {
            return vec![];
        }
        if claims.updates.is_empty() || self.shown.len() > 2 * claims.updates.len() {
            return dates::dated(document, &self.shown, metadata);
        }
        let openings: HashSet<String> = text.split("\n\n").map(opening).collect();
        let entry = |update: &LiveUpdate| LiveEntry {
            at: update.stamp.map(|stamp| stamp.at),
            offset_minutes: update.stamp.and_then(|stamp| stamp.offset_minutes),
            in_text: openings_of(update).any(|opening| openings.contains(&opening)),
            title: update.title.clone(),
            text: update.text.clone(),
        };
        claims.updates.iter().map(entry).collect()
    }
}

/// The openings of an entry's paragraphs.
fn openings_of(update: &LiveUpdate) -> impl Iterator<Item = String> {
    let paragraphs = update.text.split("\n\n").map(opening);
    paragraphs.filter(|opening| !opening.is_empty())
}

/// The first letters and digits of a paragraph.
fn opening(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters
        .take(OPENING_CHARS)
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests;
