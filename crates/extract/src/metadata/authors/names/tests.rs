use url::Url;

use super::*;
use crate::metadata::authors::byline::is_full_name;

fn of_site(byline: &str, url: &str) -> Credits {
    let url = Url::parse(url).unwrap();
    Credits::of([byline], &Outlet::new(Some("Morgenblatt"), Some(&url)))
}

fn of_all(byline: &str) -> Credits {
    of_site(byline, "https://www.bote.test/x")
}

fn of_byline(byline: &str) -> Vec<String> {
    of_all(byline).persons
}

#[test]
fn broadcasters_are_no_persons() {
    for name in [
        "France Télévisions",
        "Radio Bern",
        "HBS 뉴스",
        "Radiotelevisione Alpina",
        "Norddeutscher Rundfunk",
        "Delta TV",
    ] {
        assert!(of_byline(name).is_empty(), "{name}");
    }
}

#[test]
fn titles_and_outlets_around_a_korean_name_are_cut_off() {
    for byline in [
        "박지훈 기자",
        "박지훈 선임기자",
        "박지훈 항구스포츠 기자",
        "항구일보 박지훈 기자",
        "박지훈 HK스포츠 기자",
        "박지훈 에디터",
    ] {
        assert_eq!(of_byline(byline), ["박지훈"], "{byline}");
    }
}

#[test]
fn bylines_are_split_into_names() {
    assert_eq!(
        of_byline("Von Erika Muster und Max Muster"),
        ["Erika Muster", "Max Muster"]
    );
    assert_eq!(
        of_byline("By Jane Doe, John Roe and Ann Poe"),
        ["Jane Doe", "John Roe", "Ann Poe"]
    );
    assert_eq!(
        of_byline("Anna Nowak i Jan Kowal"),
        ["Anna Nowak", "Jan Kowal"]
    );
    assert_eq!(
        of_byline("Anna Nowak, Jan Kowal i Ewa Lis i Maria Sowa"),
        ["Anna Nowak", "Jan Kowal", "Ewa Lis", "Maria Sowa"]
    );
    assert_eq!(of_byline("Jane Doe,@jane"), ["Jane Doe"]);
    assert_eq!(
        of_byline("By Jane Doe with John Roe"),
        ["Jane Doe", "John Roe"]
    );
    assert_eq!(
        of_byline("Josep Puig i Cadafalch"),
        ["Josep Puig i Cadafalch"]
    );
    assert_eq!(of_byline("Jane Doe jane@x.test"), ["Jane Doe"]);
    assert_eq!(of_byline("Jane Doe &amp; Jane Doe"), ["Jane Doe"]);
    assert_eq!(of_byline("Muster, Erika"), ["Erika Muster"]);
    for nickname in ["Erika (Anna) Muster", "Bruno (Luís Paulo) Sousa"] {
        assert_eq!(of_byline(nickname), [nickname]);
    }
    assert_eq!(of_byline("ByJane Doe"), ["Jane Doe"]);
    assert_eq!(
        of_byline("vonErika Muster und Max Feld"),
        ["Erika Muster", "Max Feld"]
    );
    assert_eq!(of_byline("Byrne Ashworth"), ["Byrne Ashworth"]);
    assert_eq!(of_byline("Erika Muster, Redaktion"), ["Erika Muster"]);
    assert_eq!(of_byline("Perry Bacon Jr."), ["Perry Bacon Jr."]);
    assert_eq!(
        of_byline("Erika Muster, Projektleiterin Deiche"),
        ["Erika Muster"]
    );
}

#[test]
fn a_host_has_the_name_of_its_outlet_without_accents() {
    for (name, host) in [
        ("Żółty Goniec", "zoltygoniec.test"),
        ("Mühlauer Bötchen", "muehlauer-boetchen.test"),
        ("L'Écho des Prés", "www.lechodespres.test"),
        ("Ærø Avis", "aeroeavis.test"),
    ] {
        let url = Url::parse(&format!("https://{host}/a1")).unwrap();
        let outlet = Outlet::new(None, Some(&url));
        assert!(outlet.is_called(name), "{name}");
        assert!(outlet.is(&format!("{name} Online")), "{name}");
        assert!(!outlet.is_called(&name[name.len() - 4..]), "{name}");
    }
}

