//! The language a text is written in.

use whichlang::Lang;

use super::text::floor_boundary;

/// How many samples of a text are looked at, and the bytes of each.
const SAMPLES: usize = 5;
const SAMPLE: usize = 400;
/// Bytes below which a text is too short to contradict what the page claims.
const SHORT: usize = 100;
/// Score of a claim that cannot be checked.
const UNCHECKED: f32 = 0.5;

/// The language of a text as ISO 639-1, and the share of samples of it that are in it. `claim` is what the page says, such as
/// `de-AT`: believed where the text is short, or the language is none that can be told.
pub(super) fn of(text: &str, claim: Option<&str>) -> Option<(String, f32)> {
    let claim = claim.and_then(primary);
    if text.len() < SHORT {
        return match claim {
            Some(claim) => Some((claim, UNCHECKED)),
            None if text.is_empty() => None,
            None => Some((code(whichlang::detect_language(text)).to_owned(), UNCHECKED)),
        };
    }
    if let Some(claim) = &claim
        && !TOLD.contains(&claim.as_str())
        && !foreign_script(text)
    {
        return Some((claim.clone(), UNCHECKED));
    }
    let votes: Vec<Lang> = samples(text).map(whichlang::detect_language).collect();
    let agreeing = |language: &Lang| votes.iter().filter(|vote| *vote == language).count();
    // Of languages with equally many votes, the one that comes first in the text.
    let language = votes.iter().rev().max_by_key(|vote| agreeing(vote))?;
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let score = agreeing(language) as f32 / votes.len() as f32;
    Some((code(*language).to_owned(), score))
}

/// Pieces of a text, evenly spread.
fn samples(text: &str) -> impl Iterator<Item = &str> {
    let step = (text.len() / SAMPLES).max(SAMPLE);
    (0..SAMPLES).map_while(move |i| {
        let rest = text.get(floor_boundary(text, i * step)..)?;
        let sample = &rest[..floor_boundary(rest, SAMPLE)];
        (!sample.is_empty()).then_some(sample)
    })
}

/// The languages that `whichlang` can tell apart.
const TOLD: [&str; 16] = [
    "ar", "zh", "de", "en", "fr", "hi", "it", "ja", "ko", "nl", "pt", "ru", "es", "sv", "tr", "vi",
];

fn code(language: Lang) -> &'static str {
    match language {
        Lang::Ara => "ar",
        Lang::Cmn => "zh",
        Lang::Deu => "de",
        Lang::Eng => "en",
        Lang::Fra => "fr",
        Lang::Hin => "hi",
        Lang::Ita => "it",
        Lang::Jpn => "ja",
        Lang::Kor => "ko",
        Lang::Nld => "nl",
        Lang::Por => "pt",
        Lang::Rus => "ru",
        Lang::Spa => "es",
        Lang::Swe => "sv",
        Lang::Tur => "tr",
        Lang::Vie => "vi",
    }
}

/// Han, kana, Hangul or Devanagari: scripts that settle the question whatever the page claims.
fn foreign_script(text: &str) -> bool {
    let settled = |c: &char| matches!(c, '\u{900}'..='\u{97f}' | '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    samples(text).any(|sample| sample.chars().filter(settled).count() * 4 > sample.chars().count())
}

/// `de` of `de-AT` or `de_AT`.
fn primary(claim: &str) -> Option<String> {
    let primary = claim
        .split(['-', '_', ',', ' '])
        .next()?
        .to_ascii_lowercase();
    (primary.len() == 2 && primary.bytes().all(|b| b.is_ascii_lowercase())).then_some(primary)
}

#[cfg(test)]
mod tests {
    use super::of;

    const GERMAN: &str = "Der Rat der Stadt hat gestern beschlossen, die alte Brücke über den Fluss zu \
        erneuern und für den Verkehr erst im kommenden Jahr wieder zu öffnen.";

    #[test]
    fn the_text_counts_and_not_the_claim() {
        let (language, score) = of(GERMAN, Some("en-US")).unwrap();
        assert_eq!(language, "de");
        assert!(score > 0.9);
    }

    #[test]
    fn a_claim_is_believed_where_it_cannot_be_checked() {
        let danish = "Byrådet har i går besluttet at forny den gamle bro over floden og først at åbne den for trafik igen i det kommende år.";
        assert_eq!(of(danish, Some("da-DK")).unwrap().0, "da");
        assert_eq!(of("", Some("de")).unwrap().0, "de");
        assert_eq!(of("", None), None);
    }
}
