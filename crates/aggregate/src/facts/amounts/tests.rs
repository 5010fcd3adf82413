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
        ("de", "am Montag", "@w1"),
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
        ("de", "starben in den USA 12 Menschen"),
        ("de", "erhielt die SPD 12 Sitze"),
        ("en", "in the US 12 people died"),
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

/// The kinds and values of a text.
fn kinds(language: &str, text: &str) -> Vec<(AmountKind, String)> {
    let found = amounts(text, &Lexicon::of(language)).into_iter();
    found.map(|one| (one.kind, one.value)).collect()
}

#[test]
fn numbers_in_words_have_a_value() {
    for (language, text, value) in [
        ("de", "zweihundertfünfzig Menschen", "250"),
        ("de", "dreiundzwanzig Menschen", "23"),
        ("de", "hunderteinundzwanzig Menschen", "121"),
        ("de", "eine Million Euro", "1000000"),
        ("de", "sechzehn Menschen", "16"),
        ("de", "acht Menschen", "8"),
        ("de", "acht Millionen Euro", "8000000"),
        ("en", "three hundred and fifty people", "350"),
        ("en", "twenty-two people", "22"),
        ("en", "one hundred and twenty-one people", "121"),
        ("en", "two million three hundred thousand people", "2300000"),
        ("en", "five percent of them", "5%"),
        ("fr", "deux cents personnes", "200"),
        ("fr", "deux cent cinquante personnes", "250"),
        ("fr", "quatre-vingt-dix-sept personnes", "97"),
        ("fr", "soixante et onze personnes", "71"),
        ("fr", "vingt et un morts", "21"),
        ("fr", "cent un morts", "101"),
        ("fr", "dix-neuf morts", "19"),
        ("es", "treinta y dos personas", "32"),
        ("es", "veintidós personas", "22"),
        ("es", "doscientas cincuenta personas", "250"),
        ("it", "ventidue persone", "22"),
        ("it", "trentotto persone", "38"),
        ("it", "duecentocinquanta persone", "250"),
        ("it", "5 per cento", "5%"),
        ("nl", "tweeëntwintig mensen", "22"),
        ("nl", "honderdvijftig mensen", "150"),
        ("pt", "duzentos e cinquenta mortos", "250"),
        ("pt", "trinta e dois mortos", "32"),
        ("sv", "tjugofem personer", "25"),
        ("da", "femogtyve personer", "25"),
        ("pl", "dwadzieścia pięć osób", "25"),
        ("ru", "двести тридцать рублей", "230"),
        ("cs", "dvacet pět lidí", "25"),
        ("cs", "dvě stě padesát lidí", "250"),
        ("uk", "двадцять п’ять людей", "25"),
        ("bg", "двадесет и пет души", "25"),
        ("ro", "două sute douăzeci și cinci de oameni", "225"),
        ("tr", "yirmi beş kişi", "25"),
        ("tr", "on iki kişi", "12"),
        ("el", "διακόσια πενήντα άτομα", "250"),
        ("ca", "vint-i-dos", "22"),
        ("id", "dua ratus orang", "200"),
        ("ja", "三人が死亡", "3"),
        ("ja", "二十三人", "23"),
        ("ja", "三千五百万円", "35000000"),
        ("zh", "两百零五人", "205"),
    ] {
        let found = kinds(language, text);
        assert_eq!(found, [(AmountKind::Count, value.to_owned())], "{text}");
    }
    for (language, text, value) in [
        ("en", "two to three people", "2~3"),
        ("en", "between two and three people", "2~3"),
        ("de", "zwischen zwanzig und dreißig Menschen", "20~30"),
    ] {
        assert_eq!(kinds(language, text)[0].1, value, "{text}");
    }
}

#[test]
fn a_number_that_cannot_be_read_is_only_like_itself() {
    for (language, texts) in [
        ("en", &["two-three people", "two-four people"][..]),
        (
            "en",
            &[
                "two million people",
                "two and a half million people",
                "2 and a half million people",
                "half a million people",
                "several million people",
                "a million people",
            ],
        ),
        (
            "es",
            &["dos millones", "dos millones y medio", "2 millones y medio"],
        ),
        (
            "de",
            &[
                "mehrere hundert Menschen",
                "einhundert Menschen",
                "hundertfünfzig Menschen",
            ],
        ),
        ("en", &["a 4x100m relay", "a 4x400m relay", "a 4 relay"]),
        ("en", &["in 1h30m", "in 1h40m", "in 1h"]),
        ("fr", &["il mesure 1m80", "il mesure 1m75", "il mesure 1m"]),
        ("hu", &["hat ember", "hét ember", "6 ember", "7 ember"]),
        ("tr", &["altı kişi", "yedi kişi"]),
        ("nl", &["acht mensen", "negen mensen"]),
        ("id", &["dua puluh lima orang", "tiga puluh lima orang"]),
        (
            "en",
            &[
                "hundreds of people",
                "thousands of people",
                "half of the people",
            ],
        ),
        (
            "de",
            &["ein Drittel", "ein Viertel", "zwei Drittel", "Tausende"],
        ),
        (
            "ja",
            &[
                "百人",
                "千人",
                "万人",
                "二三人",
                "十人",
                "十数人",
                "数十人",
                "十余人",
            ],
        ),
        ("zh", &["3万人", "3万多人", "30000余人"]),
    ] {
        let all: Vec<_> = texts.iter().map(|text| kinds(language, text)).collect();
        for (at, one) in all.iter().enumerate() {
            assert!(!one.is_empty(), "{}", texts[at]);
            let same = all.iter().filter(|other| *other == one).count();
            assert_eq!(same, 1, "{}: {one:?}", texts[at]);
        }
    }
}

