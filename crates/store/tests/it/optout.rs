//! Opt-outs of articles, in views and exports, and raw pages.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use store::{
    Cursor, ExportQuery, ImportedVisit, Outcome, PageKey, RawBatch, RawQuery, Store, Visit, testing,
};

use crate::fixtures::{
    accepted, article, claimed_home, fetched, imported, now, record, save, to_extract, visit,
};

fn beginning() -> PageKey {
    PageKey {
        fetched_at: DateTime::UNIX_EPOCH,
        page_id: -1,
    }
}

/// The raw pages after a key.
async fn raw(store: &Store, after: PageKey, query: &RawQuery) -> RawBatch {
    let batch = store.raw_pages(after, 0, i64::MAX, query).await;
    batch.unwrap()
}

/// Imports pages with these opt-outs, a minute apart.
async fn imported_with(store: &Store, opt_outs: &[Value]) -> Vec<DateTime<Utc>> {
    let first = now() - TimeDelta::hours(1);
    let mut times = Vec::new();
    for (n, opt_out) in (0..).zip(opt_outs) {
        let at = first + TimeDelta::minutes(n);
        let body = format!("body {n}");
        let mut page = imported(&n.to_string(), body.as_bytes(), Some(at));
        page.visit = Some(ImportedVisit {
            http_status: 200,
            duration_ms: Some(5),
            robots_rule: None,
            opt_out: opt_out.clone(),
        });
        assert_eq!(store.import_pages(&[page]).await.unwrap().added, 1);
        times.push(at);
    }
    times
}

async fn opt_outs_are_named_in_five_words(store: &Store) {
    for (opt_out, wanted) in [
        (Value::Null, &[][..]),
        (json!({}), &[]),
        (json!({"tdm_reserved": true}), &["tdm"]),
        (json!({"tdm_reserved": false, "ai_optout": []}), &[]),
        (json!({"tdm_reserved": "yes", "ai_optout": {}}), &[]),
        (json!({"ai_optout": ["robots:GPTBot"]}), &["ai"]),
        (json!({"meta_robots": ["none"]}), &["noindex"]),
        (
            json!({"x_robots_tag": ["nocache", "max-snippet:0"]}),
            &["noarchive", "nosnippet"],
        ),
        (
            json!({"x_robots_tag": ["noindex"], "meta_robots": ["noarchive", "index"]}),
            &["noindex", "noarchive"],
        ),
        (
            json!({"meta_robots": ["max-snippet:-1", "nofollow"], "ai_txt": "Allow: /"}),
            &[],
        ),
    ] {
        let kinds = format!("select opt_out_kinds(nullif('{opt_out}'::jsonb, 'null')) as kinds");
        let kinds = testing::rows(store, &kinds).await.unwrap();
        assert_eq!(kinds[0]["kinds"], json!(wanted), "{opt_out}");
    }
}

#[tokio::test]
async fn what_a_filter_leaves_out_is_named_in_five_words_counted_and_passed() {
    let store = &testing::database().await;
    opt_outs_are_named_in_five_words(store).await;
    let noai = json!({"ai_optout": ["meta:noai"]});
    let tdm = json!({"tdm_reserved": true});
    let opt_outs = [json!({}), noai.clone(), tdm, noai.clone(), noai, json!({})];
    imported_with(store, &opt_outs).await;
    for page in to_extract(store).await {
        let reading = accepted(page.key, "1", article(&page.url, &page.url));
        save(store, &[reading]).await;
    }
    let without = |kinds: &[&str]| ExportQuery {
        without: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        ..ExportQuery::default()
    };
    for (query, rows, left_out) in [
        (without(&[]), 6, 0),
        (without(&["tdm"]), 5, 1),
        (without(&["ai", "tdm"]), 2, 4),
        (without(&["noindex"]), 6, 0),
        (
            ExportQuery {
                sites: vec!["archive.example".to_owned()],
                ..without(&["ai"])
            },
            3,
            3,
        ),
        (
            ExportQuery {
                sites: vec!["another".to_owned()],
                ..without(&["ai"])
            },
            0,
            0,
        ),
    ] {
        let (mut cursor, mut found) = (Cursor::default(), (0, 0));
        // Two at a time: a window that is left out as a whole must not end the export.
        loop {
            let batch = store.export_some(cursor, 2, &query).await.unwrap();
            found = (found.0 + batch.rows.len(), found.1 + batch.left_out);
            let Some(next) = batch.next else { break };
            assert!(next.number > cursor.number);
            cursor = next;
        }
        assert_eq!(found, (rows, left_out), "{query:?}");
        assert_eq!(cursor.number, store.export(0, 100).await.unwrap()[5].cursor);
    }
    let row = store.export(0, 2).await.unwrap().remove(1);
    assert_eq!(row["opt_outs"], serde_json::json!(["ai"]));
}

