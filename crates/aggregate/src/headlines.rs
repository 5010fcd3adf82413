//! What a headline says of its article, and the headline of a story.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use text::words::ByLanguage;
use text::words::headlines::{COLUMNS, LIVE, NOT_LIVE, OPINION, ROUNDUPS};

use crate::Lexicon;
use crate::rank::StoryArticle;
use crate::terms::keywords::Keyword;
use crate::tokens::{head, tokens};

/// Maximum bytes of a headline that are read.
const MAX_BYTES: usize = 2_000;

/// Marks between the parts of a headline. A hyphen is one only beside a blank: "Live-in nanny" is one part.
const MARKS: [char; 8] = [':', '：', '|', '–', '—', ',', '.', '•'];

/// Marks between a headline and the name of what it is.
const LABEL_MARKS: [char; 5] = [':', '：', '|', '–', '—'];

/// What a phrase begins with that ends the part before a colon.
const ENDING: &str = "* ";

/// Phrases by language, as [`spelled`] writes them.
type Phrases = HashMap<&'static str, Vec<String>>;

fn phrases(table: ByLanguage, is_wanted: fn(&str) -> bool) -> Phrases {
    let of_language = |(language, phrases): &(&'static str, &'static [&'static str])| {
        let lexicon = Lexicon::of(language);
        let wanted = phrases.iter().filter(|phrase| is_wanted(phrase));
        let spelled = wanted.map(|phrase| spelled(phrase, &lexicon));
        (*language, spelled.collect::<Vec<String>>())
    };
    table.iter().map(of_language).collect()
}

/// The words of a headline in lower case, each between blanks, with one digit for a short number, so that a phrase is found between words.
fn spelled(headline: &str, lexicon: &Lexicon) -> String {
    let mut spelled = " ".to_owned();
    for word in tokens(head(headline, MAX_BYTES)) {
        if word.text.len() <= 2 && word.text.bytes().all(|byte| byte.is_ascii_digit()) {
            spelled.push('0');
        } else {
            spelled.push_str(&lexicon.lower(word.text));
        }
        spelled.push(' ');
    }
    spelled
}

/// Whether an article is on several events by its headline: an overview of a day, a list of things, a live ticker. `language` is an ISO 639-1
/// code.
pub fn is_roundup(headline: &str, language: &str) -> bool {
    static ANYWHERE: LazyLock<Phrases> = LazyLock::new(|| phrases(ROUNDUPS, |_| true));
    static PARTS: LazyLock<Phrases> =
        LazyLock::new(|| phrases(LIVE, |phrase| !phrase.starts_with(ENDING)));
    static ENDINGS: LazyLock<Phrases> =
        LazyLock::new(|| phrases(LIVE, |phrase| phrase.starts_with(ENDING)));
    static OTHER_ENDINGS: LazyLock<Phrases> = LazyLock::new(|| phrases(NOT_LIVE, |_| true));
    static NAMES: LazyLock<Phrases> = LazyLock::new(|| phrases(COLUMNS, |_| true));
    let lexicon = Lexicon::of(language);
    let of = |table: &'static Phrases| table.get(lexicon.code()).into_iter().flatten();
    let whole = spelled(headline, &lexicon);
    let topic = headline.split_once([':', '：']).map(|(topic, _)| topic);
    let topic = topic.map_or_else(String::new, |topic| spelled(topic, &lexicon));
    let ends_topic =
        |table: &'static Phrases| of(table).any(|phrase| topic.ends_with(phrase.as_str()));
    let is_part = |part: &str| {
        let part = spelled(part, &lexicon);
        let is_beside =
            |name: &String| part.starts_with(name.as_str()) || part.ends_with(name.as_str());
        of(&PARTS).any(|phrase| *phrase == part) || of(&NAMES).any(is_beside)
    };
    of(&ANYWHERE).any(|phrase| whole.contains(phrase.as_str()))
        || ends_topic(&ENDINGS) && !ends_topic(&OTHER_ENDINGS)
        || parts(headline).any(is_part)
}

/// The parts of a headline between marks.
fn parts(headline: &str) -> impl Iterator<Item = &str> {
    let parts = headline.split(MARKS);
    let parts = parts.flat_map(|part| part.split(" -"));
    parts.flat_map(|part| part.split("- "))
}

/// Whether a section, or the first or last part of a headline, names opinion.
fn is_opinion(report: &StoryArticle, lexicon: &Lexicon) -> bool {
    static NAMES: LazyLock<Phrases> = LazyLock::new(|| phrases(OPINION, |_| true));
    let headline = report.title.as_deref().unwrap_or_default();
    let mut parts = headline.split(LABEL_MARKS);
    let first = parts.next();
    let last = parts.next_back();
    let labels = [first.filter(|_| last.is_some()), last];
    let mut names = labels
        .into_iter()
        .flatten()
        .chain(report.section.as_deref());
    let known = NAMES.get(lexicon.code());
    known.is_some_and(|known| names.any(|name| known.contains(&spelled(name, lexicon))))
}

/// The headline of the most central report of a story, which is in order of time: the one that shares most of the weight of the story's
/// keywords with the headlines of others, the first of several. Opinion comes after news, and a roundup last.
pub(crate) fn central<'a>(
    reports: impl Iterator<Item = &'a StoryArticle>,
    keywords: &[Keyword],
    lexicon: &Lexicon,
) -> Option<&'a str> {
    let stems = |text: &str| -> HashSet<u64> {
        let words = tokens(head(text, MAX_BYTES)).into_iter();
        words
            .map(|word| lexicon.stem(&lexicon.lower(word.text)))
            .collect()
    };
    let titled = reports.filter_map(|report| Some((report, report.title.as_deref()?)));
    let titled: Vec<(&StoryArticle, &str, HashSet<u64>)> = titled
        .map(|(report, title)| (report, title, stems(title)))
        .collect();
    let keywords: Vec<(HashSet<u64>, f64)> = keywords
        .iter()
        .map(|keyword| {
            let words = stems(&keyword.term);
            let uses = titled.iter().filter(|one| words.is_subset(&one.2)).count();
            #[expect(clippy::cast_precision_loss, reason = "a story has few reports")]
            let others = uses.saturating_sub(1) as f64;
            (words, keyword.weight * others)
        })
        .collect();
    let language = lexicon.language();
    let mut best: Option<((bool, bool, f64), &str)> = None;
    for (report, title, words) in &titled {
        let shared = keywords
            .iter()
            .filter(|(keyword, _)| keyword.is_subset(words));
        let weight = shared.map(|(_, weight)| weight).sum();
        let is_news = !is_opinion(report, lexicon);
        let rank = (!is_roundup(title, language), is_news, weight);
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
        for (language, roundup) in [
            ("en", "10 things to know about the new budget"),
            ("en", "Five things we learned on day two"),
            ("en", "Opening Bell: stocks slip ahead of the vote"),
            ("en", "Storm over Wick – as it happened"),
            ("de", "Das Wichtigste am Morgen: Streik, Wahl, Regen"),
            ("de", "Krise in Altdorf – der Liveticker"),
            ("fr", "EN DIRECT - Tempête : suivez la situation"),
            ("zh", "今日要闻：央行降息，台风登陆"),
            ("ru", "Главное за день: выборы и дожди"),
            ("en", "Strait crisis live: ships turn back"),
            ("nl", "Storm live: dijk bij Altdorf breekt"),
            ("en", "LIVE - Wick against Altdorf"),
            ("de", "Live-Ticker zur Sturmflut"),
            ("tr", "GÜNÜN ÖZETİ"),
            ("ro", "Știrile zilei, pe scurt"),
            ("nb", "Minutt for minutt: stormen i Vik"),
            ("en", "Horoscope for Friday"),
            ("it", "Oroscopo di oggi: Ariete"),
            ("de", "Dein Tageshoroskop – Widder"),
            ("ja", "今日の運勢 おひつじ座"),
        ] {
            assert!(is_roundup(roundup, language), "{roundup}");
        }
        for (language, report) in [
            ("en", "Monsanto's Roundup is banned in two countries"),
            ("en", "Things get worse for the 10 miners"),
            ("en", "Witness filmed the crash as it happened"),
            ("da", "Politiet fandt 300 ting i huset"),
            ("de", "Fünf Verletzte bei Unfall auf der A9"),
            ("es", "Periodista agredida en directo por un vecino"),
            ("fr", "Le directeur du port démissionne"),
            ("nl", "10 things to know"),
            ("zh", "早餐价格上涨"),
            ("en", "Live-in nanny took jewels, court hears"),
            ("en", "Where the last otters live"),
            ("fr", "Un direct-to-video devient culte"),
            ("es", "Un vuelo directo: Wick, más cerca"),
            ("de", "Live-Musik kehrt in die Altstadt zurück"),
            ("it", "Insulti in diretta: scuse del conduttore"),
            ("fr", "Malaise en direct : l'animateur rassure"),
            ("pt", "Assalto ao vivo: veja o que se sabe"),
            ("en", "Where we live: the street that floods"),
            ("en", "Saturday Night Live: cast leaves"),
            ("en", "Town bans horoscope stalls from its fair"),
            ("es", "El alcalde consulta el horóscopo antes de votar"),
        ] {
            assert!(!is_roundup(report, language), "{report}");
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
    fn opinion_is_named_before_or_after_a_headline() {
        for (language, headline, expected) in [
            ("en", "Opinion: the dam was neglected", true),
            ("en", "The dam was neglected | Opinion", true),
            ("de", "Der Damm war morsch – Kommentar", true),
            ("es", "Tribuna | El dique olvidado", true),
            ("en", "Letters, parcels and papers delayed by strike", false),
            ("en", "Opinion", false),
            ("de", "Kommentar zum Spiel löst Streit aus", false),
        ] {
            let lexicon = Lexicon::of(language);
            assert_eq!(
                is_opinion(&report(headline, None), &lexicon),
                expected,
                "{headline}"
            );
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
            keyword("Alibaba", 0.9),
        ];
        let lexicon = Lexicon::of("en");
        let chosen = |reports: &[StoryArticle]| {
            central(reports.iter(), &keywords, &lexicon).map(str::to_owned)
        };
        let main = "Dam bursts and floods the Orla Valley";
        let roundup = "5 things to know: Orla Valley dam, flooded homes, football";
        let opinion = "Opinion: the dam of the Orla Valley, flooded by neglect";
        let column = "The Orla Valley dam was flooded, and no one listens";
        let all = [
            report("Heavy rain expected all week", None),
            report(opinion, None),
            report(column, Some("Columnists")),
            // what only one report is about says nothing of the story
            report("Alibaba to raise billions", None),
            report(roundup, None),
            report(main, None),
        ];
        assert_eq!(chosen(&all).as_deref(), Some(main));
        let news = chosen(&all[..3]);
        assert_eq!(news.as_deref(), Some("Heavy rain expected all week"));
        assert_eq!(chosen(&all[4..5]).as_deref(), Some(roundup));
        assert_eq!(chosen(&[]), None);
    }
}
