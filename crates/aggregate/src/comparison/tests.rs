use super::*;

const ONE: &str = "Im Hafen von Kaltenhagen hat am Montag ein Lagerhaus gebrannt. Nach Angaben der Feuerwehr wurden 12 Menschen verletzt. \
    Die Halle gehört der Reederei Petersen aus Grothusen. „Wir haben großes Glück gehabt“, sagte Bürgermeisterin Ines Wolff.";
const TWO: &str = "Ein Lagerhaus im Hafen von Kaltenhagen hat am Montag gebrannt. Die Feuerwehr spricht von 14 verletzten Menschen nach ihren Angaben. \
    Der Fischmarkt bleibt bis Freitag geschlossen, teilte die Stadt mit. „Wir haben heute großes Glück gehabt“, sagte die Bürgermeisterin.";
const THREE: &str = "Am Montag hat im Hafen von Kaltenhagen ein Lagerhaus gebrannt. Der Schaden liegt bei mehreren Millionen Euro, schätzt die Versicherung.";

fn texts() -> Vec<ComparedText<'static>> {
    [("a", ONE), ("b", TWO), ("c", THREE)]
        .map(|(owner, text)| ComparedText { text, owner })
        .to_vec()
}

#[test]
fn a_statement_of_most_texts_is_shared() {
    let found = compare(&texts(), "de");
    let first = &found.shared[0];
    assert_eq!(first.owners, 3);
    assert!(first.sentence.passage.contains("Lagerhaus"), "{first:?}");
    assert_eq!(first.others.len(), 2);
    // Of the sentences that say the same, one is chosen.
    let fires = found
        .shared
        .iter()
        .filter(|shared| shared.sentence.passage.contains("gebrannt"));
    assert_eq!(fires.count(), 1);
}

#[test]
fn a_statement_of_one_text_is_unique() {
    let found = compare(&texts(), "de");
    let of = |text| {
        let passages = found
            .unique
            .iter()
            .filter(move |passage| passage.text == text);
        passages
            .map(|passage| passage.passage.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of(0),
        ["Die Halle gehört der Reederei Petersen aus Grothusen."]
    );
    assert_eq!(
        of(1),
        ["Der Fischmarkt bleibt bis Freitag geschlossen, teilte die Stadt mit."]
    );
    assert_eq!(
        of(2),
        ["Der Schaden liegt bei mehreren Millionen Euro, schätzt die Versicherung."]
    );
}

#[test]
fn different_figures_and_quotations_are_found() {
    let found = compare(&texts(), "de");
    let figures: Vec<_> = found
        .differences
        .iter()
        .filter(|difference| difference.unit.is_some())
        .collect();
    assert_eq!(figures.len(), 1, "{figures:?}");
    assert_eq!(
        figures[0].values,
        [("12".to_owned(), vec![0]), ("14".to_owned(), vec![1])]
    );
    let quotes: Vec<_> = found
        .differences
        .iter()
        .filter(|difference| difference.unit.is_none())
        .collect();
    assert_eq!(quotes.len(), 1, "{quotes:?}");
    assert_eq!(quotes[0].values[1].0, "Wir haben heute großes Glück gehabt");
}

#[test]
fn one_publisher_shares_nothing_with_itself() {
    let texts = [ONE, ONE].map(|text| ComparedText { text, owner: "a" });
    assert_eq!(compare(&texts, "de"), Comparison::default());
    assert_eq!(compare(&[], "de"), Comparison::default());
}

#[test]
fn the_order_of_texts_decides_nothing() {
    let found = compare(&texts(), "de");
    let mut turned = texts();
    turned.reverse();
    let turned = compare(&turned, "de");
    let all = |found: &Comparison| {
        found
            .unique
            .iter()
            .map(|passage| passage.passage.clone())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(all(&found), all(&turned));
    assert_eq!(found.shared[0].owners, turned.shared[0].owners);
}

#[test]
fn any_text_can_be_compared() {
    let long = "Wort ".repeat(10_000);
    let open = "„".repeat(300_000);
    let different: Vec<String> = (0..60_000).map(|n| format!("wort{n}")).collect();
    let different = different.join(" ");
    let many = format!("{different}. ").repeat(3);
    for text in [
        "",
        "\0",
        "“",
        "„“",
        "»«»«",
        "1 2 3 4 5. 6 7",
        long.as_str(),
        open.as_str(),
        many.as_str(),
        "漢字だけの文。もう一つの文。",
    ] {
        let texts = [
            ComparedText { text, owner: "a" },
            ComparedText { text, owner: "b" },
        ];
        compare(&texts, "und");
    }
}
