//! Words of dates: months, and what stands between the parts.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::tokens::Token;

/// The numbers of the months by their names.
static NUMBERS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let mut numbers = HashMap::new();
    for (number, names) in (1..).zip(words::months()) {
        numbers.extend(names.iter().map(|name| (*name, number)));
    }
    numbers
});

/// Number of the month of that name in lower case.
pub(in crate::metadata) fn month(name: &str) -> Option<u32> {
    NUMBERS.get(name).copied()
}

/// What may stand between day, month and year: `3rd of May, 2024`, `3 de mayo de 2024`, `2024 m. gegužės 3 d.`
pub(super) fn is_filler(token: &Token) -> bool {
    match token.word() {
        Some(word) => words::dates::BETWEEN.contains(&word),
        None => ['.', ',', '-', '/', 'º', '–']
            .iter()
            .any(|mark| token.is(*mark)),
    }
}
