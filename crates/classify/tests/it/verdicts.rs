//! The content of verdicts.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

use classify::perceptron::SevenModel;
use classify::{Classifier, Evidence, Page, PageType, classify};
use proptest::prelude::*;

/// Every model that comes with the program.
fn models() -> Vec<Classifier> {
    let names = Classifier::BUILT_IN.into_iter();
    names
        .map(|name| Classifier::built_in(name).unwrap())
        .collect()
}

fn seven() -> Classifier {
    Classifier::Seven(SevenModel::seven().clone())
}

fn article() -> String {
    "Der Rat von Neustadt hat am Freitag beschlossen, die alte Brücke über den Fluss zu sperren. \
     Die Bürgermeisterin sagte, die Sicherheit gehe vor.\n\n"
        .repeat(20)
}

#[test]
fn a_long_text_under_a_headline_is_an_article() {
    let text = article();
    let verdict = classify(
        &seven(),
        &Page {
            url: Some("https://morgenblatt.example/stadt/alte-bruecke-wird-gesperrt-4711"),
            title: "Alte Brücke wird für Autos gesperrt | Morgenblatt",
            text: &text,
            ..Page::default()
        },
    );
    assert!(verdict.is_article(), "{verdict:?}");
    assert_eq!(verdict.label_source, "model:seven-1");
    assert!(
        verdict.reason.starts_with("news score 0."),
        "{}",
        verdict.reason
    );
}

#[test]
fn a_report_is_an_article_however_short_its_headline() {
    let model = Classifier::built_in("gleaner").unwrap();
    let url =
        url::Url::parse("https://www.zeitung.example/lokales/rat-sperrt-die-alte-bruecke-1.html");
    let url = url.unwrap();
    let text = [
        "Der Rat von Neustadt hat am Freitag beschlossen, die alte Brücke über den Fluss zu sperren. Ein Gutachten hatte Risse gezeigt.",
        "Die Bürgermeisterin sagte, die Sicherheit gehe vor. „Wir haben lange gewartet“, räumte sie vor den Zuhörern im vollen Saal ein.",
        "Wer aus den Dörfern am anderen Ufer kommt, muss nun einen Umweg von zwölf Kilometern fahren, bis die Fähre wieder verkehrt.",
        "Händler in der Altstadt befürchten, dass ihnen die Kundschaft ausbleibt. Sie verlangen, dass die Stadt Parkplätze kostenlos anbietet.",
        "Über einen Neubau will der Rat im Frühjahr entscheiden; die Kosten schätzt das Bauamt auf neun Millionen Euro.",
    ];
    let text: String = text.map(|paragraph| format!("<p>{paragraph}</p>")).concat();
    for headline in [
        "Rat sperrt die alte Brücke am Fluss",
        "Alte Brücke gesperrt",
        "Brücke gesperrt",
    ] {
        let html = format!(
            "<html lang='de'><head><title>{headline} – Zeitung</title><meta property='og:type' content='article'>\
             <meta name='author' content='Berta Muster'><meta property='article:published_time' content='2026-03-01T08:30:00+01:00'>\
             </head><body><nav><a href='/'>Start</a> <a href='/sport'>Sport</a></nav><article><h1>{headline}</h1>\
             <p class='byline'>Von Berta Muster</p>{text}</article><footer><a href='/impressum'>Impressum</a></footer></body></html>"
        );
        let extraction = extract::extract(
            &extract::Input::new(&html, Some(&url)),
            &extract::Options::default(),
        );
        let page = Page::new(Some(url.as_str()), Some(200), &html, &extraction);
        let verdict = classify(&model, &page);
        assert!(verdict.is_article(), "{headline}: {verdict:?}");
    }
}

#[test]
fn a_line_of_text_on_a_front_is_rejected_with_its_reasons() {
    let page = Page {
        url: Some("https://morgenblatt.example/brueckenbau/"),
        title: "Brückenbau",
        text: "Alle Berichte im Überblick",
        ..Page::default()
    };
    let verdict = classify(&seven(), &page);
    assert_eq!(verdict.page_type, PageType::Other);
    for part in ["< 0.50: ", "short text", "URL ends with /"] {
        assert!(verdict.reason.contains(part), "{}", verdict.reason);
    }
}

#[test]
fn the_model_alone_does_not_know_the_rules() {
    let text = article();
    let page = Page {
        url: Some("https://morgenblatt.example/impressum"),
        title: "Wer wir sind und wie Sie uns erreichen | Morgenblatt",
        text: &text,
        ..Page::default()
    };
    for model in models() {
        let alone = model.verdict(&Evidence::of(&page));
        let both = classify(&model, &page);
        assert!(alone.label_source.starts_with("model:"));
        assert_eq!(both.page_type, PageType::Legal);
        assert_eq!(both.label_source, "rule:legal");
        assert_eq!(both.reason, "the URL ends with impressum");
        assert_eq!(
            (both.news_score, both.features),
            (alone.news_score, alone.features)
        );
    }
}

#[test]
fn a_custom_threshold_decides() {
    let text = article();
    let page = Page {
        text: &text,
        ..Page::default()
    };
    for model in models() {
        let strict = model.clone().with_threshold(1.0);
        assert!(!strict.verdict(&Evidence::of(&page)).is_article());
        let lax = model.with_threshold(0.0);
        assert!(lax.verdict(&Evidence::of(&page)).is_article());
    }
}

#[test]
fn a_weights_file_is_recognised_by_its_content() {
    let seven = Classifier::parse(&SevenModel::seven().to_json()).unwrap();
    assert!(matches!(seven, Classifier::Seven(_)));
    let trees = Classifier::parse(include_str!("../../models/gleaner.json")).unwrap();
    assert!(matches!(trees, Classifier::Gleaner(_)));
    for other in ["", "{}", "[]", "{\"hidden\":1}"] {
        assert!(Classifier::parse(other).is_err(), "{other}");
    }
}

#[test]
fn urls_of_articles_have_a_higher_prior() {
    let prior = |path| {
        let url = format!("https://www.morgenblatt.example{path}");
        classify::prior(&url::Url::parse(&url).unwrap())
    };
    let article = prior("/politik/2026/11/rat-beschliesst-neue-bruecke-ueber-den-fluss-4711.html");
    assert!(article > 0.5, "{article}");
    for other in ["/", "/politik/", "/abo", "/tag/bruecke", "/login?next=/"] {
        assert!(prior(other) < article, "{other}");
    }
}

proptest! {
    #[test]
    fn any_page_gets_one_verdict_with_one_line_of_reason(
        url in proptest::option::of("(https?://)?[a-z.]{0,12}(/[a-zÄ%0-9-]{0,9}){0,4}/?(\\?[a-z]=.?)?"),
        status in proptest::option::of(100..600_u16),
        title in "[\\PC\n]{0,60}",
        text in "[\\PC\n]{0,300}",
        html in "[\\PC\n]{0,100}",
        blocks in proptest::option::of(0..20_usize),
    ) {
        let page = Page {
            url: url.as_deref(),
            http_status: status,
            title: &title,
            text: &text,
            html: &html,
            blocks,
            ..Page::default()
        };
        for model in models() {
            let verdict = classify(&model, &page);
            prop_assert!((0.0..=1.0).contains(&verdict.news_score));
            prop_assert!(!verdict.reason.is_empty() && !verdict.reason.contains('\n'), "{}", verdict.reason);
            prop_assert_eq!(classify(&model, &page), verdict);
        }
    }
}
