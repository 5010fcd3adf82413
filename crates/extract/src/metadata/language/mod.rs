//! The language of a text.
//!
//! Two detectors classify samples of the text. `whichlang` is fast and supports sixteen languages, one of which it also returns
//! for texts in others. `whatlang` supports seventy languages by trigrams, in 200 kB. It runs unless `whichlang` agrees with the
//! claim of the page. `lingua` is better than either, but its models take about a megabyte of memory per language: too much for one field.

mod codes;
mod confusable;

use std::cell::LazyCell;
use std::ops::Deref;

use whatlang::Lang;

use super::FieldSource;
use super::rules::{Decided, Decision, Rule, RuleSet};

/// Number of samples of a text and bytes of each.
const SAMPLES: usize = 5;
const SAMPLE_BYTES: usize = 250;
/// Score of an unverified claim and of the detection on a short text.
const UNVERIFIED_SCORE: f32 = 0.5;
/// Minimum share of samples for `whichlang` to prevail over `whatlang`.
const MIN_SAMPLE_SHARE: f32 = 0.6;

/// A rule that reads a text and the claim of its page.
type LanguageRule = Rule<fn(&str, Option<&str>) -> Option<(String, f32)>>;

/// The rules for the language of a text with the claim of its page. Both are weighed together: see [`of`].
pub(super) const RULES: &[LanguageRule] = &[
    Rule::new("language-text", FieldSource::Text, |text, _| of(text, None)),
    Rule::new("language-claim", FieldSource::Meta, |_, claim| {
        Some((codes::primary(claim?)?, UNVERIFIED_SCORE))
    }),
];

/// The language of a text: by both rules together, or by one if the other is left out.
pub(super) fn decided(
    text: &str,
    claim: Option<&str>,
    set: RuleSet,
) -> Option<Decided<(String, f32)>> {
    let [by_text, by_claim] = RULES else {
        return None;
    };
    let (has_text, has_claim) = (set.has(by_text.name), set.has(by_claim.name));
    let value = match (has_text, has_claim) {
        (true, true) => of(text, claim),
        (true, false) => (by_text.read)(text, None),
        (false, true) => (by_claim.read)(text, claim),
        (false, false) => None,
    }?;
    let is_claim = has_claim && claim.and_then(codes::primary).as_ref() == Some(&value.0);
    let (rule, other) = if is_claim {
        (by_claim, by_text)
    } else {
        (by_text, by_claim)
    };
    let others = Some(other).filter(|other| set.has(other.name));
    let others = others.iter().filter_map(|other| {
        let (code, _) = (other.read)(text, claim)?;
        (code != value.0).then_some((other.name, code))
    });
    let decision = Decision::new(rule.name, FieldSource::Text).rivalled(set, others);
    Some(Decided { value, decision })
}

/// A detected language with its score from 0 to 1.
#[derive(Debug, Clone, Copy)]
struct Guess {
    code: &'static str,
    score: f32,
}

/// The language of a text as ISO 639-1, and a score from 0 to 1. `claim` is the language stated by the page, such as
/// `de-AT`; it prevails for short texts and for languages that cannot be detected.
pub(super) fn of(text: &str, claim: Option<&str>) -> Option<(String, f32)> {
    let claim = claim.and_then(codes::primary);
    if text.len() < 100 {
        return claim
            .or_else(|| whatlang::detect(text).map(|info| codes::of(info.lang()).to_owned()))
            .map(|code| (code, UNVERIFIED_SCORE));
    }
    let samples: Vec<&str> = samples(text).collect();
    if let Some(claim) = &claim
        && confirmed(claim, &samples)
    {
        return Some((claim.clone(), 1.0));
    }
    // a claim that this detector does not support is mostly decided by the other one alone
    let narrow = LazyCell::new(|| vote(&samples));
    let is_claimed = || claim.as_deref() == Some(narrow.code);
    if claim.as_deref().is_some_and(is_confirmable) && narrow.score >= 1.0 && is_claimed() {
        return Some((narrow.code.to_owned(), narrow.score));
    }
    let joined = samples.join(" ");
    let wide = whatlang::detect(&joined);
    let guess = combined(&narrow, wide, claim.as_deref(), &joined);
    match claim {
        Some(claim) if claim != guess.code && is_claim_preferred(&claim, guess) => {
            Some((claim, UNVERIFIED_SCORE))
        }
        _ => Some((guess.code.to_owned(), guess.score)),
    }
}

