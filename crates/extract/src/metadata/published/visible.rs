//! Dates in the visible text, by the headline first.

use super::labels::{Label, label};
use super::{Evidence, LONGEST};
use crate::document::TextBlock;
use crate::metadata::date::{self, Found, Stamp};

/// Blocks around the headline whose text is searched for a date.
const BEFORE: usize = 4;
const AFTER: usize = 12;
/// Words of such a block at most.
const SHORT: u32 = 30;
/// The same for blocks anywhere on the page, and for those that are links: a link around more than a date is a teaser.
const VERY_SHORT: u32 = 12;
const SHORT_LINK: u32 = 8;
/// The same for a block that says what the date is.
const LABELLED: u32 = 60;
/// Bytes before a date at the beginning of a longer text: `Berlin, 3. Mai 2024 – `.
const DATELINE: usize = 28;
/// Bytes before a date in which its label is looked for.
const LABEL_BEFORE: usize = 60;
/// Link density from which on a block is a teaser.
const LINKED: f32 = 0.5;
/// Blocks searched on a page.
const MANY: usize = 2_000;

/// A part of the page's blocks, in the order in which they are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    ByHeadline,
    Anywhere,
}

impl Evidence<'_> {
    /// A date by the headline that is said to be that of publication.
    pub(super) fn of_label(&self) -> Option<Stamp> {
        self.search(Where::ByHeadline, |evidence, block| {
            evidence.labelled(block, Label::Published)
        })
    }

    /// A date by the headline of which nothing is said.
    pub(super) fn of_text_near(&self) -> Option<Stamp> {
        self.search(Where::ByHeadline, |evidence, block| {
            let short = evidence.plain(block, SHORT);
            short.or_else(|| evidence.dateline(block))
        })
    }

    /// A date anywhere: one with a label, else one that stands alone.
    pub(super) fn of_text(&self) -> Option<Stamp> {
        let labelled = self.search(Where::Anywhere, |evidence, block| {
            evidence.labelled(block, Label::Published)
        });
        labelled.or_else(|| {
            self.search(Where::Anywhere, |evidence, block| {
                evidence.plain(block, VERY_SHORT)
            })
        })
    }

    /// The day of a change, by the headline or anywhere.
    pub(super) fn of_change(&self) -> Option<Stamp> {
        let changed = |evidence: &Self, block: &TextBlock| evidence.labelled(block, Label::Changed);
        self.search(Where::ByHeadline, changed)
            .or_else(|| self.search(Where::Anywhere, changed))
    }

    /// A part of the page's title that is a date and nothing else.
    pub(super) fn of_title(&self) -> Option<Stamp> {
        let title = &self.document.title;
        let parts = title
            .split(['|', '–', '·'])
            .flat_map(|part| part.split(" - "));
        let alone = |part: &str| {
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            let found = date::all_in(part, self.order).into_iter().next()?;
            let rest = letters(&part[..found.start]) + letters(&part[found.end..]);
            (rest == 0).then_some(found.stamp)
        };
        parts
            .filter(|part| part.len() <= LONGEST)
            .filter_map(alone)
            .last()
    }

    /// Searches a part of the page block by block.
    fn search(
        &self,
        place: Where,
        read: impl Fn(&Self, &TextBlock) -> Option<Stamp>,
    ) -> Option<Stamp> {
        let blocks = &self.document.blocks;
        let mut indices: Box<dyn Iterator<Item = usize>> = match (place, self.headline) {
            (Where::ByHeadline, None) => return None,
            (Where::ByHeadline, Some(at)) => {
                let before = (at.saturating_sub(BEFORE)..at).rev();
                Box::new((at..(at + AFTER).min(blocks.len())).chain(before))
            }
            (Where::Anywhere, at) => {
                // What stands before the headline is of the site, or of another article.
                let at = at.unwrap_or(0);
                Box::new((at..blocks.len()).chain(0..at).take(MANY))
            }
        };
        indices.find_map(|index| read(self, &blocks[index]))
    }

    fn labelled(&self, block: &TextBlock, wanted: Label) -> Option<Stamp> {
        if block.words > LABELLED || block.link_density() > LINKED {
            return None;
        }
        let mut found = self.dates(block).into_iter();
        found.find_map(|(date, said)| (said == wanted).then_some(date.stamp))
    }

    fn plain(&self, block: &TextBlock, most_words: u32) -> Option<Stamp> {
        let linked = block.link_density() > LINKED;
        if block.words > if linked { SHORT_LINK } else { most_words } {
            return None;
        }
        let (date, said) = self.dates(block).into_iter().next()?;
        (said != Label::Changed).then_some(date.stamp)
    }

    fn dateline(&self, block: &TextBlock) -> Option<Stamp> {
        let text = self.document.text_of(block);
        let start = text
            .char_indices()
            .nth(2 * DATELINE)
            .map_or(text, |(end, _)| &text[..end]);
        let found = date::all_in(start, self.order).into_iter().next()?;
        (found.start <= DATELINE && found.end < start.len()).then_some(found.stamp)
    }

    /// The dates of a block, with what is said of each.
    fn dates(&self, block: &TextBlock) -> Vec<(Found, Label)> {
        let text = self.document.text_of(block);
        if text.len() > LONGEST || !may_hold_date(text) {
            return Vec::new();
        }
        let mut from = 0;
        let dates = date::all_in(text, self.order).into_iter().map(|found| {
            let near = found.start.saturating_sub(LABEL_BEFORE).max(from);
            let near = (near..=found.start).find(|at| text.is_char_boundary(*at));
            let said = near
                .and_then(|near| text.get(near..found.start))
                .map_or(Label::None, label);
            from = found.end;
            (found, said)
        });
        dates.collect()
    }
}

/// Whether there are digits enough for a day and a year.
fn may_hold_date(text: &str) -> bool {
    text.chars().filter(|c| c.is_numeric()).take(3).count() == 3
}
