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
fn words_without_spaces_are_phrases_of_their_characters() {
    assert_eq!(parse("東京都 -橋").text, "\"東 京 都\" -\"橋\"");
    assert_eq!(
        parse("\"iPhone発売 日\" or haus").text,
        "\"iPhone 発 売 日\" or haus"
    );
    assert_eq!(
        parse("東京都 橋 haus -夜").wanted_words(),
        ["東京都", "橋", "haus"]
    );
}

#[test]
fn a_query_of_too_many_words_is_refused() {
    let of = |words: usize| SearchQuery::parse(&"a ".repeat(words), now());
    assert!(of(MAX_WORDS).is_ok());
    assert!(of(MAX_WORDS + 1).is_err());
    for glued in ["a,".repeat(MAX_WORDS + 1), "橋".repeat(MAX_WORDS + 1)] {
        assert!(SearchQuery::parse(&glued, now()).is_err());
    }
}

#[test]
fn a_query_of_too_many_phrases_is_refused() {
    for phrase in ["\"the bridge\" OR ", "well-known ", "東京 "] {
        let of = |phrases: usize| SearchQuery::parse(&phrase.repeat(phrases), now());
        assert!(of(MAX_PHRASES).is_ok(), "{phrase}");
        let refused = of(MAX_PHRASES + 1).unwrap_err().to_string();
        assert!(refused.contains("has 11 phrases"), "{refused}");
    }
}

#[test]
fn words_phrases_and_their_operators_stay_as_they_are() {
    for text in [
        "Erdbeben Türkei",
        "\"rote Häuser\" -Brand",
        "wind OR sonne",
        "-\"in der Nacht\" oder",
    ] {
        assert_eq!(
            parse(text),
            SearchQuery {
                text: text.to_owned(),
                ..Default::default()
            }
        );
    }
    assert_eq!(parse("  a\t \"b c").text, "a \"b c\"");
    assert_eq!(parse("a\"b c\"d").text, "a \"b c\" d");
}

#[test]
fn quotes_of_every_kind_make_a_phrase() {
    for typed in [
        "“white house”",
        "„white house“",
        "«white house»",
        "»white house«",
        "‟white house”",
        "＂white house＂",
        "\"white house\"",
    ] {
        assert_eq!(parse(typed).text, "\"white house\"", "{typed}");
    }
    assert_eq!(
        parse("-„rote Häuser“ „Grünen“").text,
        "-\"rote Häuser\" \"Grünen\""
    );
    assert_eq!(parse("author:“Anna Schmidt”").authors.any, ["Anna Schmidt"]);
    assert_eq!(
        SearchQuery::without("„a site:b“ site:c", "site"),
        "\"a site:b\""
    );
}

#[test]
fn a_query_is_composed() {
    assert_eq!(parse("Mu\u{308}nchen author:Bo\u{308}rsch").text, "München");
    assert_eq!(parse("author:Bo\u{308}rsch").authors.any, ["Börsch"]);
}

#[test]
fn filters_are_taken_out_of_the_text_and_those_of_one_key_are_alternatives() {
    let query =
        parse("site:a haus SITE:B -site:c lang:DE author:\"Anna Schmidt\" -author:dpa story:00ff");
    assert_eq!(query.text, "haus");
    assert_eq!(
        (query.sites.any, query.sites.none),
        (vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()])
    );
    assert_eq!(query.languages.any, ["de"]);
    assert_eq!(
        (query.authors.any, query.authors.none),
        (vec!["Anna Schmidt".to_owned()], vec!["dpa".to_owned()])
    );
    assert_eq!(query.stories.any, ["00ff"]);
}

#[test]
fn an_or_beside_a_filter_goes_with_it() {
    assert_eq!(parse("site:a OR site:b").text, "");
    assert_eq!(parse("site:a OR haus or garten OR").text, "haus or garten");
}

