//! The signature below a text: a name alone, or after the kind of work.

use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, MAX_ACRONYM_LETTERS, is_person};
use crate::word_count::fair_words;
use html::{Tag, TextBlock, TextDocument};
use text::ends_sentence;

use super::{is_full_name, job_after_name};
use text::words;

/// Number of lines at the end of a text that may be a signature, and of those that may be one with a label.
const LAST_LINES: usize = 1;
const LAST_LABELLED_LINES: usize = 5;
/// Number of blocks below a text in which a Korean byline is searched for.
const LINES_BELOW: usize = 2;
/// Minimum words of the paragraph before a signature.
const MIN_PARAGRAPH_WORDS: usize = 8;
/// Maximum bytes of a signature.
const MAX_BYTES: usize = 80;
/// Marks around a signature: `– Jane Doe`, `(Jane Doe)`.
const MARKS: [char; 9] = ['(', ')', '[', ']', '–', '—', '-', '*', ' '];

/// The person whose full name ends a text, unless the text is about the same person.
pub(in crate::metadata) fn at_end(page: &Page<'_>) -> Credits {
    let (document, text) = (page.document, page.text);
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    let last = lines.clone().next();
    let below = || named_below(document, last?);
    if let Some(names) = last.and_then(job_after_name::alone).or_else(below) {
        let credits = job_after_name::credits(names, page);
        let credits = Some(credits).filter(|credits| !credits.persons.is_empty());
        return credits
            .unwrap_or_default()
            .without_photographers(&document.text);
    }
    let lines = lines.take(LAST_LABELLED_LINES).enumerate();
    let mut signatures = lines.filter(|(_, line)| line.len() <= MAX_BYTES);
    let signed = signatures.find_map(|(at, line)| {
        let labelled = after_work(line);
        let name = labelled.unwrap_or(line).trim_matches(MARKS);
        let before = text.get(..text.rfind(line)?)?;
        let ends_text = labelled.is_some()
            || at < LAST_LINES && ends_with_paragraph(before) && !before.contains(name);
        let given = name.split(' ').next().is_some_and(is_in_lower_case);
        let is_name =
            given && is_full_name(name) && is_person(name) && name.split(' ').all(is_word);
        if !(is_name && ends_text && is_plain(document, line)) {
            return None;
        }
        let credits = Credits::of([name], page.outlet);
        (credits.persons.len() == 1).then_some(credits)
    });
    let signed = signed.unwrap_or_default();
    signed.without_photographers(&document.text)
}

/// The names of a Korean byline in the blocks right below the last line of a text.
fn named_below<'a>(document: &'a TextDocument, last: &str) -> Option<&'a str> {
    let mut blocks = document.blocks.iter();
    let at = blocks.rposition(|block| document.text_of(block) == last)?;
    let below = document.blocks[at + 1..].iter().take(LINES_BELOW);
    below
        .map(|block| document.text_of(block))
        .find_map(job_after_name::alone)
}

/// Whether a word may be one of a name in a script with upper and lower case, and is no acronym: a surname in capitals is longer.
fn is_word(word: &str) -> bool {
    let is_surname = || word.chars().count() > MAX_ACRONYM_LETTERS;
    let may_be = |c: char| c.is_alphabetic() || matches!(c, '-' | '.' | '\'' | '’');
    word.chars().all(may_be) && (is_in_lower_case(word) || is_surname())
}

/// Whether a word is not in capitals, or is an initial.
fn is_in_lower_case(word: &str) -> bool {
    word.ends_with('.') || word.contains(char::is_lowercase)
}

/// The name after a word for the text or the interview and a colon.
fn after_work(line: &str) -> Option<&str> {
    let (work, name) = line.trim_matches(MARKS).split_once(':')?;
    words::blocks::BYLINE_FIRST
        .contains(&work.to_lowercase().as_str())
        .then_some(name)
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
