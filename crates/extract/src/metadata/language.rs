//! The language a text is written in.
//!
//! Two detectors look at samples of it. `whichlang` is fast and knows sixteen languages; of a text in another it names one of
//! these all the same. `whatlang` knows seventy, by trigrams, in 200 kB: it is asked unless the first plainly agrees with what the page
//! claims, or the small words of the text do with the first. `lingua` tells more than either, with a model of about a megabyte for each language that is
//! unpacked when first used: too much for one field of a page.

mod codes;
mod confusable;

use std::cell::LazyCell;
use std::ops::Deref;

use whatlang::Lang;

/// How many samples of a text are looked at, and the bytes of each.
const SAMPLES: usize = 5;
const SAMPLE: usize = 250;
/// Bytes of three of them that confirm what the page claims.
const SHORT_SAMPLE: usize = 40;
/// Bytes below which a text is too short to contradict what the page claims.
const SHORT: usize = 100;
/// Score of a claim that cannot be checked, and of what a short text looks like.
const UNCHECKED: f32 = 0.5;
/// Share of samples from which on the sixteen languages' detector is believed against the other.
const MOST: f32 = 0.6;

/// What a detector found, and how sure it is, from 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Guess {
    code: &'static str,
    score: f32,
}

/// The language of a text as ISO 639-1, and a score from 0 to 1. `claim` is what the page says, such as `de-AT`: one statement
/// among others, believed where the text is short, or where its language is none that can be told.
pub(super) fn of(text: &str, claim: Option<&str>) -> Option<(String, f32)> {
    let claim = claim.and_then(codes::primary);
    if text.len() < SHORT {
        return claim
            .or_else(|| whatlang::detect(text).map(|info| codes::of(info.lang()).to_owned()))
            .map(|code| (code, UNCHECKED));
    }
    let samples: Vec<&str> = samples(text).collect();
    if let Some(claim) = &claim
        && confirmed(claim, &samples)
    {
        return Some((claim.clone(), 1.0));
    }
    // a claim that this detector cannot name is settled by the other, mostly without it
    let narrow = LazyCell::new(|| vote(&samples));
    let borne_out =
        || claim.as_deref() == Some(narrow.code) || confusable::is_plain(narrow.code, &samples);
    if claim.as_deref().is_none_or(is_narrow) && narrow.score >= 1.0 && borne_out() {
        return Some((narrow.code.to_owned(), narrow.score));
    }
    let joined = samples.join(" ");
    let wide = whatlang::detect(&joined);
    let guess = settled(&narrow, wide, claim.as_deref(), &joined);
    match claim {
        Some(claim) if claim != guess.code && believed(&claim, guess) => Some((claim, UNCHECKED)),
        _ => Some((guess.code.to_owned(), guess.score)),
    }
}

/// What the two detectors say together. The narrow one is asked only if its word is needed.
fn settled(
    narrow: &impl Deref<Target = Guess>,
    wide: Option<whatlang::Info>,
    claim: Option<&str>,
    text: &str,
) -> Guess {
    let Some(wide) = wide else {
        return **narrow;
    };
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
    let score = wide.confidence() as f32;
    let code = codes::of(wide.lang());
    if let Some(code) = confusable::told_apart(code, text) {
        let score = score.max(MOST);
        return Guess { code, score };
    }
    if is_narrow(code) && code == narrow.code {
        let score = narrow.score.max(score);
        return Guess { code, score };
    }
    if wide.script() == whatlang::Script::Latin
        && let Some(code) = confusable::unknown(text)
    {
        return Guess { code, score: MOST };
    }
    let trusted = if is_narrow(code) {
        narrow.score < MOST && wide.is_reliable()
    } else {
        wide.is_reliable() && !is_rare(wide.lang()) || claim == Some(code) || foreign_script(&wide)
    };
    if trusted {
        Guess { code, score }
    } else {
        let score = narrow.score.min(UNCHECKED);
        Guess { score, ..**narrow }
    }
}

/// Whether a claim is believed against the detectors: of a language akin to the one they found, which they do not know or
/// often take for it; or where they do not agree. Nobody claims a small language by default, as many claim English.
fn believed(claim: &str, guess: Guess) -> bool {
    let unsure = guess.score < MOST;
    confusable::akin(claim, guess.code) || unsure && claim != "en"
}

/// Whether it is one of the sixteen languages.
fn is_narrow(code: &str) -> bool {
    codes::NARROW.contains(&code)
}

/// Languages that hardly any news is in, named for texts that are not prose.
fn is_rare(lang: Lang) -> bool {
    matches!(
        lang,
        Lang::Lat | Lang::Epo | Lang::Jav | Lang::Aka | Lang::Tuk | Lang::Uzb | Lang::Sna
    )
}

/// Whether the script is none of those that the other detector reads.
fn foreign_script(info: &whatlang::Info) -> bool {
    use whatlang::Script as S;
    !matches!(
        info.script(),
        S::Latin | S::Cyrillic | S::Arabic | S::Devanagari | S::Mandarin | S::Hangul
    ) && !matches!(info.script(), S::Hiragana | S::Katakana)
}

/// Whether a text of several samples begins and goes on in the language that is claimed: then the others need not be asked. Long
/// texts end with names and sources.
fn confirmed(claim: &str, samples: &[&str]) -> bool {
    let middle = samples.len() / 2;
    let mut asked = [0, middle, middle + 1].into_iter().map(|at| samples[at]);
    let agrees = |sample: &str| {
        let start = &sample[..sample.floor_char_boundary(SHORT_SAMPLE)];
        codes::of_narrow(whichlang::detect_language(start)) == claim
    };
    samples.len() > 2 && is_narrow(claim) && asked.all(agrees)
}

/// The language that most samples are in; of several, the one that comes first in the text.
fn vote(samples: &[&str]) -> Guess {
    let votes: Vec<&'static str> = samples
        .iter()
        .map(|sample| codes::of_narrow(whichlang::detect_language(sample)))
        .collect();
    let agreeing = |code: &str| votes.iter().filter(|vote| **vote == code).count();
    let code = votes
        .iter()
        .rev()
        .max_by_key(|vote| agreeing(vote))
        .copied()
        .unwrap_or("en");
    #[expect(clippy::cast_precision_loss, reason = "a handful of samples")]
    let score = agreeing(code) as f32 / votes.len().max(1) as f32;
    Guess { code, score }
}

/// Pieces of a text, evenly spread.
fn samples(text: &str) -> impl Iterator<Item = &str> {
    let step = (text.len() / SAMPLES).max(SAMPLE);
    (0..SAMPLES).map_while(move |i| {
        let rest = text.get(text.floor_char_boundary(i * step)..)?;
        let sample = &rest[..rest.floor_char_boundary(SAMPLE)];
        (!sample.is_empty()).then_some(sample)
    })
}

#[cfg(test)]
mod tests;
