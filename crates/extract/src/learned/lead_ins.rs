//! Beginnings of lines that lead from an article to others: `Read more: …`.

use std::sync::LazyLock;

use foldhash::HashMap;

use crate::lexicon::continues_word;
use text::words;

/// The combining dot that lowercasing the Turkish dotted capital I adds after the letter.
pub(super) const DOT_ABOVE: char = '\u{307}';

/// The first two characters of a lead-in.
type Opening = [char; 2];

/// The lead-ins, by opening.
static LEAD_INS: LazyLock<HashMap<Opening, Vec<&str>>> = LazyLock::new(|| {
    let mut lead_ins: HashMap<Opening, Vec<&str>> = HashMap::default();
    for lead_in in words::asides::LEAD_INS.iter().chain(words::asides::NEXT) {
        if let Some(opening) = opening(lead_in) {
            lead_ins.entry(opening).or_default().push(lead_in);
        }
    }
    lead_ins
});

fn opening(text: &str) -> Option<Opening> {
    let letters = text.chars().take(2).flat_map(char::to_lowercase);
    let mut letters = letters.filter(|c| *c != DOT_ABOVE);
    Some([letters.next()?, letters.next()?])
}

/// The rest of a text after the longest lead-in that it begins with.
pub(super) fn after_lead_in(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let lead_ins = LEAD_INS.get(&opening(text)?)?;
    let rests = lead_ins.iter().filter_map(|lead_in| without(text, lead_in));
    rests
        .filter(|rest| !rest.starts_with(continues_word))
        .min_by_key(|rest| rest.len())
}

/// The rest of a text that begins with a phrase, ignoring case. The phrase is in lower case.
pub(super) fn without<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut text = text.chars();
    let mut phrase = phrase.chars().peekable();
    while phrase.peek().is_some() {
        let letters = text.next()?.to_lowercase().filter(|c| *c != DOT_ABOVE);
        for letter in letters {
            if phrase.next() != Some(letter) {
                return None;
            }
        }
    }
    Some(text.as_str())
}

/// Whether the rest of a line is the title of another article, possibly after a mark: `: Title`, ` on example.org » Title`. The
/// rest of a sentence is not: ` about the new bridge.`
pub(super) fn begins_title(rest: &str) -> bool {
    let is_mark = |c: char| matches!(c, ':' | '»' | '›' | '>' | '|' | '：' | '→' | '–' | '—');
    let next = rest.trim_start();
    let is_title = |c: char| is_mark(c) || !c.is_lowercase();
    next.starts_with(is_title) || next.chars().take(40).any(is_mark)
}
