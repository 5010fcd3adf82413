use super::*;

fn now() -> DateTime<Utc> {
    "2026-11-23T12:00:00Z".parse().unwrap()
}

fn parse(text: &str) -> SearchQuery {
    SearchQuery::parse(text, now()).unwrap()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn not_binds_more_tightly_than_and_and_that_than_or() {
    for (text, same) in [
        ("Trump OR Biden China", "Trump OR (Biden China)"),
        ("China Trump OR Biden", "(China Trump) OR Biden"),
        ("a AND b OR c AND d", "(a b) OR (c d)"),
        ("NOT a b", "(-a) b"),
        ("-a OR b", "(NOT a) OR b"),
        ("-(a OR b)", "NOT (a OR b)"),
        ("((a))", "a"),
        ("a or b", "a OR b"),
        ("“a b”", "\"a b\""),
        ("-„a b“", "-«a b»"),
        ("Mu\u{308}nchen", "München"),
        ("site:A", "site:\"a\""),
        ("(site:a OR site:b)", "site:a OR site:b"),
        ("Site-Tag:Regional", "site-tag:\"regional\""),
        ("-site-tag:a", "NOT site-tag:a"),
        ("a\"b c\"d", "a \"b c\" d"),
        ("「a b」 c", "\"a b\" c"),
        ("title:《a b》", "title:\"a b\""),
        ("'a b' c", "\"a b\" c"),
        ("(title:‘a b’ OR ‚c d‘)", "title:\"a b\" OR \"c d\""),
        ("״צבא הגנה״", "\"צבא הגנה\""),
        ("a site：b", "a site:b"),
        ("（a OR b） c", "(a OR b) c"),
        ("a －b \u{2212}c \u{2010}d", "a -b -c -d"),
        ("\u{200f}site:a\u{200e} b\u{ad}c", "site:a bc"),
        ("\u{feff}-a b\u{200b} c", "-a b c"),
        ("tag:İzmir", "tag:izmir"),
        ("since:2025", "since:2025-01-01"),
        ("until:2025", "until:2025-12-31"),
        (
            "since:2024-02 until:2024-02",
            "since:2024-02-01 until:2024-02-29",
        ),
    ] {
        assert_eq!(parse(text), parse(same), "{text}");
    }
    assert_ne!(parse("a site:b AND site:c"), parse("a site:b site:c"));
}

#[test]
fn values_of_a_field_side_by_side_are_alternatives() {
    let query = parse("site:a haus SITE:B -site:c author:\"Anna Schmidt\" story:00ff lang:DE");
    assert_eq!(query.values(Field::Site), ["a", "b"]);
    assert_eq!(query.chosen(Field::Site), ["a", "b"]);
    assert_eq!(query.values(Field::Author), ["Anna Schmidt"]);
    assert_eq!(query.values(Field::Language), ["de"]);
    assert_eq!(query.wanted_words(), ["haus"]);
    let query = parse("haus (site:a OR lang:de)");
    assert_eq!(query.values(Field::Site), ["a"]);
    assert!(query.chosen(Field::Site).is_empty());
    for (text, since) in [
        ("since:1d since:2d", "2026-11-21T12:00:00Z"),
        ("since:1d AND since:2d", "2026-11-22T12:00:00Z"),
    ] {
        assert_eq!(parse(text).since, Some(at(since)), "{text}");
    }
}

#[test]
fn words_that_have_marks_are_words() {
    let texts = "U.S. | AT&T | C++ | C# | 12:30 | http://a.example/x?site:y=1 | https://a.example/(b) | Zeit: die | Leser:innen \
        | Leser*innen | Leser(innen) | re:publica | e-mail:yes | Corona:Krise | Ernst & Young | rock 'n' roll | Trump - Biden \
        | a-b | - | near or within | f/8 | 24/7 | w/o | ¿qué? | Was? Wie! | 为什么?因为 | oder nicht | Berlin – Paris 2019–20 \
        | 'ndrangheta d'Or O'Neill | i’m a cyborg but that’s okay | צה\"ל ארה״ב | ב\"הארץ\" | iPhone：发布 | 中国（上海）";
    for text in texts.split(" | ") {
        let query = SearchQuery::parse(text, now());
        let is_of_words = |query: &SearchQuery| {
            let mut is = true;
            query.each(&mut |part, is_not| is &= matches!(part, Expr::Words(_)) && !is_not);
            is
        };
        assert!(query.as_ref().is_ok_and(is_of_words), "{text}: {query:?}");
    }
}

#[test]
fn a_phrase_ends_with_its_quotation_and_may_leave_the_end_of_its_last_word_open() {
    for (text, phrase, form) in [
        ("\"er sagte «nein»\"", "er sagte «nein»", Form::Written),
        (
            "«der „Spiegel“ schreibt»",
            "der „Spiegel“ schreibt",
            Form::Written,
        ),
        ("\"צה\"ל ואמ\"ן\"", "צה\"ל ואמ\"ן", Form::Written),
        ("\"climate chang*\"", "climate chang", Form::Prefix),
        ("'climate chang*'", "climate chang", Form::Prefix),
        ("\"M*A*S*H\"", "M*A*S*H", Form::Written),
        ("\"5* hotels\"", "5* hotels", Form::Written),
    ] {
        let words = Words {
            text: phrase.to_owned(),
            form,
            in_title: false,
        };
        assert_eq!(parse(text).wanted.0, [Expr::Words(words)], "{text}");
    }
}

#[test]
fn any_text_is_quoted_by_marks_that_it_does_not_have() {
    for text in ["a b", "der \"a\" b", "«a» „b“", "「a」 ＂b\" «c»", "צה\"ל"] {
        let typed = format!("tag:{}", SearchQuery::quoted(text));
        assert_eq!(parse(&typed).values(Field::Tag), [text], "{typed}");
    }
    assert_eq!(SearchQuery::quoted(" a "), "\"a\"");
    assert_eq!(SearchQuery::quoted("\"«「『《"), "\" «「『《\"");
}

#[test]
fn a_query_of_too_many_words_is_refused() {
    let of = |words: usize| SearchQuery::parse(&"a ".repeat(words), now());
    assert!(of(MAX_WORDS).is_ok());
    assert!(of(MAX_WORDS + 1).is_err());
    for glued in ["a,".repeat(MAX_WORDS + 1), "橋".repeat(MAX_WORDS + 1)] {
        assert!(SearchQuery::parse(&glued, now()).is_err());
    }
    for phrase in ["\"the bridge\" ", "well-known ", "東京 ", "brid* "] {
        let of = |phrases: usize| SearchQuery::parse(&phrase.repeat(phrases), now());
        assert!(of(MAX_PHRASES).is_ok(), "{phrase}");
        let refused = of(MAX_PHRASES + 1).unwrap_err().to_string();
        assert!(refused.contains("has 11 phrases"), "{refused}");
    }
}

#[test]
fn a_field_is_added_to_a_query_and_taken_out_of_it() {
    for (text, field, rest) in [
        (
            "haus LANG:de -lang:en lang",
            Field::Language,
            "haus -lang:en lang",
        ),
        ("ä lange", Field::Language, "ä lange"),
        ("site:\"a b\" haus", Field::Site, "haus"),
        ("site:a AND haus", Field::Site, "haus"),
        ("haus AND site:a AND hof", Field::Site, "haus AND hof"),
        (
            "(site:b OR x) \"site:c\" site:a",
            Field::Site,
            "(site:b OR x) \"site:c\"",
        ),
        ("x OR site:a", Field::Site, "x OR site:a"),
        ("site:a AND site:b", Field::Site, ""),
        ("site:a AND site:b AND haus", Field::Site, "haus"),
        ("haus AND site:a AND site:b", Field::Site, "haus"),
        ("haus  site:a AND  hof", Field::Site, "haus AND  hof"),
        ("NOT site:a", Field::Site, "NOT site:a"),
    ] {
        assert_eq!(SearchQuery::without(text, field), rest, "{text}");
    }
    assert_eq!(SearchQuery::with("", "lang", "de"), "lang:de");
    assert_eq!(SearchQuery::with("a b ", "lang", "de"), "lang:de a b");
    assert_eq!(
        SearchQuery::with("a OR b", "lang", "de"),
        "lang:de (a OR b)"
    );
}

#[test]
fn a_single_word_is_offered_as_a_beginning() {
    let offered = |text: &str| SearchQuery::widened(text, now()).map(|(typed, _)| typed);
    for (text, wider) in [
        ("site:a (Klima) since:7d", "site:a (Klima*) since:7d"),
        ("title:Klima", "title:Klima*"),
        ("서울", "서울*"),
    ] {
        assert_eq!(offered(text).as_deref(), Some(wider));
    }
    let texts = "|ab|Klima Krise|\"Klima\"|Klima*|-Klima|氷河期橋|site:a";
    for text in texts.split('|') {
        assert_eq!(offered(text), None, "{text}");
    }
}

#[test]
fn runs_of_han_and_kana_are_words() {
    assert_eq!(
        parse("東京都 \"橋 haus\" iPhone発売 -夜").wanted_words(),
        ["東京都", "橋", "haus", "iPhone", "発売"]
    );
}

#[test]
fn times_are_days_instants_or_ago() {
    for (text, until) in [
        ("until:2026-11-02", "2026-11-03T00:00:00Z"),
        ("until:12h", "2026-11-23T00:00:00Z"),
    ] {
        assert_eq!(parse(text).until, Some(at(until)), "{text}");
    }
    for (age, since) in [
        ("2026-11-01", "2026-11-01T00:00:00Z"),
        ("2026-11-01T06:00:00+02:00", "2026-11-01T04:00:00Z"),
        ("7d", "2026-11-16T12:00:00Z"),
        ("1d12h", "2026-11-22T00:00:00Z"),
        ("90s", "2026-11-23T11:58:30Z"),
        ("1y", "2025-11-23T06:00:00Z"),
    ] {
        let query = parse(&format!("since:{age}"));
        assert_eq!(query.since, Some(at(since)), "{age}");
    }
}

#[test]
fn times_that_are_none_are_errors_that_say_what_is_one() {
    let texts = "since:yesterday until:2026-13-01 since:7 since:202 since:2026-13 since:2024-01..2024-03 since:-7d since:99999999999999d since:+262142-12-31 since:9999999d \
        since:d since:ä";
    for text in texts.split(' ') {
        let error = SearchQuery::parse(text, now()).unwrap_err().to_string();
        assert!(error.contains("2026-11-01"), "{text}: {error}");
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let alphabet =
        "\"|-|:| |or|OR|site|since|lang|7d|ä|\0|\u{3000}|2026-11-01|é|(|)|*|AND|NOT|title|e\u{301}";
    let alphabet: Vec<&str> = alphabet.split('|').collect();
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..state % 9 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(alphabet[(state >> 33) as usize % alphabet.len()]);
        }
        state = state.wrapping_add(0x9E37_79B9);
        match SearchQuery::parse(&text, now()) {
            Ok(query) => {
                let with = SearchQuery::with(&text, "lang", "de");
                assert!(SearchQuery::parse(&with, now()).is_ok(), "{text:?}");
                let without = SearchQuery::without(&text, Field::Site);
                let mut expected = query.clone();
                let is_other = |part: &Expr| !matches!(part, Expr::Field(Field::Site, _));
                expected.wanted.0.retain(is_other);
                let parsed = SearchQuery::parse(&without, now());
                assert_eq!(parsed, Ok(expected), "{text:?}");
            }
            Err(error) => {
                let columns = 1..=text.chars().count();
                let is_within = error.column.is_some_and(|column| columns.contains(&column));
                assert!(is_within, "{text:?}: {error}");
            }
        }
    }
}

#[test]
fn cursors_are_read_as_they_are_written() {
    for cursor in [
        SearchCursor::Rank(20),
        SearchCursor::Date(now(), "00ff".to_owned()),
        SearchCursor::Date(now(), String::new()),
    ] {
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
    }
    let texts = "|r|r-1|r99999999999|d|d1|d1.xyz|d99999999999999999999.|ä|d1.\0|b1.9";
    for text in texts.split('|') {
        assert!(text.parse::<SearchCursor>().is_err(), "{text}");
    }
}

#[test]
fn a_period_that_ends_before_it_begins_is_refused() {
    let refused = SearchQuery::parse("a since:2026-11-02 until:2026-11-01", now()).unwrap_err();
    let refused = refused.to_string();
    assert!(refused.contains("before it begins"), "{refused}");
    parse("a since:2026-11-01 until:2026-11-01");
}
