//! Signs of figures and around them.

/// Whether a character separates the clauses of a sentence.
pub(super) fn is_clause_mark(c: char) -> bool {
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
