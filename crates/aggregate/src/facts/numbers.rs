//! Numbers in a text.

use words::dates::AFTER_TIME;

use super::dates::Date;
use crate::hash;

/// A number in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    /// Digits, and a point before the decimals, whatever the language.
    value: String,
    pub(super) form: String,
}

impl Number {
    pub(super) fn key(&self) -> u64 {
        hash::bytes(format!("#{}", self.value).as_bytes())
    }
}

/// The significant numbers of a text: no years, times, days, or round numbers such as 20 and 3,000. `dates` are those of the text.
pub(super) fn numbers(text: &str, dates: &[Date]) -> Vec<Number> {
    let values = values(text, dates).into_iter();
    let numbers = values.map(|(value, form)| Number {
        value,
        form: form.to_owned(),
    });
    numbers.collect()
}

/// The value and form of each number that counts.
fn values<'a>(text: &'a str, dates: &[Date]) -> Vec<(String, &'a str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = rest.get(..start).and_then(|b| b.chars().next_back());
        let from = rest.get(start..).unwrap_or_default();
        let (form, after) = from.split_at_checked(length(from)).unwrap_or((from, ""));
        rest = after;
        let offset = text.len() - from.len();
        let date = dates.binary_search_by_key(&offset, |date| date.start).ok();
        let is_day = date.is_some_and(|at| !dates[at].may_count);
        if !is_day
            && !is_part(before, form, after)
            && let Some(value) = value(form)
        {
            found.push((value, form));
        }
    }
    found
}

/// The length of the number at the start of a text: digits with single separators. A blank separates thousands.
pub(super) fn length(text: &str) -> usize {
    let mut end = digits(text);
    loop {
        let after = text.get(end..).unwrap_or_default();
        let Some(separator) = after.chars().next() else {
            return end;
        };
        let next = after.get(separator.len_utf8()..).unwrap_or_default();
        let joins = match separator {
            '.' | ',' | ':' | '/' | '-' | '’' | '\'' => digits(next) > 0,
            // "1 250", but neither "2026 350" nor "12 35".
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => {
                digits(next) == 3 && last_group(text, end) <= 3
            }
            _ => false,
        };
        if !joins {
            return end;
        }
        end += separator.len_utf8() + digits(next);
    }
}

pub(super) fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn last_group(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes().get(..end).unwrap_or_default();
    bytes
        .iter()
        .rev()
        .take_while(|b| b.is_ascii_digit())
        .count()
}

/// Whether a number is part of a word ("A7", "5G", "3rd"), or a time of day ("19.30 Uhr").
fn is_part(before: Option<char>, form: &str, after: &str) -> bool {
    if before.is_some_and(|c| c.is_alphabetic() || matches!(c, '-' | '#' | '_' | '/' | '.')) {
        return true;
    }
    if after.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return true;
    }
    clock(form, after).is_some()
}

/// The minutes since midnight of a time of day that the text after it shows as such, and the length of what does.
pub(super) fn clock(form: &str, after: &str) -> Option<(u32, usize)> {
    let minutes = minutes(form)?;
    let next = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let letters = next.split(|c: char| !c.is_alphabetic() && c != '.').next();
    let letters = letters.unwrap_or_default();
    // "p.m."
    let word: String = letters.replace('.', "");
    let lower = word.to_lowercase();
    let is_clock = match lower.as_str() {
        "am" | "pm" => minutes < 13 * 60 && (form.len() <= 2 || form.contains(['.', ':'])),
        _ if AFTER_TIME.contains(&lower.as_str()) => true,
        // "ist" and "est" are also words
        _ => word.chars().all(char::is_uppercase) && words::zones::minutes(&lower).is_some(),
    };
    let noon = 12 * 60;
    let minutes = match lower.as_str() {
        "am" => minutes % noon,
        "pm" => minutes % noon + noon,
        _ => minutes,
    };
    let length = after.len() - next.len() + letters.len();
    is_clock.then_some((minutes, length))
}

/// The minutes since midnight, if a number can be a time of day: "9", "19.30", "1930".
pub(super) fn minutes(form: &str) -> Option<u32> {
    let (hour, minute) = match form.split_once(['.', ':']) {
        Some(parts) => parts,
        None if form.len() == 4 => form.split_at_checked(2)?,
        None => (form, "00"),
    };
    let figure = |part: &str| part.parse::<u32>().ok().filter(|_| part.len() <= 2);
    let (hour, minute) = (figure(hour)?, figure(minute).filter(|_| minute.len() == 2)?);
    (hour <= 24 && minute < 60).then_some(hour * 60 + minute)
}

/// The value, if the parts form one significant number.
fn value(form: &str) -> Option<String> {
    let value = decimal(form)?;
    let significant = match value.split_once('.') {
        None => value.trim_matches('0').len(),
        Some((whole, decimals)) => whole.trim_start_matches('0').len() + decimals.len(),
    };
    let is_significant = (2..=15).contains(&significant);
    let is_year = is_year(form) && !value.contains('.');
    (is_significant && !is_year).then_some(value)
}

/// Whether a number in figures may be a year.
pub(super) fn is_year(form: &str) -> bool {
    form.len() == 4 && matches!(form.get(..2), Some("18" | "19" | "20" | "21"))
}

