//! Search: words by language, filters, order, pages and counts.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use store::{
    Aggregates, ArticleTerms, SearchCursor, SearchHit, SearchOrder, SearchQuery, Similar, Store,
    testing,
};

use crate::fixtures::{
    ID, accepted, article, finding, group, member, now, one_page, published, ranked, rejected, save,
};

/// The query for a typed text, with ten hits.
pub(crate) fn ask(text: &str) -> SearchQuery {
    let mut query = SearchQuery::parse(text, Utc::now()).unwrap();
    query.limit = 10;
    query
}

/// The ids of the hits.
async fn found(store: &Store, query: &SearchQuery) -> Vec<String> {
    let page = store.search(query).await.unwrap();
    page.hits.into_iter().map(|hit| hit.id).collect()
}

/// The articles that a text finds, sorted by id. Checks that the count agrees.
pub(crate) async fn matches(store: &Store, text: &str) -> Vec<String> {
    let mut ids = found(store, &ask(text)).await;
    let counts = store.search_counts(&ask(text)).await.unwrap();
    assert_eq!(counts.total, i64::try_from(ids.len()).unwrap(), "{text}");
    ids.sort();
    ids
}

/// The snippet of the first hit.
pub(crate) async fn first_snippet(store: &Store, text: &str) -> String {
    let found = store.search(&ask(text)).await.unwrap();
    found.hits[0].snippet.to_string()
}

/// Saves an article with a date and an author. Returns its id.
pub(crate) async fn written(
    store: &Store,
    path: &str,
    text: &str,
    author: &str,
    at: DateTime<Utc>,
) -> String {
    let url = format!("https://www.archive.example/{path}");
    let key = one_page(store, path, &format!("{path} {text}"), now()).await;
    let mut article = article(&url, text);
    article["authors"] = json!([author]);
    article["date_published"] = json!(at);
    article["date_published_precision"] = json!("second");
    article["date_published_source"] = json!("meta");
    save(store, &[accepted(key, "1", article)]).await;
    store::article_id(&url)
}

#[tokio::test]
async fn words_and_names_are_found_without_the_letters_of_their_language() {
    let store = &testing::database().await;
    let text = "Neuer Küstenschutz an der Straße.";
    let german = written(store, "1", text, "Jürgen Voß", now()).await;
    published(store, "2", "A word of German: Küstenschutz.", "en").await;
    for text in [
        "Kuestenschutz",
        "neuer KUESTENSCHUTZ strasse",
        "author:Voss",
        "author:\"juergen voss\"",
        "author:juergen author:nobody",
    ] {
        let found = matches(store, text).await;
        assert_eq!(found, std::slice::from_ref(&german), "{text}");
    }
    assert!(matches(store, "lang:de -kuestenschutz").await.is_empty());
    assert!(matches(store, "\"Kuestenschutz\"").await.is_empty());
    for (language, text, typed) in [
        ("da", "Et stykke smørrebrød i Århus.", "AARHUS smoerrebroed"),
        ("no", "Målet var å gå på ski i Tromsø.", "maalet Tromsoe"),
        (
            "sv",
            "Räksmörgåsen såldes i Växjö.",
            "raeksmoergaasen vaexjoe",
        ),
    ] {
        let id = published(store, language, text, language).await;
        assert_eq!(matches(store, typed).await, [id], "{typed}");
        published(store, &format!("{language}-en"), text, "en").await;
        assert_eq!(matches(store, typed).await.len(), 1, "{typed}");
    }
    let danish = written(store, "3", "Et.", "Søren Ågård", now()).await;
    for text in ["author:\"soeren aagaard\"", "author:Søren"] {
        assert_eq!(matches(store, text).await, [danish.as_str()], "{text}");
    }
    texts_without_spaces_are_searched_by_their_characters(store).await;
}

