//! Pages in languages that were added by a file of words; see `docs/adding-a-language.md`.

use classify::{Evidence, Page};
use url::Url;

/// The rule that decides a page with a URL, title and text.
fn rule(url: &str, title: &str, text: &str) -> Option<&'static str> {
    let page = Page {
        url: Some(url),
        title,
        text,
        ..Page::default()
    };
    classify::rules::first(&Evidence::of(&page)).map(|finding| finding.rule.name)
}

#[test]
fn a_dutch_article_has_its_dates_its_byline_and_its_paywall() {
    let url = Url::parse("https://www.polderbode.example/nieuwe-brug-over-de-vaart-a1").unwrap();
    let article = extract::extract(
        &extract::Input::new(include_str!("pages/nl.html"), Some(&url)),
        &extract::Options::default(),
    );
    let published = article.metadata.date_published.unwrap();
    assert_eq!(published.at.to_rfc3339(), "2024-05-03T21:19:00+00:00");
    let modified = article.metadata.date_modified.unwrap();
    assert_eq!(modified.to_rfc3339(), "2024-05-04T08:05:00+00:00");
    assert_eq!(article.metadata.authors, ["Anna Bakker"]);
    assert_eq!(article.truncated, Some(true), "{:?}", article.truncated_by);
    assert!(article.text.contains("besloten dat de oude houten brug"));
}

#[test]
fn dutch_pages_other_than_articles_are_known_by_their_names() {
    let text = "De Polderbode verschijnt elke dag en wordt gelezen aan beide oevers van de vaart. "
        .repeat(20);
    for (path, title, expected) in [
        ("/over/p1", "Colofon | De Polderbode", "legal"),
        ("/privacyverklaring", "De Polderbode", "legal"),
        ("/a1", "Privacybeleid van de Polderbode", "legal"),
        ("/a1", "Pagina niet gevonden", "not-found-title"),
        ("/a1", "Even geduld", "challenge"),
        ("/binnenland", "De Polderbode", "section"),
        ("/zoeken?zoekterm=brug", "De Polderbode", "search"),
        ("/trefwoord/brug", "De Polderbode", "tag"),
    ] {
        let text = if expected == "challenge" { "" } else { &text };
        let url = format!("https://www.polderbode.example{path}");
        assert_eq!(rule(&url, title, text), Some(expected), "{path} {title}");
    }
    let wall =
        "Wij en onze partners gebruiken cookies.\nDeze website gebruikt cookies.\nAlles accepteren";
    let at = "https://www.polderbode.example/a1";
    assert_eq!(rule(at, "De Polderbode", wall), Some("consent-wall"));
}

#[test]
fn a_dutch_article_about_such_pages_stays_an_article() {
    let text = "De raad sprak vrijdag over de brug. ".repeat(40);
    for case in [
        "/nieuws/colofon-van-een-middeleeuws-boek-gevonden-a1 => Colofon van middeleeuws boek gevonden",
        "/binnenland/minister-wil-strenger-cookiebeleid-a2 => Minister wil strenger cookiebeleid voor websites",
        "/a3 => Zoeken naar vermiste wandelaar gestaakt",
    ] {
        let (path, title) = case.split_once(" => ").unwrap();
        let url = format!("https://www.polderbode.example{path}");
        assert_eq!(rule(&url, title, &text), None, "{title}");
    }
}
