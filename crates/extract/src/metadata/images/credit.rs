//! A caption's last words: who made the picture.

use crate::metadata::names::agency;
use crate::metadata::text::clean;

/// Words that announce a credit, in lower case; a colon or a blank stands after them.
const LABELS: [&str; 24] = [
    "foto:",
    "fotos:",
    "photo:",
    "photos:",
    "bild:",
    "bilder:",
    "bildquelle:",
    "bildrechte:",
    "quelle:",
    "credit:",
    "credits:",
    "image:",
    "picture:",
    "photograph:",
    "photo by ",
    "photograph by ",
    "foto: ",
    "copyright:",
    "©",
    "(c)",
    "crédit photo",
    "crédit :",
    "image credit",
    "source:",
];
/// Bytes of a credit at most.
const LONGEST: usize = 200;

/// A caption without its credit, and the credit.
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
    let starts = text
        .char_indices()
        .filter(|(at, _)| *at == 0 || text[..*at].ends_with(|c: char| !c.is_alphanumeric()));
    let found = starts.filter_map(|(at, _)| {
        let rest = &text[at..];
        let label = LABELS.iter().find(|label| {
            let head = rest.get(..label.len());
            head.is_some_and(|head| head.to_lowercase() == **label)
        })?;
        let credit = &rest[label.len()..];
        let short = credit.len() <= LONGEST && !credit.trim().is_empty();
        short.then_some((&text[..at], credit))
    });
    // The first of several: "Foto: © Name".
    found.into_iter().next()
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
    let known = [
        "Getty",
        "Imago",
        "imago",
        "IMAGO",
        "picture alliance",
        "Shutterstock",
        "Reuters",
    ];
    let names_agency = line
        .split(['/', ' ', ','])
        .any(|word| agency(word).is_some())
        || known.iter().any(|name| line.contains(name));
    let short = line.len() <= LONGEST / 2 && !line.ends_with('.');
    (short && names_agency).then_some((caption, line))
}
