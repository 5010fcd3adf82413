//! Live blogs: reports that grow entry by entry while something happens.
//!
//! Entries come from JSON-LD (`liveBlogUpdate`), or else from the page itself: elements that microdata calls so, or elements of
//! one kind, each with a time of its own, one after the other in the order of time, on a page that says it is live.

mod clock;
mod dates;
mod detection;
mod entries;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
use url::Url;

use self::entries::Shown;
use crate::labels::Labels;
use crate::metadata::{Claims, Metadata, Update};
use html::TextDocument;

/// Entries, at least.
const FEWEST: usize = 3;
/// Letters by which a paragraph is known again.
const OPENING: usize = 40;

/// An entry of a live blog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LiveEntry {
    /// When it was written. Where the page gives no offset, local time is taken for UTC.
    pub at: Option<DateTime<Utc>>,
    /// Offset from UTC in minutes as written, or as that of the page's date; `None` where none was.
    pub offset_minutes: Option<i32>,
    /// Its heading.
    pub title: Option<String>,
    /// Its paragraphs, separated by an empty line.
    pub text: String,
    /// Whether it stands in the text of the page too. One that only JSON-LD has does not.
    pub in_text: bool,
}

/// What of a live blog is known before its text and metadata are.
#[derive(Debug, Default)]
pub(crate) struct Live {
    /// Whether the page is taken for a live blog.
    is_live: bool,
    shown: Vec<Shown>,
}

/// Looks for the entries of a live blog. What of them the page shows becomes part of its text.
pub(crate) fn find(
    document: &TextDocument,
    labels: &mut Labels,
    claims: &Claims,
    url: Option<&Url>,
) -> Live {
    let is_called_live = claims.is_live || detection::is_called_live(document, url);
    // most pages end here
    if !is_called_live && !detection::may_hold_a_blog(document) && !entries::are_stated(document) {
        return Live::default();
    }
    // a home page has the teasers of what is live
    if url.is_some_and(|url| url.path().len() < 2) {
        return Live::default();
    }
    let shown = entries::find(document, labels, is_called_live);
    let is_live = claims.is_live || !shown.is_empty();
    if is_live {
        let openings: HashSet<String> = claims.updates.iter().flat_map(openings_of).collect();
        let stated = document.blocks.iter().enumerate().filter(|(_, block)| {
            !openings.is_empty()
                && block.words >= entries::SPEECH
                && openings.contains(&opening(document.text_of(block)))
        });
        let entries = shown.iter().flat_map(Shown::all_blocks);
        let wanted: Vec<usize> = entries.chain(stated.map(|(at, _)| at)).collect();
        labels.add(document, &wanted);
    }
    Live { is_live, shown }
}

impl Live {
    /// Whether the page is a live blog.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// The entries in the order of the page, with the days that its dates give to times of day. Those of JSON-LD if it has
    /// them, as their times are whole; but not if the page shows twice as many.
    pub(crate) fn entries(
        &self,
        document: &TextDocument,
        claims: &Claims,
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
        let entry = |update: &Update| LiveEntry {
            at: update.stamp.map(|stamp| stamp.at),
            offset_minutes: update.stamp.and_then(|stamp| stamp.offset_minutes),
            in_text: openings_of(update).any(|opening| openings.contains(&opening)),
            title: update.title.clone(),
            text: update.text.clone(),
        };
        claims.updates.iter().map(entry).collect()
    }
}

/// How the paragraphs of an entry begin.
fn openings_of(update: &Update) -> impl Iterator<Item = String> {
    let paragraphs = update.text.split("\n\n").map(opening);
    paragraphs.filter(|opening| !opening.is_empty())
}

/// The first letters and digits of a paragraph.
fn opening(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.take(OPENING).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests;
