//! Reads the words of a passage one after the other.

use std::ops::Range;

use words::dates::BEFORE_TIME;

use super::korean::{bare_hangul, is_hangul};
use super::signs::is_sign;
use super::values::{
    clock_value, day_value, full_date, hours, letters, range_or_number, shifted, sum,
};
use super::{Amount, AmountKind, NumberWords, PERCENT_VALUE};
use crate::facts::dates::{Date, Months};
use crate::facts::fold;
use crate::facts::numbers::{clock, digits, is_year, length, minutes};
use crate::lexicon::Lexicon;
use crate::normalise::is_unspaced;
use crate::tokens::{Gap, Token, is_date, tokens};

/// Reads the figures of one passage.
pub(super) struct AmountReader<'a> {
    pub(super) passage: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) words: &'static NumberWords,
    pub(super) lexicon: &'a Lexicon,
    dates: Vec<Date>,
    months: Months,
}

/// Maximum powers of ten in a row: "hundred thousand million".
pub(super) const MAX_MAGNITUDES: usize = 3;

impl<'a> AmountReader<'a> {
    pub(super) fn new(passage: &'a str, words: &'static NumberWords, lexicon: &'a Lexicon) -> Self {
        let months = Months::of(lexicon);
        let tokens = tokens(passage);
        Self {
            passage,
            dates: months.dates_among(passage, &tokens),
            tokens,
            words,
            lexicon,
            months,
        }
    }

    /// The figures of the passage, in order.
    pub(super) fn read(&self) -> Vec<Amount> {
        self.joined(self.amounts())
    }

