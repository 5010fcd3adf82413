//! Words as the benchmarks count them: Python's `\w+`.

use unicode_normalization::char::is_combining_mark;

/// The words of a text in order, with their letter case.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    text.split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Python's `\w`: a letter, a number or an underscore. Rust also counts marks and circled letters as alphabetic.
fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphanumeric() && !is_combining_mark(c) && !is_letter_symbol(c)
}

/// Letters in circles and squares: symbols (category So) with the property `Alphabetic`.
fn is_letter_symbol(c: char) -> bool {
    matches!(
        c,
        '\u{24b6}'..='\u{24e9}'
            | '\u{1f130}'..='\u{1f149}'
            | '\u{1f150}'..='\u{1f169}'
            | '\u{1f170}'..='\u{1f189}'
    )
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn words_are_letters_numbers_and_underscores() {
        assert_eq!(
            tokens("Der §1a-Fall: 3½ kg, x_y!"),
            ["Der", "1a", "Fall", "3½", "kg", "x_y"]
        );
        assert_eq!(tokens("… — ?"), Vec::<&str>::new());
        assert_eq!(tokens("東京は。晴れ"), ["東京は", "晴れ"]);
    }

    #[test]
    fn marks_and_circled_letters_separate_words_as_in_python() {
        assert_eq!(tokens("u\u{308}ber"), ["u", "ber"]);
        assert_eq!(tokens("aⒷc"), ["a", "c"]);
    }
}
