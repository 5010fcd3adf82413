//! Numbers in Korean, which have their magnitudes and units in one word with them: "3만5000명".

use std::ops::Range;

use super::reader::{AmountReader, MAX_MAGNITUDES, amount};
use super::values::{range_or_number, shifted, sum};
use super::{Amount, AmountKind, Unit};
use crate::facts::numbers::{digits, length};

/// Particles after a noun.
const PARTICLES: [&str; 15] = [
    "으로", "에서", "까지", "이", "가", "을", "를", "은", "는", "의", "에", "도", "로", "과", "와",
];

pub(super) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// A word in Hangul without the particle after it.
pub(super) fn bare_hangul(word: &str) -> &str {
    if !word.starts_with(is_hangul) {
        return word;
    }
    let bare = PARTICLES.iter().find_map(|end| word.strip_suffix(end));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(word)
}

impl AmountReader<'_> {
    /// The number whose first digits these are, with its unit: "1억2000만원", "3만 5000명".
    pub(super) fn korean(&self, value: String, span: Range<usize>) -> Amount {
        let (start, mut end) = (span.start, span.end);
        let mut total: Option<String> = None;
        let mut current = value;
        let mut has_magnitude = false;
        let mut last = None;
        loop {
            let mut exponent = 0;
            for _ in 0..MAX_MAGNITUDES {
                let Some((power, length)) = self.hangul_power(end) else {
                    break;
                };
                exponent += power;
                end += length;
            }
            // "1만2만"
            if last.is_some_and(|last| exponent >= last) {
                return self.named(start..end);
            }
            last = Some(exponent);
            has_magnitude |= exponent > 0;
            current = shifted(&current, exponent);
            total = Some(total.map_or_else(|| current.clone(), |total| sum(&total, &current)));
            let after = self.after(end);
            let more = after.strip_prefix(' ').unwrap_or(after);
            let form = more.get(..length(more)).unwrap_or_default();
            let whole = range_or_number(form).filter(|whole| digits(whole) == whole.len());
            // "3만, 5000명"
            let Some(more_value) =
                whole.filter(|whole| exponent > 0 && whole.len() <= usize::from(exponent))
            else {
                break;
            };
            end += after.len() - more.len() + form.len();
            current = more_value;
        }
        let value = total.unwrap_or_default();
        let after = self.after(end);
        let word = after.find(|c: char| !c.is_alphanumeric());
        let word = after.get(..word.unwrap_or(after.len())).unwrap_or_default();
        if !word.chars().all(is_hangul) {
            return self.named(start..end + word.len());
        }
        if word.is_empty() {
            return self.counted(value, start..end, has_magnitude);
        }
        let mut counted = amount(AmountKind::Count, value, start..end);
        if let Some(before) = self.currency_before(start) {
            counted.span.start = before.span.start;
            counted.units.push(before);
        } else {
            let span = end..end + word.len();
            let key = self.unit_key(word, word);
            counted.units.push(Unit { key, span });
        }
        counted
    }

    /// The power of ten of the magnitude at the start of this text, and its length.
    fn hangul_power(&self, end: usize) -> Option<(u8, usize)> {
        let first = self.after(end).chars().next()?;
        let length = first.len_utf8();
        let exponent = self.words.magnitudes.get(self.after(end).get(..length)?)?;
        Some((*exponent, length))
    }
}
