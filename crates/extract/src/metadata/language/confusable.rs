//! Languages that are taken for one another, told apart by their small words.

use std::collections::HashMap;

use words::language::SMALL_WORDS;

/// Groups of languages that trigrams confuse. Their small words are those that the others do not all have.
const GROUPS: [&[&str]; 4] = [
    &["da", "no", "sv"],
    &["zu", "xh"],
    &["cs", "sk"],
    &["bg", "mk"],
];

/// Languages that neither detector knows.
const UNKNOWN: [&str; 5] = ["sq", "sw", "eu", "so", "gl"];

/// One in this many words must be one of those.
const SHARE: usize = 8;

/// Languages that much news is in and that no other language of news is taken for.
const PLAIN: [&str; 2] = ["de", "en"];

/// One in this many words of a text must be a small one for it to be plainly in that language.
const PLAIN_SHARE: usize = 6;

/// Languages whose claim is believed where the other one is found: not told by the detectors, or hardly.
const AKIN: [(&str, &str); 16] = [
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

/// Whether a page in `claim` may well look to the detectors as if in `found`.
pub(super) fn akin(claim: &str, found: &str) -> bool {
    let mut pairs = AKIN.iter().filter(|(language, _)| *language == claim);
    pairs.any(|(_, others)| others.split(' ').any(|other| other == found))
}

/// Of the languages that are confused with one found, that whose words are the most frequent in the text; `None` where
/// that tells nothing.
pub(super) fn told_apart(found: &str, text: &str) -> Option<&'static str> {
    let group = GROUPS.iter().find(|group| group.contains(&found))?;
    let mut counts = counts(group, text);
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    match counts[..] {
        [(best, most), (_, second), ..] if most > second => Some(best),
        _ => None,
    }
}

/// Whether samples are plainly in the language found, by their small words: the costlier detector hardly ever says otherwise.
pub(super) fn is_plain(found: &str, samples: &[&str]) -> bool {
    let small = words::of(SMALL_WORDS, found);
    let is_small = |word: &&str| small.iter().any(|one| one.eq_ignore_ascii_case(word));
    let words = || samples.iter().flat_map(|sample| words(sample));
    PLAIN.contains(&found) && words().filter(is_small).count() * PLAIN_SHARE >= words().count()
}

/// The language neither detector knows of which the text has the small words.
pub(super) fn unknown(text: &str) -> Option<&'static str> {
    // Icelandic alone is written with both.
    if ["þ", "ð"]
        .iter()
        .all(|letter| text.matches(letter).count() >= OFTEN)
    {
        return Some("is");
    }
    let all = words(text).count();
    let counts = counts(&UNKNOWN, text);
    let best = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (best.1 * SHARE >= all && best.1 >= OFTEN).then_some(best.0)
}

/// Times a letter or word must stand in the samples to tell something.
const OFTEN: usize = 2;

/// How many words of each language the text has.
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
