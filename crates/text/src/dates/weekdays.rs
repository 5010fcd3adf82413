//! The day of the week beside a date: `Tue, 12/08/2025`.

use chrono::Weekday;

use super::tokens::Token;
use crate::words;

/// The days of the week in the order of their tables.
const DAYS: [Weekday; 7] = [
    Weekday::Mon,
    Weekday::Tue,
    Weekday::Wed,
    Weekday::Thu,
    Weekday::Fri,
    Weekday::Sat,
    Weekday::Sun,
];

/// The days that the word right before or after a date may name, whole or abbreviated, in any language.
pub(super) fn beside<'t>(
    before: &'t [Token],
    after: &'t [Token],
) -> impl Iterator<Item = Weekday> + 't {
    let is_mark = |token: &Token| token.word().is_none() && token.value().is_none();
    // at most two marks are between both
    let mut before = before.iter().rev().take(3);
    let mut after = after.iter().take(3);
    let nearest = [
        before.find(|token| !is_mark(token)),
        after.find(|token| !is_mark(token)),
    ];
    let words = nearest.map(|token| token.and_then(Token::word));
    let is_named = |weekday: usize, word: &str| {
        let mut names = words::WEEKDAYS[weekday]
            .iter()
            .flat_map(|(_, names)| *names);
        // two letters of ASCII are words, such as "on" and "to"
        word.len() >= 3 && names.any(|name| name.starts_with(word))
    };
    let named = (0..DAYS.len()).filter(move |weekday| {
        let mut words = words.iter().flatten();
        words.any(|word| is_named(*weekday, word))
    });
    named.map(|weekday| DAYS[weekday])
}