#[test]
fn texts_that_are_not_names_are_left_out() {
    for byline in [
        "Morgenblatt",
        "Der Bote",
        "https://x.test/author/erika",
        "erika@x.test",
        "Redaktion",
        "Email the author",
        "Click Here",
        "New Results",
        "Image: Getty Images",
        "Bild: Erika Muster",
        "tal.de",
        "Super User",
        "Sportredaktion",
        "Gastautor",
        "erika.muster",
        "3 Minuten",
        "",
        "12345",
    ] {
        assert!(of_byline(byline).is_empty(), "{byline}");
    }
}

#[test]
fn agencies_and_desks_are_split_off() {
    let of = of_all;
    assert_eq!(of("Erika Muster, dpa").agencies, ["dpa"]);
    assert_eq!(of("Von Max Muster (dpa)").persons, ["Max Muster"]);
    let wire = of("Jane Doe and John Roe The Associated Press");
    assert_eq!(wire.persons, ["Jane Doe", "John Roe"]);
    assert_eq!(wire.agencies, ["The Associated Press"]);
    assert_eq!(of("NDR").organizations, ["NDR"]);
    assert_eq!(of("dpa/lno").agencies, ["dpa"]);
    assert_eq!(of("Morgenblatt et AFP").organizations, ["Morgenblatt"]);
    assert_eq!(of("Erika Muster, RADIO NORD").organizations, ["RADIO NORD"]);
    assert_eq!(of("Bote Redaktion").organizations, ["Bote Redaktion"]);
    assert_eq!(of("Erika Muster, New York").persons, ["Erika Muster"]);
    assert_eq!(of("Erika Muster, MD").organizations, [""; 0]);
    assert_eq!(of("山田花子記者").persons, ["山田花子"]);
}

#[test]
fn in_a_byline_in_capitals_all_names_are_persons() {
    let found = of_all("By LISA FELD, MARY CLARE MUSTER and ERIC BACH");
    assert_eq!(
        found.persons,
        ["LISA FELD", "MARY CLARE MUSTER", "ERIC BACH"]
    );
    assert!(found.organizations.is_empty());
    let found = of_all("JANE DOE, NDR");
    assert_eq!(found.persons, ["JANE DOE"]);
    assert_eq!(found.organizations, ["NDR"]);
}

#[test]
fn an_outlet_or_place_after_a_name_is_split_off() {
    let url = Url::parse("https://www.nordnews.test/x").unwrap();
    let of = |outlet: &str, byline: &str| {
        let mut credits = Credits::default();
        credits.add(byline, &Outlet::new(Some(outlet), Some(&url)));
        (credits.persons, credits.organizations)
    };
    for name in [
        "Anna Maria Da Costa",
        "JAN PIET McDONALD",
        "Jan van der Feld",
        "J. R. Muster",
        "Erika in der Au",
    ] {
        assert_eq!(of_byline(name), [name]);
    }
    let full = vec!["Erika Anna Muster".to_owned()];
    assert_eq!(of("Muster", "Erika Anna Muster").0, full);
    assert_eq!(of_byline("Erika Muster Washington DC"), ["Erika Muster"]);
    assert_eq!(of_byline("Jane Doe New York"), ["Jane Doe"]);
    let both = of("Jane", "John Roe, Jane Doe").0;
    assert_eq!(both, ["John Roe", "Jane Doe"]);
}

#[test]
fn descriptions_of_an_author_are_no_authors() {
    for byline in [
        "Jane Doe, CEO",
        "Jane Doe, Redakteurin der NDR",
        "Jane Doe, Staff Clinician",
        "Jane Doe, Professor of Physics, University of Uelzen",
    ] {
        let found = of_all(byline);
        assert_eq!(found.persons, ["Jane Doe"], "{byline}");
        assert!(found.organizations.is_empty(), "{byline}");
    }
    for second in ["Jane Doe, Professor Max Feld", "Jane Doe, Editor Max Feld"] {
        assert_eq!(of_byline(second), ["Jane Doe", "Max Feld"], "{second}");
    }
    assert_eq!(of_byline("Analysis by Jane Doe"), ["Jane Doe"]);
}

