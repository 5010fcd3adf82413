//! Articles: versions, repeated extraction, withdrawal.

use std::fmt::Write;

use chrono::TimeDelta;
use serde_json::{Value, json};
use store::{Store, StoredPage, testing};

use crate::fixtures::{
    ID, accepted, article, counted, imported, now, one_page, rejected, save, stored, to_extract,
    versions, withdrawn,
};

#[tokio::test]
async fn a_version_is_made_by_other_content_and_by_nothing_else() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(3);
    let mut keys = Vec::new();
    for (day, body) in (0..).zip(["a", "b", "c"]) {
        keys.push(one_page(store, "1", body, start + TimeDelta::days(day)).await);
    }
    let read = async |day: usize, text: &str| {
        let verdict = accepted(keys[day], "1", article(ID, text));
        counted(&save(store, &[verdict]).await)
    };
    assert_eq!(read(0, "Erster Text.").await, "added 1");
    assert_eq!(read(1, "Erster Text.").await, "unchanged 1");
    let seen = store.export(0, 10).await.unwrap()[0].cursor;
    assert_eq!(read(2, "Zweiter Text.").await, "versions 1");
    let news = store.export(seen, 10).await.unwrap();
    let news = news
        .iter()
        .map(|row| json!([row["version"], row["is_latest"]]));
    assert_eq!(
        news.collect::<Vec<_>>(),
        [json!([1, false]), json!([2, true])],
        "the former version has a new cursor"
    );
    let versions = versions(store).await;
    assert_eq!(versions.len(), 2);
    let has = |index: usize, column: &str, value: Value| {
        assert_eq!(versions[index][column], value, "{column} of {index}");
    };
    has(0, "version", json!(2));
    has(0, "is_latest", json!(true));
    has(0, "text", json!("Zweiter Text."));
    has(0, "source_id", json!("archive.example"));
    has(0, "discovered_via", json!("import"));
    has(1, "version", json!(1));
    has(1, "is_latest", json!(false));
    has(1, "date_crawled", json!(keys[0].fetched_at));
    has(1, "date_last_seen", json!(keys[1].fetched_at));
    another_headline_over_the_same_text_makes_a_version(store).await;
}

async fn another_headline_over_the_same_text_makes_a_version(store: &Store) {
    let start = now() - TimeDelta::days(5);
    let url = "https://www.archive.example/2";
    let under = |title: &str| {
        let mut article = article(url, "Ein Text.");
        article["title"] = title.into();
        article
    };
    let titles = [
        ("1", "Minister resigns", "added 1"),
        ("1", "Minister  resigns!", "unchanged 1"),
        ("1", "Minister resigns over bribery", "versions 1"),
        // extracted by other code, which may have stripped it
        ("2", "Minister resigns", "unchanged 1"),
        ("2", "Minister stays in office", "versions 1"),
    ];
    for (day, (code, title, expected)) in (0..).zip(titles) {
        let at = start + TimeDelta::days(day);
        let key = one_page(store, "2", title, at).await;
        let saved = save(store, &[accepted(key, code, under(title))]).await;
        assert_eq!(counted(&saved), expected, "{title}");
    }
    let versions = store.article(&store::article_id(url)).await.unwrap();
    let shown: Vec<_> = versions.iter().map(|row| row["title"].clone()).collect();
    let expected = [
        "Minister stays in office",
        "Minister resigns over bribery",
        "Minister resigns",
    ];
    assert_eq!(shown, expected);
}

#[tokio::test]
async fn a_view_of_an_article_makes_no_version_of_it() {
    let store = &testing::database().await;
    let at = |hours| now() - TimeDelta::hours(hours);
    let own = one_page(store, "1", "a", at(3)).await;
    let mobile = one_page(store, "mobile/1", "b", at(2)).await;
    let changed = one_page(store, "1", "c", at(1)).await;
    let named = |text: &str| {
        let mut article = article(ID, text);
        article["url_canonical"] = ID.into();
        article
    };
    save(store, &[accepted(own, "1", named("Der ganze Text."))]).await;
    let saved = save(store, &[accepted(mobile, "1", named("Der Text."))]).await;
    assert_eq!(counted(&saved), "unchanged 1");
    let saved = save(store, &[accepted(changed, "1", named("Ein neuer Text."))]).await;
    assert_eq!(counted(&saved), "versions 1");
    let versions = versions(store).await;
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[1]["date_last_seen"], json!(mobile.fetched_at));
}

