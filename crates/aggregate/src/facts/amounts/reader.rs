//! Reads the words of a passage one after the other.

use std::ops::Range;

use words::abbreviations::BEFORE_NUMBER;
use words::blocks::SMALL_WORDS;
use words::dates::{BEFORE_TIME, UNITS};

use super::signs::{is_currency, is_sign};
use super::values::{
    clock_value, day_value, full_date, hours, letters, range_or_number, shifted, short, sum,
};
use super::{Amount, AmountKind, NumberWords, PERCENT_VALUE, Unit};
use crate::facts::dates::{Date, Months};
use crate::facts::fold;
use crate::facts::numbers::{clock, digits, is_year, length, minutes};
use crate::hash;
use crate::lexicon::Lexicon;
use crate::normalise::is_unspaced;
use crate::tokens::{Gap, Token, is_date, tokens};

/// Reads the figures of one passage.
pub(super) struct AmountReader<'a> {
    passage: &'a str,
    tokens: Vec<Token<'a>>,
    dates: Vec<Date>,
    months: Months,
    words: &'static NumberWords,
    lexicon: &'a Lexicon,
}

/// Maximum powers of ten in a row: "hundred thousand million".
const MAX_MAGNITUDES: usize = 3;
/// Maximum words after a number that may be its unit.
const MAX_UNITS: usize = 2;
/// Maximum letters of a unit of measurement that is not written as a noun ("km").
const MAX_MEASURE_LETTERS: usize = 3;
/// Maximum letters of an abbreviation before a number ("A 7", "ICE 123").
const MAX_CAPITALS: usize = 4;
/// Maximum bytes of the small words between a magnitude and its unit.
const MAX_LINK_BYTES: usize = 12;

impl<'a> AmountReader<'a> {
    pub(super) fn new(passage: &'a str, words: &'static NumberWords, lexicon: &'a Lexicon) -> Self {
        let months = Months::of(lexicon);
        Self {
            passage,
            tokens: tokens(passage),
            dates: months.dates(passage),
            months,
            words,
            lexicon,
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
            end = new.iter().map(|one| one.span.end).fold(end, usize::max);
        }
        found
    }

    fn after(&self, end: usize) -> &str {
        self.passage.get(end..).unwrap_or_default()
    }

    fn before(&self, start: usize) -> &str {
        self.passage.get(..start).unwrap_or_default()
    }

    /// The index of the first word that starts here or later.
    fn next(&self, end: usize) -> usize {
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
        if token.text.contains(char::is_numeric) {
            let value = token.text.to_lowercase();
            return Some(amount(AmountKind::Label, value, span));
        }
        let lower = token.text.to_lowercase();
        let lower = lower.as_str();
        let next = self.tokens.get(at + 1);
        // "twenty-two" is another number
        let is_joined = token.gap == Gap::Hyphen || next.is_some_and(|n| n.gap == Gap::Hyphen);
        if let Some(number) = self.words.cardinals.get(lower).filter(|_| !is_joined) {
            return Some(self.counted(number.to_string(), span));
        }
        let is_magnitude = self.words.magnitudes.contains_key(lower);
        if is_magnitude && !token.text.contains(is_unspaced) {
            let (_, end, exponent) = self.magnitude(String::new(), token.start);
            let value = format!("~{exponent}"); // "mehrere Millionen"
            return Some(amount(AmountKind::Label, value, span.start..end));
        }
        if let Some(month) = self.month(token, lower) {
            return Some(amount(AmountKind::Month, format!("@{month}"), span));
        }
        let is_weekday = is_date(lower) && !is_month_of_any(lower);
        is_weekday.then(|| amount(AmountKind::Weekday, format!("@{lower}"), span))
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
        if !suffix.is_empty() {
            let span = start..span.end + suffix.len();
            found.push(self.glued(&value, &suffix.to_lowercase(), span));
            return;
        }
        let mut counted = self.counted(value.clone(), span);
        // What has decimals, thousands or a sign counts something, even after a name.
        let is_bare =
            counted.value == value && form.len() == digits(form) && !self.has_sign(&counted);
        let is_round = form.ends_with("00") && !counted.units.is_empty();
        if is_bare && let Some(name) = self.label(at, start, &value) {
            counted.kind = AmountKind::Label;
            counted.value = name;
        } else if is_bare && is_year(form) && !is_round {
            counted.kind = AmountKind::Year;
        }
        if counted.kind != AmountKind::Count {
            counted.units.clear();
        }
        found.push(counted);
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
        let is_clock = previous.is_some_and(|word| BEFORE_TIME.contains(&word.as_str()));
        // "17:15" may also be a score
        let kind = if is_clock {
            AmountKind::Clock
        } else {
            AmountKind::Label
        };
        Some(amount(kind, clock_value(minutes), start..end))
    }

    /// A number with letters after it: "£6.4m", "5Mio", "5G".
    fn glued(&self, value: &str, suffix: &str, span: Range<usize>) -> Amount {
        let has_currency = self.currency_before(span.start).is_some();
        let exponent = self.words.magnitudes.get(suffix).copied();
        let exponent = exponent.or_else(|| short(suffix).filter(|_| has_currency));
        if let Some(exponent) = exponent {
            return self.counted(shifted(value, exponent), span);
        }
        amount(AmountKind::Label, format!("{value}{suffix}"), span)
    }

    /// Whether a figure has the sign of a currency, or per cent.
    fn has_sign(&self, amount: &Amount) -> bool {
        let sign = |unit: &Unit| unit.written(self.passage).starts_with(is_sign);
        amount.value.ends_with(PERCENT_VALUE) || amount.units.iter().any(sign)
    }

