//! Removes short lines of elements named after tools of the page: counters and links to share.
//!
//! Counters between the headline and the text have words like a line of facts: `SHARE 9 CONNECT 4 TWEET`.

use crate::element_names::{AncestorSearch, is_one_of, name_parts, names_in};
use crate::labels::{Filter, Label, Labels, Mode};
use crate::learned::asides::CERTAIN;
use html::{Element, TextDocument};
use text::words;

/// Maximum words of such a line.
const MAX_WORDS: u32 = 12;
/// Maximum words of the element: wrappers of the article may have such names, too.
const MAX_ELEMENT_WORDS: u32 = 30;
/// Number of elements whose names are tested: that of the block and those around it.
const LEVELS: usize = 3;

/// Step that removes short lines of tools.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop tools",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut tools = AncestorSearch::new(document, LEVELS, |element| {
        is_called_tool(document, element) && has_few_words(document, element)
    });
    for run in &mut labels.runs {
        if !run.is_content() || run.words > MAX_WORDS {
            continue;
        }
        let probability = labels.probabilities.get(run.first as usize);
        if probability.is_some_and(|has| *has >= CERTAIN) {
            continue;
        }
        let element = document.blocks[run.first as usize].element;
        if document.elements[element as usize].tag.is_heading() {
            continue;
        }
        if tools.find(element).is_some() {
            run.label = Label::Boilerplate;
        }
    }
}

/// Whether an element is named after tools of the page.
fn is_called_tool(document: &TextDocument, element: &Element) -> bool {
    let mut names = names_in(document, element.class);
    names.any(|name| name_parts(name).any(|part| is_one_of(part, words::asides::CLASSES_OF_TOOLS)))
}

fn has_few_words(document: &TextDocument, element: &Element) -> bool {
    let mut left = MAX_ELEMENT_WORDS;
    let mut blocks = document.blocks[document.blocks_within(element.source)].iter();
    blocks.all(|block| match left.checked_sub(block.words) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    const PARAGRAPH: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                             bank fear for their trade, since the ferry takes an hour and the new road will not be ready before the spring.</p>";

    /// Number of lines kept before a paragraph, if all blocks are content at first.
    fn kept(lines: &str) -> usize {
        let document = parse(&format!("{lines}{PARAGRAPH}"));
        let mut labels = Labels::new(&document);
        labels.keep(|_| true);
        leave_out(&document, &mut labels);
        labels.content_blocks().count() - 1
    }

    #[test]
    fn counters_are_left_out() {
        for lines in [
            "<p class='inline-share-tools'>SHARE <span>9</span> CONNECT <span>4</span> MAILMORE</p>",
            "<div class=shareBar><div><p>12 people like this</p></div><p>Mail</p></div>",
        ] {
            assert_eq!(kept(lines), 0, "{lines}");
        }
    }

    #[test]
    fn other_lines_and_wrappers_of_the_article_stay() {
        for lines in [
            "<p class=shareholders>The shareholders met on Friday</p>",
            "<p class=lead>Share the road</p>",
            "<h2 class=share>Share the road</h2>",
            "<div id=share><p>Share the road</p></div>",
        ] {
            assert_eq!(kept(lines), 1, "{lines}");
        }
        let wrapper = format!("<div class=share-content><h2>A new road</h2>{PARAGRAPH}</div>");
        assert_eq!(kept(&wrapper), 2);
    }
}