#[test]
fn a_name_ends_at_the_job_of_a_journalist() {
    for byline in [
        "Jane Doe AP Sports Writer",
        "Jane Doe Science reporter, Easton News",
        "Jane Doe Senior Washington Correspondent",
        "By Jane Doe, AP National Security Writer",
        "Jane Doe Redakteurin Wirtschaft",
        "Jane Doe - AP Technology Writers",
    ] {
        let names = of_byline(byline);
        assert_eq!(names, ["Jane Doe"], "{byline}");
    }
}

#[test]
fn words_in_place_of_a_name_are_no_person() {
    for word in ["未知", "网络整理", "Unknown Author"] {
        assert!(of_byline(word).is_empty(), "{word}");
    }
}

#[test]
fn a_site_is_named_by_whole_words() {
    for (name, url) in [
        ("Anna Sternberg", "https://www.stern.de/x"),
        ("Tim Emerson", "https://time.com/x"),
        ("Marie Spiegelhalter", "https://www.spiegel.de/x"),
    ] {
        assert_eq!(of_site(name, url).persons, [name]);
    }
    for (name, url) in [
        ("Focus Online Local", "https://www.focus.de/x"),
        ("Der Westen Sport", "https://www.derwesten.de/x"),
        ("heise.de", "https://www.heise.de/x"),
        ("Watson.de-Team", "https://www.watson.de/x"),
    ] {
        let found = of_site(name, url);
        assert!(found.persons.is_empty(), "{name}");
        assert_eq!(found.organizations, [name]);
    }
}

#[test]
fn a_part_of_the_outlet_after_a_name_is_no_person() {
    for (outlet, byline) in [
        ("NDR", "Erika Muster, NDR Kultur"),
        ("MDR", "Erika Muster, MDR THÜRINGEN"),
        ("Der Bote", "Erika Muster, Der Bote Sport"),
    ] {
        let outlet = Outlet::new(Some(outlet), None);
        let credits = Credits::of([byline], &outlet).without_outlet(&outlet);
        assert_eq!(credits.all(), ["Erika Muster"], "{byline}");
    }
    let outlet = Outlet::new(Some("Erika"), None);
    let two = Credits::of(["Max Feld, Erika Muster"], &outlet);
    assert_eq!(two.persons, ["Max Feld", "Erika Muster"]);
}

#[test]
fn authorities_and_societies_are_no_persons() {
    for name in ["Easton Data Security Center", "Collectif Rouge"] {
        assert_eq!(of_all(name).organizations, [name]);
        assert!(of_byline(name).is_empty(), "{name}");
    }
}

#[test]
fn a_word_of_one_letter_may_join_two_surnames() {
    for name in [
        "José Ortega y Gasset",
        "Santiago Ramón y Cajal",
        "Maria Costa e Silva",
    ] {
        assert!(is_full_name(name), "{name}");
        assert_eq!(of_byline(name), [name]);
    }
    for (byline, names) in [
        (
            "Ana Ruiz y José Ortega y Gasset",
            ["Ana Ruiz", "José Ortega y Gasset"],
        ),
        ("Anna Costa e Maria Silva", ["Anna Costa", "Maria Silva"]),
    ] {
        assert_eq!(of_byline(byline), names);
    }
    assert_eq!(of_byline("Ana Ruiz y EFE"), ["Ana Ruiz"]);
}

#[test]
fn a_job_before_a_name_is_no_part_of_it() {
    for byline in [
        "Von Kurier-online-Redakteur Marta Soler",
        "Von Sportredakteurin Marta Soler",
        "By Political Editor Marta Soler",
        "Senior Sports Writer Marta Soler",
        "Door onze verslaggever Marta Soler",
        "Dal nostro inviato Marta Soler",
        "Par notre envoyée spéciale Marta Soler",
        "Par notre correspondante à Oslo, Marta Soler",
        "Por nuestro corresponsal en Roma, Marta Soler",
    ] {
        assert_eq!(of_byline(byline), ["Marta Soler"], "{byline}");
    }
    assert_eq!(
        of_byline("By Business Reporter Jane Doe and John Roe"),
        ["Jane Doe", "John Roe"]
    );
}