#[tokio::test]
async fn an_opt_out_that_comes_later_reaches_the_article() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    let identity = "https://www.example.example/1";
    let states = [
        json!({}),
        json!({"tdm_reserved": true}),
        json!({"tdm_reserved": true}),
        json!({}),
    ];
    let (mut cursor, mut keys) = (0, Vec::new());
    for (n, opt_out) in (0..).zip(states) {
        let fetched = Visit {
            fetched_at: now() - TimeDelta::minutes(10 - i64::try_from(n).unwrap()),
            opt_out: opt_out.clone(),
            ..fetched(home.url_id, &home.url, format!("{n}").as_bytes())
        };
        record(store, &lease, &fetched).await;
        let waiting = to_extract(store).await;
        keys.push(waiting[0].key);
        let reading = accepted(keys[n], "1", article(identity, "Ein Text."));
        save(store, &[reading]).await;
        let rows = store.export(cursor, 10).await.unwrap();
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (&row["version"], &row["tdm_reserved"]))
            .collect();
        let is_reserved = opt_out["tdm_reserved"].clone();
        let expected = [(&json!(1), &is_reserved)];
        // the third visit brings nothing new
        assert_eq!(seen, expected[usize::from(n == 2)..], "visit {n}");
        cursor = rows.last().map_or(cursor, |row| row.cursor);
    }
    // an older page that is extracted again, or late
    let reading = accepted(keys[1], "1", article(identity, "Ein Text."));
    save(store, &[reading]).await;
    assert!(store.export(cursor, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_unchanged_page_that_states_other_opt_outs_reaches_the_article() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    let identity = "https://www.example.example/1";
    let of_markup = json!({"meta_robots": ["noai"], "ai_optout": ["meta:noai", "robots:GPTBot"], "content_signal": ["ai-train=no"]});
    let page = Visit {
        opt_out: of_markup,
        ..fetched(home.url_id, &home.url, b"one")
    };
    record(store, &lease, &page).await;
    let waiting = to_extract(store).await;
    let reading = accepted(waiting[0].key, "1", article(identity, "Ein Text."));
    save(store, &[reading]).await;
    let mut cursor = store.export(0, 10).await.unwrap()[0].cursor;
    for (outcome, stated, expected) in [
        // markup and headers are not repeated, files of the site are read again
        (
            Outcome::NotModified,
            json!({"ai_optout": ["robots:GPTBot"]}),
            Some((json!(["meta:noai", "robots:GPTBot"]), json!(null))),
        ),
        (
            Outcome::NotModified,
            json!({"ai_optout": ["robots:GPTBot"]}),
            None,
        ),
        (
            Outcome::NotModified,
            json!({"ai_optout": ["header:noai"], "tdm_source": "header", "tdm_reserved": true}),
            Some((json!(["header:noai", "meta:noai"]), json!(true))),
        ),
        (
            Outcome::NotModified,
            json!({"tdm_source": "tdmrep.json", "tdm_reserved": false}),
            None,
        ),
        (Outcome::Timeout, json!({}), None),
        // the whole page, with the same body
        (
            Outcome::Fetched,
            json!({"tdm_source": "meta", "tdm_reserved": false}),
            Some((json!(null), json!(false))),
        ),
        (
            Outcome::Fetched,
            json!({}),
            Some((json!(null), json!(null))),
        ),
    ] {
        let next = Visit {
            opt_out: stated.clone(),
            ..match outcome {
                Outcome::Fetched => fetched(home.url_id, &home.url, b"one"),
                outcome => visit(home.url_id, &home.url, outcome),
            }
        };
        record(store, &lease, &next).await;
        let rows = store.export(cursor, 10).await.unwrap();
        let seen = rows
            .last()
            .map(|row| (row["ai_optout"].clone(), row["tdm_reserved"].clone()));
        assert_eq!(seen, expected, "{outcome:?} {stated}");
        cursor = rows.last().map_or(cursor, |row| row.cursor);
    }
}

#[tokio::test]
async fn raw_pages_come_in_order_of_fetching_and_in_bounded_batches() {
    let store = &testing::database().await;
    let at = now() - TimeDelta::days(3);
    let huge = vec![b'x'; 20 << 20];
    for n in 0..4 {
        let (path, at) = (n.to_string(), at - TimeDelta::hours(n));
        let body = [path.as_bytes(), &huge].concat();
        let page = imported(&path, &body, Some(at));
        store.import_pages(&[page]).await.unwrap();
    }
    let (mut after, mut batches, mut seen) = (beginning(), 0, Vec::new());
    loop {
        let batch = raw(store, after, &RawQuery::default()).await;
        let Some(next) = batch.next else { break };
        assert!(batch.pages.len() <= 2);
        seen.extend(batch.pages.iter().map(|page| page.body[0]));
        (after, batches) = (next, batches + 1);
    }
    assert_eq!((seen, batches), (b"3210".to_vec(), 4));
}

#[tokio::test]
async fn the_last_page_is_known_with_those_who_may_store_pages_before_it() {
    let database = testing::database().await;
    let store = &database.store;
    let last = async || store.last_page().await.unwrap();
    assert_eq!((last().await.page_id, last().await.writers.len()), (0, 0));
    let times = imported_with(store, &[json!({}), json!({})]).await;
    let pool = sqlx::PgPool::connect(&database.url()).await.unwrap();
    let mut storing = pool.begin().await.unwrap();
    let late = "with taken as (select nextval('page_ids') as id)
        insert into pages (page_id, fetched_at, host_id, url_id, url_final, http_status, headers, body_size, body_hash, body)
        select id, fetched_at - interval '1 day', host_id, url_id, url_final, http_status, headers, body_size, body_hash, body
        from pages, taken limit 1";
    sqlx::query(late).execute(&mut *storing).await.unwrap();
    let before = last().await;
    assert_eq!(before.page_id, 3);
    assert!(store.is_any_open(&before.writers).await.unwrap());
    storing.commit().await.unwrap();
    assert!(!store.is_any_open(&before.writers).await.unwrap());

    let stored = async |above: i64, up_to: i64| {
        let all = RawQuery::default();
        let batch = store.raw_pages(beginning(), above, up_to, &all).await;
        let batch = batch.unwrap();
        let times = batch.pages.iter().map(|page| page.key.fetched_at);
        times.collect::<Vec<_>>()
    };
    assert_eq!(stored(0, 2).await, times);
    assert_eq!(stored(2, 3).await.len(), 1);
    assert!(stored(2, 3).await[0] < times[0]);
    assert!(stored(1, 1).await.is_empty());
}
