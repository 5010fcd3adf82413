//! What only a crawler knows: text that stands on other pages of the same host too, in the same place of the template,
//! is none of the article's, however much it looks like one: appeals for donations, newsletter boxes, the life of the
//! author, disclaimers.
//!
//! A [`Trace`] is what one article page leaves behind: hashes of its content blocks, a few hundred bytes. A
//! [`HostKnowledge`] is the traces of up to [`PLACES`] pages of one host. Which pages those are depends on the pages
//! alone: each has its [place](Trace::place) by its address, and the newest there stays. So a page counts once however
//! often it is read, by however many workers and in whatever order, and the knowledge is a sample of all pages of the host
//! that follows them through the years.

#[cfg(test)]
mod tests;
mod trace;

pub use self::trace::{FORMAT, Trace};

use std::collections::{BTreeMap, HashMap};

use self::trace::TracedBlock;
use crate::labels::Labels;
use html::TextDocument;

/// Takes the blocks out of the text that repeat on other pages of the host, and tells what the page leaves behind. Nothing
/// is taken out of the labels' other runs, and never so much that the article is gone.
pub fn drop_repeated(
    document: &TextDocument,
    labels: &mut Labels,
    address: &str,
    host: &HostKnowledge,
) -> Trace {
    let mut trace = Trace::of(document, labels, address);
    let repeated = host.repeated(&trace);
    for (block, repeated) in trace.blocks.iter_mut().zip(repeated) {
        block.dropped = repeated;
        if repeated {
            labels.drop_block(block.index as usize);
        }
    }
    trace
}

/// Pages that are known of a host, at most.
pub const PLACES: usize = 64;
/// Fewer other pages than this say nothing about what repeats.
const FEWEST_PAGES: u32 = 9;
/// A text repeats that stands on so many other pages, and on one in so many, unless they are versions of one article.
const REPEATS: u32 = 3;
const SELDOM: u32 = 16;
/// But between paragraphs of the article's own it has to stand on one page in so many, for reports on one matter share
/// paragraphs; and so has a text of fewer words than `SHORT`, which may be a phrase that articles share ("Children pay less").
const OFTEN: u32 = 6;
const SHORT: u8 = 12;
/// A page that shares more than one word in so many with another is a version of it.
const KIN: u32 = 3;
/// Words that must be left of an article, and at least one word in so many.
const LEAST_LEFT: u32 = 25;
const LEAST_SHARE: u32 = 4;

/// What is known of a host: a sample of its article pages.
#[derive(Debug, Clone, Default)]
pub struct HostKnowledge {
    /// By place.
    pages: BTreeMap<i16, Trace>,
    /// By text: the places of the pages it stands on, a bit each.
    places: HashMap<u32, u64>,
}

impl FromIterator<Trace> for HostKnowledge {
    /// The knowledge of these pages; of several at one place the last is kept.
    fn from_iter<T: IntoIterator<Item = Trace>>(traces: T) -> Self {
        let pages: BTreeMap<i16, Trace> = traces
            .into_iter()
            .map(|trace| (trace.place(), trace))
            .collect();
        let mut places: HashMap<u32, u64> = HashMap::new();
        for (place, trace) in &pages {
            for block in trace.blocks.iter().filter(|block| block.text != 0) {
                *places.entry(block.text).or_default() |= 1 << place;
            }
        }
        Self { pages, places }
    }
}

impl HostKnowledge {
    /// Pages known.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Places of the pages that would be read otherwise today: they hold texts which are known to repeat by now and were not
    /// taken out.
    pub fn outdated(&self) -> Vec<i16> {
        let outdated = |trace: &Trace| {
            let repeated = self.repeated(trace);
            let mut blocks = trace.blocks.iter().zip(repeated);
            blocks.any(|(block, repeated)| repeated && !block.dropped)
        };
        let pages = self.pages.iter();
        pages
            .filter(|(_, trace)| outdated(trace))
            .map(|(place, _)| *place)
            .collect()
    }

    /// Which blocks of a page repeat, in the order of the trace.
    fn repeated(&self, page: &Trace) -> Vec<bool> {
        let others = self.others(page);
        let pages = others.count_ones();
        let mut repeated = vec![false; page.blocks.len()];
        if pages < FEWEST_PAGES {
            return repeated;
        }
        let stands_on = |block: &TracedBlock| match block.text {
            0 => 0,
            text => self.places.get(&text).copied().unwrap_or(0) & others,
        };
        let on: Vec<u64> = page.blocks.iter().map(stands_on).collect();
        let is_common = |on: u64| on.count_ones() * 2 >= pages;
        let kin = kin(page, &on, is_common);
        let mut often = vec![false; page.blocks.len()];
        for (place, block) in page
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| !block.own)
        {
            let elsewhere = (on[place] & !kin).count_ones();
            let one_in = |share: u32| elsewhere >= REPEATS.max(pages.div_ceil(share));
            often[place] = is_common(on[place]) || one_in(OFTEN) || block.dated && one_in(SELDOM);
            repeated[place] = often[place] || block.words >= SHORT && one_in(SELDOM);
        }
        keep_between_own_text(&mut repeated, &often);
        keep_headings_of_own_text(page, &mut repeated);
        let words = |repeats: bool| -> u32 {
            let blocks = page.blocks.iter().zip(&repeated);
            let blocks = blocks.filter(|(_, repeated)| **repeated == repeats);
            blocks.map(|(block, _)| u32::from(block.words)).sum()
        };
        let (left, gone) = (words(false), words(true));
        if left < LEAST_LEFT || left * LEAST_SHARE < left + gone {
            repeated.fill(false);
        }
        repeated
    }

    /// The pages that are not this one under another address or title, a bit for each place.
    fn others(&self, page: &Trace) -> u64 {
        let is_other = |other: &Trace| {
            other.address != page.address && (page.title == 0 || other.title != page.title)
        };
        let others = self.pages.iter().filter(|(_, other)| is_other(other));
        others.fold(0, |bits, (place, _)| bits | 1 << place)
    }
}

/// The pages that share so much with this one that they are versions of it. What stands on half of all pages tells nothing.
fn kin(page: &Trace, on: &[u64], is_common: impl Fn(u64) -> bool) -> u64 {
    let (mut shared, mut all) = ([0_u32; PLACES], 0);
    for (block, on) in page
        .blocks
        .iter()
        .zip(on)
        .filter(|(_, on)| !is_common(**on))
    {
        all += u32::from(block.words);
        let mut rest = *on;
        while rest != 0 {
            shared[rest.trailing_zeros() as usize] += u32::from(block.words);
            rest &= rest - 1;
        }
    }
    let shared = shared.iter().enumerate();
    shared.fold(0, |kin, (place, words)| {
        kin | u64::from(words * KIN > all) << place
    })
}

/// Between the first and the last block of the article's own, only what stands on other pages often is taken to repeat.
fn keep_between_own_text(repeated: &mut [bool], often: &[bool]) {
    let is_own = |repeated: &bool| !repeated;
    let (first, last) = (
        repeated.iter().position(is_own),
        repeated.iter().rposition(is_own),
    );
    if let (Some(first), Some(last)) = (first, last) {
        repeated[first..=last].copy_from_slice(&often[first..=last]);
    }
}

/// A heading that other articles have too ("What happens next") belongs to the text that follows it.
fn keep_headings_of_own_text(page: &Trace, repeated: &mut [bool]) {
    let mut own_text_follows = false;
    for (block, repeated) in page.blocks.iter().zip(repeated).rev() {
        if block.heading && *repeated && own_text_follows {
            *repeated = false;
        }
        own_text_follows = !*repeated;
    }
}
