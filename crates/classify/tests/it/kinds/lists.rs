//! Searches, keywords, authors, desks, imprints.

use classify::PageType;
use extract::Shape;
use html::Counts;

use super::Case;

fn listing(shape: &mut Shape) {
    shape.linked_headings = 9.0;
    shape.linked_headlines = 9.0;
}

#[test]
fn a_search_page_has_a_search_title_and_a_field() {
    let found = Some(("search-title", PageType::Search));
    let field = Counts {
        inputs: 1,
        ..Counts::default()
    };
    for title in [
        "Suche – Morgenblatt",
        "Suchergebnisse für „Brücke“",
        "Search results for bridge",
    ] {
        let search = || Case::at("/a1").titled(title);
        assert_eq!(search().counts(field).judged(), found, "{title}");
        assert_eq!(search().judged(), None, "{title}");
    }
    for title in [
        "Suche nach Vermisstem geht weiter",
        "Suche – Polizei hofft auf Zeugen",
    ] {
        let report = Case::at("/a1").titled(title);
        assert_eq!(report.counts(field).judged(), None, "{title}");
    }
}

#[test]
fn a_title_or_url_names_the_keyword_of_a_list() {
    let found = Some(("tag-list", PageType::Tag));
    let topic = || Case::at("/thema/bruecken/");
    assert_eq!(topic().shape(listing).judged(), found);
    assert_eq!(topic().judged(), None, "no list");
    let report = topic().types(&["NewsArticle"]);
    assert_eq!(report.shape(listing).judged(), None);
    let titled = Case::at("/a1").titled("Thema: Brücken");
    assert_eq!(titled.shape(listing).judged(), found);
    assert_eq!(Case::at("/tag.php?t=bridges").judged(), found);
}

#[test]
fn an_author_page_has_a_profile_or_its_headline_in_the_url() {
    let found = Some(("author-page", PageType::Author));
    let profile = ["ProfilePage", "Person"];
    assert_eq!(Case::at("/team/a1").types(&profile).judged(), found);
    let named = |headline: &str, path| {
        let mut case = Case::at(path);
        case.metadata.title = Some(headline.to_owned());
        case.judged()
    };
    assert_eq!(named("Jörg Größer", "/redaktion/joerg-groesser"), found);
    assert_eq!(named("Erika Muster", "/staff.php?who=erika-muster"), found);
    let news = named("Erika Muster tritt zurück", "/redaktion/erika-muster");
    assert_eq!(news, None);
}

#[test]
fn a_section_is_a_list_under_the_name_of_a_desk() {
    let found = Some(("section-list", PageType::Section));
    let titled = |title| Case::at("/r/a").titled(title).shape(listing).judged();
    assert_eq!(titled("Politik – Morgenblatt"), found);
    assert_eq!(titled("Archiv | Seite 2 | Morgenblatt"), found);
    let headline = "News - Kamera wird zum Statussymbol | Morgenblatt";
    assert_eq!(titled(headline), None);
    assert_eq!(Case::at("/r/a").titled("Politik").judged(), None, "no list");
    let dated = |title| {
        Case::at("/r/a")
            .titled(title)
            .shape(|shape| shape.dates = 9.0)
    };
    assert_eq!(dated("Archiv – Morgenblatt").judged(), found);
    assert_eq!(dated("Politik – Morgenblatt").judged(), None);
    let by_query = Case::at("/section.php?s=politics").judged();
    assert_eq!(by_query, Some(("section", PageType::Section)));
    let second = Case::at("/politik/?seite=2").judged();
    assert_eq!(second, Some(("section", PageType::Section)));
}

#[test]
fn a_collection_is_a_section_unless_it_has_products() {
    let typed = |types: &[&str]| Case::at("/r/a").types(types).shape(listing).judged();
    let found = Some(("section-list", PageType::Section));
    assert_eq!(typed(&["CollectionPage"]), found);
    assert_eq!(typed(&["CollectionPage", "Product"]), None);
    assert_eq!(typed(&["CollectionPage", "NewsArticle"]), None);
}

#[test]
fn an_about_page_with_the_facts_of_a_company_is_an_imprint() {
    let about = Case::at("/about").titled("About us | Morgenblatt");
    let text = "The Morgenblatt is published by a company whose registered office is in Saltmere.";
    let found = Some(("legal", PageType::Legal));
    assert_eq!(about.judged_with(text), found);
    assert_eq!(about.judged(), None);
}