/// The value of a number, if its parts form one: digits, and a point before the decimals, whatever the language.
pub(super) fn decimal(form: &str) -> Option<String> {
    if form.contains([':', '/', '-']) {
        return None;
    }
    let groups: Vec<&str> = form.split(|c: char| !c.is_ascii_digit()).collect();
    let separators: Vec<char> = form.chars().filter(|c| !c.is_ascii_digit()).collect();
    let (first, others) = groups.split_first()?;
    let thousands = |groups: &[&str]| {
        !first.starts_with('0') && first.len() <= 3 && groups.iter().all(|g| g.len() == 3)
    };
    let same = |separators: &[char]| {
        separators
            .windows(2)
            .all(|pair| pair.first() == pair.last())
    };
    let (whole, decimals) = match others.split_last() {
        None => ((*first).to_owned(), ""),
        Some(_) if thousands(others) && same(&separators) => (groups.concat(), ""),
        Some((last, middle)) if thousands(middle) && is_point(&separators) => {
            let whole = groups.get(..groups.len() - 1).unwrap_or_default();
            (whole.concat(), *last)
        }
        Some(_) => return None,
    };
    let decimals = decimals.trim_end_matches('0');
    Some(if decimals.is_empty() {
        whole
    } else {
        format!("{whole}.{decimals}")
    })
}

/// Whether decimals follow the last separator: it is a point or a comma, and differs from those before.
fn is_point(separators: &[char]) -> bool {
    let Some((last, before)) = separators.split_last() else {
        return false;
    };
    matches!(last, '.' | ',')
        && !before.contains(last)
        && before.windows(2).all(|pair| pair.first() == pair.last())
}

#[cfg(test)]
mod tests {
    use super::super::dates::Months;
    use super::*;
    use crate::lexicon::Lexicon;

    fn values_in(language: &str, text: &str) -> Vec<String> {
        let dates = Months::of(&Lexicon::of(language)).dates(text);
        let numbers = numbers(text, &dates).into_iter();
        numbers.map(|number| number.value).collect()
    }

    fn values(text: &str) -> Vec<String> {
        values_in("de", text)
    }

    #[test]
    fn a_number_has_one_value_in_all_languages() {
        for text in [
            "1,250 people",
            "1.250 Menschen",
            "1 250 personnes",
            "1\u{202f}250 personnes",
            "1'250 Personen",
            "1250 men.",
        ] {
            assert_eq!(values(text), ["1250"], "{text}");
        }
        for text in ["3.5 million", "3,5 Millionen", "3,50 Euro."] {
            assert_eq!(values(text), ["3.5"], "{text}");
        }
        assert_eq!(
            values("1.234.567,89 Euro, 1,234,567.89 euros"),
            ["1234567.89", "1234567.89"]
        );
        assert_eq!(values("47, 48 and 49"), ["47", "48", "49"]);
    }

    #[test]
    fn a_number_after_a_month_may_count_what_follows() {
        assert_eq!(values_in("en", "In June 14 people died"), ["14"]);
        assert!(values_in("en", "On June 14, people died").is_empty());
        assert!(values_in("en", "On June 14 people died").is_empty());
    }

    #[test]
    fn meaningless_numbers_are_left_out() {
        for text in [
            "in 2026",
            "7 men",
            "20 or 3,000",
            "at 14:30",
            "um 19.30 Uhr",
            "the A71 and 5G",
            "on the 23rd",
            "um 2115 Uhr",
            "um 1445 GMT",
            "at 11 am",
            "at 11.30 p.m. local time",
            "um 14.30 MEZ",
            "am 21. November",
            "am 21.\u{a0}November",
            "0,5",
            "21.11.2026",
            "1/12",
            "12-13",
            "10.0.0.1",
            "v1.25.3",
        ] {
            assert!(values(text).is_empty(), "{text}: {:?}", values(text));
        }
    }

    #[test]
    fn a_number_before_a_time_or_a_month_that_is_none_counts() {
        for (language, text, value) in [
            ("de", "stieg auf 125. Am Freitag", "125"),
            ("de", "stieg auf 125 am Freitag", "125"),
            ("de", "stieg auf 12. Am Freitag", "12"),
            ("de", "stieg auf 1250 am Freitag", "1250"),
            ("de", "stieg auf 12,5 am Freitag", "12.5"),
            ("de", "mit 125 Mai gegen", "125"),
            ("en", "1,250 may have died", "1250"),
            ("en", "12 may have died", "12"),
            ("en", "killed 12. May said", "12"),
            ("en", "rose to 11. PM said", "11"),
            ("en", "all 12 est", "12"),
        ] {
            assert_eq!(values_in(language, text), [value], "{text}");
        }
    }

    #[test]
    fn the_day_of_a_date_is_no_number() {
        for (language, text) in [
            ("en", "on November 21"),
            ("en", "on 21 November"),
            ("es", "el 21 de noviembre"),
            ("fr", "le 21 novembre"),
            ("ru", "21 ноября"),
        ] {
            assert!(values_in(language, text).is_empty(), "{text}");
        }
        let text = "Am 21. Mai waren es 21 am 22. Mai 23 Menschen";
        assert_eq!(values(text), ["21", "23"]);
    }
}
