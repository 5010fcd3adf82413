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
    assert_eq!(
        figures(&found),
        ["Menschen: 12 Menschen [0], 14 verletzten Menschen [1]"]
    );
    let quotes: Vec<_> = found
        .differences
        .iter()
        .filter(|difference| difference.detail == Detail::Quotation)
        .collect();
    assert_eq!(quotes.len(), 1, "{quotes:?}");
    assert_eq!(
        quotes[0].values[1].value,
        "Wir haben heute großes Glück gehabt"
    );
}

/// The rows of figures, in short.
pub(super) fn figures(found: &Comparison) -> Vec<String> {
    let rows = found.differences.iter().filter_map(|row| {
        let detail = match &row.detail {
            Detail::Number(unit) => unit,
            Detail::Time => "time",
            Detail::Quotation => return None,
        };
        let values = row.values.iter().map(|value| {
            let texts = value.passages.iter().map(|passage| passage.text);
            format!("{} {:?}", value.value, texts.collect::<Vec<_>>())
        });
        let values: Vec<String> = values.collect();
        Some(format!("{detail}: {}", values.join(", ")))
    });
    rows.collect()
}

pub(super) fn compared(language: &str, texts: &[&str]) -> Comparison {
    let owners = ["a", "b", "c", "d"];
    let texts = texts.iter().zip(owners);
    let texts: Vec<_> = texts
        .map(|(text, owner)| ComparedText { text, owner })
        .collect();
    compare(&texts, language)
}

#[test]
fn sentences_with_different_figures_are_not_shared() {
    for (language, one, two, expected) in [
        (
            "de",
            "Ohne Gegenmaßnahmen wachse der Schuldenstand in nur vier Jahren auf 6,4 Millionen Euro, heißt es in der Vorlage.",
            "Ohne Gegenmaßnahmen wachse der Schuldenstand in nur vier Jahren auf 883.000 Euro, rechnet die Kämmerei vor.",
            "Euro: 6,4 Millionen Euro [0], 883.000 Euro [1]",
        ),
        (
            "de",
            "Das Land übernimmt 16,6 Prozent der Kosten, sofern die Anträge rechtzeitig eingehen.",
            "Das Land übernimmt 15,7 Prozent der Kosten, sofern die Anträge rechtzeitig eingehen.",
            "Prozent: 16,6 Prozent [0], 15,7 Prozent [1]",
        ),
        (
            "de",
            "Die Umgehungsstraße in Kaltenhagen wird frühestens 2028 fertig.",
            "Die Umgehungsstraße in Kaltenhagen wird frühestens 2030 fertig.",
            "time: 2028 [0], 2030 [1]",
        ),
        (
            "de",
            "Die Feuerwehr wurde um 19.30 Uhr zum brennenden Lagerhaus am Hafen gerufen.",
            "Um 20 Uhr wurde die Feuerwehr zum brennenden Lagerhaus am Hafen gerufen.",
            "time: 19.30 Uhr [0], 20 Uhr [1]",
        ),
        (
            "de",
            "Die neue Brücke über die Luhe wird am 3. März eröffnet.",
            "Am 4. März wird die neue Brücke über die Luhe eröffnet.",
            "time: 3. März [0], 4. März [1]",
        ),
        (
            "de",
            "Die Stadt hat den Bericht über die Brücke am Montag vorgelegt.",
            "Den Bericht über die Brücke hat die Stadt am Dienstag vorgelegt.",
            "time: Montag [0], Dienstag [1]",
        ),
        (
            "de",
            "Bei dem Brand im Hafen wurden drei Menschen schwer verletzt.",
            "Bei dem Brand im Hafen wurden 5 Menschen schwer verletzt.",
            "Menschen: drei Menschen [0], 5 Menschen [1]",
        ),
        (
            "en",
            "Ministers have promised 16.6 per cent of the cost, with strings attached.",
            "Ministers have promised 15.7 per cent of the cost, with strings attached.",
            "per cent: 16.6 per cent [0], 15.7 per cent [1]",
        ),
        (
            "en",
            "Left alone, the debt would reach £6.4 million, the town papers say.",
            "Left alone, the debt would reach £883,000, the town papers say.",
            "£: £6.4 million [0], £883,000 [1]",
        ),
        (
            "fr",
            "La rénovation du vieux pont de Kerlec coûtera 3,5 millions d’euros à la ville.",
            "La rénovation du vieux pont de Kerlec coûtera 4 millions d’euros à la ville.",
            "euros: 3,5 millions d’euros [0], 4 millions d’euros [1]",
        ),
        (
            "pl",
            "Remont starego mostu w Zarzeczu pochłonie 15 procent budżetu miasta.",
            "Remont starego mostu w Zarzeczu pochłonie 16 procent budżetu miasta.",
            "procent: 15 procent [0], 16 procent [1]",
        ),
    ] {
        // Words are weighted by their rarity among all sentences of a story.
        let texts = [
            format!("{one} Kaum jemand sprach danach. Sogar Katzen schliefen unter alten Linden."),
            format!("{two} Draußen regnete Herbstlaub. Nebenan backte Frau Ochs Apfelkuchen."),
        ];
        let found = compared(language, &texts.each_ref().map(String::as_str));
        assert!(found.shared.is_empty(), "{:?}", found.shared);
        assert_eq!(figures(&found), [expected]);
        let passages = found.differences[0].values.iter();
        let passages: Vec<_> = passages
            .map(|value| value.passages[0].passage.as_str())
            .collect();
        assert_eq!(passages, [one, two]);
    }
}

