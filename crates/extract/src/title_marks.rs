//! The marks between a headline and the name of its site in a title.

/// Separators with blanks around them.
pub(crate) const SEPARATORS: [&str; 10] = [
    " | ", " - ", " – ", " — ", " · ", " » ", " • ", " :: ", " / ", " < ",
];
/// Those of them that are dashes.
pub(crate) const DASHES: [&str; 3] = [" - ", " – ", " — "];

/// Whether a character separates the parts of a title if it has a blank beside it.
pub(crate) fn is_mark(c: char) -> bool {
    is_mark_anywhere(c) || matches!(c, '-' | ':' | '/' | '<' | '>' | '~')
}

/// Whether a character separates the parts of a title even inside a word.
fn is_mark_anywhere(c: char) -> bool {
    matches!(c, '|' | '»' | '«' | '•' | '·' | '｜' | '：' | '–' | '—')
}

/// The parts of a title between separators.
pub(crate) fn parts(title: &str) -> impl Iterator<Item = &str> {
    title
        .split(is_mark_anywhere)
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| part.split(" : "))
        .flat_map(|part| part.split(" / "))
}
