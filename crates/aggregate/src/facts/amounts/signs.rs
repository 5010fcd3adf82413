//! Signs of figures and around them.

/// Blanks between a number and the sign or word that belongs to it.
pub(super) const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{202f}'];

/// Whether a character separates the clauses of a sentence.
pub(crate) fn is_clause_mark(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | ':' | '–' | '—' | '(' | ')' | '，' | '、' | '；' | '：' | '،' | '؛'
    )
}

/// Whether a character is a currency or another sign that is a unit by itself.
pub(super) fn is_sign(c: char) -> bool {
    is_currency(c) || matches!(c, '°' | '‰')
}

pub(super) fn is_currency(c: char) -> bool {
    matches!(
        c,
        '$' | '¢' | '£' | '¤' | '¥' | '֏' | '؋' | '৳' | '฿' | '\u{20a0}'..='\u{20cf}'
    )
}

/// Whether a word is the code of a currency.
pub(super) fn is_code(word: &str) -> bool {
    matches!(
        word,
        "AUD"
            | "BRL"
            | "CAD"
            | "CHF"
            | "CNY"
            | "CZK"
            | "DKK"
            | "EUR"
            | "GBP"
            | "HKD"
            | "HUF"
            | "ILS"
            | "INR"
            | "JPY"
            | "KRW"
            | "MXN"
            | "NOK"
            | "NZD"
            | "PLN"
            | "RON"
            | "RUB"
            | "SEK"
            | "SGD"
            | "TRY"
            | "UAH"
            | "USD"
            | "ZAR"
    )
}