#[test]
fn a_filter_is_taken_out_of_a_query() {
    for (text, key, rest) in [
        ("haus LANG:de -lang:en lang", "lang", "haus -lang:en lang"),
        ("ä lange", "lang", "ä lange"),
        ("site:a \"ä ", "site", "\"ä "),
        ("site:\"a b\" haus OR site:c hof", "site", "haus hof"),
        ("\"im site:a\"site:b", "site", "\"im site:a\""),
        (
            "author:\"Anna Schmidt\" site:a",
            "site",
            "author:\"Anna Schmidt\"",
        ),
    ] {
        assert_eq!(SearchQuery::without(text, key), rest, "{text}");
    }
}

#[test]
fn wanted_words_are_without_operators() {
    let query = parse("Wind OR \"in der Nacht\" -Brand -\"roter Zaun\" site:a");
    let words = query.wanted_words();
    assert_eq!(words, ["Wind", "in", "der", "Nacht"]);
    assert_eq!(parse("-a - site:b").wanted_words().len(), 0);
}

#[test]
fn what_is_no_operator_is_a_word() {
    for text in [
        "Zeit: die",
        "https://a.example/x?site:y=1",
        "site:",
        "site: a",
        "12:30",
        ":",
        "-",
        "a-b",
        "titel:x",
    ] {
        assert_eq!(parse(text).text, text);
        assert_eq!(
            parse(text),
            SearchQuery {
                text: text.to_owned(),
                ..Default::default()
            }
        );
    }
}

#[test]
fn times_are_days_instants_or_ago() {
    let query = parse("since:2026-11-01 until:2026-11-02");
    assert_eq!(
        (query.since, query.until),
        (
            Some(at("2026-11-01T00:00:00Z")),
            Some(at("2026-11-03T00:00:00Z"))
        )
    );
    assert_eq!(parse("since:7d").since, Some(at("2026-11-16T12:00:00Z")));
    assert_eq!(parse("until:12h").until, Some(at("2026-11-23T00:00:00Z")));
    assert_eq!(
        parse("since:2026-11-01T06:00:00+02:00").since,
        Some(at("2026-11-01T04:00:00Z"))
    );
    for (age, since) in [
        ("1d12h", "2026-11-22T00:00:00Z"),
        ("90s", "2026-11-23T11:58:30Z"),
        ("1y", "2025-11-23T06:00:00Z"),
    ] {
        let query = parse(&format!("since:{age}"));
        assert_eq!(query.since, Some(at(since)), "{age}");
    }
    assert_eq!(
        parse("since:1d since:2d").since,
        Some(at("2026-11-21T12:00:00Z"))
    );
}

#[test]
fn times_that_are_none_are_errors_that_say_what_is_one() {
    for text in [
        "since:yesterday",
        "until:2026-13-01",
        "since:7",
        "since:-7d",
        "since:99999999999999d",
        "since:+262142-12-31",
        "since:9999999d",
        "since:d",
        "since:ä",
    ] {
        let error = SearchQuery::parse(text, now()).unwrap_err().to_string();
        assert!(error.contains("2026-11-01"), "{text}: {error}");
    }
    assert!(SearchQuery::parse("-since:7d", now()).is_err());
    assert!(SearchQuery::parse(&"a ".repeat(1_001), now()).is_err());
}

#[test]
fn no_text_makes_the_parser_panic() {
    let alphabet = [
        "\"",
        "-",
        ":",
        " ",
        "or",
        "OR",
        "site",
        "since",
        "lang",
        "7d",
        "ä",
        "\0",
        "\u{3000}",
        "2026-11-01",
        "é",
    ];
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
        if let Ok(query) = SearchQuery::parse(&text, now()) {
            let again = SearchQuery::parse(&query.text, now()).unwrap();
            assert_eq!(again.text, query.text, "{text:?}");
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
    for text in [
        "",
        "r",
        "r-1",
        "r99999999999",
        "d",
        "d1",
        "d1.xyz",
        "d99999999999999999999.",
        "ä",
        "d1.\0",
        "b1.9",
    ] {
        assert!(text.parse::<SearchCursor>().is_err(), "{text}");
    }
}
