//! Numbers in words: "three hundred and fifty", "dreiundzwanzig", "quatre-vingt-dix-sept".

use std::ops::Range;

use super::reader::{AmountReader, amount, is_beside};
use super::{Amount, AmountKind};
use crate::tokens::{Gap, Token};

/// A part of a number in words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Number(u16),
    Magnitude(u8),
    And,
}

/// How a part follows the one before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// After a blank.
    Blank,
    /// After a hyphen, or in one word with it.
    Glued,
    /// After "and".
    And,
    /// After "and" in one word.
    GluedAnd,
}

/// What the parts up to now are worth.
#[derive(Clone)]
struct Sum<'a> {
    language: &'a str,
    /// What has its magnitude of a thousand or more.
    total: u128,
    /// What may get one.
    current: Option<u128>,
    /// The last such magnitude.
    scale: Option<u128>,
    is_after_magnitude: bool,
}

impl Sum<'_> {
    /// Adds a part, if the language can continue a number with it.
    fn add(&mut self, part: Part, joint: Joint) -> Option<()> {
        match part {
            Part::And => return None,
            Part::Number(number) => {
                let number = u128::from(number);
                let value = match self.current {
                    None => number,
                    Some(current) => self.joined(current, number, joint)?,
                };
                self.current = Some(value);
            }
            Part::Magnitude(2) => {
                let factor = self.current.unwrap_or(1);
                self.current = Some(factor * 100).filter(|_| factor < 100);
                self.current?;
            }
            Part::Magnitude(exponent) => {
                let scale = 10_u128.checked_pow(u32::from(exponent))?;
                let factor = match self.current.take() {
                    Some(current) => current,
                    // "tres mil millones"
                    None if self.is_after_magnitude => {
                        self.scale = None;
                        std::mem::take(&mut self.total)
                    }
                    None if self.total == 0 => 1,
                    None => return None,
                };
                if self.scale.is_some_and(|last| scale >= last) {
                    return None;
                }
                self.total = factor.checked_mul(scale)?.checked_add(self.total)?;
                self.scale = Some(scale);
            }
        }
        self.is_after_magnitude = matches!(part, Part::Magnitude(exponent) if exponent > 2);
        Some(())
    }

    fn joined(&self, current: u128, number: u128, joint: Joint) -> Option<u128> {
        let tens = current % 100;
        let is_french = self.language == "fr";
        let is_and = matches!(joint, Joint::And | Joint::GluedAnd);
        let sum = current + number;
        if number == 100 {
            // "deux cents"
            return (2..10).contains(&current).then_some(current * 100);
        }
        if is_french && tens == 4 && number == 20 && !is_and {
            return Some(current - 4 + 80);
        }
        if tens == 0 {
            return (number < 100).then_some(sum);
        }
        let fits = if (20..100).contains(&tens) && tens.is_multiple_of(10) && number < 10 {
            match joint {
                Joint::Glued | Joint::GluedAnd => true,
                // "zwanzig eine" is no number
                Joint::Blank => number > 1 || self.language == "en",
                Joint::And => matches!(
                    self.language,
                    "bg" | "ca" | "es" | "fr" | "hr" | "pt" | "ro"
                ),
            }
        } else if matches!(tens, 60 | 80) {
            is_french && (10..20).contains(&number)
        } else if tens == 10 {
            // "dix-sept", "on iki"
            let is_sum = is_french && number >= 7 || self.language == "tr";
            is_sum && number < 10 && !is_and
        } else {
            // "dreiundzwanzig"
            joint == Joint::GluedAnd
                && tens < 10
                && (20..100).contains(&number)
                && number.is_multiple_of(10)
        };
        fits.then_some(sum)
    }

    fn value(&self) -> Option<u128> {
        self.total.checked_add(self.current.unwrap_or(0))
    }
}

/// A number in words that is being read.
struct Phrase<'a> {
    /// `None` if it is no number that the language has.
    sum: Option<Sum<'a>>,
    end: usize,
    /// Number of its words.
    words: usize,
    has_magnitude: bool,
}

