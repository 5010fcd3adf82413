//! Live blogs: articles that grow entry by entry during an event.
//!
//! Only entries that the page states are read: those of JSON-LD (`liveBlogUpdate`), otherwise elements marked by microdata.

mod marked;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
use url::Url;

use self::marked::MarkedEntry;
use crate::labels::Labels;
use crate::learned::asides;
use crate::metadata::{LiveUpdate, TextClaims, order_of};
use html::TextDocument;

/// An entry of a live blog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LiveEntry {
    /// When it was written. Without an offset, local time is taken as UTC.
    pub at: Option<DateTime<Utc>>,
    /// Offset from UTC in minutes, as written.
    pub offset_minutes: Option<i32>,
    /// Its heading.
    pub title: Option<String>,
    /// Its paragraphs, separated by an empty line.
    pub text: String,
    /// Whether it is in the text of the page; false for entries that are only in JSON-LD.
    pub in_text: bool,
}

/// The findings about a live blog before its text is known.
#[derive(Debug, Default)]
pub(crate) struct Live {
    /// Whether the page is a live blog.
    is_live: bool,
    marked: Vec<MarkedEntry>,
}

/// Finds the entries of a live blog and adds those on the page to its text.
pub(crate) fn find(
    document: &TextDocument,
    labels: &mut Labels,
    claims: &TextClaims,
    url: Option<&Url>,
) -> Live {
    let has_marks = marked::are_in(document);
    // most pages end here
    if !claims.is_live && !has_marks {
        return Live::default();
    }
    // a home page only has teasers of live blogs
    if url.is_some_and(|url| url.path().len() < 2) {
        return Live::default();
    }
    let marked = if has_marks {
        marked::find(document, labels, order_of(document, url))
    } else {
        Vec::new()
    };
    let is_live = claims.is_live || !marked.is_empty();
    if is_live {
        let openings: HashSet<String> = claims.updates.iter().flat_map(openings_of).collect();
        let stated = document.blocks.iter().enumerate().filter(|(_, block)| {
            !openings.is_empty()
                && block.words >= marked::MIN_PARAGRAPH_WORDS
                && openings.contains(&opening(document.text_of(block)))
        });
        let entries = marked.iter().flat_map(MarkedEntry::all_blocks);
        let wanted = entries.chain(stated.map(|(at, _)| at));
        let wanted: Vec<usize> = wanted
            .filter(|at| !asides::is_aside(document, *at))
            .collect();
        labels.add(document, &wanted);
    }
    Live { is_live, marked }
}

impl Live {
    /// Whether the page is a live blog.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// The entries: those of JSON-LD, or those on the page, in page order, if JSON-LD has none or fewer than half as many.
    pub(crate) fn entries(
        &self,
        document: &TextDocument,
        claims: &TextClaims,
        text: &str,
    ) -> Vec<LiveEntry> {
        if !self.is_live {
            return vec![];
        }
        if claims.updates.is_empty() || self.marked.len() > 2 * claims.updates.len() {
            let entry = |marked: &MarkedEntry| LiveEntry {
                at: marked.stamp.map(|stamp| stamp.at),
                offset_minutes: marked.stamp.and_then(|stamp| stamp.offset_minutes),
                title: marked.title_in(document),
                text: marked.text_in(document),
                in_text: true,
            };
            return self.marked.iter().map(entry).collect();
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
    letters.take(40).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests;
