//! Forms, shops, forums, teasers, and pages that are missing.

use classify::{Evidence, Page, PageType};
use html::Counts;

use super::Case;

fn password() -> Counts {
    Counts {
        inputs: 2,
        passwords: 1,
        ..Counts::default()
    }
}

#[test]
fn a_login_page_has_a_login_title_and_a_password_field() {
    let found = Some(("login", PageType::Login));
    for path in ["/konto/anmelden", "/login.php?return=%2Fa1", "/sign_in"] {
        assert_eq!(Case::at(path).counts(password()).judged(), found, "{path}");
        assert_eq!(Case::at(path).judged(), None, "{path}");
    }
    let titled = Case::at("/a1").titled("Registrieren | Morgenblatt");
    assert_eq!(titled.counts(password()).judged(), found);
    let margin = Case::at("/a1").counts(password());
    assert_eq!(margin.judged(), None, "a form in the margin");
}

#[test]
fn a_quiz_has_input_fields() {
    let boxes = Counts {
        inputs: 8,
        ..Counts::default()
    };
    let quiz = || Case::at("/quiz/wochenquiz").counts(boxes);
    assert_eq!(quiz().judged(), Some(("play", PageType::Other)));
    assert_eq!(quiz().og("article").judged(), None);
}

#[test]
fn a_product_has_a_price_and_no_article() {
    let found = Some(("product", PageType::Product));
    let sold = ["Product", "Brand", "Offer"];
    let book = || Case::at("/shop/buch");
    assert_eq!(book().types(&sold).judged(), found);
    assert_eq!(book().og("product").judged(), found);
    assert_eq!(book().types(&sold).og("article").judged(), None, "a test");
    let test = ["NewsArticle", "Product", "Offer"];
    assert_eq!(book().types(&test).judged(), None);
    let list = ["CollectionPage", "Product", "Offer"];
    assert_eq!(book().types(&list).judged(), None);
}

#[test]
fn a_discussion_declares_itself_or_has_a_thread_url() {
    let found = Some(("forum", PageType::Forum));
    let posting = ["DiscussionForumPosting"];
    assert_eq!(Case::at("/a1").types(&posting).judged(), found);
    for path in [
        "/showthread.php?t=17",
        "/threads/neue-bruecke.1234/",
        "/t/neue-bruecke/1234",
        "/t/neue-bruecke/1234/5",
    ] {
        assert_eq!(Case::at(path).judged(), found, "{path}");
    }
    assert_eq!(Case::at("/t/bruecke").judged(), None, "a keyword");
    let debated = ["NewsArticle", "DiscussionForumPosting"];
    assert_eq!(Case::at("/a1").types(&debated).judged(), None);
}

#[test]
fn an_undeclared_forum_has_dated_posts() {
    let thread = || Case::at("/forum/verkehr").shape(|shape| shape.dates = 5.0);
    assert_eq!(thread().judged(), Some(("forum", PageType::Forum)));
    assert_eq!(Case::at("/forum/verkehr").judged(), None);
    assert_eq!(thread().og("article").judged(), None, "a column");
}

#[test]
fn the_opening_of_a_paid_article_is_a_teaser() {
    let opening = |words: f32, html: &'static str, is_free| {
        let case = Case::at("/plus/a1").types(&["NewsArticle"]);
        let mut case = case.shape(|shape| shape.content_words = words);
        case.html = html;
        case.metadata.is_free = is_free;
        case.judged()
    };
    let found = Some(("paywall", PageType::PaywallTeaser));
    let sold = "<h2>Weiterlesen mit Plus</h2><a>Jetzt abonnieren</a>";
    assert_eq!(opening(40.0, sold, Some(false)), found);
    assert_eq!(opening(80.0, sold, Some(false)), None, "enough to be kept");
    assert_eq!(opening(400.0, sold, Some(false)), None, "all of it");
    assert_eq!(opening(40.0, sold, None), None);
    assert_eq!(opening(40.0, "", Some(false)), None, "a short report");
}

#[test]
fn the_first_sentences_of_a_text_that_is_cut_off_are_a_teaser() {
    let opening = |words: f32, truncated| {
        let metadata = extract::Metadata::default();
        let shape = extract::Shape {
            content_words: words,
            ..extract::Shape::default()
        };
        let page = Page {
            url: Some("https://www.morgenblatt.example/a1"),
            text: "Der Rat beschloss am Freitag, die Brücke zu sperren.",
            truncated,
            metadata: Some(&metadata),
            shape: Some(&shape),
            ..Page::default()
        };
        let finding = classify::rules::first(&Evidence::of(&page));
        finding.map(|finding| finding.rule.page_type)
    };
    let teaser = Some(PageType::PaywallTeaser);
    assert_eq!(opening(30.0, Some(true)), teaser);
    assert_eq!(opening(30.0, Some(false)), None);
    assert_eq!(opening(30.0, None), None);
    assert_eq!(opening(120.0, Some(true)), None, "enough to be kept");
}

#[test]
fn a_missing_page_says_so_in_its_title_or_headline() {
    let found = Some(("not-found-title", PageType::Error));
    for name in [
        "Diese Seite existiert nicht mehr | Morgenblatt",
        "Página no encontrada - Morgenblatt",
        "Strona nie istnieje",
    ] {
        assert_eq!(Case::at("/a1").titled(name).judged(), found, "{name}");
    }
    let mut case = Case::at("/a1").titled("Morgenblatt – Nachrichten");
    case.metadata.title = Some("Seite nicht gefunden".to_owned());
    assert_eq!(case.judged(), found);
}

#[test]
fn a_missing_page_says_so_at_its_start() {
    let found = Some(("not-found-text", PageType::Error));
    let sorry = "Oje!\n\nDie gewünschte Seite wurde nicht gefunden. Vielleicht hilft die Suche.";
    assert_eq!(Case::at("/a1").judged_with(sorry), found);
    let article = Case::at("/a1").types(&["NewsArticle"]);
    assert_eq!(article.judged_with(sorry), None);
}

#[test]
fn an_article_about_missing_pages_is_not_missing() {
    let report = "Die gewünschte Seite wurde nicht gefunden: So antworten Ämter. ".repeat(20);
    let title = "Seite nicht gefunden: Wie das Netz vergisst | Morgenblatt";
    assert_eq!(Case::at("/a1").titled(title).judged_with(&report), None);
}
