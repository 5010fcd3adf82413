//! Counts words so that texts with and without blanks between words are comparable.

use html::is_ideograph;

/// Chinese and Japanese characters of an average word.
const IDEOGRAPHS_OF_WORD: usize = 2;

/// Number of words with a letter or digit. An ideograph, which [`html::TextBlock::words`] counts as a word of its own, counts as half
/// a word.
pub(crate) fn fair_words(text: &str) -> usize {
    let words = text.split_whitespace().map(|word| {
        if word.is_ascii() || !word.contains(is_ideograph) {
            return usize::from(word.contains(char::is_alphanumeric));
        }
        let ideographs = word.chars().filter(|c| is_ideograph(*c)).count();
        ideographs.div_ceil(IDEOGRAPHS_OF_WORD).max(1)
    });
    words.sum()
}

#[cfg(test)]
mod tests {
    use super::fair_words;

    #[test]
    fn two_ideographs_are_a_word() {
        assert_eq!(fair_words("two words – ja"), 3);
        assert_eq!(fair_words("人行桥为何 2011年5月16日"), 5);
        assert_eq!(fair_words(""), 0);
    }
}
