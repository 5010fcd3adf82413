//! Upkeep: no table grows without bound unless it holds articles.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use serde_json::json;
use store::{Outcome, Retention, RunState, Store, testing};

use crate::fixtures::{
    accepted, article, claimed_home, fetched, imported, now, record, rejected, save, to_extract,
    visit,
};

const OPERATIONS: &str = include_str!("../../../../docs/OPERATIONS.md");
const VERSION: &str = "1";

async fn execute(store: &Store, statements: &str) {
    testing::damage(store, statements).await.unwrap();
}

async fn count(store: &Store, of: &str) -> i64 {
    let rows = testing::rows(store, &format!("select count(*) as rows from {of}")).await;
    rows.unwrap()[0]["rows"].as_i64().unwrap()
}

async fn prune(store: &Store, url_days: u32) -> u64 {
    let retention = Retention {
        url_days,
        ..Retention::default()
    };
    let would = store.prunable(&retention).await.unwrap();
    let pruned = store.prune(&retention, &|| false).await.unwrap();
    assert_eq!(would, pruned);
    pruned.urls
}

async fn each_table_stands_in_the_document_with_what_bounds_it(store: &Store) {
    let tables = testing::rows(
        store,
        "select c.relname::text as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition",
    );
    let tables = tables.await.unwrap();
    let there: BTreeSet<&str> = tables
        .iter()
        .map(|table| table["name"].as_str().unwrap())
        .collect();
    let chapter = OPERATIONS
        .split("\n## What bounds each table")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .unwrap();
    let rows = chapter.lines().filter(|line| line.starts_with("| `"));
    let mut listed = BTreeSet::new();
    for row in rows {
        let (names, bound) = row[1..].split_once('|').unwrap();
        assert!(bound.trim_matches(['|', ' ']).len() >= 8, "{row}");
        for name in names.split(',') {
            let name = name.trim().trim_matches('`');
            assert!(listed.insert(name), "{name} twice");
        }
    }
    assert_eq!(listed, there);
}

#[tokio::test]
async fn a_url_of_which_nothing_is_kept_is_deleted_and_can_be_found_again() {
    let store = &testing::database().await;
    let pages = [
        imported("article", b"an article", None),
        imported("section", b"a section", None),
        imported("queued", b"unread", None),
    ];
    store.import_pages(&pages).await.unwrap();
    let waiting = to_extract(store).await;
    let verdicts = waiting.iter().filter_map(|page| match &*page.body {
        b"an article" => Some(accepted(page.key, VERSION, article(&page.url, "A text."))),
        b"a section" => Some(rejected(page.key, VERSION, "section")),
        _ => None,
    });
    save(store, &verdicts.collect::<Vec<_>>()).await;
    execute(store, "delete from pages where body_size <> 6").await;
    let visited =
        "insert into visits (host_id, url_id, visited_at, outcome, visits, changes, failures)
        select host_id, url_id, now(), 'fetched', 1, 1, 0 from seen";
    execute(store, visited).await;
    assert_eq!(prune(store, 10).await, 0, "found today");

    let older = "update seen set first_seen = now() - interval '11 days'";
    execute(store, older).await;
    assert_eq!(prune(store, 0).await, 0, "for ever");
    let lease = "update hosts set lease_worker = 'w', leased_until = now() + interval '1 minute'";
    execute(store, lease).await;
    let retention = Retention {
        url_days: 10,
        ..Retention::default()
    };
    let pruned = store.prune(&retention, &|| false).await.unwrap();
    assert_eq!(pruned.urls, 0, "who crawls the host has it in hand");
    let released = "update hosts set lease_worker = null, leased_until = null";
    execute(store, released).await;
    assert_eq!(prune(store, 10).await, 1, "the section");
    for table in ["seen", "visits"] {
        assert_eq!(count(store, table).await, 2, "{table}");
    }
    let left = "seen where url like '%section%'";
    assert_eq!(count(store, left).await, 0);

    let again = imported("section", b"a section", None);
    let counts = store.import_pages(&[again]).await.unwrap();
    assert_eq!(counts.added, 1);
    assert_eq!(count(store, left).await, 1);
}

#[tokio::test]
async fn a_home_page_and_a_waiting_address_of_today_stay() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    let gone = visit(home.url_id, &home.url, Outcome::NotFound);
    record(store, &lease, &gone).await;
    store.release_host(&lease, None).await.unwrap();
    let older = "update seen set first_seen = now() - interval '9 years'";
    execute(store, older).await;
    let before = count(store, "seen").await;
    assert_eq!(prune(store, 1).await, 0);
    assert_eq!(count(store, "seen").await, before);
}

