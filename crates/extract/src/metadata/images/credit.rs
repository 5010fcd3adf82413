//! The credit at the end of a caption.

use std::sync::LazyLock;

use crate::lexicon::Phrases;
use crate::metadata::authors::names::agency;
use crate::metadata::text::clean;

static LABELLED: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::captions::CREDITS));
/// Maximum bytes of a credit.
const LONGEST: usize = 200;

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

/// `Text. Foto: Name/dpa`
fn labelled(text: &str) -> Option<(&str, &str)> {
    let announces = LABELLED.all_in(text).filter(|label| {
        let mut before = text[..label.start].chars();
        let credit = &text[label.end..];
        let whole = before.next_back().is_none_or(|c| !c.is_alphanumeric());
        whole && credit.len() <= LONGEST && !credit.trim().is_empty()
    });
    // The first of several: "Foto: © Name".
    let label = announces.min_by_key(|label| (label.start, label.word))?;
    Some((&text[..label.start], &text[label.end..]))
}

/// `Text. (AP Photo/Name)`
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_suffix(')')?;
    let open = inside.rfind('(')?;
    let credit = &inside[open + 1..];
    let names_agency = credit
        .split(['/', ' ', ','])
        .any(|word| agency(word).is_some())
        || credit.contains("Photo")
        || credit.contains("Getty");
    (credit.len() <= LONGEST && names_agency).then_some((&text[..open], credit))
}

/// A last line that names an agency: `Name/dpa`, `AFP`.
fn last_line(text: &str) -> Option<(&str, &str)> {
    let (caption, line) = text.rsplit_once('\n').unwrap_or(("", text));
    let names_agency = line
        .split(['/', ' ', ','])
        .any(|word| agency(word).is_some())
        || words::agencies::OF_PICTURES
            .iter()
            .any(|name| line.contains(name));
    let short = line.len() <= LONGEST / 2 && !line.ends_with('.');
    (short && names_agency).then_some((caption, line))
}
