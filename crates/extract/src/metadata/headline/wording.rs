//! Compares the wordings of titles.

use html::is_ideograph;

use super::{MIN_HEADLINE_WORDS, TitleCandidate, words};
use crate::metadata::text::letters;

/// Minimum share of common words of two titles that agree.
const MIN_AGREEMENT: f32 = 0.6;
/// Minimum words of a title that may be shorter than the kicker before it.
const MIN_TITLE_WORDS: usize = 5;
/// Maximum words of a label before a title.
const MAX_LABEL_WORDS: usize = 2;
/// Maximum words of a distinct wording.
const MAX_WORDING_WORDS: usize = 30;
/// Minimum letters of a content word, and of the common prefix of two.
const MIN_TOPIC_LETTERS: usize = 5;

/// Whether a wording is a description: it ends with a full stop and the other does not, or it is very long.
pub(super) fn is_sentence(own: &TitleCandidate, other: &TitleCandidate) -> bool {
    own.text.ends_with('.') && !other.text.ends_with('.')
        || own.text.split(' ').count() > MAX_WORDING_WORDS
}

/// Whether a title is cut: it ends with an ellipsis.
pub(super) fn is_cut(title: &str) -> bool {
    title.ends_with('…') || title.ends_with("...")
}

/// Whether a text is one word of a script with blanks between words.
pub(super) fn is_one_word(text: &str) -> bool {
    !text.contains(' ') && !text.contains(is_ideograph)
}

/// Whether neither of two wordings contains the other.
pub(super) fn is_other_wording(one: &TitleCandidate, other: &TitleCandidate) -> bool {
    one.text.split(' ').count() >= MIN_HEADLINE_WORDS
        && !one.spelt.contains(&other.spelt)
        && !other.spelt.contains(&one.spelt)
}

/// Whether two wordings share a long word or its beginning.
pub(super) fn share_topic(one: &str, other: &str) -> bool {
    let topics = |text: &str| -> Vec<String> {
        let words = words(text).into_iter();
        let long = words.map(|word| word.chars().take(MIN_TOPIC_LETTERS).collect::<String>());
        long.filter(|word| word.chars().count() == MIN_TOPIC_LETTERS)
            .collect()
    };
    let other = topics(other);
    topics(one).iter().any(|topic| other.contains(topic))
}

/// Whether a title is a label followed by a heading: `Opinion | The Case for Rakes`.
pub(super) fn is_labelled(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    title.text.split_once(" | ").is_some_and(|(label, rest)| {
        letters(rest) == heading.spelt && label.split(' ').count() <= MAX_LABEL_WORDS
    })
}

/// Whether a title is the end of a heading and most of it.
pub(super) fn follows_kicker(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    is_most(title, heading) && heading.spelt.ends_with(&title.spelt)
}

/// Whether a title is shorter than a heading, but longer than half of it; if it has many words, than a third.
pub(super) fn is_most(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    let is_long = title.text.split(' ').count() >= MIN_TITLE_WORDS;
    let (title, heading) = (title.spelt.len(), heading.spelt.len());
    let share = if is_long { 3 } else { 2 };
    title < heading && share * title > heading
}

/// Whether a title is most of a heading, from or up to an edge in it. Of a heading with its subtitle, a long title may be less.
pub(super) fn is_between_edges(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    let (title_is, heading_is) = (title.spelt.as_str(), heading.spelt.as_str());
    let is_end = heading_is.ends_with(title_is)
        && heading.edges.contains(&(heading_is.len() - title_is.len()));
    let is_start = heading_is.starts_with(title_is) && heading.edges.contains(&title_is.len());
    let is_long = title.text.split(' ').count() >= MIN_TITLE_WORDS;
    let begins = is_start && is_long && title_is.len() < heading_is.len();
    begins || is_most(title, heading) && (is_end || is_start)
}

/// Whether a text of several words has no letter in lower case.
pub(super) fn is_in_capitals(text: &str) -> bool {
    text.contains(' ') && text.contains(char::is_uppercase) && !text.contains(char::is_lowercase)
}

/// Whether a title is a heading with additional spaces and punctuation, except quotation marks.
pub(super) fn adds_punctuation(title: &str, heading: &str) -> bool {
    let mut rest = title.chars();
    let kept = heading.chars().all(|wanted| {
        rest.by_ref()
            .take_while(|c| *c == wanted || !c.is_alphanumeric() && !is_quote(*c))
            .any(|c| c == wanted)
    });
    kept && rest.all(|c| matches!(c, '.' | '!' | '?' | '…'))
}

pub(super) fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '‘' | '’' | '‚' | '“' | '”' | '„' | '«' | '»'
    )
}

/// The name of a series in brackets before a headline: `[Letters from the lake] The ferry`.
pub(super) fn series(title: &str) -> Option<&str> {
    let inner = title.strip_prefix(['[', '【'])?;
    let (name, _) = inner.split_once([']', '】'])?;
    Some(name)
}

/// Whether two titles agree: most words of the longer are in the shorter.
pub(super) fn agree(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let (few, many) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let common = few.iter().filter(|word| many.contains(word)).count();
    #[expect(clippy::cast_precision_loss, reason = "titles have few words")]
    let share = common as f32 / many.len().max(1) as f32;
    share >= MIN_AGREEMENT
}