impl AmountReader<'_> {
    /// The number in words that starts with this word. What has no value is a label.
    pub(super) fn numeral(&self, at: usize) -> Option<Amount> {
        let first = self.tokens.get(at)?;
        let phrase = self.phrase(at)?;
        let lower = first.text.to_lowercase();
        let span = first.start..phrase.end;
        let next = self.tokens.get(self.next(phrase.end));
        let next = next.filter(|next| {
            let between = self.passage.get(phrase.end..next.start);
            between.is_some_and(is_beside)
        });
        // "G-seven"
        let is_joined = first.gap == Gap::Hyphen && self.before(first.start).ends_with(['-', '‑']);
        if let Some(previous) = at.checked_sub(1).and_then(|at| self.tokens.get(at))
            && is_joined
        {
            return Some(self.named(previous.start..phrase.end));
        }
        let is_also_word = phrase.words == 1 && self.words.also_words.contains(&lower.as_str());
        if is_also_word && !next.is_some_and(|next| self.is_noun(next)) {
            return Some(self.named(span));
        }
        if self.words.magnitudes.contains_key(lower.as_str()) {
            return Some(self.multiple(at, span));
        }
        let value = phrase.sum.as_ref().and_then(Sum::value);
        let Some(value) = value else {
            return Some(self.named(span));
        };
        let counted = self.counted(value.to_string(), span, phrase.has_magnitude);
        Some(self.with_half(counted))
    }

    /// A magnitude with no number before it: "mehrere Millionen", "half a million". The words before it may tell how many.
    fn multiple(&self, at: usize, span: Range<usize>) -> Amount {
        let written = self.passage.get(span.clone()).unwrap_or_default();
        let mut words: Vec<String> = Vec::new();
        let mut later = at;
        // "a million" and "half a million" differ
        while let Some(token) = later.checked_sub(1).and_then(|at| self.tokens.get(at)) {
            let follows = self.tokens.get(later).is_some_and(|later| {
                let between = self.passage.get(token.end()..later.start);
                between.is_some_and(is_beside)
            });
            if !follows {
                break;
            }
            words.insert(0, token.text.to_lowercase());
            later -= 1;
            if words.len() == 2 || token.text.chars().count() > 3 {
                break;
            }
        }
        let value = format!("~{}:{}", written.to_lowercase(), words.join(" "));
        amount(AmountKind::Label, value, span)
    }

    /// The words of a number from this one on.
    fn phrase(&self, at: usize) -> Option<Phrase<'_>> {
        let mut sum = Sum {
            language: self.lexicon.code(),
            total: 0,
            current: None,
            scale: None,
            is_after_magnitude: false,
        };
        let (parts, end) = self.parts(at)?;
        if parts == [Part::Number(1)] {
            // an article, except in "one hundred"
            let next = self.beside(at)?;
            let follows = matches!(self.parts(at + 1)?.0.first(), Some(Part::Magnitude(_)));
            if !follows || next.gap == Gap::Hyphen {
                return None;
            }
        }
        let is_read = add(&mut sum, &parts, Joint::Blank).is_some();
        let has_magnitude = |parts: &[Part]| matches!(parts.last(), Some(Part::Magnitude(_)));
        let mut phrase = Phrase {
            sum: Some(sum).filter(|_| is_read),
            end,
            words: 1,
            has_magnitude: has_magnitude(&parts),
        };
        let last_word = |end: usize| self.next(end).saturating_sub(1);
        let mut last = last_word(end);
        while let Some(next) = self.beside(last) {
            let lower = next.text.to_lowercase();
            if self.words.ands.contains(&lower.as_str()) {
                let added = self.beside(last + 1).and_then(|_| {
                    let (parts, end) = self.parts(last + 2)?;
                    let mut sum = phrase.sum.clone()?;
                    add(&mut sum, &parts, Joint::And)?;
                    Some((sum, end, has_magnitude(&parts)))
                });
                let Some((sum, end, has_magnitude)) = added else {
                    break;
                };
                phrase.sum = Some(sum);
                phrase.end = end;
                phrase.has_magnitude = has_magnitude;
                phrase.words += 2;
                last = last_word(end);
                continue;
            }
            let Some((parts, end)) = self.parts(last + 1) else {
                break;
            };
            let joint = if next.gap == Gap::Hyphen {
                Joint::Glued
            } else {
                Joint::Blank
            };
            let sum = phrase.sum.clone().and_then(|mut sum| {
                add(&mut sum, &parts, joint)?;
                Some(sum)
            });
            let is_article = parts == [Part::Number(1)] && joint == Joint::Blank;
            if sum.is_none() && is_article {
                break;
            }
            phrase.sum = sum;
            phrase.end = end;
            phrase.has_magnitude = has_magnitude(&parts);
            phrase.words += 1;
            last = last_word(end);
        }
        Some(phrase)
    }

    /// The word after this one, if nothing but a blank or a hyphen is between them.
    fn beside(&self, at: usize) -> Option<&Token<'_>> {
        let (token, next) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
        let between = self.passage.get(token.end()..next.start)?;
        is_beside(between).then_some(next)
    }

    /// The parts of a number that a word consists of, and its end.
    fn parts(&self, at: usize) -> Option<(Vec<Part>, usize)> {
        let token = self.tokens.get(at)?;
        if token.text.contains(char::is_numeric) {
            return None;
        }
        let mut lower = token.text.to_lowercase();
        let mut end = token.end();
        if let Some((joined, joined_end)) = self.with_apostrophe(at)
            && self.part(&joined).is_some()
        {
            (lower, end) = (joined, joined_end);
        }
        if self.words.ands.contains(&lower.as_str()) {
            return None;
        }
        if let Some(part) = self.part(&lower) {
            return Some((vec![part], end));
        }
        let mut parts = Vec::new();
        let is_number = self.split(&lower, &mut parts)
            && !matches!(parts.first(), Some(Part::And))
            && !matches!(parts.last(), Some(Part::And));
        is_number.then_some((parts, end))
    }

    fn part(&self, word: &str) -> Option<Part> {
        let words = self.words;
        let number = words
            .cardinals
            .get(word)
            .map(|number| Part::Number(*number));
        let one = || words.ones.contains(&word).then_some(Part::Number(1));
        let magnitude = || {
            words
                .magnitudes
                .get(word)
                .map(|power| Part::Magnitude(*power))
        };
        number.or_else(magnitude).or_else(one)
    }

    /// Splits a compound into parts, the longest first part first.
    fn split(&self, word: &str, parts: &mut Vec<Part>) -> bool {
        if word.is_empty() {
            return parts.len() > 1;
        }
        if parts.len() == MAX_PARTS {
            return false;
        }
        let mut ends: Vec<usize> = word
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .collect();
        ends.retain(|end| (MIN_PART_BYTES..=MAX_PART_BYTES).contains(end));
        for end in ends.into_iter().rev() {
            let Some((first, rest)) = word.split_at_checked(end) else {
                continue;
            };
            let is_and = self.words.ands.contains(&first) && !parts.is_empty();
            let part = self.part(first).or(is_and.then_some(Part::And));
            // abbreviations are in no compound
            let part = part.filter(|part| !matches!(part, Part::Magnitude(power) if *power > 3));
            let Some(part) = part else {
                continue;
            };
            parts.push(part);
            if self.split(rest, parts) {
                return true;
            }
            parts.pop();
        }
        false
    }

    /// Makes a figure with a half after it a label: "dos millones y medio", "2 and a half million".
    pub(super) fn with_half(&self, amount: Amount) -> Amount {
        if let Some(end) = self.some(amount.span.end) {
            return self.named(amount.span.start..end);
        }
        let units = amount.units.iter().map(|unit| unit.span.end);
        let mut ends = std::iter::once(amount.span.end).chain(units);
        let half = ends.find_map(|end| self.half(end));
        let Some(end) = half else {
            return amount;
        };
        let (_, end, _) = self.magnitude(String::new(), end);
        self.named(amount.span.start..end)
    }

    /// The end of "and a half" after a number that ends here.
    fn half(&self, end: usize) -> Option<usize> {
        let first = self.next(end);
        let token = self.tokens.get(first)?;
        let between = self.passage.get(end..token.start)?;
        let is =
            |token: &Token<'_>, words: &[&str]| words.contains(&token.text.to_lowercase().as_str());
        if !is_beside(between) || !is(token, self.words.ands) {
            return None;
        }
        let next = self.beside(first)?;
        let half = if is(next, self.words.halves) {
            next
        } else {
            self.beside(first + 1)?
        };
        is(half, self.words.halves).then(|| half.end())
    }
}

/// Maximum parts of a compound, and limits of the length of a part.
const MAX_PARTS: usize = 10;
const MIN_PART_BYTES: usize = 2;
const MAX_PART_BYTES: usize = 40;

/// Adds the parts of one word.
fn add(sum: &mut Sum<'_>, parts: &[Part], first: Joint) -> Option<()> {
    let mut joint = first;
    for part in parts {
        if *part == Part::And {
            joint = Joint::GluedAnd;
            continue;
        }
        sum.add(*part, joint)?;
        joint = Joint::Glued;
    }
    Some(())
}
