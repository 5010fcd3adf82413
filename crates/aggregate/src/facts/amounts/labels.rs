//! Numbers that are parts of names or of words.

use std::ops::Range;

use words::abbreviations::BEFORE_NUMBER;

use super::reader::{AmountReader, amount};
use super::signs::BLANKS;
use super::values::{shifted, short};
use super::{Amount, AmountKind};
use crate::tokens::Gap;

/// Maximum letters of an abbreviation before a number ("A 7", "ICE 123").
const MAX_CAPITALS: usize = 4;

impl AmountReader<'_> {
    /// A number with letters after it: "£6.4m", "5Mio", "5G".
    pub(super) fn glued(&self, value: &str, suffix: &str, span: Range<usize>) -> Amount {
        let has_currency = self.currency_before(span.start).is_some();
        let exponent = self.words.magnitudes.get(suffix).copied();
        let exponent = exponent.or_else(|| short(suffix).filter(|_| has_currency));
        if let Some(exponent) = exponent {
            return self.counted(shifted(value, exponent), span, true);
        }
        amount(AmountKind::Label, format!("{value}{suffix}"), span)
    }

    /// The value of a number that is part of a name, because of what is before it.
    pub(super) fn label(
        &self,
        at: usize,
        start: usize,
        value: &str,
        has_unit: bool,
    ) -> Option<String> {
        let before = self.before(start);
        let bare = before.trim_end_matches(BLANKS);
        if bare.ends_with(['§', '#', '№']) {
            return Some(value.to_owned());
        }
        let previous = self.tokens.get(at.checked_sub(1)?)?;
        let between = self.passage.get(previous.end()..start)?;
        // "COVID-19", "v1/2"
        if matches!(between, "-" | "/" | "." | "_") {
            let value = format!("{}{value}", previous.text.to_lowercase());
            return Some(value);
        }
        let gap = between.strip_prefix('.').unwrap_or(between);
        if gap.contains(|c: char| !c.is_whitespace() || c == '\n') {
            return None;
        }
        let lower = previous.text.to_lowercase();
        let is_label = |label: &&str| match label.strip_prefix('-') {
            Some(ending) => lower.ends_with(ending),
            None => lower == **label,
        };
        if self.words.labels.iter().any(is_label) {
            return Some(value.to_owned());
        }
        if between.starts_with('.') {
            let is_known = BEFORE_NUMBER.contains(&previous.text);
            return is_known.then(|| value.to_owned());
        }
        // "A 7", "ICE 123", but neither "A 7-year-old" nor "in den USA 12 Menschen"
        let letters = previous.text.chars().count();
        let is_name = previous.gap != Gap::Sentence
            && letters <= MAX_CAPITALS
            && !(has_unit && letters > 1)
            && previous.text.chars().all(char::is_uppercase);
        is_name.then(|| format!("{lower}{value}"))
    }
}
