//! Words that a block has in common with the page's titles and descriptions.

use super::columns::{BlockFeature, RowWriter, count};
use super::elements::Elements;
use super::text::{TextMeasures, measure};
use html::TextDocument;

/// Maximum words of a headline.
const MAX_HEADLINE_WORDS: usize = 60;

/// Shares of common words for each block.
#[derive(Debug, Default)]
pub(super) struct Titles {
    pub(super) rows: Vec<TitleRow>,
}

/// The shares of words that a block has in common with the titles and descriptions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TitleRow {
    pub(super) cover: f32,
    pub(super) covered: f32,
    is_headline: bool,
    description_cover: f32,
    description_covered: f32,
}

/// A set of words, as sorted hashes.
struct Words(Vec<u64>);

impl Words {
    fn of(text: &str) -> Option<Self> {
        let mut hashes = Vec::new();
        measure(text, &mut hashes);
        Self::from_hashes(hashes)
    }

    fn from_hashes(mut hashes: Vec<u64>) -> Option<Self> {
        hashes.sort_unstable();
        hashes.dedup();
        (!hashes.is_empty()).then_some(Self(hashes))
    }

    /// Number of words in common with a sorted list.
    fn common(&self, sorted: &[u64]) -> usize {
        sorted
            .iter()
            .filter(|word| self.0.binary_search(word).is_ok())
            .count()
    }
}

impl Titles {
    pub(super) fn of(
        document: &TextDocument,
        elements: &Elements,
        texts: &[TextMeasures],
        hashes: &[u64],
    ) -> Self {
        let head = &document.head;
        let titles = words_of([Some(document.title.as_str()), head.meta("og:title")]);
        let mut descriptions: Vec<&str> = [head.meta("description"), head.meta("og:description")]
            .into_iter()
            .flatten()
            .collect();
        descriptions.dedup();
        let descriptions = words_of(descriptions.into_iter().map(Some));
        let headlines: Vec<Words> = elements
            .headlines(document)
            .take(5)
            .filter_map(|block| Words::from_hashes(texts[block].hashes(hashes).to_vec()))
            .collect();
        let mut words = Vec::new();
        let rows = texts.iter().map(|text| {
            let mut row = TitleRow::default();
            let block = text.hashes(hashes);
            if block.is_empty() || block.len() >= 2 * MAX_HEADLINE_WORDS {
                return row;
            }
            words.clear();
            words.extend_from_slice(block);
            words.sort_unstable();
            words.dedup();
            if words.len() < MAX_HEADLINE_WORDS {
                (row.cover, row.covered) = covers(&titles, &words);
                row.is_headline = headlines.iter().any(|headline| headline.0 == words);
            }
            (row.description_cover, row.description_covered) = covers(&descriptions, &words);
            row
        });
        Self {
            rows: rows.collect(),
        }
    }

    pub(super) fn write(&self, block: usize, row: &mut RowWriter) {
        let of = &self.rows[block];
        row.set(BlockFeature::TitleCover, of.cover);
        row.set(BlockFeature::TitleCovered, of.covered);
        row.flag(BlockFeature::IsHeadline, of.is_headline);
        row.set(BlockFeature::DescriptionCover, of.description_cover);
        row.set(BlockFeature::DescriptionCovered, of.description_covered);
    }
}

fn words_of<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> Vec<Words> {
    texts.into_iter().flatten().filter_map(Words::of).collect()
}

/// The highest share of `words` in one of the sets, and the highest share of a set in `words`.
fn covers(sets: &[Words], words: &[u64]) -> (f32, f32) {
    let mut best = (0.0_f32, 0.0_f32);
    for set in sets {
        let common = count(set.common(words));
        best.0 = best.0.max(common / count(words.len()));
        best.1 = best.1.max(common / count(set.0.len()));
    }
    best
}