#[tokio::test]
async fn reading_a_page_again_replaces_its_text_and_makes_no_version() {
    let store = &testing::database().await;
    let key = one_page(store, "1", "a", now()).await;
    let read = async |code: &str, text: &str| {
        let verdict = accepted(key, code, article(ID, text));
        counted(&save(store, &[verdict]).await)
    };
    read("1", "Mit Rest der Seite.").await;
    let waiting = async |code| store.count_to_extract(code, false, &[]).await.unwrap();
    assert_eq!(waiting("1").await, 0);
    assert_eq!(waiting("2").await, 1, "another version of the code");
    let before = store.export(0, 10).await.unwrap();
    assert_eq!(read("2", "Ohne Rest.").await, "again 1 replaced 1");
    let after = store.export(before[0].cursor, 10).await.unwrap();
    assert_eq!(after.len(), 1, "a changed row is exported again");
    assert_eq!(after[0]["version"], 1);
    assert_eq!(after[0]["text"], "Ohne Rest.");
    assert_eq!(after[0]["extractor_version"], "2");
    let same = read("3", "Ohne Rest.").await;
    assert_eq!(same, "again 1", "the same again changes nothing");
    assert!(store.export(after[0].cursor, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn versions_that_become_equal_become_one() {
    let store = &testing::database().await;
    let first = one_page(store, "1", "a", now() - TimeDelta::days(2)).await;
    let second = one_page(store, "1", "b", now() - TimeDelta::days(1)).await;
    let old = [
        accepted(first, "1", article(ID, "Text. 3 Kommentare")),
        accepted(second, "1", article(ID, "Text. 4 Kommentare")),
    ];
    assert_eq!(save(store, &old).await.versions, 1);
    // the later page first, as a second extractor may do
    save(store, &[accepted(second, "2", article(ID, "Text."))]).await;
    let saved = save(store, &[accepted(first, "2", article(ID, "Text."))]).await;
    assert_eq!((saved.replaced, saved.withdrawn), (1, 1));
    let versions = versions(store).await;
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0]["version"], 1);
    assert_eq!(versions[0]["is_latest"], true);
    assert_eq!(versions[0]["date_last_seen"], json!(second.fetched_at));
    assert_eq!(withdrawn(store, 0).await.len(), 1);
}

#[tokio::test]
async fn a_rejected_page_withdraws_only_the_row_made_from_it() {
    let store = &testing::database().await;
    let first = one_page(store, "1", "a", now() - TimeDelta::days(2)).await;
    let second = one_page(store, "1", "b", now() - TimeDelta::days(1)).await;
    let text = || article(ID, "Ein Text.");
    let both = [accepted(first, "1", text()), accepted(second, "1", text())];
    save(store, &both).await;
    save(store, &[rejected(second, "1", "section")]).await;
    assert_eq!(
        versions(store).await.len(),
        1,
        "the row was made from the first page"
    );
    save(store, &[accepted(second, "1", text())]).await;
    let saved = save(store, &[rejected(first, "1", "legal")]).await;
    assert_eq!((saved.rejected, saved.withdrawn), (1, 1));
    assert!(versions(store).await.is_empty());
    let again = to_extract(store).await;
    let again: Vec<_> = again.iter().map(|page| page.key).collect();
    assert_eq!(again, [second], "the other page is read again");
    save(store, &[accepted(second, "1", text())]).await;
    let versions = versions(store).await;
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0]["version"], 2, "numbers are not used twice");
    let rejected = store.rejected(None, 10).await.unwrap();
    assert_eq!(rejected[0].page_type, "legal");
}

