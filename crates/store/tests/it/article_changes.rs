//! Changes of articles, with what changed.

use chrono::{DateTime, TimeDelta, Utc};
use store::{ArticleChange, ArticleChangeCursor, ArticleChangeQuery, ChangedPart, Store, testing};

use crate::fixtures::{accepted, article, now, one_page, rejected, save};

const ID: &str = "https://www.archive.example/1";

/// Saves a page as an article with this headline and text.
async fn version(store: &Store, path: &str, at: DateTime<Utc>, title: &str, text: &str) {
    version_by("1", store, path, at, title, text).await;
}

/// The same, extracted by this code.
async fn version_by(
    code: &str,
    store: &Store,
    path: &str,
    at: DateTime<Utc>,
    title: &str,
    text: &str,
) {
    let key = one_page(store, path, &format!("{title} {text}"), at).await;
    let mut article = article(&format!("https://www.archive.example/{path}"), text);
    article["title"] = title.into();
    save(store, &[accepted(key, code, article)]).await;
}

async fn changes(store: &Store, query: &ArticleChangeQuery) -> Vec<ArticleChange> {
    let query = ArticleChangeQuery {
        limit: 100,
        ..query.clone()
    };
    store.article_changes(&query).await.unwrap()
}

/// The changes as `version kind`, with `h` for another headline and `t` for another text.
fn told(changes: &[ArticleChange]) -> String {
    let mark = |has: bool, mark: &'static str| if has { mark } else { "" };
    let told = changes.iter().map(|change| {
        let (headline, text) = (mark(change.of_headline, "h"), mark(change.of_text, "t"));
        format!("{} {} {headline}{text}", change.version, change.change)
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Asserts that they are those of `news.changes`.
async fn as_in_the_view(store: &Store, changes: &[ArticleChange]) {
    let sql = "select version || ' ' || change as told from news.changes where change <> 'new' order by changed_at desc";
    let rows = testing::rows(store, sql).await.unwrap();
    let rows: Vec<&str> = rows
        .iter()
        .map(|row| row["told"].as_str().unwrap())
        .collect();
    let changes = changes
        .iter()
        .map(|one| format!("{} {}", one.version, one.change));
    assert_eq!(changes.collect::<Vec<_>>(), rows);
}

#[tokio::test]
async fn a_change_says_whether_headline_or_text_differ_from_the_version_before_in_time() {
    let store = &testing::database().await;
    let day = |days| now() - TimeDelta::days(days);
    let all = ArticleChangeQuery::default();
    version(store, "1", day(4), "Rat tagt", "Erster Text.").await;
    version(store, "other", day(4), "Anderes", "Ein Text.").await;
    assert!(changes(store, &all).await.is_empty());
    version(store, "1", day(3), "Rat tagt heute", "Erster Text.").await;
    version(store, "1", day(2), "Rat tagt heute", "Zweiter Text.").await;
    let found = changes(store, &all).await;
    assert_eq!(told(&found), "3 changed t, 2 changed h");
    as_in_the_view(store, &found).await;
    assert_eq!(found[0].text_before.as_deref(), Some("Erster Text."));
    assert_eq!(found[0].text.as_deref(), Some("Zweiter Text."));
    assert_eq!(
        (found[0].word_count_before, found[0].word_count),
        (Some(2), 2)
    );
    assert_eq!(found[1].title_before.as_deref(), Some("Rat tagt"));
    assert_eq!(found[1].version_before, Some(1));
    assert_eq!(found[1].source_id, "archive.example");

    // a page from before the first, imported after it
    version(store, "1", day(5), "Rat tagt", "Nullter Text.").await;
    let found = changes(store, &all).await;
    assert_eq!(told(&found), "3 changed t, 2 changed h, 1 changed t");
    as_in_the_view(store, &found).await;

    // the page of version 2 turns out to be no article
    let page = testing::rows(
        store,
        "select fetched_at, page_id from articles where version = 2",
    );
    let page = page.await.unwrap().remove(0);
    let key = store::PageKey {
        fetched_at: page["fetched_at"].as_str().unwrap().parse().unwrap(),
        page_id: page["page_id"].as_i64().unwrap(),
    };
    save(store, &[rejected(key, "2", "section")]).await;
    let found = changes(store, &all).await;
    assert_eq!(told(&found), "3 changed ht, 1 changed t");
    as_in_the_view(store, &found).await;

    let forgotten = store.forget_site("archive.example", &|| false).await;
    forgotten.unwrap();
    let left = testing::rows(store, "select * from article_changes").await;
    assert!(left.unwrap().is_empty());
}

#[tokio::test]
async fn marks_and_other_code_change_no_headline() {
    let store = &testing::database().await;
    let all = ArticleChangeQuery::default();
    let day = |days| now() - TimeDelta::days(days);
    let versions = [
        ("1", "“Städte” – heute", "Eins."),
        ("1", "\"STÄDTE\" - heute", "Zwei."),
        ("1", "»Städte« — heute | Zeitung", "Drei."),
        ("2", "Städte heute", "Vier."),
        ("2", "Städte heute | Zeitung", "Fünf."),
        ("2", "Жёлтый день", "Sechs."),
        ("2", "Жёлтая ночь", "Sieben."),
    ];
    for (days, (code, title, text)) in (1..).zip(versions) {
        version_by(code, store, "1", day(10 - days), title, text).await;
    }
    let found = changes(store, &all).await;
    let expected =
        "7 changed ht, 6 changed ht, 5 changed ht, 4 changed t, 3 changed ht, 2 changed t";
    assert_eq!(told(&found), expected);

    // the headline of version 3 is stripped by newer code
    testing::damage(
        store,
        "update articles set extractor_version = '2', title = 'Städte heute' where version = 3",
    )
    .await
    .unwrap();
    let found = changes(store, &all).await;
    let expected =
        "7 changed ht, 6 changed ht, 5 changed ht, 4 changed t, 3 changed t, 2 changed t";
    assert_eq!(told(&found), expected);
    // and that of the others too
    testing::damage(store, "update articles set extractor_version = '2'")
        .await
        .unwrap();
    assert_eq!(told(&changes(store, &all).await), expected);

    // what is kept is what would be computed from all versions
    let kept = "with computed as (
            select c.* from articles a cross join lateral change_of(a.article_id, a.version) c
        ), wrong as (
            (table computed except table article_changes) union all (table article_changes except table computed)
        )
        select count(*) as number from wrong";
    for sql in [
        "",
        "delete from articles where version = 4",
        "delete from articles where version < 3 or version > 6",
    ] {
        testing::damage(store, sql).await.unwrap();
        let wrong = testing::rows(store, kept).await.unwrap();
        assert_eq!(wrong[0]["number"], 0, "{sql}");
    }
    let left = changes(store, &all).await;
    let left = left
        .iter()
        .map(|change| (change.version, change.version_before));
    assert_eq!(left.collect::<Vec<_>>(), [(6, Some(5)), (5, Some(3))]);
}

#[tokio::test]
async fn changes_are_filtered_and_read_page_by_page() {
    let store = &testing::database().await;
    let day = |days| now() - TimeDelta::days(days);
    for path in ["1", "2"] {
        version(store, path, day(4), "Rat tagt", path).await;
        version(store, path, day(3), "Rat tagt heute", path).await;
    }
    version(store, "3", day(2), "Anderes", "Ein Text.").await;
    let id = store::article_id(ID);
    let other = store::article_id("https://www.archive.example/3");
    let sql = format!(
        "update article_heads set moved_to = '{other}', moved_at = now() where article_id = '{id}';
        insert into visits (host_id, url_id, visited_at, outcome, next_due, visits, changes, failures, lost, lost_at)
        select host_id, url_id, now(), 'not_found', now(), 1, 0, 1, 'gone', now() - interval '1 hour' from articles where article_id = '{other}'"
    );
    testing::damage(store, &sql).await.unwrap();
    let all = changes(store, &ArticleChangeQuery::default()).await;
    assert_eq!(told(&all), "2 moved , 1 gone , 2 changed h, 2 changed h");
    assert_eq!(all[0].moved_to.as_ref(), Some(&other));
    as_in_the_view(store, &all).await;
    for (part, range) in [
        (ChangedPart::Moved, 0..1),
        (ChangedPart::Gone, 1..2),
        (ChangedPart::Headline, 2..4),
        (ChangedPart::Text, 4..4),
    ] {
        for (site, range) in [("archive.example", range), ("nowhere", 0..0)] {
            let query = ArticleChangeQuery {
                part: Some(part),
                sites: vec![site.to_owned()],
                ..ArticleChangeQuery::default()
            };
            assert_eq!(changes(store, &query).await, all[range], "{part} of {site}");
        }
    }
    let (mut read, mut after) = (Vec::new(), None);
    while read.len() < all.len() {
        let query = ArticleChangeQuery {
            after: after.take(),
            limit: 1,
            ..ArticleChangeQuery::default()
        };
        let found = store.article_changes(&query).await.unwrap().remove(0);
        let cursor = ArticleChangeCursor::of(&found).to_string();
        after = Some(cursor.parse().unwrap());
        read.push(found);
    }
    assert_eq!(read, all);
    for cursor in [
        "1.2",
        "-1.2.a",
        "253402300800000000.2.a",
        "9223372036854775807.2.a",
    ] {
        assert!(cursor.parse::<ArticleChangeCursor>().is_err(), "{cursor}");
    }
}
