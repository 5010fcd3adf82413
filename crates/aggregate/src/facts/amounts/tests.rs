//! Figures in many languages.

use super::*;

/// The figures of a text: values, and what is written with all units.
fn read(language: &str, text: &str) -> Vec<(String, String)> {
    let found = amounts(text, &Lexicon::of(language)).into_iter();
    let pairs = found.map(|one| (one.value.clone(), one.written_in_full(text).to_owned()));
    pairs.collect()
}

#[test]
fn figures_keep_their_magnitude_and_unit() {
    for (language, text, value, written) in [
        (
            "de",
            "auf 6,4 Millionen Euro, heißt es",
            "6400000",
            "6,4 Millionen Euro",
        ),
        (
            "de",
            "auf 6,4 Mio. Euro gestiegen",
            "6400000",
            "6,4 Mio. Euro",
        ),
        ("de", "rund 20 Mrd. € mehr", "20000000000", "20 Mrd. €"),
        ("de", "auf 883.000 Euro gestiegen", "883000", "883.000 Euro"),
        ("de", "von 12,50 Euro", "12.5", "12,50 Euro"),
        ("de", "16,6 Prozent der Kosten", "16.6%", "16,6 Prozent"),
        ("de", "16,6 % der Kosten", "16.6%", "16,6 %"),
        ("de", "14 verletzte Menschen", "14", "14 verletzte Menschen"),
        ("de", "zwölf Linden weichen", "12", "zwölf Linden"),
        (
            "de",
            "mit 17 zu 12 Stimmen beschlossen",
            "17~12",
            "17 zu 12 Stimmen",
        ),
        ("de", "bei -5 Grad", "-5", "-5 Grad"),
        ("de", "von 5 auf 12 Prozent", "5~12%", "5 auf 12 Prozent"),
        ("de", "zwischen 22 und 4 Uhr", "22~4:00", "22 und 4 Uhr"),
        ("en", "16.6 per cent of the cost", "16.6%", "16.6 per cent"),
        ("en", "would cost £6.4m more", "6400000", "£6.4m"),
        ("en", "almost £ 19 million more", "19000000", "£ 19 million"),
        ("en", "three hundred people", "300", "three hundred people"),
        ("en", "12–14 people", "12~14", "12–14 people"),
        (
            "fr",
            "3,5 millions d’euros",
            "3500000",
            "3,5 millions d’euros",
        ),
        (
            "es",
            "2 millones de euros",
            "2000000",
            "2 millones de euros",
        ),
        (
            "es",
            "tres mil millones de euros",
            "3000000000",
            "tres mil millones de euros",
        ),
        (
            "it",
            "3,5 milioni di euro",
            "3500000",
            "3,5 milioni di euro",
        ),
        ("pl", "6,4 mln złotych", "6400000", "6,4 mln złotych"),
        ("ru", "6,4 млн рублей", "6400000", "6,4 млн рублей"),
        ("hi", "5 लाख रुपये", "500000", "5 लाख रुपये"),
        ("ja", "1億2000万円", "120000000", "1億2000万円"),
        ("und", "6,4 % and", "6.4%", "6,4 %"),
    ] {
        let found = read(language, text);
        assert_eq!(found, [(value.to_owned(), written.to_owned())], "{text}");
    }
}

#[test]
fn times_and_days_are_figures() {
    for (language, text, value) in [
        ("de", "um 19.30 Uhr", "19:30"),
        ("de", "um 9 Uhr", "9:00"),
        ("en", "at 7.30 pm", "19:30"),
        ("en", "at 12 a.m. sharp", "0:00"),
        ("fr", "à 19h30", "19:30"),
        ("fr", "à 19h", "19:00"),
        ("de", "am 3. März", "@3-3"),
        ("en", "on March 3", "@3-3"),
        ("de", "im März", "@3"),
        ("de", "am Montag", "@montag"),
        ("de", "frühestens 2028 fertig", "2028"),
    ] {
        let found = read(language, text);
        let values: Vec<&str> = found.iter().map(|(value, _)| value.as_str()).collect();
        assert_eq!(values, [value], "{text}");
    }
    let found = read("de", "am 21.11.2026");
    assert_eq!(found[0].0, "@11-21");
    assert_eq!(found[1].0, "2026");
}

#[test]
fn a_number_in_a_name_counts_nothing() {
    for (language, text) in [
        ("de", "Busse der Linie 46 fahren"),
        ("de", "die Straßenbahnlinie 5 fährt"),
        ("de", "nach Paragraf 3 Satzung"),
        ("de", "auf der A 7 Autos"),
        ("de", "auf der A7 Autos"),
        ("de", "nach § 3 Satzung"),
        ("de", "die Nr. 5 lebt"),
        ("en", "on route 7 stop"),
        ("en", "the number 12 tram line"),
        ("en", "on the M 4 traffic"),
        ("en", "COVID-19 cases and"),
        ("en", "with 5G phones"),
        ("fr", "la ligne 4 ferme"),
        ("en", "the 2026/27 season"),
        ("en", "the 2026-27 season"),
    ] {
        let found = amounts(text, &Lexicon::of(language));
        let kinds: Vec<_> = found.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [AmountKind::Label], "{text}");
    }
    // A verb is no unit where nouns are marked.
    let found = amounts("Es waren 46 fahren nur", &Lexicon::of("de"));
    assert!(found[0].units.is_empty());
    // What counts something is no name.
    for (language, text) in [
        ("de", "in der Straße 1.250 Menschen"),
        ("de", "wenn der Anteil 12 Menschen"),
        ("en", "killed abroad 12 people"),
    ] {
        let found = amounts(text, &Lexicon::of(language));
        assert_eq!(found[0].kind, AmountKind::Count, "{text}");
    }
}

#[test]
fn a_figure_is_in_a_clause() {
    let text = "Lieferanten klagen; 1,5 Prozent (etwa 4) sind klein, heißt es";
    let found = amounts(text, &Lexicon::of("de"));
    let clauses: Vec<_> = found.iter().map(|one| one.clause(text).trim()).collect();
    assert_eq!(clauses, ["1,5 Prozent", "etwa 4"]);
}

#[test]
fn any_text_has_figures_or_none() {
    for text in [
        "",
        "1",
        "-",
        "€",
        "1.",
        "1-",
        "-1-2-3",
        "1€%",
        "٣٤ ५",
        "1h",
        "½ ¼",
        "万1万1",
        "1:2:3",
        "1 000 000 000 000 000 000 000 000 000 000 000 000 000 万1",
    ] {
        for language in ["de", "en", "ja", "und"] {
            for one in amounts(text, &Lexicon::of(language)) {
                assert!(!one.written_in_full(text).is_empty(), "{text}");
                assert!(!one.clause(text).is_empty(), "{text}");
            }
        }
    }
}
