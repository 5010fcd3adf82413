//! The time of day next to a date and its offset from UTC.

use crate::words::cues::DAYS;
use crate::words::dates::{AFTER_TIME, BEFORE_TIME, CHANGED, PUBLISHED};
use chrono::NaiveDate;

use crate::dates::tokens::Token;
use crate::words::zones::minutes_on;

/// Maximum tokens between a date and its time of day.
const MAX_DISTANCE: usize = 8;

/// Words after a duration: `3:20 min`.
const MINUTES: [&str; 7] = [
    "min", "mins", "minute", "minutes", "minuten", "minuti", "minutos",
];

/// Hour, minute and second, as written.
pub(super) type Time = (u32, u32, Option<u32>);

/// The time of day after a date, with the index of its first token and its offset in minutes if written. `date` are the tokens
/// of the date before it: between them, there may be a weekday in any language.
pub(super) fn time_after(
    date: &[Token],
    tokens: &[Token],
    day: NaiveDate,
) -> Option<(usize, Time, Option<i32>)> {
    let is_iso = matches!(date, [year, dash, ..] if year.digits() == 4 && dash.is('-'));
    for start in 0..tokens.len().min(MAX_DISTANCE) {
        let dotted = || dotted_time(&tokens[start..]);
        if let Some((mut time, offset)) = time_at(&tokens[start..], day).or_else(dotted) {
            if let Some(afternoon) = half_before(&tokens[..start], time.0)
                && time.0 <= 12
            {
                time.0 = time.0 % 12 + if afternoon { 12 } else { 0 };
            }
            let offset = offset.filter(|_| is_iso || !is_range(&tokens[start..]));
            return Some((start, time, offset));
        }
        let is_number = tokens[start].value().is_some();
        let may_pass = may_be_weekday(tokens, start) || may_be_between(&tokens[start..], day);
        if is_number || !may_pass {
            return None;
        }
    }
    None
}

/// Whether the tokens are the times of a beginning and an end: `10:30-12:00`. In an ISO date, the second is an offset.
fn is_range(tokens: &[Token]) -> bool {
    matches!(tokens, [_, _, _, dash, _, colon, ..] if dash.is('-') && colon.is(':'))
}

/// The time of day before a date: `15:47 Uhr, 3. Mai 2024`. With `touches`, no separating mark may be in between.
pub(super) fn time_before(
    tokens: &[Token],
    day: NaiveDate,
    touches: bool,
) -> Option<(Time, Option<i32>)> {
    let first = tokens.len().saturating_sub(MAX_DISTANCE + 3);
    let between = (first..tokens.len()).rev().take_while(|start| {
        let rest = &tokens[*start..];
        may_be_between(rest, day) && !(touches && separates(&rest[0]))
    });
    let mut starts = between.filter(|start| {
        let in_number = |before: &Token| before.is(':') || before.is('.');
        !tokens[*start].touches || *start == 0 || !in_number(&tokens[start - 1])
    });
    starts.find_map(|start| time_at(&tokens[start..], day))
}

/// Whether a token is a separating mark.
fn separates(token: &Token) -> bool {
    token.is_one_of(&['|', '/', '·', '•', '–', '—', ';'])
}

/// Whether the first token may be between a date and its time, that is, is neither a word of a sentence nor a label.
fn may_be_between(tokens: &[Token], day: NaiveDate) -> bool {
    let Some(word) = tokens.first().and_then(Token::word) else {
        return !is_east_asian_label(tokens);
    };
    let longest = if word.is_ascii() { 3 } else { 4 };
    (1..=longest).contains(&word.chars().filter(|c| c.is_alphabetic()).count())
        || [BEFORE_TIME, AFTER_TIME, DAYS]
            .iter()
            .any(|list| list.contains(&word))
        || minutes_on(word, day).is_some()
}

/// Whether a token is the first word after a date and not a label: `9 Ocak 2020 Perşembe, 10:15`.
fn may_be_weekday(tokens: &[Token], at: usize) -> bool {
    // "2024. május 14., kedd"
    let is_opening = |token: &Token| token.is_one_of(&['(', ',', '.']);
    let is_label = |word: &str| {
        let mut labels = CHANGED.iter().chain(PUBLISHED);
        labels.any(|label| word.starts_with(label.trim_end_matches([' ', ':'])))
    };
    tokens[..at].iter().all(is_opening)
        && tokens[at]
            .word()
            .is_some_and(|word| !word.is_empty() && !is_label(word))
}

