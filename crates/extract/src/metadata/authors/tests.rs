use crate::cases::rows;
use crate::metadata::Metadata;

fn read(html: &str) -> Metadata {
    crate::extract(&crate::Input::new(html, None), &crate::Options::default()).metadata
}

fn authors(data: &str) -> Vec<String> {
    read(&format!(
        "<title>Brücke</title><script type=application/ld+json>{data}</script><h1>Brücke</h1><p>Text"
    ))
    .authors
}

#[test]
fn all_authors_of_a_list_are_read() {
    for list in [
        r#"{"@list":[{"@type":"Person","name":["Erika Muster"]},{"@type":"Person","name":"Max Feld"}]}"#,
        r#"{"@set":["Erika Muster","Max Feld"]}"#,
        r#"{"@list":[{"@type":"Person","name":{"@value":"Erika Muster","@language":"de"}},{"@value":"Max Feld"}]}"#,
        r#"[{"@list":[{"name":"Erika Muster"}]},{"@type":"Person","name":["Max Feld"]}]"#,
    ] {
        let found = authors(&format!(
            r#"{{"@type":"NewsArticle","headline":"Brücke","author":{list}}}"#
        ));
        assert_eq!(found, ["Erika Muster", "Max Feld"], "{list}");
    }
}

#[test]
fn the_outlet_is_known_by_the_name_that_a_page_shows() {
    let text = "<p>The council decided on Tuesday to close the old bridge for repairs.";
    for [title, shown, author] in rows(
        "Bridge closed | Easton Beacon => <a href=/>Easton Beacon</a> => Easton Beacon
        Puente cerrado - Faro Norte => <p>© 2026 Faro Norte. Todos los derechos => Faro Norte
        Bota Mesit: Ura u mbyll => <div><a href='//www.bota.test/'><b>Bota Mesit</b></a></div> => Bota Mesit",
    ) {
        let read = |shown: &str| {
            let html =
                format!("<title>{title}</title><meta name=author content='{author}'>{shown}{text}");
            let url = url::Url::parse("https://bota.test/a1").ok();
            let input = crate::Input::new(&html, url.as_ref());
            crate::extract(&input, &crate::Options::default()).metadata
        };
        let metadata = read(shown);
        assert_eq!(metadata.site_name.as_deref(), Some(author));
        assert!(metadata.authors.is_empty(), "{author}");
        assert!(!metadata.title.unwrap().contains(author), "{author}");
        assert_eq!(read("<a href=/faro>News</a>").site_name, None);
    }
}

#[test]
fn korean_and_indonesian_pages_state_their_author_in_meta_elements_of_their_own() {
    let html = "<meta property=dable:author content=박지훈><title>교량</title><h1>교량</h1><p>Text";
    assert_eq!(read(html).authors, ["박지훈"]);
    let html = "<meta name=content_author content='Rizky Ananda'><title>Jembatan</title><p>Text";
    assert_eq!(read(html).authors, ["Rizky Ananda"]);
}

