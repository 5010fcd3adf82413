//! The figures of a passage: every number, in digits or in words, every time and day, with what it counts.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use words::abbreviations::BEFORE_NUMBER;
use words::blocks::SMALL_WORDS;
use words::dates::{BEFORE_TIME, UNITS};
use words::numbers::{LABELS, PERCENT};
use words::{ByLanguage, CARDINALS, MAGNITUDES};

use super::dates::{Date, Months};
use super::fold;
use super::numbers::{clock, decimal, digits, is_year, length, minutes};
use crate::hash;
use crate::lexicon::Lexicon;
use crate::normalise::is_unspaced;
use crate::tokens::{Gap, Token, is_date, tokens};

/// What a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AmountKind {
    /// A number of something, if it has a unit.
    Count,
    /// A year.
    Year,
    /// A day of a month.
    Day,
    /// A month without a day.
    Month,
    /// A day of the week.
    Weekday,
    /// A time of day.
    Clock,
    /// A part of a name ("A 7", "line 46", "5G"), or a number that cannot be read ("2026/27").
    Label,
}

/// A figure of a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) kind: AmountKind,
    /// The same for equal figures, whatever the language: "6400000" for "6,4 Millionen".
    pub(crate) value: String,
    /// What it may count, the best guess first.
    pub(crate) units: Vec<Unit>,
    /// Where it is, with its magnitude and the currency before it.
    span: Range<usize>,
}

/// A word or sign that tells what a figure counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The same for all forms and signs of a unit.
    pub(crate) key: u64,
    span: Range<usize>,
}

impl Unit {
    /// As the passage writes it.
    pub(crate) fn written<'a>(&self, passage: &'a str) -> &'a str {
        passage.get(self.span.clone()).unwrap_or_default()
    }
}

impl Amount {
    /// The hash of its value.
    pub(crate) fn key(&self) -> u64 {
        hash::bytes(format!("#{}", self.value).as_bytes())
    }

    /// As the passage writes it, up to one of its units.
    pub(crate) fn written<'a>(&self, passage: &'a str, unit: Option<&Unit>) -> &'a str {
        let end = unit.map_or(self.span.end, |unit| self.span.end.max(unit.span.end));
        passage.get(self.span.start..end).unwrap_or_default()
    }

    /// The part of the passage between two marks that it is in.
    pub(crate) fn clause<'a>(&self, passage: &'a str) -> &'a str {
        let is_mark = |(at, c): &(usize, char)| {
            let after = passage.get(at + c.len_utf8()..).unwrap_or_default();
            is_clause_mark(*c) && !after.starts_with(|c: char| c.is_ascii_digit())
        };
        let marks = || passage.char_indices().filter(is_mark);
        let before = marks().take_while(|(at, _)| *at < self.span.start).last();
        let start = before.map_or(0, |(at, c)| at + c.len_utf8());
        let end = marks().map(|(at, _)| at).find(|at| *at >= self.span.end);
        passage
            .get(start..end.unwrap_or(passage.len()))
            .unwrap_or_default()
    }

    /// As the passage writes it, with all that may be its units.
    pub(crate) fn written_in_full<'a>(&self, passage: &'a str) -> &'a str {
        self.written(passage, self.units.last())
    }
}

/// What all words and signs for per cent are.
const PERCENT_VALUE: &str = "%";

/// The words of a language that numbers are written with.
#[derive(Default)]
struct NumberWords {
    cardinals: HashMap<&'static str, u8>,
    /// The powers of ten by which words multiply the number before them.
    magnitudes: HashMap<&'static str, u8>,
    /// Phrases, by words.
    percent: Vec<Vec<&'static str>>,
    labels: &'static [&'static str],
}

