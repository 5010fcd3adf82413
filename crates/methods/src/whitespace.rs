//! Splits the page at whitespace.
//!
//! Source: T. Uhrig, *Extracting meaningful content from raw HTML*, 2013: each tag is replaced by as many spaces as it has
//! characters, the text is split at runs of at least 11 spaces, and pieces of more than 50 characters are kept. Long tags thus
//! separate short texts, as in menus, while paragraphs stay together.
//!
//! Here the unit is the block: spaces inside it, such as the tag of a link, do not split it.

use extract::{Extractor, Filter, Labels};
use html::TextDocument;

pub(crate) const WHITESPACE: Extractor = Extractor {
    name: "whitespace",
    summary: "tags as spaces; long pieces between runs of at least eleven spaces",
    source: "T. Uhrig: Extracting meaningful content from raw HTML, 2013",
    steps: &[Filter::new("long-pieces", keep_long_pieces)],
};

fn keep_long_pieces(document: &TextDocument, labels: &mut Labels) {
    let blocks = &document.blocks;
    let mut is_long = Vec::with_capacity(blocks.len());
    for piece in blocks.chunk_by(|block, next| next.offset.saturating_sub(block.end_offset) < 11) {
        let texts = piece.iter().map(|block| document.text_of(block));
        let characters: usize = texts.map(|text| text.chars().count()).sum();
        is_long.extend(std::iter::repeat_n(characters > 50, piece.len()));
    }
    labels.keep(|block| is_long[block]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    fn text(html: &str) -> String {
        let document = parse(html);
        text_of(&document, &WHITESPACE.label(&document))
    }

    #[test]
    fn pieces_of_more_than_fifty_characters_are_kept() {
        let (fifty, more) = ("x".repeat(50), "x".repeat(51));
        assert_eq!(text(&format!("<p>{fifty}</p>")), "");
        assert_eq!(text(&format!("<p>{more}</p>")), more);
    }

    #[test]
    fn ten_spaces_join_two_texts_and_eleven_separate_them() {
        let half = "twenty-six characters each";
        let (together, apart) = (
            format!("<p>{half}</p>   <p>{half}</p>"), // 4 + 3 + 3 blanks
            format!("<p>{half}</p>    <p>{half}</p>"),
        );
        assert_eq!(text(&together), format!("{half}\n\n{half}"));
        assert_eq!(text(&apart), "");
    }
}
