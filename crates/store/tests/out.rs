//! Search, copies, export, status and runs.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests may panic, as tests do"
)]

#[cfg(test)]
mod fixtures;

use chrono::{TimeDelta, Utc};
use fixtures::{accepted, article, claimed, fetched, now, one_page, rejected, visit};
use store::{
    AggregateState, AggregateTurn, Aggregates, Carried, Copy, CopyRule, Merged, NewArticle,
    NewStory, Outcome, RunState, SearchQuery, Store, StoryMember, StoryQuery, Visit, testing,
};

async fn publish(store: &Store, path: &str, text: &str, language: &str) -> String {
    let url = format!("https://www.archive.example/{path}");
    let key = one_page(store, path, &format!("{path} {text}"), now()).await;
    let article = NewArticle {
        language: Some(language.to_owned()),
        ..article(&url, text)
    };
    store
        .save_readings(&[accepted(key, "1", article)])
        .await
        .unwrap();
    store::article_id(&url)
}

#[tokio::test]
async fn search_knows_the_language_of_each_article() {
    let database = testing::database().await;
    let store = &database.store;
    let german = publish(store, "1", "Die Häuser der Stadt brannten.", "de").await;
    let english = publish(store, "2", "The houses of the city were burning.", "en").await;
    let ask = |text: &str| SearchQuery {
        text: text.to_owned(),
        limit: 10,
        ..SearchQuery::default()
    };
    let ids = |hits: Vec<store::Hit>| hits.into_iter().map(|hit| hit.id).collect::<Vec<_>>();
    assert_eq!(ids(store.search(&ask("haus")).await.unwrap()), [german]);
    assert_eq!(
        ids(store.search(&ask("burn house")).await.unwrap()),
        [english]
    );
    assert!(store.search(&ask("burn -house")).await.unwrap().is_empty());
    let only = SearchQuery {
        language: Some("en".to_owned()),
        site_id: Some("archive.example".to_owned()),
        ..ask("houses")
    };
    let hits = store.search(&only).await.unwrap();
    assert!(hits[0].snippet.contains("«houses»"), "{}", hits[0].snippet);
    let later = SearchQuery {
        since: Some(Utc::now() + TimeDelta::hours(1)),
        ..ask("houses")
    };
    assert!(store.search(&later).await.unwrap().is_empty());
    assert!(store.search(&ask("'!&|(")).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_export_follows_a_cursor_and_has_the_names_of_the_record() {
    let database = testing::database().await;
    let store = &database.store;
    for n in 0..5 {
        publish(store, &n.to_string(), &format!("Text {n}."), "de").await;
    }
    let first = store.export(0, 3).await.unwrap();
    let rest = store.export(first[2].cursor, 100).await.unwrap();
    assert_eq!((first.len(), rest.len()), (3, 2));
    let line = serde_json::to_value(&first[0]).unwrap();
    let written = serde_json::to_string(&first[0]).unwrap();
    let pool = sqlx::PgPool::connect(&database.url()).await.unwrap();
    let columns: Vec<String> = sqlx::query_scalar(
        "select column_name::text from information_schema.columns
        where table_schema = 'news' and table_name = 'articles' and column_name <> 'cursor' order by ordinal_position",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    assert_eq!(line.as_object().unwrap().len(), columns.len());
    let places: Vec<_> = columns
        .iter()
        .map(|name| written.find(&format!("\"{name}\":")))
        .collect();
    assert!(places.is_sorted() && places[0].is_some(), "{columns:?}");
    assert_eq!(line["version_id"], format!("{}:1", first[0].id));
    assert_eq!(line["char_count"], 7);
    assert!(line["date_crawled"].as_str().unwrap().ends_with('Z'));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_of_the_export_misses_nothing_while_others_write() {
    let database = testing::database().await;
    let store = &database.store;
    let mut keys = Vec::new();
    let pages: Vec<_> = (0..120)
        .map(|n| fixtures::imported(&format!("{n}"), format!("{n}").as_bytes(), Some(now())))
        .collect();
    store.import_pages(&pages).await.unwrap();
    for page in store
        .pages_to_extract("1", false, None, 1000)
        .await
        .unwrap()
    {
        keys.push(accepted(page.key, "1", article(&page.url, &page.url)));
    }
    let writers: Vec<_> = keys
        .chunks(30)
        .map(|readings| {
            let (store, readings) = (store.clone(), readings.to_vec());
            tokio::spawn(async move {
                for reading in readings {
                    store.save_readings(&[reading]).await.unwrap();
                }
            })
        })
        .collect();
    let (mut cursor, mut seen) = (0, 0);
    while writers.iter().any(|writer| !writer.is_finished()) {
        for row in store.export(cursor, 7).await.unwrap() {
            assert!(row.cursor > cursor);
            (cursor, seen) = (row.cursor, seen + 1);
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }
    seen += store.export(cursor, 1000).await.unwrap().len();
    assert_eq!(seen, 120);
}

#[tokio::test]
async fn copies_point_to_their_leader_and_are_looked_at_again_when_it_goes() {
    let database = testing::database().await;
    let store = &database.store;
    let leader = publish(store, "1", "Eine Meldung der Agentur.", "de").await;
    let copy = publish(store, "2", "Eine Meldung der Agentur.", "de").await;
    let work = store.copies_due(10).await.unwrap();
    assert_eq!(work.due.len(), 2);
    let hash = work.due[0].content_hash.clone();
    let known = [hash.clone()];
    assert!(store.leaders_with_hash(&known).await.unwrap().is_empty());
    let finding = |id: &str, of: Option<&str>| Copy {
        id: id.to_owned(),
        version: 1,
        duplicate_of: of.map(str::to_owned),
        score: 1.0,
        rule: of.map(|_| CopyRule::ExactText),
    };
    let found = Aggregates {
        cursor: work.cursor,
        copies: vec![
            finding(&leader, None),
            finding(&copy, Some(&leader)),
            finding("gone", None),
        ],
        ..Aggregates::default()
    };
    let turn = AggregateTurn {
        turn: 0,
        owner: "test".to_owned(),
    };
    assert!(store.save_aggregates(&found, &turn).await.unwrap());
    let leads = store.leaders_with_hash(&known).await.unwrap();
    assert_eq!(leads, [(hash, leader.clone())]);
    assert!(store.copies_due(10).await.unwrap().due.is_empty());
    let row = store.article(&copy).await.unwrap().remove(0);
    assert_eq!(
        (row.duplicate_of.as_deref(), row.dup_group_id.as_deref()),
        (Some(leader.as_str()), Some(leader.as_str()))
    );
    assert_eq!(
        store.article(&leader).await.unwrap()[0]
            .dup_group_id
            .as_deref(),
        Some(leader.as_str())
    );
    let key = store.page_of_article(&leader).await.unwrap().unwrap().key;
    store
        .save_readings(&[rejected(key, "1", "section")])
        .await
        .unwrap();
    assert_eq!(store.article(&copy).await.unwrap()[0].duplicate_of, None);
    let work = store.copies_due(10).await.unwrap();
    assert_eq!(work.due[0].id, copy);
    assert_eq!(work.gone, [leader]);
}

#[tokio::test]
async fn status_counts_what_happened_per_site() {
    let database = testing::database().await;
    let store = &database.store;
    let lease = claimed(store, "a").await;
    let due = store.due(&lease, 1).await.unwrap().remove(0);
    let mut home = fetched(due.url_id, &due.url, b"home");
    home.links = (0..3)
        .map(|n| fixtures::url("www.a.example", &n.to_string()))
        .collect();
    home.opt_out = serde_json::json!({"tdm_reserved": true, "tdm_policy_url": "https://a.example/tdm", "ai_optout": ["noai"]});
    assert!(store.complete(&lease, &home).await.unwrap());
    for (due, outcome) in store.due(&lease, 9).await.unwrap().iter().zip([
        Outcome::NotModified,
        Outcome::Timeout,
        Outcome::Timeout,
    ]) {
        assert!(
            store
                .complete(&lease, &visit(due.url_id, &due.url, outcome))
                .await
                .unwrap()
        );
    }
    let again = Visit {
        next_due: Some(now()),
        ..fetched(due.url_id, &due.url, b"home, another day")
    };
    assert!(store.complete(&lease, &again).await.unwrap());
    let pages = store.pages_to_extract("1", false, None, 10).await.unwrap();
    let readings = [
        accepted(pages[0].key, "1", article(&pages[0].url, "Text")),
        rejected(pages[1].key, "1", "home"),
    ];
    store.save_readings(&readings).await.unwrap();
    let run = store.begin_run("nightly").await.unwrap();
    store
        .finish_run(
            run,
            RunState::Done,
            &serde_json::json!({"articles": 1}),
            None,
        )
        .await
        .unwrap();
    let status = store.status().await.unwrap();
    let site = &status.sites[0];
    assert_eq!(
        (
            site.fetched,
            site.not_modified,
            site.articles,
            site.urls_due
        ),
        (2, 1, 1, 1)
    );
    assert_eq!((site.failures["timeout"], site.rejected["home"]), (2, 1));
    assert_eq!(site.last_article, Some(pages[0].fetched_at));
    assert_eq!(
        (
            status.runs[0].state,
            status.runs[0].counts["articles"].as_i64()
        ),
        (RunState::Done, Some(1))
    );
    assert_eq!(
        (
            status.queue.hosts_leased,
            status.queue.articles,
            status.queue.rejected
        ),
        (1, 1, 1)
    );
    let row = store.export(0, 1).await.unwrap().remove(0);
    assert_eq!(
        (row.tdm_reserved, row.ai_optout),
        (Some(true), Some(vec!["noai".to_owned()]))
    );
    assert_eq!(row.tdm_policy_url.as_deref(), Some("https://a.example/tdm"));
}

#[tokio::test]
async fn what_grouping_found_is_saved_whole_or_not_at_all() {
    let database = testing::database().await;
    let store = &database.store;
    let first = publish(store, "1", "Ein Bericht.", "de").await;
    let second = publish(store, "2", "Noch ein Bericht.", "de").await;
    let work = store.copies_due(10).await.unwrap();
    let member = |id: &str, story: &str| StoryMember {
        id: id.to_owned(),
        story_id: story.to_owned(),
        score: 1.0,
        shared: serde_json::json!([]),
        nearly: None,
    };
    let state = |bytes: Option<Vec<u8>>| AggregateState {
        name: "known:de".to_owned(),
        bytes,
    };
    let long = vec![7; (16 << 20) + 3];
    let found = Aggregates {
        cursor: work.cursor,
        members: vec![member(&first, &first), member(&second, &second)],
        version: "1".to_owned(),
        states: vec![state(Some(long.clone()))],
        ..Aggregates::default()
    };
    let turn = |turn: i64, owner: &str| AggregateTurn {
        turn,
        owner: owner.to_owned(),
    };
    assert!(store.save_aggregates(&found, &turn(0, "a")).await.unwrap());
    let again = store.save_aggregates(&found, &turn(0, "a")).await;
    assert!(again.unwrap(), "the answer was lost, the work was not");
    assert!(!store.save_aggregates(&found, &turn(0, "b")).await.unwrap());
    let saved = store.aggregate_states("1").await.unwrap();
    assert_eq!(saved, (1, vec![("known:de".to_owned(), long)]));
    let others = store.aggregate_states("2").await.unwrap();
    assert_eq!(others, (1, Vec::new()), "another version's is not read");

    let told = |id: &str| NewStory {
        id: id.to_owned(),
        language: "de".to_owned(),
        title: Some("Bericht".to_owned()),
        founded_at: now(),
        active_at: now(),
        articles: 1,
        copies: 0,
        cohesion: 1.0,
        owners: 1,
        breadth: 1.0,
        recency: 1.0,
        burst: 1.0,
        score: 1.0,
        keywords: serde_json::json!([]),
    };
    let ranked = Aggregates {
        cursor: work.cursor,
        stories: vec![told(&first), told(&second)],
        ..Aggregates::default()
    };
    assert!(store.save_aggregates(&ranked, &turn(1, "a")).await.unwrap());
    let query = StoryQuery {
        limit: 9,
        ..StoryQuery::default()
    };
    assert_eq!(store.stories(&query).await.unwrap().len(), 2);
    // The second's article is settled and goes along; its old name leads on.
    let merged = Aggregates {
        cursor: work.cursor,
        carried: vec![Carried {
            from: second.clone(),
            to: first.clone(),
            but: Vec::new(),
        }],
        merged: vec![Merged {
            from: second.clone(),
            to: first.clone(),
            language: "de".to_owned(),
            at: now(),
        }],
        states: vec![state(None)],
        ..Aggregates::default()
    };
    assert!(store.save_aggregates(&merged, &turn(2, "a")).await.unwrap());
    assert_eq!(store.stories(&query).await.unwrap().len(), 1);
    let found = store.story(&second).await.unwrap().unwrap();
    assert_eq!(found.id, first);
    assert_eq!(store.story_articles(&first).await.unwrap().len(), 2);
    let row = store.article(&second).await.unwrap().remove(0);
    assert_eq!(row.story_id.as_deref(), Some(first.as_str()));
    assert_eq!(store.aggregate_states("1").await.unwrap(), (3, Vec::new()));
    let reports = store.story_reports(&[first]).await.unwrap();
    assert_eq!(reports.len(), 2);
}

#[tokio::test]
async fn stories_of_one_name_are_saved_as_one_and_keep_their_keywords() {
    let database = testing::database().await;
    let store = &database.store;
    let id = publish(store, "1", "Ein Bericht.", "de").await;
    let work = store.copies_due(10).await.unwrap();
    let told = |language: &str, keywords: serde_json::Value| NewStory {
        id: id.clone(),
        language: language.to_owned(),
        title: None,
        founded_at: now(),
        active_at: now(),
        articles: 1,
        copies: 0,
        cohesion: 1.0,
        owners: 1,
        breadth: 1.0,
        recency: 1.0,
        burst: 1.0,
        score: 1.0,
        keywords,
    };
    let to = |to: &str, language: &str| Merged {
        from: "old".to_owned(),
        to: to.to_owned(),
        language: language.to_owned(),
        at: now(),
    };
    let keywords = serde_json::json!([{ "term": "Bericht", "weight": 1.0, "name": false }]);
    let found = Aggregates {
        cursor: work.cursor,
        members: vec![StoryMember {
            id: id.clone(),
            story_id: id.clone(),
            score: 1.0,
            shared: serde_json::json!([]),
            nearly: None,
        }],
        stories: vec![
            told("en", serde_json::json!([])),
            told("de", keywords.clone()),
        ],
        merged: vec![to("another", "en"), to(&id, "de")],
        ..Aggregates::default()
    };
    let turn = |turn: i64| AggregateTurn {
        turn,
        owner: "test".to_owned(),
    };
    assert!(store.save_aggregates(&found, &turn(0)).await.unwrap());
    let found = store.story("old").await.unwrap().unwrap();
    assert_eq!((&found.id, found.language.as_str()), (&id, "de"));
    // Its articles have settled: what they were about is known no more.
    let later = Aggregates {
        cursor: work.cursor,
        stories: vec![told("de", serde_json::json!([]))],
        ..Aggregates::default()
    };
    assert!(store.save_aggregates(&later, &turn(1)).await.unwrap());
    let found = store.story(&id).await.unwrap().unwrap();
    assert_eq!(found.keywords, keywords);
}