#[test]
fn a_figure_that_only_one_sentence_has_is_not_shared() {
    let found = compared(
        "en",
        &[
            "The fire in the harbour warehouse of Kaltenhagen injured several workers badly.",
            "The fire in the harbour warehouse of Kaltenhagen injured 12 workers badly.",
        ],
    );
    assert!(found.shared.is_empty(), "{:?}", found.shared);
    assert!(figures(&found).is_empty());
}

#[test]
fn equal_figures_are_shared_however_they_are_written() {
    for (language, one, two) in [
        (
            "de",
            "Der Schuldenstand der Stadt wächst auf 6,4 Millionen Euro.",
            "Der Schuldenstand der Stadt wächst auf 6.400.000 Euro.",
        ),
        (
            "de",
            "Der Schuldenstand der Stadt wächst auf 6,4 Mio. Euro.",
            "Auf 6,40 Millionen € wächst der Schuldenstand der Stadt.",
        ),
        (
            "de",
            "Der Rat von Kaltenhagen stimmte nach acht Stunden Debatte zu.",
            "Nach 8 Stunden Debatte stimmte der Rat von Kaltenhagen zu.",
        ),
        (
            "de",
            "Das Land übernimmt 15,7 Prozent der Kosten der Brücke.",
            "Das Land übernimmt 15,7 % der Kosten der Brücke.",
        ),
        (
            "en",
            "The council meets again at 7.30 pm on 3 March in the harbour hall.",
            "The council meets again at 7:30 p.m. on March 3 in the harbour hall.",
        ),
        (
            "en",
            "The debt of the harbour town would reach £5.2bn, the papers say.",
            "The debt of the harbour town would reach £5,200 million, the papers say.",
        ),
        (
            "ja",
            "港の新しい橋の建設費は1億2000万円になる。",
            "港の新しい橋の建設費は12000万円になる。",
        ),
    ] {
        let found = compared(language, &[one, two]);
        assert_eq!(found.shared.len(), 1, "{one}");
        assert_eq!(figures(&found), [""; 0], "{one}");
    }
}

