use url::Url;

use super::*;

fn of_all(byline: &str, url: &Url) -> Credits {
    let mut credits = Credits::default();
    credits.add(byline, &Outlet::new(Some("Morgenblatt"), Some(url)));
    credits
}

fn of_byline(byline: &str) -> Vec<String> {
    let url = Url::parse("https://www.bote.test/x").unwrap();
    of_all(byline, &url).persons
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
    assert_eq!(of_byline("Erika Muster, Redaktion"), ["Erika Muster"]);
    assert_eq!(of_byline("Perry Bacon Jr."), ["Perry Bacon Jr."]);
    assert_eq!(of_byline("Erika (Anna) Muster"), ["Erika (Anna) Muster"]);
    assert_eq!(
        of_byline("Erika Muster, Projektleiterin Deiche"),
        ["Erika Muster"]
    );
}

#[test]
fn what_is_nobody_s_name_is_left_out() {
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
        "Bau GmbH",
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
    let url = Url::parse("https://www.bote.test/x").unwrap();
    let of = |byline| of_all(byline, &url);
    assert_eq!(of("Erika Muster, dpa").agencies, ["dpa"]);
    assert_eq!(of("Von Max Muster (dpa)").persons, ["Max Muster"]);
    assert_eq!(of("dpa/afp").agencies, ["dpa", "afp"]);
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
