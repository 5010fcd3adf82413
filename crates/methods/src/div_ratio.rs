//! The `<div>` with the highest ratio of text to markup.
//!
//! Source: LTE, *Extracting relevant text and features from HTML*: the text is in the `<article>` if there is one; otherwise
//! in the wordiest of the n `<div>` elements with the highest ratio of text to markup.
//!
//! Of several `<article>` elements the wordiest is used, since teasers are articles too. A page with neither element is kept
//! whole. n is 20, see decision 21.

use std::cmp::Reverse;

use super::subtree::{keep_within, text_lengths};
use extract::{Extractor, Filter, Labels};
use html::{Tag, TextDocument};

/// The n of the source.
const MAX_CANDIDATES: usize = 20;

pub(crate) const DIV_RATIO: Extractor = Extractor {
    name: "div-ratio",
    summary: "<article>, otherwise the wordiest of the twenty <div> with the highest text-to-markup ratio",
    source: "LTE: Extracting relevant text and features from HTML",
    steps: &[Filter::new("wordiest-part", keep_wordiest)],
};

fn keep_wordiest(document: &TextDocument, labels: &mut Labels) {
    let words = document.sums(document.blocks.iter().map(|block| block.words));
    let parts = |tag: Tag| {
        let elements = document.elements.iter().enumerate();
        elements
            .filter(move |(_, element)| element.tag == tag)
            .map(|(i, _)| i)
    };
    // the first of equally long ones
    let wordiest = |i: &usize| (words[*i], Reverse(*i));
    let chosen = parts(Tag::Article).max_by_key(wordiest).or_else(|| {
        dense(document, parts(Tag::Div))
            .into_iter()
            .max_by_key(wordiest)
    });
    keep_within(document, labels, |i| i == chosen.unwrap_or(0));
}

/// The [`MAX_CANDIDATES`] elements with the highest ratio of text to markup.
fn dense(document: &TextDocument, elements: impl Iterator<Item = usize>) -> Vec<usize> {
    let lengths = text_lengths(document);
    let mut ratios: Vec<(f64, usize)> = elements
        .map(|i| {
            let text = f64::from(lengths[i]);
            let source = document.elements[i].source;
            let markup = f64::from(source.end.saturating_sub(source.start)) - text;
            (text / markup.max(1.0), i)
        })
        .collect();
    if ratios.len() > MAX_CANDIDATES {
        ratios.select_nth_unstable_by(MAX_CANDIDATES, |a, b| {
            b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
        });
        ratios.truncate(MAX_CANDIDATES);
    }
    ratios.into_iter().map(|(_, i)| i).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    fn text(html: &str) -> String {
        let document = parse(html);
        text_of(&document, &DIV_RATIO.label(&document))
    }

    #[test]
    fn an_article_is_taken_before_any_div() {
        let page = "<div>much more text than the article has</div><article>the text</article>";
        assert_eq!(text(page), "the text");
        let teasers =
            "<article>teaser</article><article>the long text</article><article>b</article>";
        assert_eq!(text(teasers), "the long text");
    }

    #[test]
    fn of_the_densest_divs_the_wordiest_is_taken() {
        // text to markup: the menu, 30 words, 59 to 149; the story 29 to 11; nineteen long words 30 to 11 each
        let menu = "<b class=menu-entry>a b c d e</b> ".repeat(6);
        let page = |long_words| {
            format!(
                "<div>{}</div>{}<div>one two three four five six s</div>",
                menu.trim(),
                "<div>pneumonoultramicroscopicsilico</div>".repeat(long_words)
            )
        };
        assert_eq!(text(&page(19)), "one two three four five six s");
        // among the first twenty the menu has most words
        assert!(text(&page(18)).starts_with("a b c d e a b"));
    }

    #[test]
    fn a_page_without_either_is_taken_whole() {
        assert_eq!(text("<h1>Titel</h1><p>Text"), "Titel\n\nText");
    }
}
