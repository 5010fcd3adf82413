//! Compares the wordings of titles.

use html::{is_alphanumeric, is_ideograph};

use super::{TitleCandidate, words};
use crate::word_count::MIN_HEADLINE_WORDS;

/// Whether a title is the cut beginning of a heading: it ends with an ellipsis, or inside a sentence and an element.
pub(super) fn is_cut(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    let (title_is, text) = (title.spelt.as_str(), title.text.as_str());
    let rest = heading.text.strip_prefix(text).map(str::trim_start);
    let goes_on = |rest: &str| {
        text.ends_with(is_alphanumeric)
            && rest.starts_with(is_alphanumeric)
            && !heading.edges.contains(&title_is.len())
    };
    title_is.len() < heading.spelt.len()
        && heading.spelt.starts_with(title_is)
        && (text.ends_with('…') || text.ends_with("...") || rest.is_some_and(goes_on))
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

/// Whether two wordings share a word of five letters or more, or its first five letters.
pub(super) fn share_topic(one: &str, other: &str) -> bool {
    let topics = |text: &str| -> Vec<String> {
        let words = words(text).into_iter();
        let long = words.map(|word| word.chars().take(5).collect::<String>());
        long.filter(|word| word.chars().count() == 5).collect()
    };
    let other = topics(other);
    topics(one).iter().any(|topic| other.contains(topic))
}

/// Whether a title is the end of a heading and most of it.
pub(super) fn follows_kicker(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    is_most(title, heading) && heading.spelt.ends_with(&title.spelt)
}

/// Whether a title is shorter than a heading, but longer than half of it.
pub(super) fn is_most(title: &TitleCandidate, heading: &TitleCandidate) -> bool {
    let (title, heading) = (title.spelt.len(), heading.spelt.len());
    title < heading && 2 * title > heading
}

/// The letters of a heading before and after a title of several words that begins and ends at edges in it. Between two others, it is as
/// long as a headline.
pub(super) fn rest_beside<'a>(
    title: &TitleCandidate,
    heading: &'a TitleCandidate,
) -> Option<[&'a str; 2]> {
    let (title_is, heading_is) = (title.spelt.as_str(), heading.spelt.as_str());
    let is_edge = |at: usize| [0, heading_is.len()].contains(&at) || heading.edges.contains(&at);
    let starts = [0, heading_is.len().checked_sub(title_is.len())?];
    let mut starts = starts.into_iter().chain(heading_is.find(title_is));
    let rest = starts.find_map(|start| {
        let before = heading_is.get(..start)?;
        let after = heading_is.get(start..)?.strip_prefix(title_is)?;
        let is_between = !before.is_empty() && !after.is_empty();
        let is_long = title.text.split(' ').count() >= MIN_HEADLINE_WORDS;
        let ends_so = is_edge(start) && is_edge(start + title_is.len());
        (ends_so && (is_long || !is_between)).then_some([before, after])
    })?;
    (title_is.len() < heading_is.len() && !is_one_word(&title.text)).then_some(rest)
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
    share >= 0.6
}
