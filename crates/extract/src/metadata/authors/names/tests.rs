use url::Url;

use super::*;
use crate::cases::rows;
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

/// Checks the persons of each byline of a table.
#[track_caller]
fn assert_persons(cases: &str) {
    for [byline, persons] in rows(cases) {
        assert_eq!(of_byline(byline).join("; "), persons, "{byline}");
    }
}

#[test]
fn broadcasters_are_no_persons() {
    assert_persons(
        "France Télévisions =>
        Radio Bern =>
        HBS 뉴스 =>
        Radiotelevisione Alpina =>
        Norddeutscher Rundfunk =>
        Delta TV =>",
    );
}

#[test]
fn titles_and_outlets_around_a_korean_name_are_cut_off() {
    assert_persons(
        "박지훈 기자 => 박지훈
        박지훈 선임기자 => 박지훈
        박지훈 항구스포츠 기자 => 박지훈
        항구일보 박지훈 기자 => 박지훈
        박지훈 HK스포츠 기자 => 박지훈
        박지훈 에디터 => 박지훈",
    );
}

#[test]
fn bylines_are_split_into_names() {
    assert_persons(
        "Von Erika Muster und Max Muster => Erika Muster; Max Muster
        By Jane Doe, John Roe and Ann Poe => Jane Doe; John Roe; Ann Poe
        Anna Nowak i Jan Kowal => Anna Nowak; Jan Kowal
        Anna Nowak, Jan Kowal i Ewa Lis i Maria Sowa => Anna Nowak; Jan Kowal; Ewa Lis; Maria Sowa
        Jane Doe,@jane => Jane Doe
        By Jane Doe with John Roe => Jane Doe; John Roe
        Josep Puig i Cadafalch => Josep Puig i Cadafalch
        Jane Doe jane@x.test => Jane Doe
        Jane Doe &amp; Jane Doe => Jane Doe
        Muster, Erika => Erika Muster
        Erika (Anna) Muster => Erika (Anna) Muster
        Bruno (Luís Paulo) Sousa => Bruno (Luís Paulo) Sousa
        ByJane Doe => Jane Doe
        vonErika Muster und Max Feld => Erika Muster; Max Feld
        Byrne Ashworth => Byrne Ashworth
        Erika Muster, Redaktion => Erika Muster
        Perry Bacon Jr. => Perry Bacon Jr.
        Erika Muster, Projektleiterin Deiche => Erika Muster",
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
    assert_persons(
        "Morgenblatt =>
        Der Bote =>
        https://x.test/author/erika =>
        erika@x.test =>
        Redaktion =>
        Email the author =>
        Click Here =>
        New Results =>
        Image: Getty Images =>
        Bild: Erika Muster =>
        tal.de =>
        Super User =>
        Sportredaktion =>
        নিজস্ব প্রতিবেদক =>
        सिटी संवाददाता =>
        Munkatársunktól =>
        Gastautor =>
        erika.muster =>
        3 Minuten =>
        =>
        12345 =>
        未知 =>
        网络整理 =>
        Unknown Author =>
        EMUSTER02 =>
        erika7 =>
        Redaktion1 =>",
    );
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
    assert_persons(
        "Jane Doe, Professor Max Feld => Jane Doe; Max Feld
        Jane Doe, Editor Max Feld => Jane Doe; Max Feld
        Analysis by Jane Doe => Jane Doe",
    );
}

#[test]
fn a_name_ends_at_the_job_of_a_journalist() {
    assert_persons(
        "Jane Doe AP Sports Writer => Jane Doe
        Jane Doe Science reporter, Easton News => Jane Doe
        Jane Doe Senior Washington Correspondent => Jane Doe
        By Jane Doe, AP National Security Writer => Jane Doe
        Jane Doe Redakteurin Wirtschaft => Jane Doe
        Jane Doe - AP Technology Writers => Jane Doe",
    );
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
    assert_persons(
        "Ana Ruiz y José Ortega y Gasset => Ana Ruiz; José Ortega y Gasset
        Anna Costa e Maria Silva => Anna Costa; Maria Silva
        Ana Ruiz y EFE => Ana Ruiz",
    );
}

#[test]
fn a_job_before_a_name_is_no_part_of_it() {
    assert_persons(
        "Von Kurier-online-Redakteur Marta Soler => Marta Soler
        Von Sportredakteurin Marta Soler => Marta Soler
        By Political Editor Marta Soler => Marta Soler
        Senior Sports Writer Marta Soler => Marta Soler
        Door onze verslaggever Marta Soler => Marta Soler
        Dal nostro inviato Marta Soler => Marta Soler
        Par notre envoyée spéciale Marta Soler => Marta Soler
        Par notre correspondante à Oslo, Marta Soler => Marta Soler
        Por nuestro corresponsal en Roma, Marta Soler => Marta Soler
        By Business Reporter Jane Doe and John Roe => Jane Doe; John Roe",
    );
}

#[test]
fn a_surname_before_a_comma_belongs_to_the_given_names_after_it() {
    assert_persons(
        "Lindqvist, Eva M. => Eva M. Lindqvist
        Lindqvist, E. M. => E. M. Lindqvist
        de la Fuente, Ana María => Ana María de la Fuente
        O'Hara, Sean Patrick => Sean Patrick O'Hara
        Иванова, Анна Петровна => Анна Петровна Иванова
        By Lindqvist, Eva M. and Weber, Karla Luise => Eva M. Lindqvist; Karla Luise Weber
        Erika Muster, Max Feld => Erika Muster; Max Feld
        NDR, Erika Muster => Erika Muster
        Korrespondent, Erika Muster => Erika Muster",
    );
}

#[test]
fn a_job_after_a_name_is_no_part_of_it() {
    assert_persons(
        "Marta Soler \u{200b}Corresponsal => Marta Soler
        Marta Soler\u{200b}\u{200b}Oslo. Enviada especial => Marta Soler
        Marta Soler\u{200b} Lisboa => Marta Soler
        Marta Soler, Corresponsal en Oslo => Marta Soler
        Marta Soler Corresponsal en Oslo => Marta Soler
        Marta Soler - Correspondante à Oslo => Marta Soler
        Marta Soler, envoyée spéciale à Oslo => Marta Soler
        Marta Soler Inviata a Oslo => Marta Soler
        Marta Soler – Enviada especial => Marta Soler
        Marta Soler Corespondent => Marta Soler
        Marta Soler, Korespondentka => Marta Soler
        Marta Soler Utrikeskorrespondent => Marta Soler
        Corresponsal en Oslo =>
        นภา\u{200b}ใจดี => นภาใจดี",
    );
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
    let bylines = "Jean d'Ormes => Jean d'Ormes
        José d’Almada e Otília Ferrão => José d’Almada; Otília Ferrão
        Door Piet op den Akker en Anna van ’t Hoff => Piet op den Akker; Anna van ’t Hoff
        Anna al-Sayed and Omar ibn Rashid => Anna al-Sayed; Omar ibn Rashid";
    assert_persons(bylines);
    for [byline, names] in rows(bylines) {
        assert!(names.split("; ").all(is_full_name), "{byline}");
    }
    assert!(!is_full_name("Neues e-Paper"));
}

#[test]
fn a_suffix_belongs_to_the_name_before_it() {
    assert_persons(
        "Robert Hale, Jr. => Robert Hale Jr.
        By Max Feld, Sr. and Jane Doe => Max Feld Sr.; Jane Doe
        Jan Feld, III, Jane Doe => Jan Feld III; Jane Doe
        Max Feld, Sr. Reporter => Max Feld",
    );
}
