//! Parts of the page with more text than markup.
//!
//! Source: elias.cn, `ExtMainText` 0.2: the text density of each part of the DOM is the length of its text over the number of
//! characters in it. Either the longest part above a threshold is the text, or, in filter mode, every part above it.
//! Here both lengths are in bytes, whitespace is collapsed in the text, and an element's own tags count as part of it.

use super::subtree::{keep_within, text_lengths};
use extract::{Extractor, Filter, Labels};
use html::TextDocument;

const SOURCE: &str = "elias.cn: ExtMainText 0.2";

pub(crate) const LONGEST: Extractor = Extractor {
    name: "subtree-density",
    summary: "the longest element of which more than half is text",
    source: SOURCE,
    steps: &[Filter::new("longest-dense-part", keep_longest)],
};

pub(crate) const FILTER: Extractor = Extractor {
    name: "subtree-density-filter",
    summary: "every element of which more than half is text (filter mode)",
    source: SOURCE,
    steps: &[Filter::new("dense-parts", keep_dense)],
};

fn keep_longest(document: &TextDocument, labels: &mut Labels) {
    let lengths = text_lengths(document);
    let dense = (0..lengths.len()).filter(|part| is_dense(document, &lengths, *part));
    // the first of several of equal length is the outermost
    let longest = dense.rev().max_by_key(|part| lengths[*part]);
    keep_within(document, labels, |part| longest == Some(part));
}

fn keep_dense(document: &TextDocument, labels: &mut Labels) {
    let lengths = text_lengths(document);
    keep_within(document, labels, |part| is_dense(document, &lengths, part));
}

fn is_dense(document: &TextDocument, lengths: &[u32], part: usize) -> bool {
    let source = document.elements[part].source;
    let all = source.end.saturating_sub(source.start);
    f64::from(lengths[part]) > 0.5 * f64::from(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    /// Element, text and all characters: first `<p>` 20 of 27; menu 12 of 85; second `<p>` 40 of 47; `<div>` 60 of 85 =
    /// 0.71; `<body>` 72 of 183 = 0.39.
    const PAGE: &str = concat!(
        "<body>",
        "<ul><li><a href=/politik-und-mehr>Politik</a></li><li><a href=/sport>Sport</a></li></ul>",
        "<div><p>A story of a bridge.</p>",
        "<p>It was built twice and it fell once more</p></div>",
        "</body>"
    );

    fn text(extractor: &Extractor, html: &str) -> String {
        let document = parse(html);
        text_of(&document, &extractor.label(&document))
    }

    #[test]
    fn the_longest_part_above_half_is_kept_whole() {
        let story = "A story of a bridge.\n\nIt was built twice and it fell once more";
        assert_eq!(text(&LONGEST, PAGE), story);
        // 16 KiB of whitespace between the paragraphs lower the density of the div: the longer paragraph remains
        let thin = PAGE.replace("</p><p>", &format!("</p>{}<p>", " ".repeat(16 << 10)));
        assert_eq!(
            text(&LONGEST, &thin),
            "It was built twice and it fell once more"
        );
    }

    #[test]
    fn filter_mode_keeps_every_part_above_half() {
        let thin = PAGE.replace("</p><p>", &format!("</p>{}<p>", " ".repeat(16 << 10)));
        let story = "A story of a bridge.\n\nIt was built twice and it fell once more";
        assert_eq!(text(&FILTER, &thin), story);
    }

    #[test]
    fn exactly_half_is_not_above_half() {
        // 7 bytes of text, 7 of tags
        assert_eq!(text(&LONGEST, "<html><body><p>seven b</p>"), "");
        assert_eq!(text(&LONGEST, "<html><body><p>eight by</p>"), "eight by");
    }
}
