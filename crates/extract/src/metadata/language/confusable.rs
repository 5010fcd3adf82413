//! Distinguishes languages that detectors confuse, by function words.

use std::collections::HashMap;

use text::words;
use text::words::language::SMALL_WORDS;

/// Groups of languages that trigrams confuse. The words of each are those that not all others share.
const GROUPS: [&[&str]; 4] = [
    &["da", "no", "sv"],
    &["zu", "xh"],
    &["cs", "sk"],
    &["bg", "mk"],
];

/// Languages that neither detector supports.
const UNSUPPORTED: [&str; 5] = ["sq", "sw", "eu", "so", "gl"];

/// Pairs of languages in which a claim of the first is preferred over a detected second: the detectors cannot
/// distinguish them reliably.
const CONFUSABLE: [(&str, &str); 16] = [
    ("gl", "pt es"),
    ("lb", "de"),
    ("nn", "no da sv"),
    ("fo", "da no is"),
    ("fy", "nl"),
    ("oc", "ca fr es"),
    ("co", "it"),
    ("rm", "it"),
    ("ms", "id"),
    ("bs", "hr sr sl"),
    ("sr", "hr"),
    ("hr", "sr"),
    ("xh", "zu"),
    ("mo", "ro"),
    ("mt", "it"),
    ("yi", "he"),
];

/// Whether the detectors may mistake a page in `claim` for one in `found`.
pub(super) fn are_confusable(claim: &str, found: &str) -> bool {
    let mut pairs = CONFUSABLE.iter().filter(|(language, _)| *language == claim);
    pairs.any(|(_, others)| others.split(' ').any(|other| other == found))
}

/// The language whose function words are the most frequent, among the detected one and those confused with it; `None` if that
/// is inconclusive.
pub(super) fn disambiguate(found: &str, text: &str) -> Option<&'static str> {
    let group = GROUPS.iter().find(|group| group.contains(&found))?;
    let mut counts = counts(group, text);
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    match counts[..] {
        [(best, most), (_, second), ..] if most > second => Some(best),
        _ => None,
    }
}

/// The unsupported language of a text, judged by its function words.
pub(super) fn unsupported(text: &str) -> Option<&'static str> {
    // only Icelandic has both letters, and more than once
    if ["þ", "ð"]
        .iter()
        .all(|letter| text.matches(letter).count() >= 2)
    {
        return Some("is");
    }
    let all = words(text).count();
    let counts = counts(&UNSUPPORTED, text);
    let best = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (best.1 * 8 >= all && best.1 >= 2).then_some(best.0)
}

/// The number of function words of each language in the text.
fn counts(languages: &[&'static str], text: &str) -> Vec<(&'static str, usize)> {
    let lower = text.to_lowercase();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for word in words(&lower) {
        *times.entry(word).or_default() += 1;
    }
    let count = |code: &str| {
        let known = words::of(SMALL_WORDS, code).iter();
        known.filter_map(|word| times.get(word)).sum()
    };
    let counts = languages.iter().map(|code| (*code, count(code)));
    counts.collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| !word.is_empty())
}
