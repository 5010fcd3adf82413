//! What a person would call the same page has the same text and the same verdict. `bench/invariance.sh` tries the same on real pages.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use chrono::DateTime;
use classify::{Classifier, Page, PageType, classify};
use testsite::{Settings, labelled_pages};
use url::Url;

/// An article of the newsroom and what is read of it.
struct Article {
    url: Url,
    html: String,
    language: String,
    text: String,
}

/// The text and the type of a page.
fn read(url: &Url, html: &str) -> (String, PageType, String) {
    let input = extract::Input::new(html, Some(url));
    let extraction = extract::extract(&input, &extract::Options::default());
    let page = Page::new(Some(url.as_str()), Some(200), html, &extraction);
    let verdict = classify(&Classifier::default(), &page);
    let language = extraction.metadata.language.clone().unwrap_or_default();
    (extraction.text, verdict.page_type, language)
}

/// The articles whose text has a series of plain paragraphs.
static ARTICLES: LazyLock<Vec<Article>> = LazyLock::new(|| {
    let pages = labelled_pages(Settings {
        now: DateTime::from_timestamp(1_795_176_000, 0).unwrap(),
        articles_per_site: 20,
        ..Settings::default()
    });
    let articles = pages.iter().filter(|page| page.page_type == "article");
    let read = articles.map(|page| {
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let url = Url::parse(&page.url).unwrap();
        let (text, _, language) = read(&url, &html);
        Article {
            url,
            html,
            language,
            text,
        }
    });
    let all: Vec<Article> = read.collect();
    all.into_iter()
        .filter(|article| paragraphs(article).len() > 4)
        .collect()
});

/// The paragraphs of the text, of eight words or more, that are an element `<p>` each, with their places in the page.
fn paragraphs(article: &Article) -> Vec<(usize, String)> {
    let lines = article
        .text
        .lines()
        .filter(|line| line.split_whitespace().count() >= 8);
    let at = lines.filter_map(|line| {
        let element = format!("<p>{line}</p>");
        Some((article.html.find(&element)?, element))
    });
    at.collect()
}

/// Whether two texts are the same but for a line in a hundred.
fn is_same(text: &str, expected: &str) -> bool {
    let expected: Vec<&str> = expected.lines().collect();
    let found = text.lines().filter(|line| expected.contains(line)).count();
    100 * found >= 99 * text.lines().count()
        && 100 * text.len() >= 99 * expected.iter().map(|line| line.len()).sum::<usize>()
}

/// Counts how many pages keep their verdict, and how many the expected text, after a change; and names the others.
fn stays(change: impl Fn(&Article) -> (String, String)) -> (usize, usize, usize, String) {
    let (mut verdicts, mut texts, mut report) = (0, 0, String::new());
    for article in ARTICLES.iter() {
        let (html, expected) = change(article);
        let (text, page_type, _) = read(&article.url, &html);
        verdicts += usize::from(page_type.is_article());
        let is_same = is_same(&text, &expected);
        texts += usize::from(is_same);
        if !page_type.is_article() || !expected.is_empty() && !is_same {
            let _ = writeln!(
                report,
                "{}: {page_type}, {} of {} bytes",
                article.url,
                text.len(),
                expected.len()
            );
        }
    }
    (ARTICLES.len(), verdicts, texts, report)
}

/// Inserts paragraphs of other articles of the same language in the middle of the text.
fn longer(words: usize) -> impl Fn(&Article) -> (String, String) {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for article in ARTICLES.iter() {
        let own = paragraphs(article).into_iter();
        let of_language = known.entry(article.language.clone()).or_default();
        of_language.extend(own.map(|(_, element)| element));
    }
    move |article| {
        let own = paragraphs(article);
        let (at, element) = &own[own.len() / 2];
        let after = at + element.len();
        let mut left = words;
        let others = known[&article.language].iter();
        let others = others.filter(|other| !article.html.contains(other.as_str()));
        let chosen = others.take_while(|paragraph| {
            let more = left > 0;
            left = left.saturating_sub(paragraph.split_whitespace().count());
            more
        });
        let inserted: String = chosen.map(String::as_str).collect();
        let html = [&article.html[..after], &inserted, &article.html[after..]].concat();
        let line = element.trim_start_matches("<p>").trim_end_matches("</p>");
        let lines = inserted.replace("<p>", "\n\n").replace("</p>", "");
        let text = article.text.replacen(line, &(line.to_owned() + &lines), 1);
        (html, text)
    }
}

#[test]
fn a_longer_text_is_whole_and_still_an_article() {
    for words in [1_000, 4_000] {
        let (pages, verdicts, texts, report) = stays(longer(words));
        assert!(pages >= 30, "{pages}");
        assert_eq!(
            (verdicts, texts),
            (pages, pages),
            "{words} words:\n{report}"
        );
    }
}

#[test]
fn what_surrounds_a_text_changes_neither_text_nor_verdict() {
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 5] = [
        ("login", |html| {
            let form = "<form action=/login><input name=user><input type=password name=word><button>Login</button></form>";
            html.replacen("<body>", &format!("<body>{form}"), 1)
        }),
        ("search", |html| {
            let form =
                "<form action=/search><input type=search name=q><button>Search</button></form>";
            html.replacen("<body>", &format!("<body>{form}"), 1)
        }),
        ("player", |html| {
            html.replacen(
                "<body>",
                "<body><div><video src=/film.mp4 controls></video></div>",
                1,
            )
        }),
        ("links", |html| {
            let link = |at: usize| {
                format!(
                    "<li><a href=/story-{at}.html>Harbour bridge opens after debate {at}</a></li>"
                )
            };
            let column: String = (0..12).map(link).collect();
            html.replacen(
                "</body>",
                &format!("<aside><ul>{column}</ul></aside></body>"),
                1,
            )
        }),
        ("wrapped", |html| {
            html.replace("<p>", "<div><p>")
                .replace("</p>", "</p></div>")
        }),
    ];
    for (name, change) in changes {
        let (pages, verdicts, texts, report) =
            stays(|article| (change(&article.html), article.text.clone()));
        assert!(pages >= 30, "{pages}");
        assert_eq!(verdicts, pages, "{name}:\n{report}");
        assert!(
            100 * texts >= 99 * pages,
            "{name}: {texts} of {pages}\n{report}"
        );
    }
}

#[test]
fn an_article_that_is_cut_is_still_one() {
    for kept in [2, 4] {
        let (pages, verdicts, _, report) = stays(|article| {
            let mut html = article.html.clone();
            for (_, element) in paragraphs(article).iter().skip(kept) {
                html = html.replacen(element, "", 1);
            }
            (html, String::new())
        });
        assert!(
            100 * verdicts >= 95 * pages,
            "{kept} paragraphs: {verdicts} of {pages}\n{report}"
        );
    }
}
