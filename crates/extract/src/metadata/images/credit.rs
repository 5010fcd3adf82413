//! The credit of a picture, at the end of a caption or alone, and the recognition of captions by it.

use std::sync::LazyLock;

use crate::lexicon::{Hit, Phrases, capitalised};
use crate::metadata::authors::byline::is_full_name;
use crate::metadata::authors::names::agency;
use crate::metadata::text::clean;
use text::words;

/// Maximum bytes of a credit.
const MAX_CREDIT_BYTES: usize = 200;
/// Maximum words of a credit, including its label.
const MAX_CREDIT_WORDS: usize = 14;
/// The copyright sign, which needs no label.
const COPYRIGHT: char = '©';
/// Characters between a caption and the label of its credit.
const ENDS: [char; 17] = [
    '.', '!', '?', '…', '"', '”', '“', '«', '»', '(', ')', '[', ']', '|', '/', '–', '—',
];

/// The labels of pictures, then those of sources. Each list is included twice, with a lower-case and an upper-case first letter,
/// since the search ignores only ASCII case.
static LABELS: LazyLock<Phrases> = LazyLock::new(|| {
    let lists = [words::captions::CREDITS, words::captions::SOURCES];
    let spelt = lists.iter().flat_map(|list| {
        let small = list.iter().map(|label| (*label).to_owned());
        small.chain(list.iter().map(|label| capitalised(label)))
    });
    Phrases::in_any_case(spelt.collect::<Vec<_>>())
});

/// Marks in brackets that only captions have: `(Symbolbild)`, `(from left)`.
static MARKS: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(words::captions::MARKS));

/// Whether a label introduces the credit of a picture, rather than any source.
fn is_of_picture(label: Hit) -> bool {
    label.word < 2 * words::captions::CREDITS.len()
}

/// Splits a caption into text and credit.
pub(super) fn split(text: &str) -> (Option<String>, Option<String>) {
    let text = text.trim();
    let found = labelled(text)
        .or_else(|| bracketed(text))
        .or_else(|| last_line(text));
    let (caption, credit) = found.unwrap_or((text, ""));
    let bare = credit.trim_matches([' ', '(', ')', '\n', ':', '/', '|', '[', ']']);
    let credit = clean(bare).map(|credit| credit.trim_start_matches("© ").to_owned());
    let caption = caption.trim_end_matches(['(', '[', '|', '/', ' ', '\n', '–', '-']);
    (clean(caption), credit)
}

/// Splits at a label: `Text. Foto: Name/dpa`.
fn labelled(text: &str) -> Option<(&str, &str)> {
    let announces = LABELS.all_in(text).filter(|label| {
        let mut before = text[..label.start].chars();
        let credit = &text[label.end..];
        let whole = before.next_back().is_none_or(|c| !c.is_alphanumeric());
        whole && credit.len() <= MAX_CREDIT_BYTES && !credit.trim().is_empty()
    });
    // the first of several: "Foto: © Name"
    let label = announces.min_by_key(|label| (label.start, label.word))?;
    Some((&text[..label.start], &text[label.end..]))
}

/// Splits before a bracket that names an agency: `Text. (AP Photo/Name)`.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_suffix(')')?;
    let open = inside.rfind('(')?;
    let credit = &inside[open + 1..];
    let names_agency = credit
        .split(['/', ' ', ','])
        .any(|word| agency(word).is_some())
        || credit.contains("Photo")
        || credit.contains("Getty");
    (credit.len() <= MAX_CREDIT_BYTES && names_agency).then_some((&text[..open], credit))
}

/// Splits before a last line that names an agency: `Name/dpa`, `AFP`.
fn last_line(text: &str) -> Option<(&str, &str)> {
    let (caption, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let names_agency = line
        .split(['/', ' ', ','])
        .any(|word| agency(word).is_some())
        || words::agencies::OF_PICTURES
            .iter()
            .any(|name| line.contains(name));
    let short = line.len() <= MAX_CREDIT_BYTES / 2 && !line.ends_with('.');
    (short && names_agency).then_some((caption, line))
}

/// Whether a text is a caption with a credit or a mark of captions, or a credit alone: `The bridge (Image: Getty)`,
/// `The bridge (file photo)`, `Photo: Jane Doe`, `Jane Doe/Getty Images`. An agency in brackets is not enough, since articles
/// end with it.
pub(crate) fn is_caption(text: &str) -> bool {
    if text.len() > 1_000 || text.ends_with(['?', '!']) {
        return false;
    }
    let words = text.split(' ').count();
    if words > 45 {
        return false;
    }
    if MARKS.are_in(text) {
        return true;
    }
    // questions in interviews also begin with a name: `Bild: Warum?`
    let is_sentence = text.ends_with('.');
    let text = text.trim_matches([' ', '(', '[', ')', ']', '.']);
    let is_short = words <= MAX_CREDIT_WORDS;
    let announces = |label: Hit| {
        let most = if is_of_picture(label) {
            MAX_CREDIT_WORDS
        } else {
            4
        };
        let begins = label.start == 0 && label.end < text.len();
        begins && words <= most && !is_sentence || ends_caption(text, label)
    };
    LABELS.all_in(text).any(announces)
        || is_short && is_agency_of_pictures(text)
        || opened(text).is_some_and(names_picture)
}

/// Whether a credit names a picture agency, possibly after a name: `Jane Doe/Getty Images`.
fn is_agency_of_pictures(text: &str) -> bool {
    let (before, agency) = text.rsplit_once(['/', '|']).unwrap_or(("", text));
    let named = |name: &&str| {
        let rest = agency.trim().strip_prefix(*name);
        rest.is_some_and(|rest| matches!(rest, "" | " Images"))
    };
    let is_name = |c: char| !matches!(c, '.' | ',' | '!' | '?' | ':');
    before.chars().all(is_name) && words::agencies::OF_PICTURES.iter().any(named)
}

/// Whether a label is between a caption and its credit: `The bridge. Photo: Jane Doe`, `The bridge | © Jane Doe`.
fn ends_caption(text: &str, label: Hit) -> bool {
    let announces = &text[label.start..label.end];
    let before = text[..label.start].trim_end().chars().next_back();
    let is_apart = announces.starts_with(COPYRIGHT)
        || is_of_picture(label) && announces != "(c)" && before.is_none_or(|c| ENDS.contains(&c));
    is_apart && is_short(text[label.end..].trim())
}

/// Whether a text is short enough to be only a credit.
fn is_short(credit: &str) -> bool {
    (1..=MAX_CREDIT_BYTES).contains(&credit.len())
        && credit.split(' ').count() <= MAX_CREDIT_WORDS
        && !credit.contains(". ")
}

/// The text in the last bracket, whose closing mark was trimmed.
fn opened(text: &str) -> Option<&str> {
    let open = text.rfind('(')?;
    let inside = &text[open + 1..];
    (!inside.contains(')')).then_some(inside)
}

/// Whether a bracketed text is the credit of a picture: `AP Photo/Jane Doe`, `AFP / Jane Doe` or `Getty`, but not `dpa/lby` or
/// `Reuters`, with which articles end.
fn names_picture(credit: &str) -> bool {
    let is_photo = credit.contains(" Photo/") || credit.ends_with(" Photo");
    let is_of_agency = || {
        let mut parts = credit.split('/');
        let first = parts.next().unwrap_or_default();
        agency(first).is_some() && parts.any(|part| is_full_name(part.trim()))
    };
    is_short(credit)
        && (is_photo || is_agency_of_pictures(credit) && agency(credit).is_none() || is_of_agency())
}