static NUMBER_WORDS: LazyLock<HashMap<&str, NumberWords>> = LazyLock::new(|| {
    let mut all: HashMap<&str, NumberWords> = HashMap::new();
    let each = |tables: &[(u8, ByLanguage)]| {
        let lists = tables.iter().flat_map(|(number, table)| {
            let lists = table.iter();
            lists.map(|(language, words)| (*number, *language, *words))
        });
        lists.collect::<Vec<_>>()
    };
    for (number, language, words) in each(&CARDINALS) {
        let known = &mut all.entry(language).or_default().cardinals;
        known.extend(words.iter().map(|word| (*word, number)));
    }
    for (exponent, language, words) in each(&MAGNITUDES) {
        let known = &mut all.entry(language).or_default().magnitudes;
        known.extend(words.iter().map(|word| (*word, exponent)));
    }
    for (language, phrases) in PERCENT {
        let phrases = phrases.iter().map(|phrase| phrase.split(' ').collect());
        all.entry(language).or_default().percent = phrases.collect();
    }
    for (language, labels) in LABELS {
        all.entry(language).or_default().labels = labels;
    }
    all
});

/// The figures of a passage, in order.
pub(crate) fn amounts(passage: &str, lexicon: &Lexicon) -> Vec<Amount> {
    static NONE: LazyLock<NumberWords> = LazyLock::new(NumberWords::default);
    let months = Months::of(lexicon);
    let reader = AmountReader {
        passage,
        tokens: tokens(passage),
        dates: months.dates(passage),
        months,
        words: NUMBER_WORDS.get(lexicon.code()).unwrap_or(&NONE),
        lexicon,
    };
    reader.joined(reader.amounts())
}

struct AmountReader<'a> {
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

impl AmountReader<'_> {
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

/// Maximum bytes of the small words between a magnitude and its unit.
const MAX_LINK_BYTES: usize = 12;

fn amount(kind: AmountKind, value: String, span: Range<usize>) -> Amount {
    Amount {
        kind,
        value,
        units: Vec::new(),
        span,
    }
}

fn day_value(month: u8, day: u8) -> String {
    format!("@{month}-{day}")
}

fn clock_value(minutes: u32) -> String {
    format!("{}:{:02}", minutes / 60, minutes % 60)
}

/// Whether a word in lower case is a month in any language.
fn is_month_of_any(lower: &str) -> bool {
    words::months().iter().flatten().any(|name| *name == lower)
}

/// The letters at the start of a text, if its words have blanks between them.
fn letters(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphabetic() || is_unspaced(c));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// The power of ten of a letter after a sum of money: "£6.4m".
fn short(suffix: &str) -> Option<u8> {
    match suffix {
        "k" => Some(3),
        "m" => Some(6),
        "b" => Some(9),
        _ => None,
    }
}

/// "19h30", "19h"
fn hours(form: &str, after: &str) -> Option<(u32, usize)> {
    let rest = after.strip_prefix('h')?;
    let length = digits(rest);
    if rest.get(length..)?.starts_with(char::is_alphabetic) {
        return None;
    }
    let minute = rest
        .get(..length)
        .filter(|minute| matches!(minute.len(), 0 | 2))?;
    let hour: u32 = form.parse().ok().filter(|hour| *hour <= 24)?;
    let minute: u32 = if minute.is_empty() {
        0
    } else {
        minute.parse().ok()?
    };
    (minute < 60).then_some((hour * 60 + minute, 1 + length))
}

/// The year, month and day of "21.11.2026" and "2026-11-21".
fn full_date(form: &str) -> Option<(&str, u8, u8)> {
    let parts = |separator| {
        let parts: Vec<&str> = form.split(separator).collect();
        <[&str; 3]>::try_from(parts).ok()
    };
    let (year, month, day) = if let Some([day, month, year]) = parts('.') {
        (year, month, day)
    } else {
        let [year, month, day] = parts('-')?;
        (year, month, day)
    };
    let number = |part: &str, most| part.parse::<u8>().ok().filter(|n| (1..=most).contains(n));
    let (month, day) = (number(month, 12)?, number(day, 31)?);
    is_year(year).then_some((year, month, day))
}

/// The value of a number, or both values of "12-13", unless these are years.
fn range_or_number(form: &str) -> Option<String> {
    let Some((from, to)) = form.split_once('-') else {
        return plain(form);
    };
    let is_range = !is_year(from);
    is_range.then_some(format!("{}~{}", plain(from)?, plain(to)?))
}

/// The value of a number, without zeros before it.
fn plain(form: &str) -> Option<String> {
    let value = decimal(form)?;
    let bare = value.trim_start_matches('0');
    let is_whole = bare.is_empty() || bare.starts_with('.');
    Some(if is_whole {
        format!("0{bare}")
    } else {
        bare.to_owned()
    })
}

