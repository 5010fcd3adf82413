//! The second stage: the required probability of a block by its position relative to the core.
//!
//! The core of a page is the run of blocks with the greatest sum of probabilities, each minus a constant and weighted by
//! words: Pasternack & Roth, *Extracting Article Text from the Web with Maximum Subsequence Segmentation*
//! (WWW 2009). Before and inside the core a block is content if that is more likely than not. After it, where teasers and
//! comments follow, the required probability is higher, especially outside the element that holds the core. On a page whose
//! text is uncertain all limits are lower, see [`Limits::on_page`]. A second learned stage over the neighbours' probabilities
//! brought no improvement: `docs/decisions/0023-boosted-trees.md`.

use std::ops::RangeInclusive;

use foldhash::HashMap;
use html::{Tag, TextBlock, TextDocument};
use text::ends_sentence;

use super::LEVELS;

/// Minimum words of a paragraph.
const MIN_PARAGRAPH_WORDS: f32 = 10.0;
/// Factor on the required probability of a few paragraphs between the headline and the core, in elements of its kind.
const ABOVE_FACTOR: f32 = 0.3;

/// The required probabilities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The mean probability above which blocks extend the core.
    pub core: f32,
    /// Required before and inside the core.
    pub within: f32,
    /// Required after the core.
    pub after: f32,
}

impl Limits {
    /// The limits for a page: the less certain its text is, the lower they are.
    ///
    /// The threshold that maximises the expected F1 is half of that F1 (Lipton, Elkan & Naryanaswamy, *Optimal Thresholding of
    /// Classifiers to Maximize F1 Measure*, ECML PKDD 2014). The expected F1 of an article is near 1, that of a list of offers
    /// near a half. If a page declares itself an article and has a sure text, what stands outside the element of that text does
    /// not make it uncertain: below a short report, there are many teasers.
    #[must_use]
    pub fn on_page(self, document: &TextDocument, probabilities: &[f32], words: &[f32]) -> Self {
        let of_sure = if says_article(document) {
            expected_f1_of_sure(document, probabilities, words)
        } else {
            0.0
        };
        let f1 = best_expected_f1(probabilities, words)
            .max(of_sure)
            // pages with less, such as logins, mostly have no text at all
            .max(0.5);
        Self {
            core: self.core * f1,
            within: self.within * f1,
            after: self.after * f1,
        }
    }

    /// The required probability of each block. `words` are the word counts of the blocks. Paragraphs after the core, in the
    /// element that holds it, are likely part of the article too, and so are short sentences with nothing else before them.
    pub fn needed(
        &self,
        document: &TextDocument,
        probabilities: &[f32],
        words: &[f32],
    ) -> Vec<f32> {
        let values = std::iter::zip(probabilities, words)
            // short blocks count too
            .map(|(probability, words)| (probability - self.core) * (words + 5.0));
        let core = best_run(values).unwrap_or(0..=0);
        let last = *core.end();
        let mut of_core = vec![0.0; words.len()];
        for block in core.clone() {
            if probabilities.get(block).is_some_and(|p| *p >= self.within) {
                of_core[block] = words[block];
            }
        }
        let held = holder_of(document, &of_core);
        let mut needed = vec![self.within; probabilities.len()];
        let mut goes_on = true;
        let after = std::iter::zip(&document.blocks, needed.iter_mut()).enumerate();
        for (at, (block, needed)) in after.skip(last + 1) {
            let is_held = held[block.element as usize];
            goes_on &= is_held && block.link_words == 0;
            let is_paragraph = words[at] >= MIN_PARAGRAPH_WORDS
                || goes_on && ends_sentence(document.text_of(block));
            *needed = if is_paragraph && is_held {
                (self.within * 1.25).min(self.after)
            } else {
                self.after
            };
        }
        // a column of pictures may separate the first paragraph from the others
        let above = document.blocks.iter().enumerate().take(*core.start());
        let near = above.rev().take(30);
        let below_headline = near.take_while(|(_, block)| {
            let mut around = document.ancestors(block.element).take(LEVELS);
            around.all(|element| element.tag != Tag::H1)
        });
        let unlikely = below_headline.filter(|(at, block)| {
            (self.within * ABOVE_FACTOR..self.within).contains(&probabilities[*at])
                && words[*at] >= MIN_PARAGRAPH_WORDS
                && block.link_density() <= 0.3
        });
        let unlikely: Vec<usize> = unlikely.map(|(at, _)| at).collect();
        // more are another text
        if (1..=3).contains(&unlikely.len()) {
            let kind = main_kind(document, &of_core);
            for at in unlikely {
                if kind == Some(kind_of(document, &document.blocks[at])) {
                    needed[at] *= ABOVE_FACTOR;
                }
            }
        }
        needed
    }
}

/// The tag and the class of the element of a block.
fn kind_of<'a>(document: &'a TextDocument, block: &TextBlock) -> (Tag, &'a str) {
    let element = &document.elements[block.element as usize];
    (element.tag, document.attribute(element.class))
}

