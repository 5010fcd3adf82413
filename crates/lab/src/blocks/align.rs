//! Aligns the blocks of a page with its gold text.
//!
//! A long block is scored by its 4-grams. Each 4-gram of the gold is assigned once, first to blocks on the best alignment of page
//! and gold. A short block must be in the gold contiguously, at its position in the alignment.

use std::collections::{HashMap, HashSet};

use super::lcs;
use crate::metrics::text::{common, runs, share, size};
use crate::metrics::tokens;

/// Minimum words of a long block; shorter ones are scored by their position in the alignment.
const MIN_LONG_WORDS: usize = 6;

/// The share of each block that is in the gold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// By block, 0 to 1: content if above a half.
    pub of_blocks: Vec<f64>,
    /// Share of the gold's words that the alignment matches on the page.
    pub of_gold: f64,
}

/// Compares the blocks of a page, in reading order, with its gold.
pub fn coverage(blocks: &[&str], gold: &str) -> Coverage {
    let gold_words = tokens(gold);
    let blocks: Vec<Vec<&str>> = blocks.iter().map(|block| tokens(block)).collect();
    let (aligned, of_gold) = aligned(&blocks, &gold_words);
    let mut left = runs(&gold_words);
    let lines: HashSet<Vec<&str>> = gold.lines().map(tokens).collect();
    let mut of_blocks = vec![0.0; blocks.len()];
    // blocks aligned by half take runs before others
    let (first, second): (Vec<usize>, Vec<usize>) =
        (0..blocks.len()).partition(|block| aligned[*block] >= 0.5);
    for at in first.into_iter().chain(second) {
        let block = &blocks[at];
        let own = runs(block);
        if block.len() < MIN_LONG_WORDS {
            of_blocks[at] = match block.len() {
                _ if aligned[at] < 0.8 => 0.0,
                ..=3 if !lines.contains(block) => scant(block.len()),
                _ => aligned[at],
            };
            continue;
        }
        of_blocks[at] = share(common(&own, &left), size(&own));
        // a block with fewer of its runs does not use them up
        if of_blocks[at] >= 0.3 {
            for (run, count) in own {
                if let Some(left) = left.get_mut(run) {
                    *left = left.saturating_sub(count);
                }
            }
        }
    }
    Coverage { of_blocks, of_gold }
}

/// The coverage of a very short block that is not a line of the gold: less for one word than for several.
fn scant(words: usize) -> f64 {
    if words > 1 { 0.79 } else { 0.4 }
}

/// The share of each block's words that the alignment matches, which is 0 for a short block unless the matched words are close
/// together; and the share of the gold's words that is matched.
fn aligned(blocks: &[Vec<&str>], gold: &[&str]) -> (Vec<f64>, f64) {
    let mut kinds: HashMap<&str, u32> = HashMap::new();
    let mut number = |word| {
        let next = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
        *kinds.entry(word).or_insert(next)
    };
    let gold: Vec<u32> = gold.iter().map(|word| number(word)).collect();
    let page = blocks.iter().enumerate().flat_map(|(block, words)| {
        let known = words.iter().filter_map(|word| kinds.get(*word));
        known.map(move |kind| (block, *kind))
    });
    // the rest of a page with more cells is not aligned
    let limit = 400_000_000 / gold.len().max(1);
    let (owners, page): (Vec<usize>, Vec<u32>) = page.take(limit).unzip();
    let mut positions: Vec<Vec<u32>> = vec![Vec::new(); blocks.len()];
    for (owner, position) in owners
        .into_iter()
        .zip(lcs::matches(&page, &gold, kinds.len()))
    {
        positions[owner].extend(position);
    }
    let matched = positions.iter().map(Vec::len).sum();
    let of_blocks = std::iter::zip(blocks, positions)
        .map(
            |(words, positions)| match (positions.first(), positions.last()) {
                (Some(first), Some(last))
                    if words.len() >= MIN_LONG_WORDS || (last - first) as usize <= words.len() =>
                {
                    share(positions.len(), words.len())
                }
                _ => 0.0,
            },
        )
        .collect();
    (of_blocks, share(matched, gold.len()))
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values are exact")]
mod tests {
    use super::*;

    const GOLD: &str =
        "Der Rat hat am Montag getagt.\nZwei Anträge\nEr nahm beide nach langer Aussprache an.";

    fn content(blocks: &[&str], gold: &str) -> Vec<bool> {
        let coverage = coverage(blocks, gold);
        coverage
            .of_blocks
            .into_iter()
            .map(|share| share > 0.5)
            .collect()
    }

    #[test]
    fn the_blocks_of_the_gold_are_content() {
        let blocks = [
            "Start Politik Sport",
            "Der Rat hat am Montag getagt.",
            "Zwei Anträge",
            "Er nahm beide nach langer Aussprache an.",
            "Er nahm auch den Hut und ging nach Hause",
        ];
        assert_eq!(content(&blocks, GOLD), [false, true, true, true, false]);
        assert!((coverage(&blocks[..2], GOLD).of_gold - 6.0 / 15.0).abs() < 1e-9);
    }

    #[test]
    fn text_that_the_gold_has_once_is_content_once() {
        let blocks = [
            "Zwei Anträge",
            "Der Rat hat am Montag getagt.",
            "Zwei Anträge",
            "Er nahm beide nach langer Aussprache an.",
            "Der Rat hat am Montag getagt.",
        ];
        assert_eq!(content(&blocks, GOLD), [false, true, true, true, false]);
    }

    #[test]
    fn single_words_need_a_line_of_their_own() {
        let gold = "Ein Satz mit dem Wort Montag darin und mehr\nFazit\nNoch ein Satz der etwas länger ist";
        let blocks = [
            "Ein Satz mit dem Wort Montag darin und mehr",
            "Fazit",
            "ein",
        ];
        assert_eq!(content(&blocks, gold), [true, true, false]);
    }

    #[test]
    fn gold_that_is_not_on_the_page_is_reported() {
        assert_eq!(coverage(&["ganz etwas anderes"], GOLD).of_gold, 0.0);
        assert!(coverage(&[], GOLD).of_blocks.is_empty());
        assert_eq!(content(&["a b c"], ""), [false]);
        assert_eq!(coverage(&[], "").of_gold, 0.0);
    }
}
