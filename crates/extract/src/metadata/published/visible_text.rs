//! Dates in the visible text, by the headline first.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

use super::labels::{Label, label, label_around, may_say};
use super::{Evidence, LONGEST};
use crate::metadata::dates::{self, Found, Stamp};

/// Blocks around the headline whose text is searched for a date.
const BEFORE: usize = 4;
const AFTER: usize = 12;
const NEAR_ABOVE: usize = 2;
const NEAR_BELOW: usize = 5;
/// Words of such a block at most.
const SHORT: u32 = 30;
/// The same for blocks anywhere on the page.
const VERY_SHORT: u32 = 12;
/// Words beside the date in a block that is a link: around more than a date it is a teaser.
const BESIDE_IN_LINK: usize = 4;
/// The same for a block that says what the date is.
const LABELLED: u32 = 60;
/// Bytes before a date at the beginning of a longer text: `Berlin, 3. Mai 2024 – `.
const DATELINE: usize = 28;
/// Bytes before a date in which its label is looked for; after it, twice as many.
const AROUND: usize = 60;
/// Bytes before a date that stands alone in its block, and words of the block above that may say what it is.
const ALONE: usize = 12;
const LABEL_WORDS: u32 = 4;
/// Link density from which on a block is a teaser.
const LINKED: f32 = 0.5;
/// Bytes whose digits are counted together, in a sum of one byte.
const SUMMED: usize = 64;
/// Blocks searched on a page.
const MANY: usize = 2_000;

/// What several searches of a page ask for.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Known {
    /// The dates of blocks that were searched, with what is said of each.
    dates: RefCell<HashMap<usize, Vec<(Found, Label)>>>,
    /// All blocks that may hold a date.
    dated: OnceCell<Vec<usize>>,
}

/// A part of the page's blocks, in the order in which they are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    ByHeadline,
    Anywhere,
}