#[tokio::test]
async fn search_knows_the_language_of_each_article_and_the_words_that_each_leaves_out() {
    let store = &testing::database().await;
    let german = published(store, "1", "Die Häuser der Stadt brannten.", "de").await;
    let english = published(store, "2", "The houses of the city were burning.", "en").await;
    assert_eq!(matches(store, "haus").await, [german]);
    assert_eq!(matches(store, "burn house").await, [english]);
    assert!(matches(store, "burn -house").await.is_empty());
    for (text, wanted) in [
        ("the", vec!["en"]),
        ("der die das", vec!["de"]),
        ("the lang:de", vec![]),
        ("-the", vec!["en"]),
        ("!?", vec!["de", "en"]),
        ("the house", vec![]),
        ("", vec![]),
        ("lang:en", vec![]),
    ] {
        let languages = store.languages_without_words(&ask(text)).await.unwrap();
        assert_eq!(languages, wanted, "left out of {text}");
        let any = store.has_hits(&ask(text)).await.unwrap();
        assert_eq!(any, !matches(store, text).await.is_empty(), "{text}");
    }
    // the same word in both languages
    published(store, "3", "Berlin an der Spree.", "de").await;
    published(store, "4", "Berlin on the Spree.", "en").await;
    assert_eq!(matches(store, "berlin spree").await.len(), 2);
    assert_eq!(matches(store, "-berlin -haus -house").await.len(), 0);
    assert_eq!(matches(store, "-berlin").await.len(), 2);
    let snippet = first_snippet(store, "houses lang:en site:archive.example").await;
    assert!(snippet.contains("«houses»"), "{snippet}");
    let mut later = ask("houses");
    later.since = Some(Utc::now() + TimeDelta::hours(1));
    assert!(found(store, &later).await.is_empty());
    assert!(matches(store, "'!&|").await.is_empty());
    assert!(matches(store, "\0 '' \\").await.is_empty());
}

async fn texts_without_spaces_are_searched_by_their_characters(store: &Store) {
    let text = "東京都は月曜日、古い橋を閉鎖した。市長は「安全が第一だ」と述べた。";
    let bridge = published(store, "ja-1", text, "ja").await;
    let text = "京都の東にある動物園でキリンの赤ちゃんが誕生した。";
    let other = published(store, "ja-2", text, "ja").await;
    let queries = "橋 | 東京都 | 古い橋 | \"東京都は月曜日\" | 東京 橋 | 橋 -キリン";
    for query in queries.split(" | ") {
        let found = matches(store, query).await;
        assert_eq!(found, std::slice::from_ref(&bridge), "{query}");
    }
    assert_eq!(matches(store, "キリン").await, [other]);
    assert_eq!(matches(store, "京都").await.len(), 2);
    assert!(matches(store, "都京").await.is_empty());
    let foreign = published(store, "ja-3", "The app is called 微信 at home.", "en").await;
    assert_eq!(matches(store, "微信").await, [foreign]);
    let again = "市の古い橋は閉鎖された。新しい橋は来年の春に完成する。";
    published(store, "ja-4", again, "ja").await;
    for (query, passage) in [
        ("東京都", "«東京都»は月曜日、古い橋を閉鎖した。"),
        ("月曜日 京都", "東«京都»は«月曜日»、"),
        ("東京都は月曜日", "«東京都は月曜日»、"),
        ("古い橋は", "«古い橋は»閉鎖された。新しい橋は来年"),
    ] {
        let snippet = first_snippet(store, query).await;
        assert!(snippet.contains(passage), "{snippet}");
    }
}

#[tokio::test]
async fn a_story_is_searched_with_its_copies_by_its_id_or_the_first_digits_of_it() {
    let store = &testing::database().await;
    let leader = published(store, "1", "Ein Haus brennt.", "de").await;
    let copy = published(store, "2", "Ein Haus brennt!", "de").await;
    let other = published(store, "3", "Ein Haus steht.", "de").await;
    // a second story founded by the same article
    let second = format!("{leader}:2");
    let grouped = Aggregates {
        cursor: 3,
        copies: vec![
            finding(&leader, None),
            finding(&copy, Some(&leader)),
            finding(&other, None),
        ],
        stories: vec![ranked(&leader, "de"), ranked(&second, "de")],
        members: vec![member(&leader, &leader), member(&other, &second)],
        ..Aggregates::default()
    };
    group(store, 0, &grouped).await;
    let mut both = vec![leader.clone(), copy];
    both.sort();
    let others = vec![other];
    for (query, expected) in [
        (format!("haus story:{leader}"), &both),
        (format!("haus -story:{leader}"), &others),
        (format!("story:{}", &leader[..12]), &both),
        (format!("story:{second}"), &others),
        (format!("story:{}", &leader[..3]), &Vec::new()),
    ] {
        assert_eq!(matches(store, &query).await, *expected, "{query}");
    }
    let of_leader = ask(&format!("story:{leader}"));
    let hits = store.search(&of_leader).await.unwrap().hits;
    let is_of_leader = |hit: &SearchHit| hit.story_id.as_ref() == Some(&leader);
    assert!(hits.iter().all(is_of_leader));
}