#[test]
fn creators_are_the_authors_if_the_author_is_only_the_outlet() {
    let of = |author: &str, creator: &str| {
        authors(&format!(
            r#"[{{"@type":"NewsMediaOrganization","name":"Morgenblatt Digital"}},
            {{"@type":"NewsArticle","headline":"Brücke","author":{author},"creator":{creator}}}]"#
        ))
    };
    let outlet = r#"{"@type":"Organization","name":"Morgenblatt Digital"}"#;
    assert_eq!(
        of(outlet, r#"["高橋明子","佐藤健"]"#),
        ["高橋明子", "佐藤健"]
    );
    let person = r#"{"@type":"Person","name":"Erika Muster"}"#;
    assert_eq!(of(outlet, person), ["Erika Muster"]);
    assert_eq!(of(person, r#"["Max Feld"]"#), ["Erika Muster"]);
    assert_eq!(of("[]", r#"["Max Feld"]"#), ["Max Feld"]);
    assert!(of(outlet, r#"["Redaktion"]"#).is_empty());
}

#[test]
fn a_person_who_is_an_organisation_as_well_is_a_person() {
    let of = |kind: &str| {
        authors(&format!(
            r#"{{"@type":"NewsArticle","headline":"Brücke","author":{{"@type":{kind},"name":"Max Feld"}}}}"#
        ))
    };
    assert_eq!(of(r#"["Person","Organization"]"#), ["Max Feld"]);
    assert_eq!(of(r#""Organization""#), [""; 0]);
}

#[test]
fn a_person_with_a_given_name_is_one() {
    for (parts, found) in [
        (
            r#","givenName":"Juan""#,
            &["Juan Pérez y López de Vega"][..],
        ),
        (
            r#","familyName":"Pérez y López de Vega""#,
            &["Juan Pérez y López de Vega"],
        ),
        ("", &["Juan Pérez", "López de Vega"]),
    ] {
        let author = format!(r#"{{"@type":"Person","name":"Juan Pérez y López de Vega"{parts}}}"#);
        let data = format!(r#"{{"@type":"NewsArticle","headline":"Brücke","author":{author}}}"#);
        assert_eq!(authors(&data), found, "{parts}");
    }
}

#[test]
fn the_byline_is_below_the_headline_and_not_below_the_name_of_the_site() {
    let menu = "<li><a href=/x>Lokales</a>".repeat(30);
    for [site, line, name] in rows(
        "한밭신문 => <p>입력 2024.04.24 17:21 | 한서윤 기자</p> => 한서윤
        Seeblatt => <p>Von Erika Muster</p> => Erika Muster
        Lagoon => <p class=byline>Jane Doe</p> => Jane Doe",
    ) {
        let headline = "Die alte Brücke wird wieder für alle geöffnet";
        let html = format!(
            "<title>{headline} - {site}</title><h1>{site}</h1><ul>{menu}</ul><h3>{headline}</h3>{line}<p>Text"
        );
        assert_eq!(read(&html).authors, [name], "{html}");
    }
}

#[test]
fn a_desk_in_place_of_a_person_gives_way_to_the_byline() {
    for (desk, byline) in [
        ("Redaktion", "<p>Von Erika Muster</p>"),
        ("Redakcja", "<p class=byline>Autor: Erika Muster</p>"),
        ("Newsroom", "<p>3 May 2024 | Author: Erika Muster</p>"),
    ] {
        let page = |text: &str| {
            let data = format!(
                r#"{{"@type":"NewsArticle","headline":"Brücke","author":{{"@type":"Person","name":"{desk}"}}}}"#
            );
            read(&format!(
                "<title>Brücke</title><script type=application/ld+json>{data}</script><h1>Brücke</h1>{text}<p>Text"
            ))
        };
        assert_eq!(page(byline).authors, ["Erika Muster"], "{desk}");
        assert_eq!(page("").organizations, [desk]);
    }
}

#[test]
fn the_name_of_the_author_in_a_meta_element_is_read() {
    let read = |html: &str| {
        read(&format!(
            "<title>Brücke</title><h1>Brücke</h1>{html}<p>Text"
        ))
        .authors
    };
    let author =
        "<span itemprop=author itemscope><meta itemprop=name content='Erika Muster'></span>";
    assert_eq!(read(author), ["Erika Muster"]);
    assert_eq!(read(&author.replace("span", "div")), ["Erika Muster"]);
    let several = "<meta name=authors content='Erika Muster, Max Feld'>";
    assert_eq!(read(several), ["Erika Muster", "Max Feld"]);
    // of a comment, or of the page
    let comment = format!("<div itemprop=comment itemscope>{author}</div>");
    assert_eq!(read(&comment), [""; 0]);
    let page = "<div itemscope><meta itemprop=name content='Erika Muster'></div>";
    assert_eq!(read(page), [""; 0]);
}

#[test]
fn what_a_page_states_for_parsely_counts_as_its_data() {
    let stated = r#"{"title":"Brücke","type":"post","pub_date":"2024-05-03T13:00:00Z","section":"Verkehr","authors":["Erika Muster"],"tags":["Rat","Fluss"]}"#;
    let page = |stated: &str| {
        read(&format!(
            "<title>Brücke</title><meta name=parsely-page content='{stated}'><h1>Brücke</h1><p>Text"
        ))
    };
    let found = page(stated);
    assert_eq!(found.authors, ["Erika Muster"]);
    assert_eq!(found.section.as_deref(), Some("Verkehr"));
    assert_eq!(found.tags, ["Rat", "Fluss"]);
    let day = found.date_published.map(|date| date.at.to_string());
    assert_eq!(day.as_deref(), Some("2024-05-03 13:00:00 UTC"));
    assert_eq!(page(&stated.replace("post", "index")).authors, [""; 0]);
}
