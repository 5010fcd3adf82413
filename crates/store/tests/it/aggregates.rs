//! Copies and stories: results of the aggregation are saved as a whole, and follow later changes of the articles.

use store::{AggregateClaim, Aggregates, Story, StoryMerge, StoryMove, StoryQuery, testing};

use crate::{
    fixtures::{claim_after, finding, group, member, now, published, ranked, rejected, save},
    search::written,
};

/// More bytes than the texts of these tests have.
const BYTES: i64 = 1 << 20;

#[tokio::test]
async fn a_batch_is_bounded_by_the_bytes_of_its_texts() {
    let store = &testing::database().await;
    for url in ["1", "2", "3"] {
        published(store, url, &format!("{url}: {}", "lang ".repeat(20)), "de").await;
    }
    let due = async |bytes| store.copies_due(10, bytes).await.unwrap();
    assert_eq!(due(BYTES).await.due.len(), 3);
    assert_eq!(due(250).await.due.len(), 2, "two texts have 206 bytes");
    let work = due(10).await;
    assert_eq!(work.due.len(), 1, "one at least");
    let found = Aggregates {
        cursor: work.cursor,
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    let rest = due(BYTES).await;
    assert_eq!((rest.since, rest.due.len()), (work.cursor, 2));
}

#[tokio::test]
async fn copies_point_to_their_leader_and_are_looked_at_again_when_it_goes() {
    let store = &testing::database().await;
    let leader = published(store, "1", "Eine Meldung der Agentur.", "de").await;
    let copy = published(store, "2", "Eine Meldung der Agentur.", "de").await;
    let work = store.copies_due(10, BYTES).await.unwrap();
    assert_eq!(work.due.len(), 2);
    let hash = work.due[0].content_hash.clone();
    let known = [hash.clone()];
    assert!(store.leaders_with_hash(&known).await.unwrap().is_empty());
    let found = Aggregates {
        cursor: work.cursor,
        copies: vec![
            finding(&leader, None),
            finding(&copy, Some(&leader)),
            finding("gone", None),
        ],
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    let leads = store.leaders_with_hash(&known).await.unwrap();
    let leads: Vec<_> = leads
        .iter()
        .map(|of| (&of.content_hash, &of.leader, &of.rule))
        .collect();
    assert_eq!(leads, [(&hash, &leader, &None)]);
    assert!(store.copies_due(10, BYTES).await.unwrap().due.is_empty());
    let row = store.article(&copy).await.unwrap().remove(0);
    assert_eq!(row["duplicate_of"], leader.as_str());
    assert_eq!(row["dup_group_id"], leader.as_str());
    let row = store.article(&leader).await.unwrap().remove(0);
    assert_eq!(row["dup_group_id"], leader.as_str());
    let key = store.page_of_article(&leader).await.unwrap().unwrap().key;
    save(store, &[rejected(key, "1", "section")]).await;
    let row = store.article(&copy).await.unwrap().remove(0);
    assert!(row["duplicate_of"].is_null());
    let work = store.copies_due(10, BYTES).await.unwrap();
    assert_eq!(work.due[0].id, copy);
    assert_eq!(work.gone, [leader]);
}

#[tokio::test]
async fn what_grouping_found_is_saved_whole_or_not_at_all() {
    let store = &testing::database().await;
    let first = published(store, "1", "Ein Bericht.", "de").await;
    let second = published(store, "2", "Noch ein Bericht.", "de").await;
    let work = store.copies_due(10, BYTES).await.unwrap();
    let state = |bytes: Option<Vec<u8>>| ("known:de".to_owned(), bytes);
    let long = vec![7; (16 << 20) + 3];
    let found = Aggregates {
        cursor: work.cursor,
        copies: vec![finding(&first, None), finding(&second, None)],
        members: vec![member(&first, &first), member(&second, &second)],
        version: "1".to_owned(),
        states: vec![state(Some(long.clone()))],
        ..Aggregates::default()
    };
    let by_another = AggregateClaim {
        owner: "another".to_owned(),
        ..claim_after(0)
    };
    group(store, 0, &found).await;
    let again = store.save_aggregates(&found, &claim_after(0)).await;
    assert!(again.unwrap(), "the answer was lost, the work was not");
    assert!(!store.save_aggregates(&found, &by_another).await.unwrap());
    let saved = store.aggregate_states("1").await.unwrap();
    assert_eq!(saved, (1, vec![("known:de".to_owned(), long)]));
    let others = store.aggregate_states("2").await.unwrap();
    assert_eq!(others, (1, Vec::new()), "another version's is not read");

    let told = |id: &str| Story {
        title: Some("Bericht".to_owned()),
        ..ranked(id, "de")
    };
    let told_twice = Aggregates {
        cursor: work.cursor,
        stories: vec![told(&first), told(&second)],
        ..Aggregates::default()
    };
    group(store, 1, &told_twice).await;
    let query = StoryQuery {
        limit: 9,
        ..StoryQuery::default()
    };
    assert_eq!(store.stories(&query).await.unwrap().len(), 2);
    // The second story's article is settled and moves along; its old id redirects.
    let merged = Aggregates {
        cursor: work.cursor,
        moved: vec![StoryMove {
            from: second.clone(),
            to: first.clone(),
            except: Vec::new(),
        }],
        merged: vec![StoryMerge {
            from: second.clone(),
            to: first.clone(),
            language: "de".to_owned(),
            at: now(),
        }],
        states: vec![state(None)],
        ..Aggregates::default()
    };
    group(store, 2, &merged).await;
    assert_eq!(store.stories(&query).await.unwrap().len(), 1);
    let found = store.story(&second).await.unwrap().unwrap();
    assert_eq!(found.id, first);
    assert_eq!(store.story_articles(&first).await.unwrap().len(), 2);
    let row = store.article(&second).await.unwrap().remove(0);
    assert_eq!(row["story_id"], first.as_str());
    assert_eq!(store.aggregate_states("1").await.unwrap(), (3, Vec::new()));
    let reports = store.story_reports(&[first]).await.unwrap();
    assert_eq!(reports.len(), 2);
}

#[tokio::test]
async fn stories_of_one_name_are_saved_as_one_and_keep_their_keywords() {
    let store = &testing::database().await;
    let id = published(store, "1", "Ein Bericht.", "de").await;
    let work = store.copies_due(10, BYTES).await.unwrap();
    let told = |language: &str, keywords: &str| Story {
        keywords: keywords.parse().unwrap(),
        ..ranked(&id, language)
    };
    let to = |to: &str, language: &str| StoryMerge {
        from: "old".to_owned(),
        to: to.to_owned(),
        language: language.to_owned(),
        at: now(),
    };
    let keywords = r#"[{"name":false,"term":"Bericht","weight":1.0}]"#;
    let found = Aggregates {
        cursor: work.cursor,
        members: vec![member(&id, &id)],
        stories: vec![told("en", "[]"), told("de", keywords)],
        merged: vec![to("another", "en"), to(&id, "de")],
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    let found = store.story("old").await.unwrap().unwrap();
    assert_eq!((&found.id, found.language.as_str()), (&id, "de"));
    // Its articles have settled, so their keywords are no longer known.
    let later = Aggregates {
        cursor: work.cursor,
        stories: vec![told("de", "[]")],
        ..Aggregates::default()
    };
    group(store, 1, &later).await;
    let found = store.story(&id).await.unwrap().unwrap();
    assert_eq!(found.keywords.to_string(), keywords);
}

#[tokio::test]
async fn a_story_without_a_dated_article_comes_after_the_others() {
    let store = &testing::database().await;
    let undated = published(store, "1", "Über uns.", "de").await;
    let mixed = published(store, "2", "Ein Feuer.", "de").await;
    let dated = written(store, "3", "Noch ein Feuer.", "A", now()).await;
    let copied = published(store, "4", "Ein Text.", "de").await;
    let copy = written(store, "5", "Ein Text!", "A", now()).await;
    let found = Aggregates {
        cursor: 5,
        copies: vec![finding(&copied, None), finding(&copy, Some(&copied))],
        members: vec![
            member(&undated, &undated),
            member(&mixed, &mixed),
            member(&dated, &mixed),
            member(&copied, &copied),
        ],
        stories: [&undated, &mixed, &copied]
            .map(|id| ranked(id, "de"))
            .into(),
        ..Aggregates::default()
    };
    group(store, 0, &found).await;
    for (id, share) in [(&undated, 0.01), (&mixed, 1.0), (&copied, 1.0)] {
        let told = store.story(id).await.unwrap().unwrap();
        assert!((told.score - share).abs() < 1e-6, "{told:?}");
        assert!((told.recency - share).abs() < 1e-6, "{told:?}");
    }
    let query = StoryQuery {
        limit: 9,
        ..StoryQuery::default()
    };
    let leading = store.stories(&query).await.unwrap();
    assert_eq!(leading.last().unwrap().id, undated);

    // months later
    let mut faded = ranked(&undated, "de");
    (faded.recency, faded.score) = (f32::MIN_POSITIVE, f32::MIN_POSITIVE);
    let later = Aggregates {
        cursor: 5,
        stories: vec![faded],
        ..Aggregates::default()
    };
    group(store, 1, &later).await;
    let faded = store.story(&undated).await.unwrap().unwrap();
    assert_eq!((faded.recency, faded.score), (0.0, 0.0));
}
