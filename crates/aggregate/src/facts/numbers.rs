//! Numbers in a text.

use text::words::dates::AFTER_TIME;

use super::dates::Date;
use text::words;

/// A number in digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number<'a> {
    /// Digits, and a point before the decimals, whatever the language.
    pub(super) value: String,
    pub(super) form: &'a str,
}

/// The significant numbers of a text: no years, times, days, or round numbers such as 20 and 3,000. `dates` are those of the text.
pub(super) fn numbers<'a>(text: &'a str, dates: &[Date]) -> Vec<Number<'a>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = rest.get(..start).and_then(|b| b.chars().next_back());
        let from = rest.get(start..).unwrap_or_default();
        let (form, after) = from.split_at_checked(length(from)).unwrap_or((from, ""));
        rest = after;
        let offset = text.len() - from.len();
        let is_day = dates
            .binary_search_by_key(&offset, |date| date.start)
            .is_ok();
        if !is_day
            && !is_part(before, after)
            && !is_time(form, after)
            && let Some(value) = value(form)
        {
            found.push(Number { value, form });
        }
    }
    found
}

/// The length of the number at the start of a text: digits with single separators. A blank separates thousands.
fn length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut last = digits(text);
    let mut end = last;
    loop {
        let after = text.get(end..).unwrap_or_default();
        let Some(separator) = after.chars().next() else {
            return end;
        };
        let next = digits(after.get(separator.len_utf8()..).unwrap_or_default());
        let joins = match separator {
            '.' | ',' | ':' | '/' | '-' | '’' | '\'' => next > 0,
            // "1 250", but neither "2026 350" nor "12 35".
            ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => next == 3 && last <= 3,
            _ => false,
        };
        if !joins {
            return end;
        }
        end += separator.len_utf8() + next;
        last = next;
    }
}

/// Whether a number is part of a word: "A7", "5G", "3rd".
fn is_part(before: Option<char>, after: &str) -> bool {
    before.is_some_and(|c| c.is_alphabetic() || matches!(c, '-' | '#' | '_' | '/' | '.'))
        || after.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether the word after a number makes it a time of day: "19.30 Uhr", "11 a.m.", "1445 GMT".
fn is_time(form: &str, after: &str) -> bool {
    let next = after
        .trim_start_matches([' ', '\u{a0}', '\u{202f}'])
        .chars();
    let letters = next.take_while(|c| c.is_alphabetic() || *c == '.');
    let word: String = letters.filter(|c| *c != '.').collect();
    match word.to_lowercase().as_str() {
        "am" | "pm" => {
            let hour = form.split('.').next().and_then(|hour| hour.parse().ok());
            hour.is_some_and(|hour: u8| hour <= 12)
        }
        lower if AFTER_TIME.contains(&lower) => true,
        // "ist" and "est" are also words
        lower => word.chars().all(char::is_uppercase) && words::zones::minutes(lower).is_some(),
    }
}

/// The value, if the parts form one significant number: digits, and a point before the decimals, whatever the language.
fn value(form: &str) -> Option<String> {
    let is_year = || matches!(form.get(..2), Some("18" | "19" | "20" | "21"));
    let is_whole = form.bytes().all(|byte| byte.is_ascii_digit());
    if form.contains([':', '/', '-']) || is_whole && form.len() == 4 && is_year() {
        return None;
    }
    // Three digits after a separator are thousands, others are decimals: "6.400", "6.40".
    let point = form.rfind(['.', ',']);
    let point = point.filter(|at| form.len() - at != 4 || form.starts_with('0'));
    let (whole, decimals) = point
        .and_then(|at| Some((form.get(..at)?, form.get(at + 1..)?)))
        .unwrap_or((form, ""));
    let groups: Vec<&str> = whole.split(|c: char| !c.is_ascii_digit()).collect();
    let (first, thousands) = groups.split_first()?;
    if !thousands.is_empty() && (first.len() > 3 || thousands.iter().any(|group| group.len() != 3))
    {
        return None;
    }
    let whole = groups.concat();
    let decimals = decimals.trim_end_matches('0');
    let significant = if decimals.is_empty() {
        whole.trim_matches('0').len()
    } else {
        whole.trim_start_matches('0').len() + decimals.len()
    };
    (2..=15).contains(&significant).then(|| match decimals {
        "" => whole,
        decimals => format!("{whole}.{decimals}"),
    })
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