impl Evidence<'_> {
    /// A date by the headline that is said to be that of publication.
    pub(super) fn of_label(&self) -> Option<Stamp> {
        self.of_labelled(Where::ByHeadline, Label::Published)
    }

    /// A date by the headline of which nothing is said.
    pub(super) fn of_text_near(&self) -> Option<Stamp> {
        // A longer block may be the caption of a picture that was taken before.
        let near = |words| {
            self.search(Where::ByHeadline, |evidence, index| {
                evidence.plain(index, words)
            })
        };
        near(VERY_SHORT).or_else(|| near(SHORT))
    }

    /// A date by the headline with which a longer text begins.
    pub(super) fn of_dateline(&self) -> Option<Stamp> {
        self.search(Where::ByHeadline, Self::dateline)
    }

    /// A date anywhere that is said to be that of publication.
    pub(super) fn of_far_label(&self) -> Option<Stamp> {
        self.of_labelled(Where::Anywhere, Label::Published)
    }

    /// A date anywhere that stands alone.
    pub(super) fn of_far_text(&self) -> Option<Stamp> {
        self.search(Where::Anywhere, |evidence, index| {
            evidence.plain(index, VERY_SHORT)
        })
    }

    /// The day of a change that stands by the headline.
    pub(super) fn of_change_near(&self) -> Option<Stamp> {
        self.of_labelled(Where::ByHeadline, Label::Changed)
    }

    /// The day of a change, by the headline or anywhere.
    pub(super) fn of_change(&self) -> Option<Stamp> {
        self.of_change_near()
            .or_else(|| self.of_labelled(Where::Anywhere, Label::Changed))
    }

    /// A part of the page's title that is a date and nothing else.
    pub(super) fn of_title(&self) -> Option<Stamp> {
        let title = &self.document.title;
        let parts = title
            .split(['|', '–', '·'])
            .flat_map(|part| part.split(" - "));
        let alone = |part: &str| {
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            let found = dates::all_in(part, self.order).into_iter().next()?;
            let rest = letters(&part[..found.start]) + letters(&part[found.end..]);
            (rest == 0).then_some(found.stamp)
        };
        parts
            .filter(|part| part.len() <= LONGEST && may_hold_date(part))
            .filter_map(alone)
            .last()
    }

    /// Searches a part of the page block by block.
    fn search(&self, place: Where, read: impl Fn(&Self, usize) -> Option<Stamp>) -> Option<Stamp> {
        let blocks = &self.document.blocks;
        let mut indices: Box<dyn Iterator<Item = usize>> = match (place, self.headline) {
            (Where::ByHeadline, None) => return None,
            (Where::ByHeadline, Some(at)) => {
                // The nearest first, and of those the ones below.
                let below = |from: usize, to: usize| {
                    (at + from).min(blocks.len())..(at + to).min(blocks.len())
                };
                let above =
                    |from: usize, to: usize| (at.saturating_sub(to)..at.saturating_sub(from)).rev();
                let near = below(0, NEAR_BELOW).chain(above(0, NEAR_ABOVE));
                let rest = below(NEAR_BELOW, AFTER).chain(above(NEAR_ABOVE, BEFORE));
                Box::new(near.chain(rest))
            }
            (Where::Anywhere, _) => Box::new(self.dated().iter().copied()),
        };
        indices.find_map(|index| read(self, index))
    }

    /// All blocks that may hold a date, in the order in which they are searched.
    fn dated(&self) -> &[usize] {
        self.known.dated.get_or_init(|| {
            // What stands before the headline is of the site, or of another article.
            let (at, end) = (self.headline.unwrap_or(0), self.document.blocks.len());
            let all = (at..end).chain(0..at).take(MANY);
            let dated = all.filter(|index| {
                let block = &self.document.blocks[*index];
                block.words <= LABELLED && may_hold_date(self.document.text_of(block))
            });
            dated.collect()
        })
    }

    fn of_labelled(&self, place: Where, wanted: Label) -> Option<Stamp> {
        self.search(place, |evidence, index| {
            evidence.labelled(place, index, wanted)
        })
    }

    fn labelled(&self, place: Where, index: usize, wanted: Label) -> Option<Stamp> {
        let block = &self.document.blocks[index];
        if block.words > LABELLED || block.link_density() > LINKED {
            return None;
        }
        let text = self.document.text_of(block);
        let is_said =
            || may_say(text, wanted) || self.above(index).is_some_and(|text| may_say(text, wanted));
        // the dates of short blocks by the headline are mostly read anyhow
        let is_read = place == Where::ByHeadline && block.words <= SHORT;
        if !may_hold_date(text) || !is_read && !is_said() {
            return None;
        }
        let mut found = self.dates(index).into_iter();
        found.find_map(|(date, said)| (said == wanted).then_some(date.stamp))
    }

    fn plain(&self, index: usize, most_words: u32) -> Option<Stamp> {
        let block = &self.document.blocks[index];
        if block.words > most_words {
            return None;
        }
        let (date, said) = self.dates(index).into_iter().next()?;
        let text = self.document.text_of(block);
        let beside = || {
            let words = |text: &str| text.split_whitespace().count();
            words(&text[..date.start]) + words(&text[date.end..])
        };
        let teaser = block.link_density() > LINKED && block.links < 2 && beside() > BESIDE_IN_LINK;
        (matches!(said, Label::Published | Label::None) && !teaser).then_some(date.stamp)
    }

    /// `Berlin, 3. Mai 2024 – Der Rat`: set off from what follows.
    fn dateline(&self, index: usize) -> Option<Stamp> {
        let text = self.document.text_of(&self.document.blocks[index]);
        let start = &text[..text.floor_char_boundary(3 * DATELINE)];
        if !may_hold_date(start) {
            return None;
        }
        let found = dates::all_in(start, self.order).into_iter().next()?;
        let next = start[found.end..].chars().find(|c| !c.is_whitespace())?;
        let set_off = ['-', '–', '—', ')', ':', '|', '/', '.'].contains(&next);
        (found.start <= DATELINE && set_off).then_some(found.stamp)
    }

    /// The dates of a block, with what is said of each.
    fn dates(&self, index: usize) -> Vec<(Found, Label)> {
        let text = self.document.text_of(&self.document.blocks[index]);
        if text.len() > LONGEST || !may_hold_date(text) {
            return Vec::new();
        }
        let mut known = self.known.dates.borrow_mut();
        let read = || self.read_dates(index, text);
        known.entry(index).or_insert_with(read).clone()
    }

    fn read_dates(&self, index: usize, text: &str) -> Vec<(Found, Label)> {
        let dates = dates::all_in(text, self.order);
        let said = |(at, found): (usize, &Found)| {
            let from = at.checked_sub(1).map_or(0, |last| dates[last].end);
            let from = text
                .floor_char_boundary(found.start.saturating_sub(AROUND))
                .max(from);
            let to = text.floor_char_boundary(found.end.saturating_add(2 * AROUND));
            let said = label_around(&text[from..found.start], &text[found.end..to]);
            let alone = said == Label::None && at == 0 && found.start <= ALONE;
            (*found, if alone { self.label_above(index) } else { said })
        };
        dates.iter().enumerate().map(said).collect()
    }

    /// What the block above says of a date: `Erschienen am:`.
    fn label_above(&self, index: usize) -> Label {
        self.above(index).map_or(Label::None, label)
    }

    /// The block above, if it is as short as a label.
    fn above(&self, index: usize) -> Option<&str> {
        let above = self.document.blocks.get(index.checked_sub(1)?)?;
        (above.words <= LABEL_WORDS).then(|| self.document.text_of(above))
    }
}

/// Whether a text has a number that may be a year, or three that may be a date: most texts with digits have neither.
fn may_hold_date(text: &str) -> bool {
    // first bytes of Arabic, Persian, Devanagari and wide digits
    let is_other = |byte: &u8| matches!(byte, 0xd9 | 0xdb | 0xe0 | 0xef);
    let bytes = text.as_bytes();
    let is_digit = |byte: &u8| u8::from(byte.is_ascii_digit() | is_other(byte));
    // in small sums, of which a processor makes many at once
    let digits = |bytes: &[u8]| usize::from(bytes.iter().map(is_digit).sum::<u8>());
    if bytes.chunks(SUMMED).map(digits).sum::<usize>() < 3 {
        return false;
    }
    if bytes.iter().any(is_other) {
        return true;
    }
    let mut numbers = bytes.split(|byte| !byte.is_ascii_digit());
    let mut short = 0;
    let mut may_date = |number: &[u8]| {
        short += usize::from((1..=2).contains(&number.len()));
        short == 3 || number.len() == 4 && (number.starts_with(b"19") || number.starts_with(b"20"))
    };
    numbers.any(&mut may_date)
}

#[cfg(test)]
mod tests {
    use super::may_hold_date;

    #[test]
    fn what_can_be_no_date_is_not_read() {
        let long = "ein Wort ".repeat(8) + "2024";
        for text in [
            "03.05.24",
            "5/3/24",
            "3. Mai 2024",
            "2024年5月3日",
            "٣ مايو ٢٠٢٤",
            "２０２４年５月３日",
            &long,
        ] {
            assert!(may_hold_date(text), "{text}");
        }
        for text in ["Tel. 0800 123456", "Seite 3 von 7", "1,5 Prozent", ""] {
            assert!(!may_hold_date(text), "{text}");
        }
    }
}