#[tokio::test]
async fn old_counts_become_one_and_say_the_same() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    record(store, &lease, &fetched(home.url_id, &home.url, b"body")).await;
    for (command, state) in [
        ("nightly", RunState::Done),
        ("nightly", RunState::Done),
        ("nightly", RunState::Failed),
        ("site forget", RunState::Stopped),
    ] {
        let run = store.begin_run(command).await.unwrap();
        let finished = store.finish_run(run, state, &json!({}), None).await;
        finished.unwrap();
    }
    let read_counts = async || {
        let runs = store.last_runs().await.unwrap();
        let runs = runs.into_iter();
        let runs: Vec<_> = runs
            .map(|run| (run.command, run.done, run.failed, run.stopped, run.running))
            .collect();
        let sites = store.status().await.unwrap().sites;
        (runs, sites[0].fetched, sites[0].last_success)
    };
    for days in [500, 450] {
        let counts = format!(
            "insert into visit_days select host_id, day - {days}, outcome, 3, 5, last_at - interval '{days} days'
            from visit_days where day = (now() at time zone 'UTC')::date;
            insert into verdict_days select host_id, current_date - {days}, 'section', 3, 1 from hosts"
        );
        execute(store, &counts).await;
    }
    let runs = "update runs set started_at = now() - interval '450 days' where run_id % 2 = 0";
    execute(store, runs).await;
    let patterns = "insert into pattern_stats select h.host_id, '/' || n, n from hosts h, generate_series(1, 2010) n";
    execute(store, patterns).await;
    let before = read_counts().await;
    assert_eq!(prune(store, 365).await, 0);
    assert_eq!(read_counts().await, before);
    assert_eq!(count(store, "visit_days").await, 2);
    assert_eq!(count(store, "verdict_days where pages = 6").await, 1);
    assert_eq!(count(store, "runs").await, 2);
    assert_eq!(count(store, "pattern_stats where pages > 10").await, 2000);
    prune(store, 365).await;
    assert_eq!(read_counts().await, before, "a second time changes nothing");
}

#[tokio::test]
async fn verdicts_of_pages_that_have_gone_go_but_for_those_of_versions() {
    let store = &testing::database().await;
    let at = |days| Some(now() - TimeDelta::days(days));
    let pages = [
        imported("article", b"one", at(120)),
        imported("article", b"two", at(110)),
        imported("article", b"three", at(1)),
    ];
    store.import_pages(&pages).await.unwrap();
    let waiting = to_extract(store).await;
    let verdicts = waiting
        .iter()
        .map(|page| accepted(page.key, VERSION, article(&page.url, "The same text.")));
    save(store, &verdicts.collect::<Vec<_>>()).await;
    assert_eq!(count(store, "verdicts").await, 3);
    prune(store, 0).await;
    assert_eq!(count(store, "verdicts").await, 3, "their pages are there");
    execute(store, "delete from pages").await;
    prune(store, 0).await;
    let ours = "verdicts join articles using (fetched_at, page_id)";
    assert_eq!(count(store, ours).await, 1, "of the version");
    assert_eq!(count(store, "verdicts").await, 2, "and the young one");
}

#[tokio::test]
async fn tables_are_bounded_and_the_size_is_recorded_once_a_day_for_a_forecast() {
    let store = &testing::database().await;
    each_table_stands_in_the_document_with_what_bounds_it(store).await;
    let use_now = async || store.disk_use().await.unwrap();
    assert_eq!(use_now().await.bytes_a_day, None);
    for _ in 0..2 {
        store.record_size().await.unwrap();
    }
    assert_eq!(use_now().await.bytes_a_day, None, "one day is no growth");
    assert_eq!(count(store, "size_days").await, 1);
    let sizes = "insert into size_days select day - 1, bytes - 1000000 from size_days union all select day - 500, 1 from size_days";
    execute(store, sizes).await;
    let disk = use_now().await;
    let growth = disk.bytes_a_day.unwrap();
    assert!(growth > 500_000.0, "{growth}");
    assert!(disk.database_bytes > 1_000_000);
    prune(store, 0).await;
    assert_eq!(count(store, "size_days").await, 2, "500 days are too many");
}