#[tokio::test]
async fn pages_in_the_order_of_time_have_each_article_once() {
    let store = &testing::database().await;
    let begin = now() - TimeDelta::days(900);
    let mut expected = Vec::new();
    for n in 0..9 {
        // days, months and years apart; the last three at the same time
        let at = begin + TimeDelta::days([0, 1, 2, 300, 310, 700, 880, 880, 880][n]);
        let id = written(store, &n.to_string(), "Ein Haus.", "A", at).await;
        expected.push((at, id));
    }
    expected.sort();
    expected.reverse();
    let expected: Vec<String> = expected.into_iter().map(|(_, id)| id).collect();
    for limit in [2, 1, 100] {
        for text in ["haus", ""] {
            let mut query = SearchQuery {
                order: SearchOrder::Newest,
                limit,
                ..ask(text)
            };
            let mut ids = Vec::new();
            let mut pages = 0;
            loop {
                let page = store.search(&query).await.unwrap();
                ids.extend(page.hits.into_iter().map(|hit| hit.id));
                pages += 1;
                let Some(next) = page.next else { break };
                query.after = Some(next.to_string().parse().unwrap());
                assert!(pages < 50);
            }
            assert_eq!(ids, expected, "{limit} {text:?}");
        }
    }
    let counts = store.search_counts(&ask("haus")).await.unwrap();
    assert_eq!((counts.total, counts.since), (9, None));
    let languages = counts.languages.iter();
    let languages: Vec<(Option<&str>, i64)> = languages
        .map(|one| (one.language.as_deref(), one.articles))
        .collect();
    assert_eq!(languages, [(Some("de"), 9)]);
    assert_eq!((counts.sites.len(), counts.sites[0].articles), (1, 9));
    let days: Vec<i64> = counts.days.iter().map(|one| one.articles).collect();
    assert_eq!(days, [1, 1, 1, 1, 1, 1, 3]);
}

#[tokio::test]
async fn the_best_come_first_and_pages_go_on_where_the_last_ended() {
    let store = &testing::database().await;
    let often = published(store, "1", "Haus Haus Haus.", "de").await;
    for n in 2..6 {
        let text = format!("Ein Haus und {} mehr.", "noch ".repeat(n));
        published(store, &n.to_string(), &text, "de").await;
    }
    let all = found(store, &ask("haus")).await;
    assert_eq!(all[0], often);
    let two = SearchQuery {
        limit: 2,
        ..ask("haus")
    };
    let first = store.search(&two).await.unwrap();
    assert_eq!(first.next, Some(SearchCursor::Rank(2)));
    let mut rest = SearchQuery {
        after: first.next,
        ..ask("haus")
    };
    assert_eq!(found(store, &rest).await, all[2..]);
    rest.after = Some(SearchCursor::Rank(u32::MAX));
    assert!(found(store, &rest).await.is_empty());
}

