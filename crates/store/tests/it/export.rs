//! Export.

use store::{Aggregates, ArticleTerms, CopyBatch, StoryMove, testing};

use crate::fixtures::{
    as_in_the_view, claim_after, finding, member, published, rejected, save, withdrawn,
};

#[tokio::test]
async fn the_export_follows_a_cursor_has_the_names_of_the_record_and_all_changes() {
    let store = &testing::database().await;
    for n in 0..5 {
        published(store, &n.to_string(), &format!("Text {n}."), "de").await;
    }
    let first = store.export(0, 3).await.unwrap();
    let rest = store.export(first[2].cursor, 100).await.unwrap();
    assert_eq!((first.len(), rest.len()), (3, 2));
    let line = serde_json::to_value(&first[0]).unwrap();
    let written = serde_json::to_string(&first[0]).unwrap();
    let columns = "select column_name::text as name from information_schema.columns
        where table_schema = 'news' and table_name = 'articles' and column_name <> 'cursor' order by ordinal_position";
    let columns = testing::rows(store, columns).await.unwrap();
    assert_eq!(line.as_object().unwrap().len(), columns.len());
    let offsets: Vec<_> = columns
        .iter()
        .map(|column| written.find(&format!("{}:", column["name"])))
        .collect();
    assert!(offsets.is_sorted() && offsets[0].is_some(), "{columns:?}");
    assert_eq!(
        line["version_id"],
        format!("{}:1", line["id"].as_str().unwrap())
    );
    assert_eq!(line["char_count"], 7);
    assert!(line["date_crawled"].as_str().unwrap().ends_with('Z'));

    // more than one transaction takes, with the last article last
    let before = store.export(0, 9).await.unwrap();
    let noted = "insert into outbox (article_id, version) select article_id, version from articles, generate_series(1, 6000) n
        order by n, fetched_at";
    testing::damage(store, noted).await.unwrap();
    let after = store.export(before[4].cursor, 9).await.unwrap();
    let ids = |rows: &[store::ArticleRow]| -> Vec<serde_json::Value> {
        rows.iter().map(|row| row["id"].clone()).collect()
    };
    assert_eq!(ids(&after), ids(&before));
    let waiting = testing::rows(store, "select * from outbox").await.unwrap();
    assert!(waiting.is_empty());
}

#[tokio::test]
async fn what_is_regrouped_comes_again_and_is_not_grouped_again() {
    let store = &testing::database().await;
    let leader = published(store, "1", "Eine Meldung der Agentur.", "de").await;
    let copy = published(store, "2", "Eine Meldung der Agentur!", "de").await;
    let other = published(store, "3", "Etwas anderes.", "de").await;
    let from = store.export(0, 10).await.unwrap()[2].cursor;
    let mut saves = 0;
    let mut save_found = async |found: Aggregates| {
        saves += 1;
        let work = store.copies_due(10, 1 << 20).await.unwrap();
        let found = Aggregates {
            cursor: work.cursor,
            ..found
        };
        let claim = claim_after(saves - 1);
        assert!(store.save_aggregates(&found, &claim).await.unwrap());
        let nothing = CopyBatch {
            since: work.cursor,
            cursor: work.cursor,
            ..CopyBatch::default()
        };
        // what the grouping itself changed is not due
        assert_eq!(store.copies_due(10, 1 << 20).await.unwrap(), nothing);
    };
    let after = async |cursor: i64| {
        let rows = store.export(cursor, 10).await.unwrap();
        as_in_the_view(store, &rows).await;
        let ids = rows
            .iter()
            .map(|row| row["id"].as_str().unwrap().to_owned());
        let ids: std::collections::BTreeSet<String> = ids.collect();
        (ids, rows.last().map_or(cursor, |row| row.cursor))
    };
    let set = |ids: &[&String]| ids.iter().copied().cloned().collect();

    // A new copy changes the article and its leader; the third article has no group and does not change.
    save_found(Aggregates {
        copies: vec![
            finding(&leader, None),
            finding(&copy, Some(&leader)),
            finding(&other, None),
        ],
        ..Aggregates::default()
    })
    .await;
    let (changed, from) = after(from).await;
    assert_eq!(changed, set(&[&leader, &copy]));

    // The story of a leader is also that of its copies.
    save_found(Aggregates {
        members: vec![member(&leader, "s"), member(&other, "s")],
        ..Aggregates::default()
    })
    .await;
    let (changed, from) = after(from).await;
    assert_eq!(changed, set(&[&leader, &copy, &other]));

    // A story merged into another moves its articles, except one.
    save_found(Aggregates {
        moved: vec![StoryMove {
            from: "s".to_owned(),
            to: "t".to_owned(),
            except: vec![other.clone()],
        }],
        ..Aggregates::default()
    })
    .await;
    let (changed, from) = after(from).await;
    assert_eq!(changed, set(&[&leader, &copy]));
    assert_eq!(store.article(&copy).await.unwrap()[0]["story_id"], "t");

    // Entities change one article; the same entities again change nothing.
    let terms = || ArticleTerms {
        id: other.clone(),
        version: 1,
        entities: r#"[{"text": "Etwas", "start": 0, "end": 5}]"#.to_owned(),
        keywords: "[]".to_owned(),
    };
    for expected in [set(&[&other]), set(&[])] {
        let before = after(from).await.1;
        save_found(Aggregates {
            terms: vec![terms()],
            ..Aggregates::default()
        })
        .await;
        assert_eq!(after(before).await.0, expected);
    }

    // Withdrawing the copy changes the leader, which no longer has copies; the withdrawn copy does not return.
    let from = after(from).await.1;
    let key = store.page_of_article(&copy).await.unwrap().unwrap().key;
    save(store, &[rejected(key, "1", "section")]).await;
    let (changed, from) = after(from).await;
    assert_eq!(changed, set(&[&leader]));
    store.forget_aggregates().await.unwrap();
    let (changed, _) = after(from).await;
    assert_eq!(changed, set(&[&leader, &other]));
    assert_eq!(withdrawn(store, 0).await[0].id, copy);
}

#[tokio::test]
async fn a_note_that_comes_late_does_not_bring_back_what_is_withdrawn() {
    let store = &testing::database().await;
    let id = published(store, "1", "Eine Meldung.", "de").await;
    let from = store.export(0, 10).await.unwrap()[0].cursor;
    let key = store.page_of_article(&id).await.unwrap().unwrap().key;
    save(store, &[rejected(key, "1", "section")]).await;
    // another writer, whose snapshot still had the version
    for is_regrouped in [false, true] {
        let late = format!(
            "insert into outbox (article_id, version, is_regrouped) values ('{id}', 1, {is_regrouped})"
        );
        testing::damage(store, &late).await.unwrap();
        let gone = withdrawn(store, from).await;
        assert_eq!((gone.len(), &gone[0].id), (1, &id));
        assert!(store.export(from, 10).await.unwrap().is_empty());
    }
    let work = store.copies_due(10, 1 << 20).await.unwrap();
    assert_eq!(work.gone, [id]);
}
