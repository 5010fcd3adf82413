//! Paragraphs that boxes separate from the rest of the text, but that are in elements of the same names.
//!
//! Between the first and the second paragraph some layouts have a column of pictures and links. A paragraph before it has unlikely
//! neighbours, but its elements have the tags and the names of those around the rest.

use std::ops::RangeInclusive;

use foldhash::HashMap;
use html::{Element, Tag, TextBlock, TextDocument};

/// Minimum words of a paragraph.
const MIN_WORDS: f32 = 10.0;
/// Maximum link density of a paragraph.
const MAX_LINK_DENSITY: f32 = 0.3;
/// Maximum number of paragraphs. More are another text.
const MAX_PARAGRAPHS: usize = 3;
/// Minimum share of the words of the core in elements of the same names.
const MIN_SHARE: f32 = 0.5;
/// Number of elements that are searched for one with a name.
const LEVELS: usize = 4;

/// The tag, class and `itemprop` of an element.
type Names<'a> = (Tag, &'a str, &'a str);

/// The names of the element of a block and of the nearest one around it that has some.
type Place<'a> = (Names<'a>, Names<'a>);

/// Those of some blocks above the core that are paragraphs in elements of the same names as most of its words, and not above the headline;
/// none if they are more than a beginning. `words` are those of all blocks.
pub(super) fn of_core(
    document: &TextDocument,
    core: RangeInclusive<usize>,
    words: &[f32],
    mut blocks: Vec<usize>,
) -> Vec<usize> {
    blocks.retain(|at| {
        let block = document.blocks.get(*at);
        words.get(*at).is_some_and(|words| *words >= MIN_WORDS)
            && block.is_some_and(|block| block.link_density() <= MAX_LINK_DENSITY)
    });
    // most pages have none
    if blocks.is_empty() {
        return blocks;
    }
    let headline = document
        .blocks
        .iter()
        .take(*core.start())
        .rposition(|block| is_headline(document, block));
    blocks.retain(|at| headline.is_none_or(|headline| *at > headline));
    let mut places: HashMap<Place<'_>, f32> = HashMap::default();
    let mut all = 0.0;
    for at in core {
        let (Some(block), Some(words)) = (document.blocks.get(at), words.get(at)) else {
            break;
        };
        all += words;
        if let Some(place) = place(document, block) {
            *places.entry(place).or_default() += words;
        }
    }
    let main = places
        .into_iter()
        .find(|(_, words)| *words > MIN_SHARE * all);
    let main = main.map(|(place, _)| place);
    blocks.retain(|at| main.is_some() && place(document, &document.blocks[*at]) == main);
    if blocks.len() > MAX_PARAGRAPHS {
        blocks.clear();
    }
    blocks
}

fn is_headline(document: &TextDocument, block: &TextBlock) -> bool {
    let mut around = document.ancestors(block.element).take(LEVELS);
    around.any(|element| element.tag == Tag::H1)
}

/// The names around a block; `None` if the elements around it have none.
fn place<'a>(document: &'a TextDocument, block: &TextBlock) -> Option<Place<'a>> {
    let mut around = document.ancestors(block.element).take(LEVELS);
    let own = names(document, around.next()?);
    let outer = around.map(|element| names(document, element));
    let outer = outer
        .into_iter()
        .find(|(_, class, property)| !class.is_empty() || !property.is_empty())?;
    Some((own, outer))
}

fn names<'a>(document: &'a TextDocument, element: &Element) -> Names<'a> {
    let [class, itemprop] = [element.class, element.itemprop].map(|name| document.attribute(name));
    (element.tag, class, itemprop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    use crate::learned::features::count;

    /// Number of paragraphs above the last `core` blocks that are alike.
    fn above(html: &str, core: usize) -> usize {
        let document = parse(html);
        let all = document.blocks.len();
        let words: Vec<f32> = document
            .blocks
            .iter()
            .map(|block| count(block.words as usize))
            .collect();
        of_core(
            &document,
            all - core..=all - 1,
            &words,
            (0..all - core).collect(),
        )
        .len()
    }

    #[test]
    fn paragraphs_in_elements_of_the_same_names_are_found() {
        let paragraph = "<p itemprop=articleBody>The council decided on Friday to close the old bridge for two years.";
        let boxes = "<div class=inline><h6>More pictures</h6><p>The old bridge, seen from the northern bank, on a Friday in May</div>";
        let text = |class: &str| {
            format!(
                "<div class={class}>{paragraph}</div>{boxes}<div class=text>{paragraph}{paragraph}</div>"
            )
        };
        assert_eq!(above(&text("text"), 2), 1);
        assert_eq!(above(&text("other"), 2), 0);
        // layers without names between them
        let layers = text("text").replacen("<p", "<section><p", 1);
        assert_eq!(above(&layers, 2), 1);
        // short lines, links, and elements without names
        assert_eq!(
            above(
                &text("text").replacen(" to close the old bridge for two years", "", 1),
                2
            ),
            0
        );
        let linked = text("text").replacen("The council", "<a href=/x>The council", 1);
        assert_eq!(above(&linked, 2), 0);
        let bare = text("text")
            .replace("class=text", "")
            .replace("itemprop=articleBody", "");
        assert_eq!(above(&bare, 2), 0);
        // a line above the headline, and another text
        let headed = text("text").replace(boxes, &format!("{boxes}<h1>A headline</h1>"));
        assert_eq!(above(&headed, 2), 0);
        let long = text("text").replacen(paragraph, &paragraph.repeat(4), 1);
        assert_eq!(above(&long, 2), 0);
    }
}