#[test]
fn korean_numbers_have_their_units_in_one_word() {
    for (text, value, unit) in [
        ("3만5000명", "35000", "명"),
        ("3만 6000명이", "36000", "명이"),
        ("1억2000만원", "120000000", "원"),
        ("1억 3000만원을", "130000000", "원을"),
        ("5명", "5", "명"),
        ("5천만 명", "50000000", "명"),
        ("2026년", "2026", "년"),
        ("다섯 명", "5", "명"),
    ] {
        let found = amounts(text, &Lexicon::of("ko"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].value, value, "{text}");
        assert_eq!(found[0].units[0].written(text), unit, "{text}");
    }
    // particles are no part of a unit
    let units = ["5명", "5명이"].map(|text| amounts(text, &Lexicon::of("ko"))[0].units[0].key);
    assert_eq!(units[0], units[1]);
    assert_eq!(
        kinds("ko", "3만5000A명"),
        [(AmountKind::Label, "3만5000a명".to_owned())]
    );
}

#[test]
fn days_of_the_week_are_those_of_the_language() {
    for (language, text, value) in [
        ("en", "on Monday", "@w1"),
        ("de", "am Sonnabend", "@w6"),
        ("es", "el domingo", "@w7"),
        ("pt", "na segunda-feira", "@w1"),
        ("pl", "w środę", "@w3"),
        ("ru", "в пятницу", "@w5"),
        ("ko", "월요일에", "@w1"),
        ("hr", "u srijedu", "@w3"),
        ("lt", "penktadienį", "@w5"),
        ("hi", "सोमवार को", "@w1"),
        ("uk", "у п’ятницю", "@w5"),
    ] {
        let found = kinds(language, text);
        assert_eq!(found, [(AmountKind::Weekday, value.to_owned())], "{text}");
    }
    for (language, text) in [
        ("en", "as Plácido Domingo sang"),
        ("es", "canta Plácido Domingo"),
        ("de", "der alte sabato"),
        ("pt", "a segunda vez"),
    ] {
        assert!(kinds(language, text).is_empty(), "{text}");
    }
}

#[test]
fn a_year_has_no_unit() {
    use AmountKind::{Count, Year};
    for (language, text, kind) in [
        ("de", "für 1850 Euro verkauft", Count),
        ("de", "rund 1850 Menschen", Count),
        ("de", "2026 Menschen kamen", Count),
        ("de", "im Jahr 2026 Menschen zu retten", Year),
        ("de", "seit 2026 Menschen kamen", Year),
        ("de", "bis Mai 2026 Menschen kamen", Year),
        ("de", "das war 2026 in Bonn", Year),
        ("en", "paid 1850 dollars", Count),
        ("en", "in 2026 people came", Year),
        ("en", "the 2026 election", Year),
        ("fr", "pour 1850 euros", Count),
    ] {
        let found = kinds(language, text);
        let found = found.iter().find(|one| one.0 != AmountKind::Month);
        assert_eq!(found.map(|one| one.0), Some(kind), "{text}");
    }
}

#[test]
fn a_dash_before_a_digit_may_be_a_minus() {
    for (text, value) in [
        ("bei –5 Grad", "-5"),
        ("–5 Grad", "-5"),
        ("10–12 Grad", "10~12"),
        ("10 –12 Grad", "10~12"),
        ("Berlin – 5 Tote", "5"),
        ("Berlin–5 Tote", "5"),
    ] {
        assert_eq!(read("de", text)[0].0, value, "{text}");
    }
}

#[test]
fn a_time_after_a_word_is_no_score() {
    for (language, text) in [
        ("en", "starts at 17:15"),
        ("de", "beginnt um 17:15"),
        ("fr", "commence à 17:15"),
        ("es", "a las 17:15"),
        ("it", "alle 17:15"),
    ] {
        let clock = (AmountKind::Clock, "17:15".to_owned());
        assert_eq!(kinds(language, text), [clock], "{text}");
    }
    assert_eq!(kinds("de", "gewann 17:15")[0].0, AmountKind::Label);
}

#[test]
fn currencies_are_units() {
    let unit = |text: &str| {
        let found = amounts(text, &Lexicon::of("en"));
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].kind, AmountKind::Count, "{text}");
        found[0].units.first().map(|unit| unit.key)
    };
    assert_eq!(unit("of $5m"), unit("of 5 million dollars"));
    assert_eq!(unit("of US$5m"), unit("of USD 5 million"));
    assert_eq!(unit("of €5m"), unit("of EUR 5"));
    assert_ne!(unit("of $5m"), unit("of £5m"));
    assert_ne!(unit("of $5m"), unit("of A$5m"));
    assert_ne!(unit("of CHF 5"), unit("of EUR 5"));
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
        "1만 1만 1만만",
        "1만9",
        "1조조조조조조조조조조조조조조조조조조조조조조조조조조조조조조조조",
        "1만2만3만",
        "百百 千万億 十",
        "and and two and and a half",
        "two-and-a-half-",
        "–1 – –",
        "A$1 US$ CHF 1 CHF",
        "eineineinein undundzwei zweizweizwei",
        "1:2:3",
        "1 000 000 000 000 000 000 000 000 000 000 000 000 000 万1",
    ] {
        for language in ["de", "en", "ja", "ko", "zh", "fr", "und"] {
            for one in amounts(text, &Lexicon::of(language)) {
                assert!(!one.written_in_full(text).is_empty(), "{text}");
                assert!(!one.clause(text).is_empty(), "{text}");
            }
        }
    }
}
