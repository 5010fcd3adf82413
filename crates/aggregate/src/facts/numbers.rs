//! Numbers in a text.

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

/// A number and the words after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figure<'a> {
    /// Digits, and a point before the decimals, whatever the language.
    pub(crate) value: String,
    /// As the text writes it.
    pub(crate) form: &'a str,
    /// Up to two words that tell what it counts.
    pub(crate) units: Vec<&'a str>,
}

/// The numbers of a passage that count something, since a word follows them.
pub(crate) fn figures(passage: &str) -> impl Iterator<Item = Figure<'_>> {
    let mut rest = passage;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|c: char| c.is_ascii_digit())?;
            let before = rest.get(..start).and_then(|b| b.chars().next_back());
            let from = rest.get(start..)?;
            let (form, after) = from.split_at_checked(length(from))?;
            rest = after;
            let word = after.strip_prefix([' ', '\u{a0}', '\u{202f}']);
            let words = word.unwrap_or_default().split([' ', '\u{a0}']);
            let words = words.map(|word| word.trim_end_matches(|c: char| !c.is_alphabetic()));
            let units: Vec<&str> = words
                .take(2)
                .take_while(|word| word.chars().all(char::is_alphabetic) && !word.is_empty())
                .collect();
            if !units.is_empty()
                && !is_part(before, after)
                && let Some(value) = value(form)
            {
                return Some(Figure { value, form, units });
            }
        }
    })
}

/// The significant numbers of a text: no years, times, days, or round numbers such as 20 and 3,000.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = rest.get(..start).and_then(|b| b.chars().next_back());
        let from = rest.get(start..).unwrap_or_default();
        let end = length(from);
        let (form, after) = from.split_at_checked(end).unwrap_or((from, ""));
        if !is_part(before, after)
            && let Some(value) = value(form)
        {
            found.push(Number {
                value,
                form: form.to_owned(),
            });
        }
        rest = after;
    }
    found
}

/// The length of the number at the start of a text: digits with single separators. A blank separates thousands.
fn length(text: &str) -> usize {
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

fn digits(text: &str) -> usize {
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

/// Whether a number is part of a word or a day ("A7", "5G", "3rd", "21. November"), or a time of day ("19.30 Uhr").
fn is_part(before: Option<char>, after: &str) -> bool {
    if before.is_some_and(|c| c.is_alphabetic() || matches!(c, '-' | '#' | '_' | '/' | '.')) {
        return true;
    }
    if after
        .chars()
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
    {
        return true;
    }
    let next = after.trim_start_matches(['.', ' ', '\u{a0}']);
    let word: String = next
        .chars()
        .take_while(|c| c.is_alphabetic())
        .take(16)
        .collect();
    let word = super::fold(&word);
    matches!(word.as_str(), "uhr" | "pm" | "am" | "gmt") || super::dates::month(&word).is_some()
}

/// The value, if the parts form one significant number.
fn value(form: &str) -> Option<String> {
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
    let year = decimals.is_empty()
        && form.len() == 4
        && matches!(form.get(..2), Some("18" | "19" | "20" | "21"));
    let significant = if decimals.is_empty() {
        whole.trim_matches('0').len()
    } else {
        whole.trim_start_matches('0').len() + decimals.len()
    };
    if year || !(2..=15).contains(&significant) {
        return None;
    }
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
    use super::numbers;

    fn values(text: &str) -> Vec<String> {
        numbers(text)
            .into_iter()
            .map(|number| number.value)
            .collect()
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
            "am 21. November",
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
}