#[tokio::test]
async fn headlines_and_names_are_suggested_for_words_that_are_misspelt_where_trigrams_are() {
    let store = &testing::database().await;
    let mut ids = Vec::new();
    for (path, title) in [("1", "Angela Merkel besucht Görlitz"), ("2", "Ein Garten")] {
        let url = format!("https://www.archive.example/{path}");
        let key = one_page(store, path, path, now()).await;
        let mut article = article(&url, "Ein Text.");
        article["title"] = json!(title);
        save(store, &[accepted(key, "1", article)]).await;
        ids.push(store::article_id(&url));
    }
    let entities = ["Angela Merkel", "Görlitz", "\u{1b}%_'"]
        .map(|name| json!({"text": name, "label": "PER", "start": 0, "end": 1, "norm": name}));
    let terms = ArticleTerms {
        id: ids[0].clone(),
        version: 1,
        entities: json!(entities).to_string(),
        keywords: "[]".to_owned(),
    };
    let aggregates = Aggregates {
        cursor: 1,
        terms: vec![terms],
        ..Aggregates::default()
    };
    group(store, 0, &aggregates).await;
    let headline = "Angela Merkel besucht Görlitz";
    for (typed, titles, names) in [
        ("Merkle", vec![headline], "Angela Merkel"),
        ("\"angela merkle\" lang:en", vec![headline], "Angela Merkel"),
        ("görlits giraffe", vec![headline], "Görlitz"),
        ("Görlitz", vec![headline], ""),
        ("gartan", vec!["Ein Garten"], ""),
        ("graten", vec!["Ein Garten"], ""),
        ("giraffe graten heute", vec!["Ein Garten"], ""),
        ("giraffe", vec![], ""),
        (
            "-merkle -\"angela merkel\" site:archive.example",
            vec![],
            "",
        ),
        ("", vec![], ""),
        ("\0 %_ '' \\", vec![], ""),
    ] {
        let similar = store.similar(&ask(typed)).await.unwrap();
        let found = similar.titles.iter().map(|one| one.title.as_str());
        assert_eq!(found.collect::<Vec<_>>(), titles, "{typed}");
        assert_eq!(similar.names.join(", "), names, "{typed}");
    }
    let similar = store.similar(&ask("merkle")).await.unwrap();
    assert_eq!(similar.titles[0].id, ids[0]);
    let without = "drop extension pg_trgm cascade";
    testing::damage(store, without).await.unwrap();
    let similar = store.similar(&ask("merkle")).await.unwrap();
    assert_eq!(similar, Similar::default(), "without trigrams");
}

#[tokio::test]
async fn search_sees_the_latest_version_alone() {
    let store = &testing::database().await;
    let read = async |page, code: &str, text: &str| {
        save(store, &[accepted(page, code, article(ID, text))]).await;
    };
    let older = one_page(store, "1", "old", now() - TimeDelta::hours(2)).await;
    read(older, "1", "Ein altes Haus.").await;
    let newer = one_page(store, "1", "new", now() - TimeDelta::hours(1)).await;
    read(newer, "1", "Ein neuer Garten.").await;
    let id = store::article_id(ID);
    assert_eq!(matches(store, "garten").await, std::slice::from_ref(&id));
    assert!(matches(store, "haus").await.is_empty());
    read(newer, "2", "Ein neuer Zaun.").await;
    assert_eq!(matches(store, "zaun").await, std::slice::from_ref(&id));
    assert!(matches(store, "garten").await.is_empty());
    save(store, &[rejected(newer, "3", "section")]).await;
    assert_eq!(matches(store, "haus").await, [id]);
    save(store, &[rejected(older, "3", "section")]).await;
    assert!(matches(store, "").await.is_empty());
    // a marked text breaks no snippet
    published(store, "2", "Ein \u{2}Haus\u{3} <b>und</b> \u{3}.", "de").await;
    let hits = store.search(&ask("haus")).await.unwrap().hits;
    let pieces: Vec<_> = hits[0].snippet.pieces().collect();
    let wanted = [("Ein ", false), ("Haus", true), (" <b>und</b> .", false)];
    assert_eq!(pieces, wanted);
}

#[tokio::test]
async fn words_are_typical_of_a_search_if_they_are_rarer_in_other_articles() {
    let store = &testing::database().await;
    let mut aggregates = Aggregates {
        cursor: 20,
        ..Aggregates::default()
    };
    for n in 0..20 {
        let (text, keyword) = match n {
            0..5 => ("Die Flut kam nachts.", "Deich"),
            _ => ("Der Markt war voll.", "Obst"),
        };
        let id = published(store, &n.to_string(), &format!("{text} {n}"), "de").await;
        let keywords = ["Stadt", "Flut", keyword]
            .map(|term| json!({"term": term, "weight": 0.5, "name": false}));
        aggregates.terms.push(ArticleTerms {
            id,
            version: 1,
            entities: "[]".to_owned(),
            keywords: json!(keywords).to_string(),
        });
    }
    group(store, 0, &aggregates).await;
    let typical = store.key_words(&ask("flut")).await.unwrap();
    assert_eq!((typical.found, typical.others), (5, 15));
    let words: Vec<_> = typical
        .words
        .iter()
        .map(|one| (one.word.as_str(), one.found, one.others))
        .collect();
    assert_eq!(words, [("Deich", 5, 0)]);
    let none = store.key_words(&ask("nirgends")).await.unwrap();
    assert_eq!((none.found, none.words), (0, Vec::new()));
}
