//! Units of figures: the words and signs around a number that tell what it counts.

use words::blocks::SMALL_WORDS;
use words::dates::UNITS;

use super::korean::{bare_hangul, is_hangul};
use super::reader::{AmountReader, is_beside};
use super::signs::{BLANKS, is_code, is_currency, is_sign};
use super::{Amount, PERCENT_VALUE, Unit};
use crate::hash;
use crate::normalise::is_unspaced;
use crate::tokens::Token;

/// Maximum words after a number that may be its unit.
const MAX_UNITS: usize = 2;
/// Maximum letters of a unit of measurement that is not written as a noun ("km").
const MAX_MEASURE_LETTERS: usize = 3;
/// Maximum bytes of the small words between a magnitude and its unit.
const MAX_LINK_BYTES: usize = 12;

impl AmountReader<'_> {
    /// Whether a figure has the sign of a currency, or per cent.
    pub(super) fn has_sign(&self, amount: &Amount) -> bool {
        let sign = |unit: &Unit| {
            let written = unit.written(self.passage);
            written.contains(is_sign) || is_code(written)
        };
        amount.value.ends_with(PERCENT_VALUE) || amount.units.iter().any(sign)
    }

    pub(super) fn percent(&self, end: usize) -> Option<Unit> {
        let key = hash::bytes(PERCENT_VALUE.as_bytes());
        let after = self.after(end);
        let bare = after.trim_start_matches(BLANKS);
        let start = end + after.len() - bare.len();
        let sign = bare.chars().next()?;
        if matches!(sign, '%' | '％' | '٪') {
            let span = start..start + sign.len_utf8();
            return Some(Unit { key, span });
        }
        let tokens = self.tokens.get(self.next(end)..)?;
        let first = tokens.first()?;
        if !is_beside(self.passage.get(end..first.start)?) {
            return None;
        }
        let mut phrases = self.words.percent.iter();
        let phrase = phrases.find(|phrase| {
            let words = tokens.get(..phrase.len()).unwrap_or_default();
            let mut pairs = words.iter().zip(phrase.iter());
            words.len() == phrase.len()
                && pairs.all(|(token, word)| token.text.to_lowercase() == **word)
        })?;
        let last = tokens.get(phrase.len() - 1)?;
        let span = first.start..last.end();
        Some(Unit { key, span })
    }

    /// The currency before a number: "£5", "A$5", "CHF 5".
    pub(super) fn currency_before(&self, start: usize) -> Option<Unit> {
        let before = self.before(start);
        let bare = before.strip_suffix(BLANKS);
        let bare = bare.unwrap_or(before);
        let capitals = |text: &str| {
            let rest = text.trim_end_matches(|c: char| c.is_ascii_uppercase());
            rest.len()..text.len()
        };
        let Some(sign) = bare.chars().next_back().filter(|c| is_currency(*c)) else {
            let span = capitals(bare);
            let code = bare.get(span.clone()).filter(|code| is_code(code))?;
            let is_apart = !self.before(span.start).ends_with(char::is_alphanumeric);
            let key = self.unit_key(code, &code.to_lowercase());
            return is_apart.then_some(Unit { key, span });
        };
        let country = capitals(bare.get(..bare.len() - sign.len_utf8())?);
        let span = country.start..bare.len();
        let key = match bare.get(country)? {
            "" | "US" => self.currency(sign),
            _ => hash::bytes(bare.get(span.clone())?.as_bytes()),
        };
        Some(Unit { key, span })
    }

    /// The key of a unit by its word, in lower case too.
    pub(super) fn unit_key(&self, word: &str, lower: &str) -> u64 {
        match (word, lower) {
            ("EUR", _) | (_, "euro" | "euros") => self.currency('€'),
            ("USD", _) | (_, "dollar" | "dollars") => self.currency('$'),
            ("GBP", _) => self.currency('£'),
            _ => self.lexicon.stem(bare_hangul(lower)),
        }
    }

    /// Whether a unit is money or time.
    pub(super) fn is_measure(&self, unit: &Unit) -> bool {
        let written = unit.written(self.passage);
        let is_money = || {
            ['€', '$', '£']
                .iter()
                .any(|c| self.currency(*c) == unit.key)
        };
        written.contains(is_sign)
            || is_code(written)
            || UNITS.contains(&written.to_lowercase().as_str())
            || is_money()
    }

    /// Whether a unit directly follows a number, or a currency is before it.
    pub(super) fn has_unit_beside(&self, amount: &Amount) -> bool {
        amount.units.first().is_some_and(|unit| {
            let between = self.passage.get(amount.span.end..unit.span.start);
            between.is_none_or(is_beside)
        })
    }

    /// The key of a currency by its sign, the same as that of its name in most languages.
    pub(super) fn currency(&self, sign: char) -> u64 {
        let name = match sign {
            '€' => "euro",
            '$' => "dollar",
            '£' => "pound",
            _ => return hash::bytes(sign.to_string().as_bytes()),
        };
        self.lexicon.stem(name)
    }

    /// The words after a number that may be its unit: no others than nouns where a language marks these.
    pub(super) fn units(&self, end: usize, has_magnitude: bool) -> Vec<Unit> {
        let after = self.after(end);
        let bare = after.trim_start_matches(|c| c == '.' || BLANKS.contains(&c));
        if let Some(sign) = bare.chars().next().filter(|c| is_sign(*c)) {
            let start = end + after.len() - bare.len();
            let span = start..start + sign.len_utf8();
            let key = self.currency(sign);
            return vec![Unit { key, span }];
        }
        let mut units = Vec::new();
        let mut last = end;
        let mut words = 0;
        let tokens = self.tokens.get(self.next(end)..).unwrap_or_default();
        for token in tokens {
            let between = self.passage.get(last..token.start).unwrap_or_default();
            // "6,4 Mio. Euro"
            let between = between
                .strip_prefix('.')
                .filter(|_| has_magnitude && last == end)
                .unwrap_or(between);
            let lower = token.text.to_lowercase();
            let is_small = self.is_small(&lower) && !self.is_noun(token);
            // "3,5 millions d’euros"
            let is_link = is_small && has_magnitude && words == 0 && last - end <= MAX_LINK_BYTES;
            let is_beside = is_beside(between) || has_magnitude && matches!(between, "’" | "'");
            let is_word = !token.text.contains(char::is_numeric) && (!is_small || is_link);
            if !is_beside || !is_word {
                break;
            }
            last = token.end();
            if is_link {
                continue;
            }
            words += 1;
            if self.may_be_unit(token, &lower) {
                let span = token.start..token.end();
                let key = self.unit_key(token.text, &lower);
                units.push(Unit { key, span });
            }
            if words == MAX_UNITS {
                break;
            }
        }
        units
    }

    /// Whether a word is written as a noun where a language marks these.
    pub(super) fn is_noun(&self, token: &Token<'_>) -> bool {
        self.marks_nouns() && token.capital
    }

    /// Whether nouns have a capital.
    pub(super) fn marks_nouns(&self) -> bool {
        self.lexicon.code() == "de"
    }

    /// A noun; where these are not marked, any word that is not too frequent, or a unit of time. A short word may be a measure.
    pub(super) fn may_be_unit(&self, token: &Token<'_>, lower: &str) -> bool {
        if self.is_noun(token) {
            return true;
        }
        let is_measure = token.text.chars().count() <= MAX_MEASURE_LETTERS;
        let is_open = !self.lexicon.is_stop(lower) && (is_measure || !self.marks_nouns());
        is_open || UNITS.contains(&lower)
    }

    /// Whether a word has no meaning of its own, so that what is after it is another phrase.
    pub(super) fn is_small(&self, lower: &str) -> bool {
        let letters = lower.chars().count();
        let is_short = letters <= 2 && self.lexicon.is_stop(lower);
        let is_letter = letters == 1 && !lower.contains(|c| is_unspaced(c) || is_hangul(c));
        let is_known = SMALL_WORDS.contains(&lower) && self.lexicon.is_stop(lower);
        is_short || is_letter || is_known
    }
}
