//! Repeated elements that hold the content: posts of a thread, entries of a list.

use std::collections::HashMap;
use std::ops::AddAssign;

use crate::learned::features::count;
use html::{Tag, TextDocument};

/// How the content is spread over siblings of one tag that each hold several blocks: posts of a thread, entries of a list, sections of
/// an article. Of all such siblings, those with the most words outside one of them.
///
/// Repeated siblings as records: Liu, Grossman and Zhai, Mining Data Records in Web Pages (KDD 2003); their number by the inverse of
/// Simpson's index (Nature 163, 1949), so that a long one among short ones counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Records {
    /// The probability that two words of the content, drawn at random, are in different siblings: 0 to 1.
    pub spread: f32,
    /// The effective number of siblings.
    pub number: f32,
    /// Share of the siblings' blocks that are not content.
    pub noise: f32,
    /// Share of the siblings with a date.
    pub dated: f32,
}

/// Counts of the blocks within an element.
#[derive(Clone, Copy, Default)]
struct Within {
    content_words: u32,
    blocks: u32,
    content_blocks: u32,
    dates: u32,
}

impl AddAssign for Within {
    fn add_assign(&mut self, other: Self) {
        self.content_words += other.content_words;
        self.blocks += other.blocks;
        self.content_blocks += other.content_blocks;
        self.dates += other.dates;
    }
}

/// Sums over siblings of one tag.
#[derive(Default)]
struct Siblings {
    number: f32,
    content_words: f32,
    squares: f32,
    blocks: f32,
    content_blocks: f32,
    dated: f32,
}

impl Records {
    /// Measures a page, of which these blocks are content and those have a date. Linear in the number of elements.
    pub(super) fn of(document: &TextDocument, is_content: &[bool], dated: &[usize]) -> Self {
        let within = within(document, is_content, dated);
        // in page order, so that equal ones are decided alike
        let mut all: Vec<Siblings> = Vec::new();
        let mut places: HashMap<(u32, Tag), usize> = HashMap::new();
        for (element, within) in std::iter::zip(&document.elements, &within) {
            let Some(parent) = element.parent else {
                continue;
            };
            if within.content_words == 0 || within.blocks < 2 {
                continue;
            }
            let place = *places.entry((parent, element.tag)).or_insert(all.len());
            if place == all.len() {
                all.push(Siblings::default());
            }
            all[place].add(within);
        }
        let several = all.iter().filter(|siblings| siblings.number > 1.0);
        let most = several.max_by(|one, other| one.outside().total_cmp(&other.outside()));
        let content = std::iter::zip(&document.blocks, is_content).filter(|(_, content)| **content);
        let content_words: u32 = content.map(|(block, _)| block.words).sum();
        most.map_or_else(Self::default, |siblings| Self {
            spread: siblings.outside() / count(content_words as usize),
            number: siblings.content_words * siblings.content_words / siblings.squares,
            noise: 1.0 - siblings.content_blocks / siblings.blocks,
            dated: siblings.dated / siblings.number,
        })
    }
}

impl Siblings {
    fn add(&mut self, within: &Within) {
        let words = count(within.content_words as usize);
        self.number += 1.0;
        self.content_words += words;
        self.squares += words * words;
        self.blocks += count(within.blocks as usize);
        self.content_blocks += count(within.content_blocks as usize);
        self.dated += f32::from(u8::from(within.dates > 0));
    }

    /// Words outside the sibling of a word, on average over the words.
    fn outside(&self) -> f32 {
        self.content_words - self.squares / self.content_words
    }
}

/// The counts of each element.
fn within(document: &TextDocument, is_content: &[bool], dated: &[usize]) -> Vec<Within> {
    let mut dated = dated.iter().copied().peekable();
    let blocks = std::iter::zip(&document.blocks, is_content).enumerate();
    document.sums(blocks.map(|(at, (block, is_content))| Within {
        content_words: if *is_content { block.words } else { 0 },
        blocks: 1,
        content_blocks: u32::from(*is_content),
        dates: u32::from(dated.next_if_eq(&at).is_some()),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a page whose blocks with at least four words are content, and whose block `dated` is a date.
    fn of(html: &str, dated: &str) -> Records {
        let document = html::parse(html);
        let blocks = || document.blocks.iter();
        let is_content: Vec<bool> = blocks().map(|block| block.words >= 4).collect();
        let with_date = blocks().enumerate();
        let with_date = with_date.filter(|(_, block)| document.text_of(block) == dated);
        let with_date: Vec<usize> = with_date.map(|(at, _)| at).collect();
        Records::of(&document, &is_content, &with_date)
    }

    #[test]
    fn posts_are_records_and_the_paragraphs_of_an_article_are_none() {
        let post = "<div class=post><b>Anna</b><p>3 May<p>one two three four five</div>";
        let thread = of(&post.repeat(4), "3 May");
        assert!((thread.spread - 0.75).abs() < 1e-6, "{thread:?}");
        assert!((thread.number - 4.0).abs() < 1e-6, "{thread:?}");
        assert!((thread.dated - 1.0).abs() < 1e-6, "{thread:?}");
        assert!(thread.noise > 0.4, "{thread:?}");
        let article = of(
            &format!("<div>{}</div>", "<p>one two three four five".repeat(4)),
            "",
        );
        assert_eq!(article, Records::default());
    }

    #[test]
    fn a_long_sibling_beside_a_short_one_counts_as_one() {
        let long = "<p>one two three four five".repeat(40);
        let page = of(
            &format!("<div>{long}</div><div><p>one two three four<p>x</div>"),
            "",
        );
        assert!(page.number < 1.1 && page.spread < 0.1, "{page:?}");
    }
}
