//! Views of a page, as it could be on sites that the labelled pages are not from.
//!
//! Labelled articles are long, and the names of their elements tell what they hold. A model that has only seen these takes the
//! teasers below a short article for its text, and relies on names that build tools replace.

use std::collections::HashMap;

use extract::learned::GLEANER;
use html::{Span, TextDocument};

use crate::lengthen::lengthened;

/// What a model sees of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlockView {
    /// All of it.
    Whole,
    /// The markup of old pages: no headings, no sections, no names of classes.
    Plain,
    /// Of the article only the first paragraphs, and everything else.
    Cut,
    /// All of it, with hashes in place of the names of classes and ids, as build tools write them.
    Hashed,
    /// A cut article, and hashes in place of names.
    CutHashed,
    /// All of it, in another script.
    Script,
    /// All of it, and in the article many paragraphs of others.
    Long,
}

impl BlockView {
    /// All views.
    pub const ALL: [Self; 7] = [
        Self::Whole,
        Self::Plain,
        Self::Cut,
        Self::Hashed,
        Self::CutHashed,
        Self::Script,
        Self::Long,
    ];

    /// Its name in reports, after the name of a set.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Plain => ", plain markup",
            Self::Cut => ", cut",
            Self::Hashed => ", hashed names",
            Self::CutHashed => ", cut, hashed names",
            Self::Script => ", other script",
            Self::Long => ", long",
        }
    }

    /// Whether it is made of articles alone: lists, threads and the like are not cut, and lose with others in training.
    pub fn is_of_articles(self) -> bool {
        self.is_cut() || self.is_hashed() || self == Self::Long
    }

    /// Whether the article is cut.
    pub(super) fn is_cut(self) -> bool {
        matches!(self, Self::Cut | Self::CutHashed)
    }

    /// Whether names are hashed.
    pub(super) fn is_hashed(self) -> bool {
        matches!(self, Self::Hashed | Self::CutHashed)
    }

    /// Whether names are learned from it, and the weights of blocks are measured on it. The others repeat its names or have none.
    pub(super) fn has_names(self) -> bool {
        matches!(self, Self::Whole | Self::Plain)
    }
}

/// Words inserted into a long article: from 500 to 16,000, by a power of two. The number depends only on the page.
pub(super) fn words_inserted(html: &str) -> usize {
    500 << (html.len() % 6)
}

/// Removes the content after the first one to four paragraphs, so that what followed the article follows them. `content` is by block,
/// before and after. `false` if the article is not longer than that.
///
/// The number of paragraphs depends only on the page.
pub(super) fn cut(document: &mut TextDocument, content: &mut Vec<bool>) -> bool {
    let kept = 1 + document.text.len() % 4;
    let mut paragraphs = 0;
    let goes: Vec<bool> = std::iter::zip(&document.blocks, content.iter())
        .map(|(block, content)| {
            let goes = *content && paragraphs == kept;
            let is_paragraph = *content && block.words >= 8;
            paragraphs += usize::from(is_paragraph && !goes);
            goes
        })
        .collect();
    let mut of_blocks = goes.iter();
    document.blocks.retain(|_| of_blocks.next() == Some(&false));
    let mut of_content = goes.iter();
    content.retain(|_| of_content.next() == Some(&false));
    document.boxes.clear();
    goes.contains(&true)
}

/// The text of the content blocks, a line each.
pub(super) fn content_of(document: &TextDocument, content: &[bool]) -> String {
    let blocks = std::iter::zip(&document.blocks, content).filter(|(_, content)| **content);
    let lines: Vec<&str> = blocks.map(|(block, _)| document.text_of(block)).collect();
    lines.join("\n")
}

/// The page with these paragraphs inserted into its content, and its content by block; `None` if they cannot be inserted.
pub(super) fn long(
    html: &str,
    document: &TextDocument,
    content: &[bool],
    paragraphs: &[&str],
) -> Option<(TextDocument, Vec<bool>)> {
    let long =
        lengthened(html, document, content, paragraphs).filter(|_| !paragraphs.is_empty())?;
    let read = GLEANER.parse(&long.html);
    let mut known = content.iter();
    let blocks = read.blocks.iter().map(|block| {
        let is_inserted = long.inserted.contains(&(block.offset as usize));
        is_inserted || known.next() == Some(&true)
    });
    let content = blocks.collect();
    // a page whose blocks change around the paragraphs is not labelled
    (known.len() == 0 && read.blocks.len() > document.blocks.len()).then_some((read, content))
}