/// The kind of the elements with most of the words of the core, by block.
fn main_kind<'a>(document: &'a TextDocument, words: &[f32]) -> Option<(Tag, &'a str)> {
    let mut kinds: HashMap<(Tag, &str), f32> = HashMap::default();
    for (block, own) in std::iter::zip(&document.blocks, words) {
        *kinds.entry(kind_of(document, block)).or_default() += own;
    }
    let all: f32 = words.iter().sum();
    let main = kinds.into_iter().find(|(_, own)| 2.0 * own > all);
    main.map(|(kind, _)| kind)
}

/// Whether a page declares itself an article, by `og:type`.
fn says_article(document: &TextDocument) -> bool {
    let mut types = document.head.meta_all("og:type");
    types.any(|name| name.eq_ignore_ascii_case("article"))
}

/// The greatest expected F1 within the element that holds the sure text of a page; 0 if it has none.
fn expected_f1_of_sure(document: &TextDocument, probabilities: &[f32], words: &[f32]) -> f32 {
    let of_sure: Vec<f32> = std::iter::zip(probabilities, words)
        .map(|(sure, words)| if *sure >= 0.93 { *words } else { 0.0 })
        .collect();
    let held = holder_of(document, &of_sure);
    let inside = document
        .blocks
        .iter()
        .map(|block| held[block.element as usize]);
    let (probabilities, words): (Vec<f32>, Vec<f32>) = std::iter::zip(probabilities, words)
        .zip(inside)
        .filter_map(|((probability, words), inside)| inside.then_some((*probability, *words)))
        .unzip();
    best_expected_f1(&probabilities, &words)
}

/// For each element: whether it is the smallest inside the body that holds nearly all words, or inside that one. `words` are
/// the words of the core, by block.
fn holder_of(document: &TextDocument, words: &[f32]) -> Vec<bool> {
    let held = document.sums(words.iter().copied());
    let all = held.first().copied().unwrap_or_default();
    // the body always holds the core
    let holder = held
        .iter()
        // a line may be outside
        .rposition(|words| all > 0.0 && *words >= 0.9 * all)
        .filter(|holder| *holder > 0);
    document.inherited(|index, _| Some(index) == holder)
}

/// The greatest expected F1 of any threshold, weighted by words; 0 without words.
fn best_expected_f1(probabilities: &[f32], words: &[f32]) -> f32 {
    let mut blocks: Vec<(f32, f32)> = std::iter::zip(probabilities, words)
        .map(|(probability, words)| (*probability, *words))
        .collect();
    blocks.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    let content: f32 = blocks
        .iter()
        .map(|(probability, words)| probability * words)
        .sum();
    let (mut best, mut right, mut taken) = (0.0_f32, 0.0, 0.0);
    for (probability, words) in blocks {
        right += probability * words;
        taken += words;
        if taken > 0.0 {
            best = best.max(2.0 * right / (taken + content));
        }
    }
    best
}

