//! Boilerplate that only a crawler can recognise: text at the same position of the template on other pages of the host
//! is not part of the article, however similar it looks. Examples are appeals for donations, newsletter boxes,
//! author biographies and disclaimers.
//!
//! A [`PageSignature`] holds hashes of the content blocks of one article page, in a few hundred bytes.
//! [`HostKnowledge`] holds the signatures of up to [`SLOTS`] pages of one host. The [slot](PageSignature::slot) of a page
//! is derived from its URL, and the newest page in a slot replaces the previous one. Thus a page counts once, regardless of how
//! often, by how many workers and in which order pages are extracted, and the sample follows changes of the host over time.

pub mod layout;
mod signature;
#[cfg(test)]
mod tests;

pub use self::signature::{FORMAT, PageSignature};

use std::collections::{BTreeMap, HashMap};

use self::signature::BlockSignature;
use crate::labels::Labels;
use html::TextDocument;

/// Drops the content blocks that repeat on other pages of the host, and returns the signature of the page. Drops nothing
/// if too little text would be left.
pub fn drop_repeated(
    document: &TextDocument,
    labels: &mut Labels,
    address: &str,
    host: &HostKnowledge,
) -> PageSignature {
    let mut signature = PageSignature::of(document, labels, address);
    let repeated = host.repeated(&signature);
    for (block, repeated) in signature.blocks.iter_mut().zip(repeated) {
        block.dropped = repeated;
        if repeated {
            labels.drop_block(block.index as usize);
        }
    }
    signature
}

/// Maximum number of pages in the sample of a host.
pub const SLOTS: usize = 64;
/// Minimum number of other pages needed to infer repetition.
const MIN_PAGES: u32 = 9;
/// A text repeats if at least `MIN_REPEATS` other pages and one page in `PAGES_PER_REPEAT` have it. Versions of the same
/// article do not count.
const MIN_REPEATS: u32 = 3;
const PAGES_PER_REPEAT: u32 = 16;
/// Between paragraphs of the article itself, one page in `PAGES_PER_REPEAT_INSIDE` must have it, because reports on one
/// subject share paragraphs. The same applies to texts of fewer than `SHORT_WORDS` words, which may be common phrases
/// ("Children pay less").
const PAGES_PER_REPEAT_INSIDE: u32 = 6;
const SHORT_WORDS: u8 = 12;
/// A page that shares more than one word in `VERSION_SHARE` with another is a version of it.
const VERSION_SHARE: u32 = 3;
/// Minimum number of words left of an article, and minimum share: one word in `MIN_SHARE`.
const MIN_LEFT: u32 = 25;
const MIN_SHARE: u32 = 4;

/// A sample of the article pages of a host.
#[derive(Debug, Clone, Default)]
pub struct HostKnowledge {
    /// The pages by slot.
    pages: BTreeMap<i16, PageSignature>,
    /// The slots of the pages with each text hash, as a bit set.
    places: HashMap<u32, u64>,
}

impl FromIterator<PageSignature> for HostKnowledge {
    /// The sample of the pages. Of several in one slot the last is kept.
    fn from_iter<T: IntoIterator<Item = PageSignature>>(signatures: T) -> Self {
        let pages: BTreeMap<i16, PageSignature> = signatures
            .into_iter()
            .map(|signature| (signature.slot(), signature))
            .collect();
        let mut places: HashMap<u32, u64> = HashMap::new();
        for (place, signature) in &pages {
            for block in signature.blocks.iter().filter(|block| block.text != 0) {
                *places.entry(block.text).or_default() |= 1 << place;
            }
        }
        Self { pages, places }
    }
}

impl HostKnowledge {
    /// Number of known pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether no pages are known.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Whether the extraction of a page of this host is outdated: it has texts that are now known to repeat but were not dropped.
    pub fn is_outdated(&self, page: &PageSignature) -> bool {
        let mut blocks = page.blocks.iter().zip(self.repeated(page));
        blocks.any(|(block, repeated)| repeated && !block.dropped)
    }

    /// Which blocks of a page repeat, in the order of the signature.
    fn repeated(&self, page: &PageSignature) -> Vec<bool> {
        let others = self.others(page);
        let pages = others.count_ones();
        let mut repeated = vec![false; page.blocks.len()];
        if pages < MIN_PAGES {
            return repeated;
        }
        let slots_with = |block: &BlockSignature| match block.text {
            0 => 0,
            text => self.places.get(&text).copied().unwrap_or(0) & others,
        };
        let on: Vec<u64> = page.blocks.iter().map(slots_with).collect();
        let is_common = |on: u64| on.count_ones() * 2 >= pages;
        let versions = versions(page, &on, is_common);
        let mut often = vec![false; page.blocks.len()];
        for (place, block) in page
            .blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| !block.own)
        {
            let elsewhere = (on[place] & !versions).count_ones();
            let one_in = |share: u32| elsewhere >= MIN_REPEATS.max(pages.div_ceil(share));
            often[place] = is_common(on[place])
                || one_in(PAGES_PER_REPEAT_INSIDE)
                || block.dated && one_in(PAGES_PER_REPEAT);
            repeated[place] =
                often[place] || block.words >= SHORT_WORDS && one_in(PAGES_PER_REPEAT);
        }
        keep_between_own_text(&mut repeated, &often);
        keep_headings_of_own_text(page, &mut repeated);
        let words = |repeats: bool| -> u32 {
            let blocks = page.blocks.iter().zip(&repeated);
            let blocks = blocks.filter(|(_, repeated)| **repeated == repeats);
            blocks.map(|(block, _)| u32::from(block.words)).sum()
        };
        let (left, gone) = (words(false), words(true));
        if left < MIN_LEFT || left * MIN_SHARE < left + gone {
            repeated.fill(false);
        }
        repeated
    }

    /// The pages with another URL and another title, one bit for each slot.
    fn others(&self, page: &PageSignature) -> u64 {
        let is_other = |other: &PageSignature| {
            other.address != page.address && (page.title == 0 || other.title != page.title)
        };
        let others = self.pages.iter().filter(|(_, other)| is_other(other));
        others.fold(0, |bits, (place, _)| bits | 1 << place)
    }
}

/// The pages that are versions of this one, one bit for each slot. Text on half of all pages does not count.
fn versions(page: &PageSignature, on: &[u64], is_common: impl Fn(u64) -> bool) -> u64 {
    let (mut shared, mut all) = ([0_u32; SLOTS], 0);
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
    shared.fold(0, |versions, (place, words)| {
        versions | u64::from(words * VERSION_SHARE > all) << place
    })
}

/// Between the first and the last block of the article itself, only text on many other pages counts as repeated.
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

/// Keeps a heading that other articles share ("What happens next") if the text after it is kept.
fn keep_headings_of_own_text(page: &PageSignature, repeated: &mut [bool]) {
    let mut own_text_follows = false;
    for (block, repeated) in page.blocks.iter().zip(repeated).rev() {
        if block.heading && *repeated && own_text_follows {
            *repeated = false;
        }
        own_text_follows = !*repeated;
    }
}