#[test]
fn a_surname_before_a_comma_belongs_to_the_given_names_after_it() {
    for (byline, names) in [
        ("Lindqvist, Eva M.", &["Eva M. Lindqvist"][..]),
        ("Lindqvist, E. M.", &["E. M. Lindqvist"]),
        ("de la Fuente, Ana María", &["Ana María de la Fuente"]),
        ("O'Hara, Sean Patrick", &["Sean Patrick O'Hara"]),
        ("Иванова, Анна Петровна", &["Анна Петровна Иванова"]),
        (
            "By Lindqvist, Eva M. and Weber, Karla Luise",
            &["Eva M. Lindqvist", "Karla Luise Weber"],
        ),
        // other texts before the comma
        ("Erika Muster, Max Feld", &["Erika Muster", "Max Feld"]),
        ("NDR, Erika Muster", &["Erika Muster"]),
        ("Korrespondent, Erika Muster", &["Erika Muster"]),
    ] {
        assert_eq!(of_byline(byline), names, "{byline}");
    }
}

#[test]
fn a_job_after_a_name_is_no_part_of_it() {
    for byline in [
        "Marta Soler \u{200b}Corresponsal",
        "Marta Soler\u{200b}\u{200b}Oslo. Enviada especial",
        "Marta Soler\u{200b} Lisboa",
        "Marta Soler, Corresponsal en Oslo",
        "Marta Soler Corresponsal en Oslo",
        "Marta Soler - Correspondante à Oslo",
        "Marta Soler, envoyée spéciale à Oslo",
        "Marta Soler Inviata a Oslo",
        "Marta Soler – Enviada especial",
        "Marta Soler Corespondent",
        "Marta Soler, Korespondentka",
        "Marta Soler Utrikeskorrespondent",
    ] {
        assert_eq!(of_byline(byline), ["Marta Soler"], "{byline}");
    }
    assert!(of_byline("Corresponsal en Oslo").is_empty());
    assert_eq!(of_byline("นภา\u{200b}ใจดี"), ["นภาใจดี"]);
}

#[test]
fn an_agency_beside_a_name_is_no_part_of_it() {
    for (byline, agency) in [
        ("Erika Muster/AFP", "AFP"),
        ("Erika Muster/dpa", "dpa"),
        ("Von Erika Muster mit dpa", "dpa"),
        ("Par Erika Muster avec AFP", "AFP"),
        ("By Erika Muster with AP", "AP"),
        ("Por Erika Muster con EFE", "EFE"),
    ] {
        let credits = of_all(byline);
        assert_eq!(credits.persons, ["Erika Muster"], "{byline}");
        assert_eq!(credits.agencies, [agency], "{byline}");
    }
}

#[test]
fn a_particle_may_be_joined_to_a_name() {
    for (byline, names) in [
        ("Jean d'Ormes", &["Jean d'Ormes"][..]),
        (
            "José d’Almada e Otília Ferrão",
            &["José d’Almada", "Otília Ferrão"],
        ),
        (
            "Door Piet op den Akker en Anna van ’t Hoff",
            &["Piet op den Akker", "Anna van ’t Hoff"],
        ),
        (
            "Anna al-Sayed and Omar ibn Rashid",
            &["Anna al-Sayed", "Omar ibn Rashid"],
        ),
    ] {
        assert!(names.iter().all(|name| is_full_name(name)), "{byline}");
        assert_eq!(of_byline(byline), names, "{byline}");
    }
    assert!(!is_full_name("Neues e-Paper"));
}

#[test]
fn the_name_of_an_account_is_no_person() {
    for name in ["EMUSTER02", "erika7", "Redaktion1"] {
        assert_eq!(of_byline(name), [""; 0], "{name}");
    }
}

#[test]
fn a_suffix_belongs_to_the_name_before_it() {
    for (byline, names) in [
        ("Robert Hale, Jr.", &["Robert Hale Jr."][..]),
        (
            "By Max Feld, Sr. and Jane Doe",
            &["Max Feld Sr.", "Jane Doe"],
        ),
        ("Jan Feld, III, Jane Doe", &["Jan Feld III", "Jane Doe"]),
        ("Max Feld, Sr. Reporter", &["Max Feld"]),
    ] {
        assert_eq!(of_byline(byline), names, "{byline}");
    }
}