#[tokio::test]
async fn a_page_whose_version_is_withdrawn_by_a_later_page_of_the_batch_is_read_again() {
    let store = &testing::database().await;
    let late = one_page(store, "1", "b", now() - TimeDelta::days(1)).await;
    let text = || article(ID, "Ein Text.");
    save(store, &[accepted(late, "1", text())]).await;
    let early = one_page(store, "1", "a", now() - TimeDelta::days(2)).await;
    let batch = [accepted(early, "1", text()), rejected(late, "1", "section")];
    let saved = save(store, &batch).await;
    assert_eq!((saved.withdrawn, saved.requeued), (1, 1));
    assert!(versions(store).await.is_empty());
    let waiting = to_extract(store).await;
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0].key, early);
    let saved = save(store, &[accepted(early, "1", text())]).await;
    assert_eq!((saved.added + saved.versions, saved.requeued), (1, 0));
    assert_eq!(versions(store).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_extractors_at_once_double_nothing() {
    let store = &testing::database().await;
    let at = now() - TimeDelta::days(1);
    let pages = (0..60i64).map(|n| {
        let (path, body) = (format!("{}", n % 20), format!("page {n}"));
        imported(&path, body.as_bytes(), Some(at + TimeDelta::minutes(n)))
    });
    let pages: Vec<_> = pages.collect();
    store.import_pages(&pages).await.unwrap();
    let extractors = (0..3).map(|_| {
        let store = store.store.clone();
        tokio::spawn(async move {
            let pages = to_extract(&store).await;
            for batch in pages.chunks(7) {
                let readings = batch.iter().map(|page| {
                    let text = format!("Text von {}.", page.url);
                    accepted(page.key, "1", article(&page.url_requested, &text))
                });
                save(&store, &readings.collect::<Vec<_>>()).await;
            }
        })
    });
    for extractor in extractors.collect::<Vec<_>>() {
        extractor.await.unwrap();
    }
    let queue = store.queue().await.unwrap();
    let counts = [queue.articles, queue.versions, queue.pages_unread];
    assert_eq!(counts, [20, 20, 0]);
    assert_eq!(store.export(0, 100).await.unwrap().len(), 20);
}

#[tokio::test]
async fn nul_characters_and_huge_texts_are_taken() {
    let store = &testing::database().await;
    let key = one_page(store, "1", "a", now()).await;
    let mut words = String::from("Anfang\0 ");
    for n in 0..250_000 {
        write!(words, "wort-{n}.de/x{n} ").unwrap();
    }
    let mut huge = article(ID, &words);
    huge["title"] = "T\0itel ".repeat(10_000).into();
    huge["authors"] = json!(["A\0"]);
    huge["language_score"] = json!(f32::NAN);
    let mut reading = accepted(key, "1", huge);
    reading.news_score = f32::NAN;
    reading.features = serde_json::json!({"x\0": "\0"});
    assert_eq!(save(store, &[reading]).await.added, 1);
    let row = versions(store).await.remove(0);
    assert_eq!(row["text"].as_str().unwrap().len(), words.len() - 1);
    assert_eq!(row["authors"], json!(["A"]));
    let found = store.search(&crate::search::ask("anfang")).await.unwrap();
    assert_eq!(found.hits.len(), 1);
}

/// The text of an article about something.
fn report(of: &str) -> String {
    let sentences = (1..20).map(|n| format!("{of} hat am {n}. Mai {} Besucher gezählt. ", n * 7));
    sentences.collect()
}

const WALL: &str =
    "Hier wird gearbeitet. Bitte kommen Sie später wieder, oder rufen Sie die Redaktion an.";

#[tokio::test]
async fn a_text_that_different_articles_become_shows_none_of_them() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(4);
    let url = |path: &str| format!("https://www.archive.example/{path}");
    let read = async |path: &str, text: &str, hours: i64| {
        let at = start + TimeDelta::hours(hours);
        let key = one_page(store, path, &format!("{path} {text} {hours}"), at).await;
        let verdict = accepted(key, "1", article(&url(path), text));
        counted(&save(store, std::slice::from_ref(&verdict)).await)
    };
    let text_of = async |path: &str| {
        let versions = store.article(&store::article_id(&url(path))).await.unwrap();
        let latest = versions.iter().find(|version| version["is_latest"] == true);
        latest.map(|version| version["text"].as_str().unwrap().to_owned())
    };
    for path in ["rat", "brand", "fest"] {
        assert_eq!(read(path, &report(path), 0).await, "added 1");
    }
    // three addresses of one article are edited together, and three short ones are continued by the same text
    let edited = report("Ein Text");
    for path in ["eins", "zwei", "drei"] {
        assert_eq!(read(path, &edited[..300], 0).await, "added 1");
        assert_eq!(read(path, &edited, 1).await, "versions 1");
    }
    let whole = report("Der Park");
    for (path, begin) in [("vier", 0), ("fünf", 100), ("sechs", 200)] {
        assert_eq!(read(path, &whole[begin..begin + 200], 0).await, "added 1");
        assert_eq!(read(path, &whole, 1).await, "versions 1");
    }
    assert_eq!(read("neu", WALL, 2).await, "added 1");
    assert_eq!(read("rat", WALL, 2).await, "versions 1");
    assert_eq!(read("brand", WALL, 2).await, "versions 1");
    assert_eq!(read("fest", WALL, 2).await, "rejected 1 withdrawn 3");
    for path in ["rat", "brand", "fest"] {
        assert_eq!(text_of(path).await, Some(report(path)));
    }
    assert_eq!(text_of("neu").await, None);
    assert_eq!(text_of("drei").await, Some(edited));
    assert_eq!(read("später", WALL, 3).await, "rejected 1");
    assert_eq!(read("rat", &report("rat"), 4).await, "unchanged 1");
    // the pages of the withdrawn versions are extracted again
    let waiting = stored(store).await;
    let shows_wall = |page: &&StoredPage| String::from_utf8_lossy(&page.body).contains(WALL);
    let again = waiting.iter().filter(shows_wall);
    let again: Vec<_> = again
        .map(|page| accepted(page.key, "1", article(&page.url, WALL)))
        .collect();
    let saved = save(store, &again).await;
    assert_eq!((saved.added, saved.versions, saved.withdrawn), (0, 0, 0));
    assert!(saved.rejected >= 3, "{saved:?}");
}

#[tokio::test]
async fn a_wall_is_found_among_the_pages_that_are_saved_together() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(4);
    let mut verdicts = Vec::new();
    for hours in [0, 2] {
        for path in ["rat", "brand", "fest"] {
            let text = if hours == 0 {
                report(path)
            } else {
                WALL.to_owned()
            };
            let at = start + TimeDelta::hours(hours);
            let key = one_page(store, path, &format!("{path} {text}"), at).await;
            let url = format!("https://www.archive.example/{path}");
            verdicts.push(accepted(key, "1", article(&url, &text)));
        }
    }
    let saved = save(store, &verdicts).await;
    assert_eq!(counted(&saved), "added 3 rejected 3");
}