    /// The value of a number that is part of a name, because of what is before it.
    fn label(&self, at: usize, start: usize, value: &str) -> Option<String> {
        let before = self.before(start);
        let bare = before.trim_end_matches([' ', '\u{a0}', '\u{202f}']);
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
        // "A 7", "ICE 123", but not "A 7-year-old"
        let is_name = previous.gap != Gap::Sentence
            && previous.text.chars().count() <= MAX_CAPITALS
            && previous.text.chars().all(char::is_uppercase);
        is_name.then(|| format!("{lower}{value}"))
    }

    /// The figure with this value, without the magnitude and unit after it.
    fn counted(&self, value: String, span: Range<usize>) -> Amount {
        let (mut value, end, _) = self.magnitude(value, span.end);
        let has_magnitude = end > span.end;
        let mut start = span.start;
        if let Some(minus) = self.before(start).chars().next_back()
            && matches!(minus, '-' | '−')
            && !self
                .before(start - minus.len_utf8())
                .ends_with(|c: char| c.is_alphanumeric())
        {
            start -= minus.len_utf8();
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

    /// Multiplies a value by the words after it. Returns it with the end of these words, and the power of ten.
    fn magnitude(&self, mut value: String, end: usize) -> (String, usize, u32) {
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

    fn percent(&self, end: usize) -> Option<Unit> {
        let key = hash::bytes(PERCENT_VALUE.as_bytes());
        let after = self.after(end);
        let bare = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
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

    fn currency_before(&self, start: usize) -> Option<Unit> {
        let before = self.before(start);
        let bare = before.strip_suffix([' ', '\u{a0}', '\u{202f}']);
        let bare = bare.unwrap_or(before);
        let sign = bare.chars().next_back().filter(|c| is_currency(*c))?;
        let span = bare.len() - sign.len_utf8()..bare.len();
        let key = self.currency(sign);
        Some(Unit { key, span })
    }

    /// The key of a currency by its sign, the same as that of its name in most languages.
    fn currency(&self, sign: char) -> u64 {
        let name = match sign {
            '€' => "euro",
            '$' => "dollar",
            '£' => "pound",
            _ => return hash::bytes(sign.to_string().as_bytes()),
        };
        self.lexicon.stem(name)
    }

    /// The words after a number that may be its unit: no others than nouns where a language marks these.
    fn units(&self, end: usize, has_magnitude: bool) -> Vec<Unit> {
        let after = self.after(end);
        let bare = after.trim_start_matches(['.', ' ', '\u{a0}', '\u{202f}']);
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
                let key = self.lexicon.stem(&lower);
                units.push(Unit { key, span });
            }
            if words == MAX_UNITS {
                break;
            }
        }
        units
    }

    /// Whether a word is written as a noun where a language marks these.
    fn is_noun(&self, token: &Token<'_>) -> bool {
        self.marks_nouns() && token.capital
    }

    /// Whether nouns have a capital.
    fn marks_nouns(&self) -> bool {
        self.lexicon.code() == "de"
    }

    /// A noun; where these are not marked, any word that is not too frequent, or a unit of time. A short word may be a measure.
    fn may_be_unit(&self, token: &Token<'_>, lower: &str) -> bool {
        if self.is_noun(token) {
            return true;
        }
        let is_measure = token.text.chars().count() <= MAX_MEASURE_LETTERS;
        let is_open = !self.lexicon.is_stop(lower) && (is_measure || !self.marks_nouns());
        is_open || UNITS.contains(&lower)
    }

    /// Whether a word has no meaning of its own, so that what is after it is another phrase.
    fn is_small(&self, lower: &str) -> bool {
        let letters = lower.chars().count();
        let is_short = letters <= 2 && self.lexicon.is_stop(lower);
        let is_letter = letters == 1 && !lower.contains(is_unspaced);
        let is_known = SMALL_WORDS.contains(&lower) && self.lexicon.is_stop(lower);
        is_short || is_letter || is_known
    }

    /// Makes one figure of two with only a small word or a dash between them: "17 to 12 votes", "between 12 and 14 per cent".
    fn joined(&self, amounts: Vec<Amount>) -> Vec<Amount> {
        let mut joined: Vec<Amount> = Vec::with_capacity(amounts.len());
        for amount in amounts {
            let last = joined.last_mut();
            let Some(last) = last.filter(|last| self.is_joined(last, &amount)) else {
                joined.push(amount);
                continue;
            };
            last.value = format!("{}~{}", last.value, amount.value);
            last.kind = amount.kind;
            last.units = amount.units;
            last.span.end = amount.span.end;
        }
        joined
    }

    fn is_joined(&self, first: &Amount, second: &Amount) -> bool {
        use AmountKind::{Clock, Count, Day, Year};
        let fits = match (first.kind, second.kind) {
            (Count, Count | Clock | Day) => first.units.is_empty(),
            (Year, Year) => true,
            _ => false,
        };
        // the currency before the second one is part of it
        let between = self.passage.get(first.span.end..second.span.start);
        let Some(between) = between.filter(|_| fits) else {
            return false;
        };
        let word = between.strip_prefix('.').unwrap_or(between).trim();
        matches!(word, "-" | "–" | "—")
            || !word.is_empty()
                && word.chars().all(char::is_alphabetic)
                && self.is_small(&word.to_lowercase())
    }
}

fn amount(kind: AmountKind, value: String, span: Range<usize>) -> Amount {
    Amount {
        kind,
        value,
        units: Vec::new(),
        span,
    }
}

/// Whether a word in lower case is a month in any language.
fn is_month_of_any(lower: &str) -> bool {
    words::months().iter().flatten().any(|name| *name == lower)
}

/// Whether two words with this between them are in one phrase.
fn is_beside(between: &str) -> bool {
    matches!(between, "" | "-" | "‑") || between.chars().all(|c| c.is_whitespace() && c != '\n')
}
