//! Removes copies: some pages contain the article twice, for example for different screens.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use foldhash::HashMap;

use crate::extractors::learned::features::count;
use crate::hash::shingles;
use crate::labels::{Filter, Label, Labels};
use html::TextDocument;

/// Minimum words of a copy: short texts may be repeated on purpose.
const MIN_WORDS: u32 = 50;
/// Words of a shingle.
const SHINGLE_WORDS: usize = 5;
/// Maximum number of words compared on a page.
const MAX_WORDS: usize = 1 << 20;
/// Minimum share of a copy's shingles in other content blocks.
const MIN_COPIED_SHARE: f32 = 0.8;

/// Step that removes long blocks whose text is also in other blocks.
pub(crate) const DROP: Filter = Filter {
    name: "drop copies",
    apply: drop_copies,
};

fn drop_copies(document: &TextDocument, labels: &mut Labels) {
    if !labels
        .runs
        .iter()
        .any(|run| run.is_content() && run.words >= MIN_WORDS)
    {
        return;
    }
    let contents: Vec<usize> = (0..labels.runs.len())
        .filter(|at| labels.runs[*at].is_content())
        .collect();
    let mut left = MAX_WORDS;
    let shingles: Vec<Vec<u64>> = contents
        .iter()
        .map(|at| {
            let block = &document.blocks[labels.runs[*at].first as usize];
            distinct_shingles(document.text_of(block), &mut left)
        })
        .collect();
    // number of content blocks per shingle
    let mut blocks: HashMap<u64, u32> = HashMap::default();
    for shingle in shingles.iter().flatten() {
        *blocks.entry(*shingle).or_default() += 1;
    }
    for (at, shingles) in std::iter::zip(contents, shingles) {
        if labels.runs[at].words < MIN_WORDS || shingles.len() < SHINGLE_WORDS {
            continue;
        }
        let elsewhere = shingles
            .iter()
            .filter(|shingle| blocks[*shingle] > 1)
            .count();
        if count(elsewhere) >= MIN_COPIED_SHARE * count(shingles.len()) {
            labels.runs[at].label = Label::Boilerplate;
            for shingle in shingles {
                blocks.entry(shingle).and_modify(|blocks| *blocks -= 1);
            }
        }
    }
}

/// Distinct sampled shingles of a text. Reads at most `left` words.
fn distinct_shingles(text: &str, left: &mut usize) -> Vec<u64> {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let words: Vec<u64> = text
        .split_whitespace()
        .take(*left)
        .map(|word| hasher.hash_one(word))
        .collect();
    *left -= words.len();
    let mut shingles: Vec<u64> = shingles(&words, SHINGLE_WORDS).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn one_of_two_copies_is_kept_and_short_repeats_are_all_kept() {
        let words = |from: u32, to: u32| {
            let words: Vec<String> = (from..to).map(|n| format!("w{n}")).collect();
            words.join(" ")
        };
        let (one, two) = (words(0, 40), words(40, 80));
        let whole = words(0, 80);
        let page = format!("<p>{whole}<p>Why?<p>{one}<p>Why?<p>{two}<p>{whole}");
        let document = parse(&page);
        let mut labels = Labels::new(&document);
        for run in &mut labels.runs {
            run.label = Label::Content;
        }
        drop_copies(&document, &mut labels);
        assert_eq!(labels.content_blocks().collect::<Vec<_>>(), [1, 2, 3, 4]);
    }
}