/// The run with the greatest positive sum (Kadane's algorithm).
fn best_run(values: impl Iterator<Item = f32>) -> Option<RangeInclusive<usize>> {
    let (mut best, mut best_run) = (0.0, None);
    let (mut sum, mut start) = (0.0, 0);
    for (at, value) in values.enumerate() {
        if sum <= 0.0 {
            (sum, start) = (0.0, at);
        }
        sum += value;
        if sum > best {
            (best, best_run) = (sum, Some(start..=at));
        }
    }
    best_run
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn the_core_is_the_run_of_the_greatest_sum() {
        assert_eq!(
            best_run([-1.0, 2.0, -1.0, 3.0, -5.0, 1.0].into_iter()),
            Some(1..=3)
        );
        assert_eq!(best_run([-1.0, -2.0].into_iter()), None);
    }

    #[test]
    fn a_page_with_uncertain_text_needs_less() {
        let limits = Limits {
            core: 0.55,
            within: 0.5,
            after: 0.9,
        };
        let words = [50.0, 50.0, 100.0];
        let document = parse("<p>a<p>b<p>c");
        let sure = limits.on_page(&document, &[1.0, 1.0, 0.0], &words);
        assert_eq!(sure, limits);
        // all three: expected right 100 of 200 taken, and 100 in the text
        let unsure = limits.on_page(&document, &[0.5, 0.5, 0.5], &words);
        assert!((unsure.within - 1.0 / 3.0).abs() < 1e-6, "{unsure:?}");
        assert!((unsure.after - 0.6).abs() < 1e-6, "{unsure:?}");
        // a page of links
        let none = limits.on_page(&document, &[0.01; 3], &words);
        assert!((none.within - 0.25).abs() < 1e-6, "{none:?}");
        assert_eq!(none, limits.on_page(&parse(""), &[], &[]));
    }

    #[test]
    fn teasers_beside_the_sure_text_of_an_article_do_not_lower_the_limits() {
        let limits = Limits {
            core: 0.55,
            within: 0.5,
            after: 0.9,
        };
        let within = |page: &str, words: [f32; 4]| {
            let limits = limits.on_page(&parse(page), &[0.99, 0.99, 0.45, 0.45], &words);
            format!("{:.2}", limits.within)
        };
        let page = "<div><p>a<p>b</div><div><p>c<p>d</div>";
        let article = format!("<meta property=og:type content=Article>{page}");
        let many = [25.0, 25.0, 100.0, 100.0];
        assert_eq!(within(&article, many), "0.50");
        assert_eq!(within(page, many), "0.36");
        // teasers in the element of the text
        let inside = article.replace("</div><div>", "");
        assert_eq!(within(&inside, many), "0.36");
    }

    #[test]
    fn the_holder_of_the_core_has_nine_tenths_of_its_words() {
        let document = parse("<p>a<div><p>b<div><p>c</div></div><p>d");
        let held = |words: [f32; 4]| {
            let inside = holder_of(&document, &words);
            let elements = document.blocks.iter().map(|block| block.element);
            elements
                .map(|element| inside[element as usize])
                .collect::<Vec<_>>()
        };
        assert_eq!(held([5.0, 60.0, 60.0, 0.0]), [false, true, true, false]);
        assert_eq!(held([0.0, 5.0, 60.0, 0.0]), [false, false, true, false]);
        assert_eq!(held([20.0, 60.0, 60.0, 0.0]), [false; 4]);
        assert_eq!(held([0.0; 4]), [false; 4]);
    }

    #[test]
    fn blocks_after_the_core_need_more() {
        let limits = Limits {
            core: 0.55,
            within: 0.5,
            after: 0.85,
        };
        let probabilities = [0.6, 0.1, 0.9, 0.9, 0.1, 0.1, 0.7];
        let words = [5.0, 9.0, 60.0, 60.0, 9.0, 20.0, 10.0];
        let apart = "<p>a<p>b<div><p>c<p>d</div><p>e<p>f<p>g";
        let needed = limits.needed(&parse(apart), &probabilities, &words);
        assert_eq!(needed, [0.5, 0.5, 0.5, 0.5, 0.85, 0.85, 0.85]);
        // a short block and a paragraph in the element of the core, and a paragraph outside
        let around = "<p>a<div><p>b<p>c<div><p>d</div><p>e<div><p>f</div></div><p>g";
        let needed = limits.needed(&parse(around), &probabilities, &words);
        assert_eq!(needed, [0.5, 0.5, 0.5, 0.5, 0.85, 0.625, 0.85]);
        // short sentences right after the core, and below a link
        for (lines, expected) in [
            ("<p>Ja.<div>Nikdo nebyl zraněn.</div><p>是。", [0.625; 3]),
            (
                "<p>Oui !<p><a href=/>Facebook</a><p>Non.",
                [0.625, 0.85, 0.85],
            ),
            ("<p>Dogs?<p>Share<p>Yes.", [0.625, 0.85, 0.625]),
        ] {
            let document = parse(&format!("<p>a<div><p>b<p>c{lines}</div>"));
            let probabilities = [0.1, 0.9, 0.9, 0.1, 0.1, 0.1];
            let needed =
                limits.needed(&document, &probabilities, &[9.0, 60.0, 60.0, 3.0, 3.0, 3.0]);
            assert_eq!(needed[3..], expected, "{lines}");
        }
        let nothing = limits.needed(&parse(apart), &[0.1; 7], &words);
        assert_eq!(nothing, [0.5, 0.85, 0.85, 0.85, 0.85, 0.85, 0.85]);
    }

    #[test]
    fn a_few_paragraphs_between_the_headline_and_the_core_need_less() {
        let limits = Limits {
            core: 0.55,
            within: 0.5,
            after: 0.85,
        };
        let first = |page: &str, words: f32| {
            let document = parse(page);
            let blocks = document.blocks.len();
            let mut probabilities = vec![0.2; blocks];
            probabilities[blocks - 2..].fill(0.9);
            let mut all = vec![60.0; blocks];
            all[..blocks - 2].fill(words);
            limits.needed(&document, &probabilities, &all)[1]
        };
        let page = "<h1>h</h1><p>a<ul><li>b</ul><div><p>c<p>d</div>";
        assert!((first(page, 12.0) - 0.15).abs() < 1e-6);
        assert!((first(page, 9.0) - 0.5).abs() < 1e-6, "a short line");
        // a caption, a standfirst, above the headline, a link, and another text
        for page in [
            "<h1>h</h1><div>a</div><ul><li>b</ul><div><p>c<p>d</div>",
            &page.replacen("<p>", "<p class=dek>", 1),
            "<p>a<p>b<h1>h</h1><p>c<p>d",
            "<h1>h</h1><p><a href=/>a</a><p>b<p>c<p>d",
            "<h1>h</h1><p>a<p>a<p>a<p>a<p>c<p>d",
        ] {
            assert!((first(page, 12.0) - 0.5).abs() < 1e-6, "{page}");
        }
    }
}
