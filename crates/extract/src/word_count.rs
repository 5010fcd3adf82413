//! Counts words so that texts with and without blanks between words are comparable. The features of the models are made of these
//! counts, so they are not those of `aggregate::word_count`, which is a field of the article.

use html::{TextBlock, TextDocument, is_ideograph};

/// Chinese and Japanese characters of an average word.
const IDEOGRAPHS_OF_WORD: usize = 2;
/// Thai letters of an average word, without the marks above and below them.
pub(crate) const THAI_LETTERS_OF_WORD: usize = 4;

/// Minimum words of a headline, as in [`fair_words`].
pub(crate) const MIN_HEADLINE_WORDS: usize = 3;
/// Minimum words of the first paragraph of a text.
pub(crate) const MIN_PARAGRAPH_WORDS: usize = 20;
/// Minimum words of one where no paragraph is longer.
pub(crate) const MIN_SENTENCE_WORDS: usize = 10;

/// Whether a character is Thai, which [`html::TextBlock::words`] also counts as a word of its own.
pub(crate) fn is_thai(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}')
}

/// Whether a character is a Korean syllable.
pub(crate) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// Number of words with a letter or digit. An ideograph, which [`html::TextBlock::words`] counts as a word of its own, counts as half
/// a word, a Thai letter as a quarter.
pub(crate) fn fair_words(text: &str) -> usize {
    fair_counts(text).sum()
}

/// Whether a text has at least some number of words as in [`fair_words`], of which no more are counted.
pub(crate) fn has_fair_words(text: &str, least: usize) -> bool {
    let mut words = 0;
    least == 0
        || fair_counts(text).any(|more| {
            words += more;
            words >= least
        })
}

/// The words as in [`fair_words`] between blanks.
fn fair_counts(text: &str) -> impl Iterator<Item = usize> {
    text.split_whitespace().map(|word| {
        if word.is_ascii() || !word.contains(is_ideograph) {
            return usize::from(word.contains(char::is_alphanumeric));
        }
        let thai = word.chars().filter(|c| is_thai(*c)).count();
        let ideographs = word.chars().filter(|c| is_ideograph(*c) && !is_thai(*c));
        let words =
            thai.div_ceil(THAI_LETTERS_OF_WORD) + ideographs.count().div_ceil(IDEOGRAPHS_OF_WORD);
        words.max(1)
    })
}

/// Number of words of a block as in [`fair_words`].
pub(crate) fn fair_words_of(document: &TextDocument, block: &TextBlock) -> u32 {
    let text = document.text_of(block);
    // other scripts need no second count
    if text.is_ascii() || !text.contains(is_ideograph) {
        return block.words;
    }
    u32::try_from(fair_words(text)).unwrap_or(u32::MAX)
}

/// The words of a text; an ideograph is a word of its own.
pub(crate) fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let end = if is_ideograph(first) {
                first.len_utf8()
            } else if rest.is_ascii() {
                rest.len()
            } else {
                rest.find(is_ideograph).unwrap_or(rest.len())
            };
            let (word, after) = rest.split_at(end);
            rest = after;
            Some(word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{fair_words, has_fair_words, split_words};

    #[test]
    fn ideographs_are_split_and_other_words_are_not() {
        let words = |text| split_words(text).collect::<Vec<_>>();
        assert_eq!(words("Die Brücke, e-mail"), ["Die", "Brücke,", "e-mail"]);
        assert_eq!(words("橋は2年"), ["橋", "は", "2", "年"]);
    }

    #[test]
    fn two_ideographs_are_a_word() {
        assert_eq!(fair_words("two words – ja"), 3);
        assert_eq!(fair_words("人行桥为何 2011年5月16日"), 5);
        assert_eq!(fair_words("เผยแพร่: 3 พ.ค. 2569"), 5);
        assert_eq!(fair_words(""), 0);
        assert!(has_fair_words("人行桥为何", 3) && !has_fair_words("人行桥为何", 4));
        assert!(has_fair_words("", 0) && !has_fair_words("–", 1));
    }
}
