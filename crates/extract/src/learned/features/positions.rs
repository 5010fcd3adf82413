//! The position of a block in the page, and relative to its headline.

use foldhash::{HashMap, HashMapExt as _};

use super::columns::{BlockFeature, RowWriter, count, share};
use super::elements::Elements;
use super::text::TextMeasures;
use super::titles::Titles;
use html::TextDocument;

/// Positions of the blocks.
#[derive(Debug, Default)]
pub(super) struct Positions {
    rows: Vec<Place>,
    words: f32,
    link_words: f32,
    big: f32,
    headlines: f32,
    headline: Option<usize>,
    title: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    words_before: f32,
    words: f32,
    link_density: f32,
    big_before: f32,
    is_big: bool,
    same_before: u32,
    same: u32,
}

impl Positions {
    pub(super) fn of(
        document: &TextDocument,
        elements: &Elements,
        titles: &Titles,
        texts: &[TextMeasures],
    ) -> Self {
        let mut all = Self {
            headlines: count(elements.headlines(document).count()),
            headline: headline(document, elements, titles),
            title: title(titles),
            ..Self::default()
        };
        all.headline = all.headline.or(all.title);
        let mut same: HashMap<u64, u32> = HashMap::with_capacity(texts.len());
        all.rows = std::iter::zip(&document.blocks, texts)
            .map(|(block, text)| {
                let words = count(block.words as usize);
                let is_big = block.words >= 20 && block.link_density() < 0.3;
                let seen = same.entry(text.fingerprint).or_default();
                let place = Place {
                    words_before: all.words,
                    words,
                    link_density: block.link_density(),
                    big_before: all.big,
                    is_big,
                    same_before: *seen,
                    same: 0,
                };
                *seen += 1;
                all.words += words;
                all.link_words += count(block.link_words as usize);
                all.big += f32::from(u8::from(is_big));
                place
            })
            .collect();
        for (place, text) in std::iter::zip(&mut all.rows, texts) {
            place.same = same.get(&text.fingerprint).copied().unwrap_or(1) - 1;
        }
        all
    }

    pub(super) fn write(&self, block: usize, row: &mut RowWriter) {
        let place = &self.rows[block];
        let blocks = count(self.rows.len());
        let index = count(block);
        let words = self.words.max(1.0);
        row.set(BlockFeature::Index, index);
        row.set(BlockFeature::RelativeIndex, index / blocks);
        row.set(BlockFeature::WordsBefore, place.words_before / words);
        row.set(
            BlockFeature::WordsAfter,
            1.0 - (place.words_before + place.words) / words,
        );
        row.set(BlockFeature::PageBlocks, blocks);
        row.set(BlockFeature::PageWords, self.words);
        row.set(
            BlockFeature::PageLinkDensity,
            share(self.link_words, self.words),
        );
        if let Some(headline) = self.headline {
            row.set(BlockFeature::FromHeadline, index - count(headline));
            row.set(
                BlockFeature::WordsFromHeadline,
                place.words_before - self.rows[headline].words_before,
            );
            let after = match block.cmp(&headline) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 2.0,
                std::cmp::Ordering::Greater => 1.0,
            };
            row.set(BlockFeature::AfterHeadline, after);
        } else {
            row.set_unknown(BlockFeature::FromHeadline);
            row.set_unknown(BlockFeature::WordsFromHeadline);
            row.set(BlockFeature::AfterHeadline, -1.0);
        }
        match self.title {
            Some(title) => row.set(BlockFeature::FromTitle, index - count(title)),
            None => row.set_unknown(BlockFeature::FromTitle),
        }
        row.set(BlockFeature::BigBefore, place.big_before);
        let big = f32::from(u8::from(place.is_big));
        row.set(BlockFeature::BigAfter, self.big - place.big_before - big);
        let beside = |at: Option<&Place>| at.map_or((0.0, 0.0), |at| (at.words, at.link_density));
        let before = beside(
            block
                .checked_sub(1)
                .and_then(|before| self.rows.get(before)),
        );
        let next = beside(self.rows.get(block + 1));
        row.set(BlockFeature::WordsOfBefore, before.0);
        row.set(BlockFeature::LinkDensityOfBefore, before.1);
        row.set(BlockFeature::WordsOfNext, next.0);
        row.set(BlockFeature::LinkDensityOfNext, next.1);
        row.set(BlockFeature::Headlines, self.headlines);
        row.set(BlockFeature::SameBefore, count(place.same_before as usize));
        row.set(BlockFeature::SameElsewhere, count(place.same as usize));
    }
}

/// The h1 most similar to a title.
fn headline(document: &TextDocument, elements: &Elements, titles: &Titles) -> Option<usize> {
    let likeness = |block: usize| {
        let row = &titles.rows[block];
        row.cover * row.covered + 0.001 * count(document.blocks[block].words as usize)
    };
    first_best(
        elements
            .headlines(document)
            .map(|block| (block, likeness(block))),
    )
}

/// The block most similar to a title, if the similarity is sufficient.
fn title(titles: &Titles) -> Option<usize> {
    let likeness = titles.rows.iter().map(|row| row.cover * row.covered);
    first_best(likeness.enumerate().filter(|(_, likeness)| *likeness > 0.5))
}

/// The index of the first maximum.
pub(super) fn first_best(values: impl Iterator<Item = (usize, f32)>) -> Option<usize> {
    values
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
        .map(|(index, _)| index)
}
