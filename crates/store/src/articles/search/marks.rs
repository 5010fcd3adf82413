//! Marks in queries as people type and paste them: quotation marks, wide forms, and what is not seen.

/// The quotation marks that people or their programs type: what one opens, the next of its kind closes. Those of the first two kinds also end
/// a word.
const QUOTES: [&str; 5] = ["\"“”„‟＂״〝〞〟", "«»", "「」", "『』", "《》"];
/// Single quotation marks, which apostrophes look like.
const SINGLE_QUOTES: &str = "'‘’‚‛";

/// It separates words, as in Khmer, but is not white space.
pub(super) const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// The end of what follows a quotation mark of some kind.
pub(super) fn end_of_quotation(within: &str, kind: &str) -> Option<usize> {
    let mut marks = within.char_indices();
    let end = marks.find(|(at, c)| kind.contains(*c) && !is_between_hebrew(within, *at));
    end.map(|(at, _)| at)
}

/// The end of what follows a single quotation mark at the beginning of a text, if it is not an apostrophe: another stands at the end of a
/// word.
pub(super) fn end_of_single_quotation(text: &str, within: &str) -> Option<usize> {
    let is_mark = |c: char| SINGLE_QUOTES.contains(c);
    if !text.starts_with(is_mark) || within.starts_with(char::is_whitespace) {
        return None;
    }
    let mut marks = within.match_indices(is_mark);
    let end = marks.find(|(at, mark)| {
        let after = within[at + mark.len()..].chars().next();
        let is_last = after.is_none_or(|c| c.is_whitespace() || narrow(c) == ')');
        is_last && within[..*at].ends_with(|c: char| !c.is_whitespace() && !is_mark(c))
    });
    end.map(|(at, _)| at)
}

/// Whether a character of a text is a quotation mark that ends a word. In Hebrew it may be part of one, as in `צה"ל`, unless letters before it
/// belong to a quotation, as in `ב"הארץ"`.
pub(super) fn ends_word(text: &str, at: usize, c: char) -> bool {
    let is_mark = |c: char| QUOTES[..2].iter().any(|kind| kind.contains(c));
    let is_in_word = || {
        let after = text[at + c.len_utf8()..].trim_start_matches(is_hebrew);
        is_between_hebrew(text, at) && !after.starts_with(is_mark)
    };
    is_mark(c) && !is_in_word()
}

/// Whether a character stands between Hebrew letters.
fn is_between_hebrew(text: &str, at: usize) -> bool {
    let next = text[at..].chars().nth(1);
    text[..at].ends_with(is_hebrew) && next.is_some_and(is_hebrew)
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{5ea}')
}

/// The kind of a quotation mark.
pub(super) fn kind_of(c: char) -> Option<&'static str> {
    QUOTES.into_iter().find(|kind| kind.contains(c))
}

/// A text between quotation marks of a kind that it does not have.
pub(super) fn quoted(text: &str) -> String {
    let is_free = |kind: &&str| !text.contains(|c: char| kind.contains(c));
    let free = QUOTES.into_iter().find(is_free);
    let pair = free.and_then(|kind| Some((kind.chars().next()?, kind.chars().next_back()?)));
    match pair {
        Some((open, close)) if open != '"' => format!("{open}{text}{close}"),
        Some(_) => format!("\"{text}\""),
        None => format!("\"{}\"", text.replace(|c: char| QUOTES[0].contains(c), " ")),
    }
}

/// The mark of ASCII that is meant by one that keyboards for Chinese and Japanese or text programs write instead.
pub(super) fn narrow(c: char) -> char {
    match c {
        '（' => '(',
        '）' => ')',
        '：' => ':',
        '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
        other => other,
    }
}

/// Whether it is not seen and separates no words: it comes along when text is pasted.
pub(super) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character is Han or Kana, which search treats as a word, as does the database function `separated`.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}