    fn amounts(&self) -> Vec<Amount> {
        let mut found: Vec<Amount> = Vec::new();
        let mut end = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            if token.start < end {
                continue;
            }
            let known = found.len();
            if let Some(day) = self.day(token.start) {
                found.push(day);
            } else if token.text.starts_with(|c: char| c.is_ascii_digit()) {
                self.number(at, token.start, &mut found);
            } else {
                found.extend(self.word(at, token));
            }
            let new = found.get(known..).unwrap_or_default();
            end = new.iter().map(Amount::read_to).fold(end, usize::max);
        }
        found
    }

    pub(super) fn after(&self, end: usize) -> &str {
        self.passage.get(end..).unwrap_or_default()
    }

    pub(super) fn before(&self, start: usize) -> &str {
        self.passage.get(..start).unwrap_or_default()
    }

    /// The index of the first word that starts here or later.
    pub(super) fn next(&self, end: usize) -> usize {
        self.tokens.partition_point(|token| token.start < end)
    }

    fn day(&self, start: usize) -> Option<Amount> {
        let mut dates = self.dates.iter();
        let date = dates.find(|date| date.span.start == start && !date.may_count)?;
        let value = day_value(date.month, date.day);
        Some(amount(AmountKind::Day, value, date.span.clone()))
    }

    /// A number in words, a month, a day of the week, or a word with a digit.
    fn word(&self, at: usize, token: &Token<'_>) -> Option<Amount> {
        let span = token.start..token.end();
        if token.text.contains(is_unspaced) {
            return self.han(token.start);
        }
        if token.text.contains(char::is_numeric) {
            let value = token.text.to_lowercase();
            return Some(amount(AmountKind::Label, value, span));
        }
        if let Some(number) = self.numeral(at) {
            return Some(number);
        }
        let lower = token.text.to_lowercase();
        let lower = lower.as_str();
        if self.words.others.contains(&lower) {
            return Some(self.named(span));
        }
        if let Some(month) = self.month(token, lower) {
            return Some(amount(AmountKind::Month, format!("@{month}"), span));
        }
        self.weekday(at, token, lower)
    }

    /// A day of the week in the language of the passage.
    fn weekday(&self, at: usize, token: &Token<'_>, lower: &str) -> Option<Amount> {
        let days = &self.words.weekdays;
        let next = self.tokens.get(at + 1).filter(|n| n.gap == Gap::Hyphen);
        // "segunda-feira"
        let joined = next.and_then(|next| {
            let day = days.get(format!("{lower}-{}", next.text.to_lowercase()).as_str())?;
            Some((day, next.end()))
        });
        let alone = || Some((days.get(bare_hangul(lower))?, token.end()));
        let with_apostrophe = || {
            let (word, end) = self.with_apostrophe(at)?;
            Some((days.get(word.as_str())?, end))
        };
        let (day, end) = joined.or_else(alone).or_else(with_apostrophe)?;
        let fits = match self.lexicon.code() {
            "de" | "en" | "el" | "id" => token.capital,
            "ar" | "ko" | "tr" => true,
            // "Plácido Domingo"
            _ => !token.capital || token.gap == Gap::Sentence,
        };
        let value = format!("@w{day}");
        fits.then(|| amount(AmountKind::Weekday, value, token.start..end))
    }

    /// A word with an apostrophe inside in lower case, and its end: "п’ять".
    pub(super) fn with_apostrophe(&self, at: usize) -> Option<(String, usize)> {
        let (token, next) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
        let between = self.passage.get(token.end()..next.start)?;
        let word = |token: &Token<'_>| token.text.to_lowercase();
        matches!(between, "’" | "'" | "ʼ")
            .then(|| (format!("{}’{}", word(token), word(next)), next.end()))
    }

    fn month(&self, token: &Token<'_>, lower: &str) -> Option<u8> {
        // Most words are no month.
        let may_be = token.capital || is_date(lower) || !token.text.is_ascii();
        let name = may_be.then(|| fold(token.text))?;
        self.months
            .number(&name)
            .filter(|_| self.months.is_month(&name))
    }

    /// Reads the number in digits that starts with this word.
    fn number(&self, at: usize, start: usize, found: &mut Vec<Amount>) {
        let from = self.after(start);
        let (form, after) = from.split_at_checked(length(from)).unwrap_or((from, ""));
        let span = start..start + form.len();
        let before = self.before(start).chars().next_back();
        if let Some((year, month, day)) = full_date(form) {
            let value = day_value(month, day);
            found.push(amount(AmountKind::Day, value, span.clone()));
            found.push(amount(AmountKind::Year, year.to_owned(), span));
            return;
        }
        if let Some(time) = self.time(at, start, form, after) {
            found.push(time);
            return;
        }
        let Some(value) = range_or_number(form).filter(|_| before != Some('_')) else {
            found.push(amount(AmountKind::Label, form.to_owned(), span));
            return;
        };
        let suffix = letters(after);
        if suffix.starts_with(is_hangul) {
            found.push(self.korean(value, span));
            return;
        }
        // "4x100m"
        let word = self.word_end(span.end);
        let rest = self.passage.get(span.end + suffix.len()..word);
        if rest.is_some_and(|rest| rest.contains(char::is_alphanumeric)) {
            found.push(self.named(start..word));
            return;
        }
        if !suffix.is_empty() {
            let span = start..span.end + suffix.len();
            let glued = self.glued(&value, &suffix.to_lowercase(), span);
            found.push(self.with_half(glued));
            return;
        }
        let counted = self.counted(value.clone(), span.clone(), false);
        let mut counted = self.with_half(counted);
        if counted.kind != AmountKind::Count {
            found.push(counted);
            return;
        }
        // What has decimals, thousands or a sign counts something, even after a name.
        let is_bare =
            counted.value == value && form.len() == digits(form) && !self.has_sign(&counted);
        let is_round = form.ends_with("00") && !counted.units.is_empty();
        let has_unit = self.has_unit_beside(&counted);
        if is_bare && let Some(name) = self.label(at, start, &value, has_unit) {
            counted.kind = AmountKind::Label;
            counted.value = name;
        } else if is_bare && is_year(form) && !is_round && !(has_unit && self.counts(at, &counted))
        {
            counted.kind = AmountKind::Year;
        }
        if counted.kind != AmountKind::Count {
            counted.units.clear();
        }
        found.push(counted);
    }

    /// The end of the word that the text up to here ends in.
    fn word_end(&self, end: usize) -> usize {
        let last = self.next(end).checked_sub(1);
        let last = last.and_then(|at| self.tokens.get(at));
        last.map_or(end, |token| token.end().max(end))
    }

    /// Whether a number that may be a year counts the unit beside it: "1850 Euro", but not "im Jahr 2026 Menschen".
    fn counts(&self, at: usize, counted: &Amount) -> bool {
        let is_first = self.tokens.get(at).is_some_and(|token| {
            token.gap == Gap::Sentence && self.before(token.start).trim().is_empty()
        });
        let previous = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let is_after_year_word = previous.is_some_and(|token| {
            let lower = token.text.to_lowercase();
            self.words.before_year.contains(&lower.as_str()) || self.month(token, &lower).is_some()
        });
        let of_money_or_time = || {
            counted
                .units
                .first()
                .is_some_and(|unit| self.is_measure(unit))
        };
        is_first || !is_after_year_word && (self.marks_nouns() || of_money_or_time())
    }

    /// A passage in which a number has no value.
    pub(super) fn named(&self, span: Range<usize>) -> Amount {
        let written = self.passage.get(span.clone()).unwrap_or_default();
        amount(AmountKind::Label, written.to_lowercase(), span)
    }

    /// The time of day that starts with this word.
    fn time(&self, at: usize, start: usize, form: &str, after: &str) -> Option<Amount> {
        let end = start + form.len();
        if let Some((minutes, length)) = clock(form, after).or_else(|| hours(form, after)) {
            let value = clock_value(minutes);
            return Some(amount(AmountKind::Clock, value, start..end + length));
        }
        let minutes = minutes(form).filter(|_| form.contains(':'))?;
        let previous = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let previous = previous.map(|token| token.text.to_lowercase());
        let is_clock = previous.is_some_and(|word| {
            let word = word.as_str();
            BEFORE_TIME.contains(&word) || self.words.before_clock.contains(&word)
        });
        // "17:15" may also be a score
        let kind = if is_clock {
            AmountKind::Clock
        } else {
            AmountKind::Label
        };
        Some(amount(kind, clock_value(minutes), start..end))
    }

    /// The figure with this value, without the magnitude and unit after it.
    pub(super) fn counted(&self, value: String, span: Range<usize>, is_multiple: bool) -> Amount {
        let (mut value, end, _) = self.magnitude(value, span.end);
        let has_magnitude = is_multiple || end > span.end;
        let mut start = span.start;
        if let Some(length) = self.minus(start) {
            start -= length;
            value.insert(0, '-');
        }
        let mut units = Vec::new();
        if let Some(unit) = self.percent(end) {
            value.push_str(PERCENT_VALUE);
            units.push(unit);
        } else if let Some(unit) = self.currency_before(start) {
            start = unit.span.start;
            units.push(unit);
        } else {
            units = self.units(end, has_magnitude);
        }
        Amount {
            kind: AmountKind::Count,
            value,
            units,
            span: start..end,
        }
    }

    /// The length of a minus before a number that starts here: "-5", "–5 Grad", but not "10–12".
    fn minus(&self, start: usize) -> Option<usize> {
        let minus = self.before(start).chars().next_back()?;
        let before = self.before(start - minus.len_utf8());
        let is_minus = match minus {
            '-' | '−' => !before.ends_with(char::is_alphanumeric),
            '–' => {
                let is_apart =
                    before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || c == '(');
                let is_range = before
                    .trim_end()
                    .ends_with(|c: char| c.is_numeric() || c == '%' || is_sign(c));
                is_apart && !is_range && self.after(start).starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        is_minus.then(|| minus.len_utf8())
    }

    /// Multiplies a value by the words after it. Returns it with the end of these words, and the power of ten.
    pub(super) fn magnitude(&self, mut value: String, end: usize) -> (String, usize, u32) {
        let (mut end, mut power) = (end, 0);
        for _ in 0..MAX_MAGNITUDES {
            let Some(token) = self.tokens.get(self.next(end)) else {
                break;
            };
            let lower = token.text.to_lowercase();
            let Some(exponent) = self.words.magnitudes.get(lower.as_str()) else {
                break;
            };
            if !is_beside(self.passage.get(end..token.start).unwrap_or_default()) {
                break;
            }
            power += u32::from(*exponent);
            value = shifted(&value, *exponent);
            end = token.end();
            // "1億2000万"
            let more = self.after(end);
            let more = more.get(..digits(more)).filter(|more| !more.is_empty());
            if let Some(more) = more.filter(|_| token.text.contains(is_unspaced)) {
                let (more, more_end, _) = self.magnitude(more.to_owned(), end + more.len());
                value = sum(&value, &more);
                end = more_end;
                break;
            }
        }
        (value, end, power)
    }
}

pub(super) fn amount(kind: AmountKind, value: String, span: Range<usize>) -> Amount {
    Amount {
        kind,
        value,
        units: Vec::new(),
        span,
    }
}

/// Whether two words with this between them are in one phrase.
pub(super) fn is_beside(between: &str) -> bool {
    matches!(between, "" | "-" | "‑") || between.chars().all(|c| c.is_whitespace() && c != '\n')
}
