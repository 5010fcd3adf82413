mod mutated;

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::reader::tests::{Shows as _, World};

fn count(day: &str, articles: i64) -> DayCount {
    DayCount {
        day: day.parse().unwrap(),
        articles,
    }
}

#[test]
fn bars_stand_for_days_or_more() {
    let chart = Chart::of(&[count("2026-11-01", 1), count("2026-11-02", 4)]).unwrap();
    let path = "M0 48v-12h3v12zM4 48v-48h3v48z";
    assert_eq!((chart.days, chart.bars.path.as_str()), (1, path));
    let chart = Chart::of(&[
        count("2025-01-01", 1),
        count("2026-11-01", 2),
        count("2026-11-02", 2),
    ])
    .unwrap();
    assert_eq!(chart.days, 12);
    let begin: NaiveDate = "2026-10-23".parse().unwrap();
    assert_eq!(chart.most, (begin, 4));
    assert_eq!(chart.bars.path.matches('M').count(), 2);
    for few in [&[][..], &[count("2026-11-01", 7)]] {
        assert!(Chart::of(few).is_none());
    }
}

#[tokio::test]
async fn hits_are_marked_and_escaped_and_have_a_next_page() {
    let world = World::new().await;
    for n in 0..20 {
        world
            .article(
                &n.to_string(),
                "Ein Haus & <script>alert(1)</script> brennt.",
            )
            .await;
    }
    let page = world.page("/search?q=Haus+site:archive.example").await;
    page.lacks(["<script>alert"]);
    page.has([
        "<mark>Haus</mark>",
        "20 articles",
        "20 without a date of publication",
        "/feeds/search.atom?q=Haus%20site%3Aarchive.example",
        "after=r15",
        "lang%3Ade",
        "All sites",
        "best first",
    ]);
    let next = world.get("/search?q=Haus&after=r15").await;
    assert_eq!(next.body.matches("<mark>").count(), 5);
    next.lacks(["20 articles"]);
    let newest = world.get("/search?q=&order=newest").await;
    assert_eq!(newest.body.matches("<h3").count(), 15);
    let all = world.get("/search").await;
    all.lacks(["best first"]);
    let next = all.value("<a href=\"/search?after=");
    let rest = world.get(&format!("/search?after={next}")).await;
    assert_eq!(rest.body.matches("<h3").count(), 5, "{}", rest.body);
    let none = world.get("/search?q=Giraffe").await;
    let subscribe = "Subscribe to this search: <a href=\"/feeds/search.rss?q=Giraffe\"";
    none.has([subscribe, "No article matches"]);
    none.lacks(["Similar"]);
    let misspelt = world.get("/search?q=titlee+site:archive.example").await;
    misspelt.has(["No article matches", "Similar headlines", ">A title</a>"]);
}

#[tokio::test]
async fn a_search_that_takes_too_long_is_ended_and_may_be_repeated() {
    let world = World::new().await;
    world.article("1", "Ein Haus.").await;
    let store = world.store();
    let locking = store.clone();
    let lock = tokio::spawn(async move {
        let seconds = super::super::MAX_SEARCH * 2;
        store::testing::hold(&locking, "lock table article_search", seconds).await
    });
    let read = "do $$ begin lock table article_search in access share mode nowait; end $$";
    while store::testing::damage(store, read).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let page = world.get("/search?q=haus").await;
    assert_eq!((page.status, page.header("retry-after")), (503, "10"));
    lock.await.unwrap().unwrap();
    assert_eq!(world.get("/search?q=haus").await.status, 200);
}