/// Whether tokens begin with a label in East Asian characters, each of which is a mark token: `更新`.
fn is_east_asian_label(tokens: &[Token]) -> bool {
    let mut labels = CHANGED.iter().chain(PUBLISHED);
    labels.any(|label| {
        let mut marks = label.chars().zip(tokens);
        marks.all(|(mark, token)| token.is(mark)) && label.chars().count() <= tokens.len()
    })
}

/// `21:19`, `21:19:00.123+02:00`, `9.13 Uhr`, `9:13 AM EST`, `21h19`, `9 pm`, `21時19分`, `kl. 21.19`.
fn time_at(tokens: &[Token], day: NaiveDate) -> Option<(Time, Option<i32>)> {
    if let Some(time) = full_hour(tokens, day) {
        return Some(time);
    }
    if let [word, rest @ ..] = tokens
        && word.word().is_some_and(|word| BEFORE_TIME.contains(&word))
    {
        let dot = rest.first().is_some_and(|token| token.is('.'));
        if let [hour, point, minute, after @ ..] = &rest[usize::from(dot)..]
            && point.is('.')
            && minute.touches
            && after
                .first()
                .is_none_or(|token| !(token.is('.') && token.touches))
        {
            return clock(hour, minute, after, day);
        }
        return None;
    }
    let [hour, colon, minute, rest @ ..] = tokens else {
        return None;
    };
    let spelt_out = rest.first().and_then(Token::word).is_some_and(|word| {
        half_in_full(rest).is_some()
            || AFTER_TIME.contains(&word)
            || minutes_on(word, day).is_some()
    });
    let separated = colon.is_one_of(&['時', '时', '点', '시', ':'])
        || colon.word() == Some("h")
        || colon.is('.') && spelt_out;
    separated.then(|| clock(hour, minute, rest, day)).flatten()
}

/// `21.19` after a date, if nothing else follows that could make it a number: `14.5.2024 | 21.19`.
fn dotted_time(tokens: &[Token]) -> Option<(Time, Option<i32>)> {
    let [hour, point, minute, rest @ ..] = tokens else {
        return None;
    };
    let is_separated = rest
        .first()
        .is_none_or(|next| separates(next) || next.is_one_of(&[',', ')']));
    let is_written_so = point.is('.') && point.touches && minute.touches && is_separated;
    let is_time = hour.digits() <= 2 && minute.digits() == 2;
    let (hour, minute) =
        (is_written_so && is_time).then(|| Some((hour.value()?, minute.value()?)))??;
    (hour < 24 && minute < 60).then_some(((hour, minute, None), None))
}

fn clock(
    hour: &Token,
    minute: &Token,
    rest: &[Token],
    day: NaiveDate,
) -> Option<(Time, Option<i32>)> {
    if hour.digits() > 2 || minute.digits() != 2 {
        return None;
    }
    let (mut hour, minute) = (hour.value()?, minute.value()?);
    let mut rest = rest;
    let mut second = None;
    if let [colon, value, after @ ..] = rest
        && colon.is(':')
        && value.digits() == 2
    {
        second = value.value();
        rest = after;
    }
    if let [point, fraction, after @ ..] = rest
        && point.is_one_of(&['.', ','])
        && second.is_some()
        && fraction.digits() > 0
    {
        rest = after;
    }
    match half_of_day(rest) {
        Some((afternoon, used)) if hour <= 12 => {
            hour = hour % 12 + if afternoon { 12 } else { 0 };
            rest = &rest[used..];
        }
        _ => {}
    }
    let word = rest.first().and_then(Token::word);
    if word.is_some_and(|word| MINUTES.contains(&word)) {
        return None;
    }
    if word.is_some_and(|word| AFTER_TIME.contains(&word)) {
        rest = &rest[1..];
    }
    (hour < 24 && minute < 60).then(|| ((hour, minute, second), offset_at(rest, day)))
}

