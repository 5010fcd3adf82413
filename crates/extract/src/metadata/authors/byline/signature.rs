//! The signature below a text: a name alone.

use crate::metadata::authors::names::{Credits, Outlet, is_person};
use crate::word_count::fair_words;
use html::{Tag, TextBlock, TextDocument};
use text::ends_sentence;

use super::is_full_name;

/// Minimum words of the paragraph before a signature.
const MIN_PARAGRAPH_WORDS: usize = 8;
/// Maximum bytes of a signature.
const MAX_BYTES: usize = 80;
/// Marks around a signature: `– Jane Doe`, `(Jane Doe)`.
const MARKS: [char; 9] = ['(', ')', '[', ']', '–', '—', '-', '*', ' '];

/// The person whose full name ends a text, unless the text is about the same person.
pub(in crate::metadata) fn at_end(
    document: &TextDocument,
    outlet: &Outlet,
    text: &str,
) -> Option<Credits> {
    let line = text.lines().rfind(|line| !line.trim().is_empty())?;
    let name = line.trim_matches(MARKS);
    let before = text.get(..text.rfind(line)?)?;
    let is_name = is_full_name(name) && is_person(name) && name.split(' ').all(is_word);
    let ends_text = ends_with_paragraph(before) && !before.contains(name);
    if line.len() > MAX_BYTES || !is_name || !ends_text || !is_plain(document, line) {
        return None;
    }
    let mut credits = Credits::default();
    credits.add(name, outlet);
    (credits.persons.len() == 1).then_some(credits)
}

/// Whether a word may be one of a name in a script with upper and lower case, and is no acronym.
fn is_word(word: &str) -> bool {
    let is_initial = word.ends_with('.');
    let may_be = |c: char| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '’');
    word.chars().all(may_be) && (is_initial || word.contains(char::is_lowercase))
}

/// Whether the last line of a text is a paragraph.
fn ends_with_paragraph(text: &str) -> bool {
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    last.is_some_and(|line| ends_sentence(line) && fair_words(line) >= MIN_PARAGRAPH_WORDS)
}

/// Whether the last block with a text is neither a heading, a caption nor a link.
fn is_plain(document: &TextDocument, text: &str) -> bool {
    let is_text = |block: &&TextBlock| document.text_of(block) == text;
    let block = document.blocks.iter().rfind(is_text);
    block.is_some_and(|block| {
        let mut around = document.ancestors(block.element);
        block.links == 0
            && block.link_words == 0
            && !around.any(|around| {
                around.tag.is_heading()
                    || matches!(
                        around.tag,
                        Tag::Figure | Tag::Figcaption | Tag::Li | Tag::Aside | Tag::Blockquote
                    )
            })
    })
}