#[tokio::test]
async fn copies_of_a_text_are_one_hit() {
    let world = World::new().await;
    let first = world.article("1", "Ein Haus brennt.").await;
    let second = world.article("2", "Ein Haus brennt!").await;
    world.article("3", "Ein Haus.").await;
    world.copied(&first, &second).await;
    let page = world.get("/search?q=Haus").await;
    assert_eq!(page.body.matches("<h3 lang").count(), 2, "{}", page.body);
    let copies = [first, second].map(|id| format!("/article/{id}#copies\">1 copy</a>"));
    let linked = copies.iter().filter(|link| page.body.contains(*link));
    assert_eq!(linked.count(), 1, "{}", page.body);
    let api = world.get("/api/v1/search?q=Haus").await;
    assert_eq!(api.json()["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn the_last_page_by_relevance_tells_that_more_articles_match() {
    let world = World::new().await;
    let found = |after| {
        let query = SearchQuery {
            after: Some(SearchCursor::Rank(after)),
            ..SearchQuery::default()
        };
        (
            query,
            SearchCounts {
                total: 62,
                ..SearchCounts::default()
            },
        )
    };
    world.article("1", "Ein Haus brennt.").await;
    let page = world
        .store()
        .search(&SearchQuery {
            limit: 9,
            ..found(0).0
        })
        .await
        .unwrap();
    assert_eq!(page.hits.len(), 1);
    for (after, best) in [(59, Some(60)), (61, None)] {
        let (query, counts) = found(after);
        let cut = Cut::new(&query, &page, &counts);
        assert_eq!(cut.map(|cut| cut.best), best, "{after}");
    }
}

#[tokio::test]
async fn a_longer_word_is_offered_where_few_articles_have_the_word() {
    let world = World::new().await;
    for (path, text) in [
        ("1", "Das Klima."),
        ("2", "Der Klimaschutz."),
        ("3", "Die Klimakrise."),
    ] {
        world.article(path, text).await;
    }
    let page = world.get("/search?q=Klima+lang:de").await;
    let link = "<a href=\"/search?q=Klima*+lang%3Ade\">Klima* lang:de</a> finds 3 articles";
    page.has([link]);
    let api = world.get("/api/v1/search?q=klima").await;
    let wanted = r#""suggestions":[{"q":"klima*","articles":3,"is_least":false}]"#;
    api.has([wanted]);
    for q in ["klima*", "schutz", "Klima+Das"] {
        let page = world.get(&format!("/search?q={q}")).await;
        assert!(!page.body.contains("Few articles"), "{q}: {}", page.body);
    }
}

#[tokio::test]
async fn an_invalid_query_is_refused_with_its_column_or_reported_beside_it() {
    let world = World::new().await;
    for address in [
        "/search?q=Trump+intitle:Biden",
        "/api/v1/search?q=Trump+intitle:Biden",
        "/feeds/search.atom?q=Trump+intitle:Biden",
    ] {
        let page = world.refused(address).await;
        page.has(["column 7: there is no field intitle:, did you mean title:?"]);
    }
    let api = world.get("/api/v1/search?q=(a+OR+b").await;
    api.has([r#""column":1"#]);
    for path in ["/search?q=since:soon+%22%3E", "/search?q=a&after=x"] {
        let page = world.refused(path).await;
        page.has(["role=\"alert\""]);
        page.lacks(["soon \">"]);
    }
    world.page("/search?q=%00").await;
    world.article("1", "Ein Haus.").await;
    for (filter, expected) in [
        ("site:nope", "there is no site"),
        ("-site:nope", "there is no site"),
        ("site-tag:nope", "no site has the tag"),
        ("lang:zz", "not an ISO 639-1 code"),
        ("story:abcdef", "there is no story"),
        ("story:f", "there is no story"),
    ] {
        let page = world.refused(&format!("/search?q=Haus+{filter}")).await;
        assert!(page.body.contains(expected), "{filter}: {}", page.body);
    }
    let common = world.refused("/search?q=das").await;
    common.has(["add another word"]);
    world.page("/search?q=Haus+lang:fr").await;
}

#[tokio::test]
async fn hits_show_what_is_known_of_their_dates_and_what_has_moved_is_no_hit() {
    let world = World::new().await;
    let dated = |precision: &str| {
        json!({
            "date_published": "2026-10-31T23:00:00Z", "date_published_tz": 60,
            "date_published_precision": precision, "date_published_source": "text",
        })
    };
    let month = world.article_with("1", "Ein Haus.", &dated("month")).await;
    let day = world.article_with("2", "Ein Garten.", &dated("day")).await;
    world.article_with("3", "Ein Zaun.", &dated("minute")).await;
    for (word, shown) in [
        ("Haus", "<time datetime=\"2026-11\">2026-11</time>"),
        ("Garten", "<time datetime=\"2026-11-01\">2026-11-01</time>"),
        ("Zaun", ">2026-10-31 23:00</time>"),
    ] {
        let page = world.get(&format!("/search?q={word}")).await;
        page.has([shown]);
    }
    world.moved(&day, &month).await;
    let site = world.get("/source/archive.example").await;
    for page in [&world.get("/search?q=Garten").await, &site] {
        page.lacks([&day]);
    }
    let article = world.get(&format!("/article/{month}")).await;
    world.story(&month).await;
    let story = world.get(&format!("/story/{month}")).await;
    for page in [site, article, story] {
        let shown = "<time datetime=\"2026-11\">2026-11</time>";
        page.has([shown]);
    }
}

#[tokio::test]
async fn all_articles_that_a_search_finds_are_one_file() {
    let world = World::new().await;
    for n in 0..115 {
        let text = if n % 23 == 0 {
            "Ein Haus."
        } else {
            "Ein =Garten, \"groß\"."
        };
        world.article(&n.to_string(), text).await;
    }
    let page = world.get("/search?q=Garten+lang:de").await;
    let link = "/api/v1/search?q=Garten%20lang%3Ade&#38;format=";
    assert_eq!(page.body.matches(link).count(), 3, "{}", page.body);
    let csv = world.get("/api/v1/search?q=Garten&format=csv").await;
    assert_eq!(csv.status, 200, "{}", csv.body);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let name = "attachment; filename=\"search.csv\"";
    assert_eq!(csv.header("content-disposition"), name);
    assert_eq!(csv.body.lines().count(), 111, "a header, and a line each");
    let lines = world.get("/api/v1/search?q=Garten&format=jsonl").await;
    let rows = lines
        .body
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let ids: std::collections::BTreeSet<String> = rows.map(|row| row["id"].to_string()).collect();
    assert_eq!(ids.len(), 110);
    let none = world.get("/api/v1/search?q=Giraffe&format=jsonl").await;
    assert_eq!((none.status, none.body.as_str()), (200, ""));
    for query in [
        "q=Garten&format=csv&limit=3",
        "q=(a&format=csv",
        "q=site:nope&format=csv",
        "q=a&format=xlsx",
        "q=a&without_opt_outs=ai",
        "q=a&format=csv&without_opt_outs=all,x",
    ] {
        world.refused(&format!("/api/v1/search?{query}")).await;
    }
}

#[tokio::test]
async fn a_series_has_the_matches_of_each_period_and_their_share() {
    let world = World::new().await;
    for (path, text, day) in [
        ("1", "Ein Haus.", "2026-01-31"),
        ("2", "Ein Garten.", "2026-02-01"),
        ("3", "Ein Haus.", "2026-02-02"),
        ("4", "Ein Zaun.", "2026-02-28"),
    ] {
        let dated = json!({
            "date_published": format!("{day}T12:00:00Z"), "date_published_precision": "second", "date_published_source": "meta",
        });
        world.article_with(path, text, &dated).await;
    }
    world
        .article_with("5", "Ein Haus ohne Datum.", &json!({}))
        .await;
    for (query, lines) in [
        (
            "q=Haus&interval=week",
            "2026-01-26,1,2,0.500000\r\n2026-02-02,1,1,1.000000\r\n2026-02-09,0,0,\r\n2026-02-16,0,0,\r\n2026-02-23,0,1,0.000000\r\n",
        ),
        (
            "q=Haus&interval=month",
            "2026-01-01,1,1,1.000000\r\n2026-02-01,1,3,0.333333\r\n",
        ),
        (
            "q=Haus+until:2026-02-02&interval=week",
            "2026-01-26,1,2,0.500000\r\n2026-02-02,1,1,1.000000\r\n",
        ),
        (
            "q=Giraffe+since:2026-02-28&interval=day",
            "2026-02-28,0,1,0.000000\r\n",
        ),
        ("q=lang:fr&interval=day", ""),
    ] {
        let series = world
            .get(&format!("/api/v1/search/series?format=csv&{query}"))
            .await;
        let expected = format!("begin,articles,all,share\r\n{lines}");
        assert_eq!(series.body, expected, "{query}");
    }
    for query in [
        "q=(Haus&interval=day",
        "q=Haus&interval=year",
        "q=site:nope&interval=day",
    ] {
        world
            .refused(&format!("/api/v1/search/series?{query}"))
            .await;
    }
    let page = world.page("/trends?q=Haus&q=Zaun&interval=month").await;
    let matches = "/search?q=%28Haus%29%20AND%20since%3A2026-02-01%20until%3A2026-02-28\">1</a> <small>33.3 %</small>";
    page.has([
        matches,
        "/api/v1/search/series?q=Zaun&#38;interval=month&#38;format=csv",
        "2 in all",
    ]);
    let divided = world.get("/trends?q=Haus&by=language").await;
    assert_eq!(divided.status, 303, "{}", divided.body);
    for wrong in ["q=(Haus", "q=Haus&interval=year", "q=site:nope"] {
        world.refused(&format!("/trends?{wrong}")).await;
    }
    let words = world.get("/api/v1/search/words?q=Haus").await;
    assert_eq!(words.body, r#"{"found":3,"others":2,"words":[]}"#);
}