/// A value, or both values of a range, times a power of ten.
fn shifted(value: &str, exponent: u8) -> String {
    if let Some((from, to)) = value.split_once('~') {
        return format!("{}~{}", shifted(from, exponent), shifted(to, exponent));
    }
    let (whole, decimals) = value.split_once('.').unwrap_or((value, ""));
    let places = usize::from(exponent);
    let moved: String = decimals
        .chars()
        .chain(std::iter::repeat('0'))
        .take(places)
        .collect();
    let rest = decimals.get(places..).unwrap_or_default();
    let whole = format!("{whole}{moved}");
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if rest.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{rest}")
    }
}

fn sum(one: &str, other: &str) -> String {
    let sum = match (one.parse::<u128>(), other.parse::<u128>()) {
        (Ok(one), Ok(other)) => one.checked_add(other),
        _ => None,
    };
    sum.map_or_else(|| format!("{one}+{other}"), |sum| sum.to_string())
}

/// Whether two words with this between them are in one phrase.
fn is_beside(between: &str) -> bool {
    matches!(between, "" | "-" | "‑") || between.chars().all(|c| c.is_whitespace() && c != '\n')
}

/// Whether a character separates the clauses of a sentence.
fn is_clause_mark(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | ':' | '–' | '—' | '(' | ')' | '，' | '、' | '；' | '：' | '،' | '؛'
    )
}

/// Whether a character is a currency or another sign that is a unit by itself.
fn is_sign(c: char) -> bool {
    is_currency(c) || matches!(c, '°' | '‰')
}

fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '¢' | '£' | '¤' | '¥' | '֏' | '؋' | '৳' | '฿' | '\u{20a0}'..='\u{20cf}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of a text: values, and what is written with all units.
    fn read(language: &str, text: &str) -> Vec<(String, String)> {
        let found = amounts(text, &Lexicon::of(language)).into_iter();
        let pairs = found.map(|one| (one.value.clone(), one.written_in_full(text).to_owned()));
        pairs.collect()
    }

    #[test]
    fn figures_keep_their_magnitude_and_unit() {
        for (language, text, value, written) in [
            (
                "de",
                "auf 6,4 Millionen Euro, heißt es",
                "6400000",
                "6,4 Millionen Euro",
            ),
            (
                "de",
                "auf 6,4 Mio. Euro gestiegen",
                "6400000",
                "6,4 Mio. Euro",
            ),
            ("de", "rund 20 Mrd. € mehr", "20000000000", "20 Mrd. €"),
            ("de", "auf 883.000 Euro gestiegen", "883000", "883.000 Euro"),
            ("de", "von 12,50 Euro", "12.5", "12,50 Euro"),
            ("de", "16,6 Prozent der Kosten", "16.6%", "16,6 Prozent"),
            ("de", "16,6 % der Kosten", "16.6%", "16,6 %"),
            ("de", "14 verletzte Menschen", "14", "14 verletzte Menschen"),
            ("de", "zwölf Linden weichen", "12", "zwölf Linden"),
            (
                "de",
                "mit 17 zu 12 Stimmen beschlossen",
                "17~12",
                "17 zu 12 Stimmen",
            ),
            ("de", "bei -5 Grad", "-5", "-5 Grad"),
            ("de", "von 5 auf 12 Prozent", "5~12%", "5 auf 12 Prozent"),
            ("de", "zwischen 22 und 4 Uhr", "22~4:00", "22 und 4 Uhr"),
            ("en", "16.6 per cent of the cost", "16.6%", "16.6 per cent"),
            ("en", "would cost £6.4m more", "6400000", "£6.4m"),
            ("en", "almost £ 19 million more", "19000000", "£ 19 million"),
            ("en", "three hundred people", "300", "three hundred people"),
            ("en", "12–14 people", "12~14", "12–14 people"),
            (
                "fr",
                "3,5 millions d’euros",
                "3500000",
                "3,5 millions d’euros",
            ),
            (
                "es",
                "2 millones de euros",
                "2000000",
                "2 millones de euros",
            ),
            (
                "es",
                "tres mil millones de euros",
                "3000000000",
                "tres mil millones de euros",
            ),
            (
                "it",
                "3,5 milioni di euro",
                "3500000",
                "3,5 milioni di euro",
            ),
            ("pl", "6,4 mln złotych", "6400000", "6,4 mln złotych"),
            ("ru", "6,4 млн рублей", "6400000", "6,4 млн рублей"),
            ("hi", "5 लाख रुपये", "500000", "5 लाख रुपये"),
            ("ja", "1億2000万円", "120000000", "1億2000万円"),
            ("und", "6,4 % and", "6.4%", "6,4 %"),
        ] {
            let found = read(language, text);
            assert_eq!(found, [(value.to_owned(), written.to_owned())], "{text}");
        }
    }

    #[test]
    fn times_and_days_are_figures() {
        for (language, text, value) in [
            ("de", "um 19.30 Uhr", "19:30"),
            ("de", "um 9 Uhr", "9:00"),
            ("en", "at 7.30 pm", "19:30"),
            ("en", "at 12 a.m. sharp", "0:00"),
            ("fr", "à 19h30", "19:30"),
            ("fr", "à 19h", "19:00"),
            ("de", "am 3. März", "@3-3"),
            ("en", "on March 3", "@3-3"),
            ("de", "im März", "@3"),
            ("de", "am Montag", "@montag"),
            ("de", "frühestens 2028 fertig", "2028"),
        ] {
            let found = read(language, text);
            let values: Vec<&str> = found.iter().map(|(value, _)| value.as_str()).collect();
            assert_eq!(values, [value], "{text}");
        }
        let found = read("de", "am 21.11.2026");
        assert_eq!(found[0].0, "@11-21");
        assert_eq!(found[1].0, "2026");
    }

    #[test]
    fn a_number_in_a_name_counts_nothing() {
        for (language, text) in [
            ("de", "Busse der Linie 46 fahren"),
            ("de", "die Straßenbahnlinie 5 fährt"),
            ("de", "nach Paragraf 3 Satzung"),
            ("de", "auf der A 7 Autos"),
            ("de", "auf der A7 Autos"),
            ("de", "nach § 3 Satzung"),
            ("de", "die Nr. 5 lebt"),
            ("en", "on route 7 stop"),
            ("en", "the number 12 tram line"),
            ("en", "on the M 4 traffic"),
            ("en", "COVID-19 cases and"),
            ("en", "with 5G phones"),
            ("fr", "la ligne 4 ferme"),
            ("en", "the 2026/27 season"),
            ("en", "the 2026-27 season"),
        ] {
            let found = amounts(text, &Lexicon::of(language));
            let kinds: Vec<_> = found.iter().map(|one| one.kind).collect();
            assert_eq!(kinds, [AmountKind::Label], "{text}");
        }
        // A verb is no unit where nouns are marked.
        let found = amounts("Es waren 46 fahren nur", &Lexicon::of("de"));
        assert!(found[0].units.is_empty());
        // What counts something is no name.
        for (language, text) in [
            ("de", "in der Straße 1.250 Menschen"),
            ("de", "wenn der Anteil 12 Menschen"),
            ("en", "killed abroad 12 people"),
        ] {
            let found = amounts(text, &Lexicon::of(language));
            assert_eq!(found[0].kind, AmountKind::Count, "{text}");
        }
    }

    #[test]
    fn a_figure_is_in_a_clause() {
        let text = "Lieferanten klagen; 1,5 Prozent (etwa 4) sind klein, heißt es";
        let found = amounts(text, &Lexicon::of("de"));
        let clauses: Vec<_> = found.iter().map(|one| one.clause(text).trim()).collect();
        assert_eq!(clauses, ["1,5 Prozent", "etwa 4"]);
    }

    #[test]
    fn any_text_has_figures_or_none() {
        for text in [
            "",
            "1",
            "-",
            "€",
            "1.",
            "1-",
            "-1-2-3",
            "1€%",
            "٣٤ ५",
            "1h",
            "½ ¼",
            "万1万1",
            "1:2:3",
            "1 000 000 000 000 000 000 000 000 000 000 000 000 000 万1",
        ] {
            for language in ["de", "en", "ja", "und"] {
                for one in amounts(text, &Lexicon::of(language)) {
                    assert!(!one.written_in_full(text).is_empty(), "{text}");
                    assert!(!one.clause(text).is_empty(), "{text}");
                }
            }
        }
    }
}
