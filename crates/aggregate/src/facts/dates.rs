//! Days of the year in a text.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use text::words::dates::{ALSO_WORDS, BETWEEN};

use super::fold;
use crate::lexicon::Lexicon;
use crate::tokens::{Gap, Token, tokens};
use text::words;

/// A day of any year: news texts omit the year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Date {
    /// Month and day: `03-31`.
    pub(super) form: String,
    /// Where the digits of the day start, in bytes.
    pub(super) start: usize,
}

/// The numbers of months by their folded names.
type Numbers = HashMap<String, u8>;

/// Of each language, and of all of them under "".
static NUMBERS: LazyLock<HashMap<&str, Numbers>> = LazyLock::new(|| {
    let mut numbers: HashMap<&str, Numbers> = HashMap::new();
    for (number, languages) in (1..).zip(words::MONTHS) {
        for (language, names) in languages {
            for name in *names {
                let everywhere =
                    (words::month(name, None) == Some(u32::from(number))).then_some("");
                for language in everywhere.into_iter().chain([*language]) {
                    let known = numbers.entry(language).or_default();
                    known.entry(fold(name)).or_insert(number);
                }
            }
        }
    }
    numbers
});

/// [`ALSO_WORDS`], folded: those of each language, and of all of them under "".
static COMMON: LazyLock<HashMap<&str, HashSet<String>>> = LazyLock::new(|| {
    let mut common: HashMap<&str, HashSet<String>> = HashMap::new();
    for (language, names) in ALSO_WORDS {
        for language in ["", language] {
            let known = common.entry(language).or_default();
            known.extend(names.iter().map(|name| fold(name)));
        }
    }
    common
});

/// How a language writes days.
#[derive(Clone, Copy)]
pub(super) struct Months {
    numbers: Option<&'static Numbers>,
    /// Those names that are also common words.
    common: Option<&'static HashSet<String>>,
    /// Whether a full stop follows the day.
    stops: bool,
}

/// Maximum bytes of the name of a month.
const MAX_MONTH_BYTES: usize = 40;

impl Months {
    /// The months of a language; those of all, if its own are not known.
    pub(super) fn of(lexicon: &Lexicon) -> Self {
        let language = lexicon.code();
        let known = NUMBERS.get(language);
        Self {
            numbers: known.or_else(|| NUMBERS.get("")),
            common: COMMON.get(if known.is_some() { language } else { "" }),
            stops: text::has_ordinal_stops(known.is_some().then_some(language)),
        }
    }

    /// The number of a month by its folded name.
    fn number(self, name: &str) -> Option<u8> {
        self.numbers?.get(name).copied()
    }

    /// Whether the folded name of a month is also a common word.
    fn is_common(self, name: &str) -> bool {
        self.common.is_some_and(|common| common.contains(name))
    }

    /// Whether a word of a name, folded, is a month.
    pub(super) fn is_month(self, word: &str) -> bool {
        self.number(word).is_some() && !self.is_common(word)
    }

    /// The days that a text gives by day and month, in order.
    pub(super) fn dates(self, text: &str) -> Vec<Date> {
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return Vec::new();
        }
        let words = tokens(text);
        let dates = (0..words.len()).filter_map(|at| self.date(text, &words, at));
        dates.collect()
    }

    /// The day whose month is this word: "21. November", "21 de noviembre"; else "November 21", but no year.
    fn date(self, text: &str, words: &[Token<'_>], at: usize) -> Option<Date> {
        let word = words.get(at)?;
        let last = at.checked_sub(1).and_then(|at| words.get(at));
        let next = words.get(at + 1);
        let is_digit = |word: &&Token<'_>| word.text.starts_with(|c: char| c.is_ascii_digit());
        let has_digit = last.is_some_and(|last| is_digit(&last) || BETWEEN.contains(&last.text));
        if word.text.len() > MAX_MONTH_BYTES
            || !has_digit && !next.is_some_and(|next| is_digit(&next))
        {
            return None;
        }
        let name = fold(word.text);
        let month = self.number(&name)?;
        let is_common = self.is_common(&name);
        if is_common && !word.capital {
            return None;
        }
        let gap = |a: &Token<'_>, b: &Token<'_>| text.get(a.end()..b.start).unwrap_or_default();
        let before = || {
            let last = last?;
            if is_digit(&last) {
                let gap = gap(last, word);
                let point = gap.strip_prefix('.').filter(|_| self.stops);
                return Some(last).filter(|_| is_blank(point.unwrap_or(gap)));
            }
            // "3 d’abril"
            let joined =
                matches!(word.gap, Gap::Blank | Gap::Inner) && BETWEEN.contains(&last.text);
            let day = words.get(at.checked_sub(2)?).filter(|_| joined)?;
            is_blank(gap(day, last)).then_some(day)
        };
        let after = || {
            let is_apart = is_common && word.gap == Gap::Sentence;
            next.filter(|next| !is_apart && is_blank(gap(word, next)))
        };
        let day_of = |word: &Token<'_>| Some((day(text, word)?, word.start));
        let (day, start) = before()
            .and_then(day_of)
            .or_else(|| after().and_then(day_of))?;
        Some(Date {
            form: format!("{month:02}-{day:02}"),
            start,
        })
    }
}