/// `9 pm`, `3 a.m.`
fn full_hour(tokens: &[Token], day: NaiveDate) -> Option<(Time, Option<i32>)> {
    let (hour, rest) = tokens.split_first()?;
    let (afternoon, used) = half_in_full(rest)?;
    let hour = hour.value().filter(|_| hour.digits() <= 2)?;
    let hour = (1..=12)
        .contains(&hour)
        .then(|| hour % 12 + if afternoon { 12 } else { 0 })?;
    Some(((hour, 0, None), offset_at(&rest[used..], day)))
}

/// `am`, `p.m.`, and the Arabic letters `ص` and `م`: whether it is the afternoon, and the number of tokens.
pub(super) fn half_of_day(tokens: &[Token]) -> Option<(bool, usize)> {
    match tokens.first()?.word()? {
        "ص" => Some((false, 1)),
        "م" => Some((true, 1)),
        _ => half_in_full(tokens),
    }
}

/// As [`half_of_day`], without letters that after a number alone are a metre or a page.
fn half_in_full(tokens: &[Token]) -> Option<(bool, usize)> {
    let first = tokens.first()?.word()?;
    let with_dots = |m: &str| {
        let is_half = tokens.get(2).and_then(Token::word) == Some(m);
        let dot = tokens.get(3).is_some_and(|token| token.is('.'));
        is_half.then_some(3 + usize::from(dot))
    };
    match first {
        "am" | "πμ" | "صباحا" | "صباحاً" | "صباحًا" => Some((false, 1)),
        "pm" | "μμ" | "مساء" | "مساءً" => Some((true, 1)),
        "a" | "p" => Some((first == "p", with_dots("m")?)),
        "π" | "μ" => Some((first == "μ", with_dots("μ")?)),
        _ => None,
    }
}

/// `下午3:47`, `오후 3:47`: whether it is the afternoon. The hour tells it at noon (中午) and for twelve in the evening (晚上).
fn half_before(tokens: &[Token], hour: u32) -> Option<bool> {
    let [.., first, second] = tokens else {
        return None;
    };
    let morning = [
        ('上', '午'),
        ('早', '上'),
        ('凌', '晨'),
        ('午', '前'),
        ('오', '전'),
    ];
    let afternoon = [('下', '午'), ('午', '後'), ('오', '후')];
    let is = |pair: &(char, char)| first.is(pair.0) && second.is(pair.1);
    match (morning.iter().any(is), afternoon.iter().any(is)) {
        (true, _) => Some(false),
        (_, true) => Some(true),
        _ if is(&('中', '午')) => Some(!(10..12).contains(&hour)),
        _ if is(&('晚', '上')) => Some(hour != 12),
        _ => None,
    }
}

/// `Z`, `+02:00`, `-0500`, `EST`, `(MESZ)`. Without the name of a zone, a number of hours is at the end of the text: `-3`.
pub(super) fn offset_at(tokens: &[Token], day: NaiveDate) -> Option<i32> {
    let bracket = tokens.first().is_some_and(|token| token.is('('));
    let tokens = &tokens[usize::from(bracket)..];
    let named = tokens.first()?.word().map(|name| minutes_on(name, day));
    let tokens = match named {
        // "GMT+0200": the number is more precise than the name
        Some(Some(minutes)) => match tokens.get(1) {
            Some(sign) if sign.is('+') || sign.is('-') && sign.touches => &tokens[1..],
            _ => return Some(minutes),
        },
        Some(None) => return None,
        None => tokens,
    };
    let [sign, number, rest @ ..] = tokens else {
        return None;
    };
    let sign = if sign.is('+') {
        1
    } else if sign.is_one_of(&['-', '−']) {
        -1
    } else {
        return None;
    };
    let value = i32::try_from(number.value()?).ok()?;
    let minutes = match (number.digits(), rest) {
        (3 | 4, _) => value / 100 * 60 + value % 100,
        (1 | 2, [colon, minutes, ..]) if colon.is(':') && minutes.digits() == 2 => {
            value * 60 + i32::try_from(minutes.value()?).ok()?
        }
        (1 | 2, _) if named.is_some() || rest.first().is_none_or(|next| next.is(')')) => value * 60,
        _ => return None,
    };
    let is_offset = minutes <= 14 * 60 && (named.is_some() || number.touches);
    is_offset.then_some(sign * minutes)
}