/// Replaces each name of a class or id with a hash of it, so that equal names stay equal. Tags, roles and sections stay.
pub(super) fn hash_names(document: &mut TextDocument) {
    let mut hashed = String::new();
    let mut known: HashMap<String, Span> = HashMap::new();
    let start = document.attributes.len();
    let mut replace = |names: Span| {
        let names = names.of(&document.attributes);
        if let Some(span) = known.get(names) {
            return *span;
        }
        let from = start + hashed.len();
        for name in names.split_ascii_whitespace() {
            if start + hashed.len() > from {
                hashed.push(' ');
            }
            // a name without words: a letter and digits
            hashed.push('x');
            hashed.push_str(&super::number_of(name).to_string());
        }
        let span = Span {
            start: offset(from),
            end: offset(start + hashed.len()),
        };
        known.insert(names.to_owned(), span);
        span
    };
    for element in &mut document.elements {
        element.class = replace(element.class);
        element.id = replace(element.id);
    }
    for block in &mut document.blocks {
        block.inline_class = replace(block.inline_class);
    }
    document.attributes.push_str(&hashed);
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::learned::tokens;
    use html::parse;

    fn texts(document: &TextDocument) -> Vec<&str> {
        let blocks = document.blocks.iter();
        blocks.map(|block| document.text_of(block)).collect()
    }

    #[test]
    fn a_cut_article_ends_early_and_the_rest_of_the_page_follows() {
        let line = |number: usize| {
            format!("<p>Absatz {number} hat genau acht Wörter und einen Punkt.</p>")
        };
        let lines: String = (1..=9).map(line).collect();
        let page =
            format!("<nav>Start</nav><h2>Rat tagt</h2>{lines}<h2>Ausblick</h2><p>Mehr dazu</p>");
        let mut document = parse(&page);
        // the article ends with "Ausblick"
        let mut content: Vec<bool> = (0..13).map(|at| (1..=11).contains(&at)).collect();
        assert!(cut(&mut document, &mut content));
        let kept = texts(&document);
        let paragraphs = kept.iter().filter(|text| text.starts_with("Absatz"));
        assert!((2..=4).contains(&paragraphs.count()));
        assert_eq!(kept[..2], ["Start", "Rat tagt"]);
        assert!(kept[2].starts_with("Absatz 1 "), "{kept:?}");
        assert_eq!(kept.last(), Some(&"Mehr dazu"));
        assert!(!kept.contains(&"Ausblick"));
        assert_eq!(content.len(), kept.len());
        assert_eq!(content.last(), Some(&false));
        let text = kept[1..kept.len() - 1].join("\n");
        assert_eq!(content_of(&document, &content), text);
    }

    #[test]
    fn a_short_article_cannot_be_cut() {
        let mut document = parse("<p>Der Rat hat am Montag sehr lange getagt.<p>Mehr");
        let mut content = vec![true, false];
        let before = document.clone();
        assert!(!cut(&mut document, &mut content));
        assert_eq!(document, before);
        assert_eq!(content, [true, false]);
    }

    #[test]
    fn hashed_names_are_equal_where_names_are_and_have_no_words() {
        let page = "<main id=story><p class='text lead'>a <span class=by>b</span><p class='text lead'>c<p class=text role=note>d<p>e";
        let mut document = parse(page);
        let before = document.clone();
        hash_names(&mut document);
        assert_eq!(texts(&document), texts(&before));
        let names = |document: &TextDocument| {
            let elements = document.elements.iter().skip(1);
            elements
                .map(|element| document.attribute(element.class).to_owned())
                .collect::<Vec<_>>()
        };
        let (plain, hashed) = (names(&before), names(&document));
        assert_eq!(plain, ["", "text lead", "text lead", "text", ""]);
        assert_eq!(hashed[1], hashed[2]);
        assert!(hashed[1].starts_with(&hashed[3]));
        assert!(hashed[0].is_empty() && hashed[4].is_empty());
        let words: Vec<String> = document
            .elements
            .iter()
            .flat_map(|element| tokens::tokens_of_element(&document, element))
            .collect();
        assert_eq!(words, ["<main", "<p", "<p", "<p", "<p"]);
        assert!(tokens::words(document.attribute(document.blocks[0].inline_class)).is_empty());
        assert_eq!(document.attribute(document.elements[4].role), "note");
    }
}