/// Whether two words with this between them are in one line and sentence.
fn is_blank(gap: &str) -> bool {
    gap.chars().all(|c| c.is_whitespace() && c != '\n')
}

/// "21", "21st", "1er", but not the end of "1,250" or the beginning of "3.5".
fn day(text: &str, word: &Token<'_>) -> Option<u8> {
    let points = ['.', ',', ':'];
    let before = text.get(..word.start)?.strip_suffix(points);
    let after = text.get(word.end()..)?.strip_prefix(points);
    let digit = |c: char| c.is_ascii_digit();
    if before.is_some_and(|text| text.ends_with(digit))
        || after.is_some_and(|text| text.starts_with(digit))
    {
        return None;
    }
    let digits = word.text.trim_end_matches(char::is_alphabetic);
    let ending = word.text.get(digits.len()..)?;
    if !matches!(ending, "" | "o" | "º") && !BETWEEN.contains(&ending) {
        return None;
    }
    let day: u8 = digits.parse().ok()?;
    (1..=31).contains(&day).then_some(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(language: &str, text: &str) -> Vec<String> {
        let dates = Months::of(&Lexicon::of(language)).dates(text);
        dates.into_iter().map(|date| date.form).collect()
    }

    #[test]
    fn a_day_is_read_in_each_language() {
        for (language, text) in [
            ("de", "am 3. März 2026"),
            ("de", "ab dem 3.März"),
            ("en", "on March 3, 2026"),
            ("en", "on 3 March"),
            ("en", "on 3 Mar"),
            ("en", "on the 3rd of March"),
            ("fr", "le 3 mars"),
            ("es", "el 3 de marzo"),
            ("ca", "el 3 de març"),
            ("it", "il 3 marzo"),
            ("nl", "op 3 maart"),
            ("no", "den 3. mars"),
            ("nb", "den 3. mars"),
            ("pl", "3 marca 2026"),
            ("fi", "torstaina 3. maaliskuuta"),
            ("cs", "ve čtvrtek 3. března"),
            ("tr", "3 Mart Perşembe"),
            ("ru", "в четверг, 3 марта"),
            ("hu", "március 3. és"),
            ("sv", "den 3 mar"),
            ("und", "3 Mar"),
            ("und", "am 3. März, 2026"),
        ] {
            assert_eq!(days(language, text), ["03-03"], "{text}");
        }
        assert_eq!(days("fr", "le 1er mai"), ["05-01"]);
        assert_eq!(days("ca", "l’1 d’abril"), ["04-01"]);
        assert_eq!(days("pt", "em 1º de maio"), ["05-01"]);
        assert_eq!(days("de", "am 12. Mai, am 13. Juni"), ["05-12", "06-13"]);
        assert_eq!(days("en", "on May 12 and Jun 13"), ["05-12", "06-13"]);
        assert_eq!(days("hi", "12 जून"), ["06-12"]);
        assert_eq!(days("no", "den 24. des"), ["12-24"]);
        assert_eq!(days("it", "il 3 gen"), ["01-03"]);
    }

    #[test]
    fn a_month_without_a_day_is_no_date() {
        for (language, text) in [
            ("en", "in March 2026, and it may rain, 45 of March"),
            ("en", "Of the 30, 12 may return. And 12 march on"),
            ("en", "killed 12. May said so"),
            ("en", "killed 12, May said so"),
            ("en", "all 12\nMay says no"),
            ("en", "1,250 May voters, in May 1,250 and in March 3.5"),
            ("en", "who led 12 of them, with 12 set out and 12 mai tais"),
            ("fr", "des 12 personnes"),
            ("cs", "Pro 12 lidí, proti 12 pro 20"),
            ("pl", "o godzinie 12 się zaczyna"),
            ("hi", "12 जन"),
        ] {
            assert!(days(language, text).is_empty(), "{text}");
        }
    }

    #[test]
    fn folded_names_are_those_of_one_month_in_each_language() {
        for (number, languages) in (1..).zip(words::MONTHS) {
            for (language, names) in languages {
                let months = Months::of(&Lexicon::of(language));
                for name in *names {
                    assert_eq!(
                        months.number(&fold(name)),
                        Some(number),
                        "{language}: {name}"
                    );
                    assert!(
                        name.contains(' ') || name.len() <= MAX_MONTH_BYTES,
                        "{name}"
                    );
                }
            }
        }
    }
}
