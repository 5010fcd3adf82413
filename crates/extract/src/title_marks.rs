//! The marks between a headline and the name of its site in a title.

/// Separators with blanks around them.
pub(crate) const SEPARATORS: [&str; 10] = [
    " | ", " - ", " – ", " — ", " · ", " » ", " • ", " :: ", " / ", " < ",
];
/// Those of them that are dashes.
pub(crate) const DASHES: [&str; 3] = [" - ", " – ", " — "];

/// Whether a character separates the parts of a title if it has a blank beside it.
pub(crate) fn is_mark(c: char) -> bool {
    is_mark_anywhere(c) || is_symbol(c) || matches!(c, '-' | ':' | '/' | '<' | '>' | '~')
}

/// Whether a character is a bullet, an arrow, a star or another of the symbols that Unicode has from the arrows on: none of them ends a
/// sentence or is a part of a word.
fn is_symbol(c: char) -> bool {
    let is_bullet = matches!(
        c,
        '\u{2022}'..='\u{2024}' | '\u{2027}' | '‹' | '›' | '⁃' | '⁄'
    );
    let is_other = matches!(c, '\u{2190}'..='\u{2bff}' | '／' | '￨') && !c.is_alphanumeric();
    is_bullet || is_other
}

/// The separators in a title that are rarer than [`SEPARATORS`], with the blanks around them: ` ★ `, ` > `, ` @ `. The last two are also
/// within headlines: they count only beside the name of the site.
pub(crate) fn rare_separators(title: &str) -> impl Iterator<Item = &str> {
    spaced_marks(title, |c| is_symbol(c) || matches!(c, '>' | '@')).take(8)
}

/// The marks in a title that have blanks around them, with these.
fn spaced_marks(title: &str, is_mark: fn(char) -> bool) -> impl Iterator<Item = &str> {
    title.match_indices(is_mark).filter_map(|(at, mark)| {
        let spaced = title.get(at.checked_sub(1)?..=at + mark.len())?;
        (spaced.starts_with(' ') && spaced.ends_with(' ')).then_some(spaced)
    })
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
        .flat_map(rare_parts)
}

/// The parts of a title between symbols.
fn rare_parts(title: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(title);
    std::iter::from_fn(move || {
        let text = rest?;
        let separator = spaced_marks(text, is_symbol).next();
        let cut = separator.and_then(|separator| text.split_once(separator));
        rest = cut.map(|(_, tail)| tail);
        Some(cut.map_or(text, |(head, _)| head))
    })
}