#[test]
fn a_number_that_names_something_is_no_figure() {
    for (language, one, two) in [
        (
            "de",
            "Die Busse der Linie 46 fahren vorerst nur noch bis zur Haltestelle Nordtor, von dort sind es 12 Minuten zu Fuß.",
            "Die Busse der Linie 42 fahren vorerst nur noch bis zur Haltestelle Nordtor, von dort sind es 7 Minuten zu Fuß.",
        ),
        (
            "en",
            "Buses on route 7 stop at the Old Exchange for the time being.",
            "Buses on route 9 stop at the Old Exchange for the time being.",
        ),
        (
            "de",
            "Auf der A 7 staut sich der Verkehr vor der Baustelle am Hafen.",
            "Auf der A 9 staut sich der Verkehr vor der Baustelle am Hafen.",
        ),
        (
            "de",
            "Nach Paragraf 3 Absatz 2 der Satzung ist das Baden am Ufer verboten.",
            "Nach Paragraf 4 Absatz 2 der Satzung ist das Baden am Ufer verboten.",
        ),
        (
            "de",
            "Nach § 3 der Satzung ist das Baden am Ufer der Luhe verboten.",
            "Nach § 4 der Satzung ist das Baden am Ufer der Luhe verboten.",
        ),
    ] {
        let found = compared(language, &[one, two]);
        assert!(found.shared.is_empty(), "{:?}", found.shared);
        assert_eq!(figures(&found), [""; 0], "{one}");
    }
}

#[test]
fn figures_of_different_things_are_not_compared() {
    // Tickets and budgets are rows of their own.
    let found = compared(
        "de",
        &[
            "Eine Karte für das Konzert am Hafen kostet 31 Euro. Der Neubau der Konzerthalle verschlingt rund 61 Millionen Euro.",
            "Eine Karte für das Konzert am Hafen kostet 36 Euro. Der Neubau der Konzerthalle verschlingt rund 58 Millionen Euro.",
            "Die Sanierung des Stadtbads kostet 17 Euro je Einwohner.",
        ],
    );
    assert_eq!(
        figures(&found),
        [
            "Euro: 31 Euro [0], 36 Euro [1]",
            "Euro: 61 Millionen Euro [0], 58 Millionen Euro [1]"
        ]
    );
    // Clauses are about different things in sentences that begin alike.
    let found = compared(
        "en",
        &[
            "Suppliers in the harbour complain of late payment; 4 per cent of them are small workshops.",
            "Suppliers in the harbour complain of late payment; 40 per cent of them come from surrounding villages.",
        ],
    );
    assert_eq!(figures(&found), [""; 0]);
    // Two figures of one unit are about two things.
    let found = compared(
        "de",
        &[
            "Für die Brücke zahlt die Stadt 31 Euro und der Landkreis am Ende 12 Euro.",
            "Für die Brücke zahlt die Stadt 36 Euro und der Landkreis am Ende wenig.",
        ],
    );
    assert_eq!(figures(&found), [""; 0]);
}

#[test]
fn all_values_of_a_thing_are_one_difference() {
    let sentence =
        |count| format!("Bei dem Brand im Hafen von Kaltenhagen wurden {count} Menschen verletzt.");
    let texts = ["12", "14", "zwölf", "12 bis 14"].map(sentence);
    let found = compared("de", &texts.each_ref().map(String::as_str));
    assert_eq!(
        figures(&found),
        ["Menschen: 12 Menschen [0, 2], 14 Menschen [1], 12 bis 14 Menschen [3]"]
    );
    // One of the two publishers that agree is quoted.
    assert_eq!(found.shared.len(), 1);
    assert_eq!(found.shared[0].owners, 2);
    assert_eq!(found.shared[0].sentence.text, 0);
    assert_eq!(found.shared[0].others[0].text, 2);
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
    // Long lists of figures in many texts.
    let figures: Vec<String> = (1..300).map(|n| n.to_string()).collect();
    let figures = format!("{}. ", head(&figures.join(" "), MAX_SENTENCE_BYTES - 2)).repeat(60);
    let owners: Vec<String> = (0..24).map(|n| n.to_string()).collect();
    let texts = owners.iter().map(|owner| ComparedText {
        text: &figures,
        owner,
    });
    let found = compare(&texts.collect::<Vec<_>>(), "und");
    assert!(found.shared.is_empty());
}