/// Combines the two detectors. The narrow one runs only if needed.
fn combined(
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
    if let Some(code) = confusable::disambiguate(code, text) {
        let score = score.max(MIN_SAMPLE_SHARE);
        return Guess { code, score };
    }
    if is_narrow(code) && code == narrow.code {
        let score = narrow.score.max(score);
        return Guess { code, score };
    }
    if wide.script() == whatlang::Script::Latin
        && let Some(code) = confusable::unsupported(text)
    {
        return Guess {
            code,
            score: MIN_SAMPLE_SHARE,
        };
    }
    let trusted = if is_narrow(code) {
        narrow.score < MIN_SAMPLE_SHARE && wide.is_reliable()
    } else {
        wide.is_reliable() && !is_rare(wide.lang()) || claim == Some(code) || foreign_script(&wide)
    };
    if trusted {
        Guess { code, score }
    } else {
        let score = narrow.score.min(UNVERIFIED_SCORE);
        Guess { score, ..**narrow }
    }
}

/// Whether a claim prevails over the detectors: its language is often confused with the detected one, or the detectors
/// disagree. English claims do not prevail in the latter case, since English is a common default.
fn is_claim_preferred(claim: &str, guess: Guess) -> bool {
    let unsure = guess.score < MIN_SAMPLE_SHARE;
    confusable::are_confusable(claim, guess.code) || unsure && claim != "en"
}

/// Whether `whichlang` supports a language.
fn is_narrow(code: &str) -> bool {
    codes::NARROW.contains(&code)
}

/// Whether `whichlang` distinguishes a language from the others of its script.
fn is_confirmable(code: &str) -> bool {
    is_narrow(code) && !codes::ONLY_OF_SCRIPT.contains(&code)
}

/// Whether a language has hardly any news and is mostly detected in texts that are not prose.
fn is_rare(lang: Lang) -> bool {
    matches!(
        lang,
        Lang::Lat | Lang::Epo | Lang::Jav | Lang::Aka | Lang::Tuk | Lang::Uzb | Lang::Sna
    )
}

/// Whether `whichlang` does not support the script.
fn foreign_script(info: &whatlang::Info) -> bool {
    use whatlang::Script as S;
    !matches!(
        info.script(),
        S::Latin | S::Cyrillic | S::Arabic | S::Devanagari | S::Mandarin | S::Hangul
    ) && !matches!(info.script(), S::Hiragana | S::Katakana)
}

/// Whether the samples from the start and middle of a text are in the claimed language. The last one is not tested, since long
/// texts end with names and sources.
fn confirmed(claim: &str, samples: &[&str]) -> bool {
    let middle = samples.len() / 2;
    let mut asked = [0, middle, middle + 1].into_iter().map(|at| samples[at]);
    let agrees = |sample: &str| {
        let start = &sample[..sample.floor_char_boundary(40)];
        codes::of_narrow(whichlang::detect_language(start)) == claim
    };
    samples.len() > 2 && is_confirmable(claim) && asked.all(agrees)
}

/// The language of most samples; on a tie, the one that comes first in the text.
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

/// Evenly spaced pieces of a text.
fn samples(text: &str) -> impl Iterator<Item = &str> {
    let step = (text.len() / SAMPLES).max(SAMPLE_BYTES);
    (0..SAMPLES).map_while(move |i| {
        let rest = text.get(text.floor_char_boundary(i * step)..)?;
        let sample = &rest[..rest.floor_char_boundary(SAMPLE_BYTES)];
        (!sample.is_empty()).then_some(sample)
    })
}

#[cfg(test)]
mod tests;
