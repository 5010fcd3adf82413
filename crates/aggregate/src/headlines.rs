//! What a headline says of its article, and which of a story's headlines stands for it.

use std::collections::HashSet;
use std::sync::LazyLock;

use text::words::headlines::{OPINION, ROUNDUPS};

use crate::Lexicon;
use crate::rank::StoryArticle;
use crate::terms::keywords::Keyword;
use crate::tokens::{head, tokens};

/// Maximum bytes of a headline that are read.
const MAX_BYTES: usize = 2_000;

/// The words of a headline in lower case, each between blanks, with one digit for a number, so that a phrase is found between words.
fn spelled(headline: &str) -> String {
    let mut spelled = " ".to_owned();
    for word in tokens(head(headline, MAX_BYTES)) {
        if word.text.chars().all(char::is_numeric) {
            spelled.push('0');
        } else {
            spelled.extend(word.text.chars().flat_map(char::to_lowercase));
        }
        spelled.push(' ');
    }
    spelled
}

/// Whether an article is on several events by its headline: an overview of a day, a list of things, a live ticker.
pub fn is_roundup(headline: &str) -> bool {
    static PHRASES: LazyLock<Vec<String>> =
        LazyLock::new(|| ROUNDUPS.iter().map(|phrase| spelled(phrase)).collect());
    let spelled = spelled(headline);
    PHRASES.iter().any(|phrase| spelled.contains(phrase))
}

/// Whether a section, or what a headline has before a colon or a bar, names opinion.
fn is_opinion(report: &StoryArticle) -> bool {
    static NAMES: LazyLock<HashSet<String>> =
        LazyLock::new(|| OPINION.iter().map(|name| spelled(name)).collect());
    let headline = report.title.as_deref().unwrap_or_default();
    let mut parts = headline.split([':', '：', '|']);
    let label = parts.next().filter(|_| parts.next().is_some());
    let names = label.into_iter().chain(report.section.as_deref());
    names.into_iter().any(|name| NAMES.contains(&spelled(name)))
}

/// The headline of the most central report of a story, which is in order of time: the one with most of the weight of the story's keywords,
/// the first of several. Opinion comes after news, and a roundup last.
pub(crate) fn central<'a>(
    reports: impl Iterator<Item = &'a StoryArticle>,
    keywords: &[Keyword],
    lexicon: &Lexicon,
) -> Option<&'a str> {
    let stems = |text: &str| -> HashSet<u64> {
        let words = tokens(head(text, MAX_BYTES)).into_iter();
        words
            .map(|word| lexicon.stem(&word.text.to_lowercase()))
            .collect()
    };
    let keywords: Vec<(HashSet<u64>, f64)> = keywords
        .iter()
        .map(|keyword| (stems(&keyword.term), keyword.weight))
        .collect();
    let mut best: Option<((bool, bool, f64), &str)> = None;
    for report in reports {
        let Some(title) = report.title.as_deref() else {
            continue;
        };
        let words = stems(title);
        let found = keywords
            .iter()
            .filter(|(keyword, _)| keyword.is_subset(&words));
        let weight = found.map(|(_, weight)| weight).sum();
        let rank = (!is_roundup(title), !is_opinion(report), weight);
        if best.as_ref().is_none_or(|(best, _)| rank > *best) {
            best = Some((rank, title));
        }
    }
    best.map(|(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overviews_lists_and_tickers_are_roundups_in_any_language() {
        for roundup in [
            "10 things to know about the new budget",
            "Five things we learned on day two",
            "Opening Bell: stocks slip ahead of the vote",
            "Das Wichtigste am Morgen: Streik, Wahl, Regen",
            "Krise in Altdorf – der Liveticker",
            "EN DIRECT - Tempête : suivez la situation",
            "今日要闻：央行降息，台风登陆",
            "Главное за день: выборы и дожди",
        ] {
            assert!(is_roundup(roundup), "{roundup}");
        }
        for report in [
            "Monsanto's Roundup is banned in two countries",
            "Things get worse for the 10 miners",
            "Brief power cut stops trams in Altdorf",
            "Fünf Verletzte bei Unfall auf der A9",
            "Le directeur du port démissionne",
            "早餐价格上涨",
        ] {
            assert!(!is_roundup(report), "{report}");
        }
    }

    fn report(title: &str, section: Option<&str>) -> StoryArticle {
        StoryArticle {
            title: Some(title.to_owned()),
            section: section.map(str::to_owned),
            ..StoryArticle::default()
        }
    }

    #[test]
    fn the_most_central_report_of_news_gives_the_headline() {
        let keyword = |term: &str, weight| Keyword {
            term: term.to_owned(),
            weight,
            name: false,
        };
        let keywords = [
            keyword("dam", 0.5),
            keyword("Orla Valley", 0.4),
            keyword("flooded", 0.2),
        ];
        let lexicon = Lexicon::of("en");
        let chosen = |reports: &[StoryArticle]| {
            central(reports.iter(), &keywords, &lexicon).map(str::to_owned)
        };
        let first = report("Heavy rain expected all week", None);
        let main = report("Dam bursts and floods the Orla Valley", None);
        let opinion = report(
            "Opinion: the dam of the Orla Valley, flooded by neglect",
            None,
        );
        let column = report(
            "The Orla Valley dam was flooded, and no one listens",
            Some("Columnists"),
        );
        let roundup = report(
            "5 things to know: Orla Valley dam, flooded homes, football",
            None,
        );
        let all = [first, opinion, column, roundup.clone(), main];
        assert_eq!(
            chosen(&all).as_deref(),
            Some("Dam bursts and floods the Orla Valley")
        );
        assert_eq!(
            chosen(&all[..3]).as_deref(),
            Some("Heavy rain expected all week")
        );
        assert_eq!(
            chosen(&[roundup]).as_deref(),
            Some("5 things to know: Orla Valley dam, flooded homes, football")
        );
        assert_eq!(chosen(&[]), None);
    }
}
