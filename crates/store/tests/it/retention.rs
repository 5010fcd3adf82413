//! Retention: what is deleted, and what stays.

use chrono::TimeDelta;
use store::{
    Database, ImportedVisit, NewVerdict, Outcome, Pruned, QueueSizes, Retention, RetentionDays,
    Store, StoreError, Visit, testing,
};

use crate::fixtures::{
    accepted, article, claimed_home, fetched, imported, now, record, rejected, save, to_extract,
    visit,
};

const VERSION: &str = "1";

/// Stores two pages with verdicts for each number of days: an article and a section page, fetched that many days ago.
async fn read(store: &Store, days: &[i64]) {
    for &days in days {
        let at = now() - TimeDelta::days(days);
        let pages = [
            imported(&format!("article/{days}"), b"an article", Some(at)),
            imported(&format!("section/{days}"), b"a section", Some(at)),
        ];
        store.import_pages(&pages).await.unwrap();
    }
    let waiting = to_extract(store).await;
    let verdicts = waiting.iter().map(|page| {
        if page.url.contains("article") {
            accepted(page.key, VERSION, article(&page.url, "Some text."))
        } else {
            rejected(page.key, VERSION, "section")
        }
    });
    save(store, &verdicts.collect::<Vec<_>>()).await;
}

fn days(page_days: u32, rejected_page_days: u32, visit_days: u32) -> Retention {
    Retention {
        default: RetentionDays {
            page_days,
            rejected_page_days,
            visit_days,
        },
        ..Retention::default()
    }
}

async fn prune(store: &Store, retention: &Retention) -> Pruned {
    let would = store.prunable(retention).await.unwrap();
    let pruned = store.prune(retention, &|| false).await.unwrap();
    assert_eq!(would, pruned);
    let again = store.prune(retention, &|| false).await.unwrap();
    assert_eq!(again, Pruned::default());
    pruned
}

/// The number of partitions for pages fetched this many days ago: 1 or 0.
async fn months_of(store: &Store, days: i64) -> i64 {
    let months = format!(
        "select count(*) as months from pg_inherits where inhparent = 'pages'::regclass and inhrelid::regclass::text
            = 'pages_' || to_char((now() - interval '{days} days') at time zone 'UTC', 'YYYY_MM')"
    );
    let months = testing::rows(store, &months).await.unwrap();
    months[0]["months"].as_i64().unwrap()
}

#[tokio::test]
async fn old_pages_go_month_by_month_and_articles_stay() {
    let store = &testing::database().await;
    read(store, &[1, 40, 100, 130]).await;
    let pages = async || store.queue().await.unwrap().pages;
    assert_eq!(prune(store, &days(0, 0, 0)).await, Pruned::default());

    let pruned = prune(store, &days(0, 35, 0)).await;
    assert_eq!((pruned.pages, pruned.rejected, pages().await), (3, 3, 5));
    rejected_are_counted_as_far_as_they_are_stored(store).await;
    let pruned = prune(store, &days(60, 0, 0)).await;
    assert_eq!((pruned.pages, pruned.rejected, pages().await), (2, 0, 3));

    assert_eq!(months_of(store, 130).await, 0, "it has no page left");
    let articles = store.export(0, 100).await.unwrap();
    assert_eq!(articles.len(), 4, "articles stay");

    // The partition of the month is created again with a new page.
    read(store, &[131]).await;
    assert_eq!(pages().await, 5);
    // A page that is gone does not keep it, as if it was queued again while it was deleted.
    let queued = "insert into extract_queue (fetched_at, page_id)
        select fetched_at, 0 from pages where fetched_at < now() - interval '90 days' limit 1";
    testing::damage(store, queued).await.unwrap();
    assert_eq!(prune(store, &days(60, 60, 60)).await.pages, 2);
    assert_eq!(months_of(store, 131).await, 0);
    assert_eq!(store.queue().await.unwrap().rejected, 1);
}

/// Counted and estimated alike; those of a site count for ever.
async fn rejected_are_counted_as_far_as_they_are_stored(store: &Store) {
    testing::analyze(store).await.unwrap();
    let counted = store.queue().await.unwrap();
    assert_eq!((counted.rejected, counted.about), (1, false));
    let estimated = store.queue_counting(0).await.unwrap();
    let counted_otherwise = QueueSizes {
        about: false,
        ..estimated
    };
    assert_eq!((counted_otherwise, estimated.about), (counted, true));
    let site = store.status().await.unwrap().sites.remove(0);
    assert_eq!(site.rejected["section"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_that_prune_at_once_drop_each_month_once() {
    let store = &testing::database().await;
    read(store, &[100, 130, 160, 190, 220]).await;
    let other = Store::open(&Database::Url(store.url())).await.unwrap();
    let old = days(30, 30, 30);
    let never = || false;
    let (one, two) = tokio::join!(store.prune(&old, &never), other.prune(&old, &never));
    assert_eq!(one.unwrap().pages + two.unwrap().pages, 10);
}

#[tokio::test]
async fn visits_and_urls_of_pages_that_go_are_counted_beforehand() {
    let store = &testing::database().await;
    read(store, &[1, 40]).await;
    for days in [1, 40] {
        let mut page = imported("visited", b"a page", Some(now() - TimeDelta::days(days)));
        page.visit = Some(ImportedVisit::default());
        page.page.body = format!("{days}").into_bytes();
        store.import_pages(&[page]).await.unwrap();
    }
    let waiting = to_extract(store).await;
    let verdicts = waiting
        .iter()
        .map(|page| rejected(page.key, VERSION, "section"));
    save(store, &verdicts.collect::<Vec<_>>()).await;
    let retention = Retention {
        url_days: 30,
        ..days(30, 0, 30)
    };
    let pruned = prune(store, &retention).await;
    // The URL of the article and the one with a new page stay.
    assert_eq!((pruned.pages, pruned.rejected), (3, 2));
    assert_eq!((pruned.visits, pruned.urls), (1, 1));
}

#[tokio::test]
async fn pages_that_wait_for_extraction_stay_and_a_site_keeps_its_own_time() {
    let store = &testing::database().await;
    read(store, &[50]).await;
    let unread = imported("unread", b"unread", Some(now() - TimeDelta::days(100)));
    store.import_pages(&[unread]).await.unwrap();

    let site = store.status().await.unwrap().sites[0].id.clone();
    let mut retention = days(10, 10, 10);
    retention.sites.insert(site, RetentionDays::default());
    assert_eq!(prune(store, &retention).await, Pruned::default());
    retention
        .sites
        .insert("nosuch".to_owned(), RetentionDays::default());
    let refused = store.prune(&retention, &|| false).await.unwrap_err();
    assert!(matches!(refused, StoreError::Invalid(reason) if reason.contains("nosuch")));

    assert_eq!(prune(store, &days(10, 0, 0)).await.pages, 2);
    assert_eq!(store.queue().await.unwrap().pages_unread, 1);
}

#[tokio::test]
async fn further_pages_of_an_article_stay_with_it_and_pruned_pages_hold_nothing_up() {
    let store = &testing::database().await;
    let at = now() - TimeDelta::days(50);
    let pages =
        ["first", "second", "section"].map(|path| imported(path, path.as_bytes(), Some(at)));
    store.import_pages(&pages).await.unwrap();
    let waiting = to_extract(store).await;
    let verdicts = waiting.iter().map(|page| match &*page.body {
        b"first" => accepted(page.key, VERSION, article(&page.url, "Some text.")),
        b"second" => NewVerdict {
            label_source: "rule:continuation".to_owned(),
            ..rejected(page.key, VERSION, "article")
        },
        _ => rejected(page.key, VERSION, "section"),
    });
    save(store, &verdicts.collect::<Vec<_>>()).await;
    let pruned = prune(store, &days(0, 10, 0)).await;
    assert_eq!((pruned.pages, pruned.rejected), (1, 1));

    // A deleted page is queued, as an earlier version of the program may have done.
    let queued = "insert into extract_queue (fetched_at, page_id) values (now() - interval '51 days', 999999)";
    testing::damage(store, queued).await.unwrap();
    let unread = imported("unread", b"unread", None);
    store.import_pages(&[unread]).await.unwrap();
    let next = store.pages_to_extract(VERSION, false, &[], None, 1).await;
    assert_eq!(next.unwrap()[0].body, b"unread");
}

#[tokio::test]
async fn visits_stay_as_long_as_their_page() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    let old = |outcome| Visit {
        fetched_at: now() - TimeDelta::days(90),
        ..visit(home.url_id, &home.url, outcome)
    };
    record(store, &lease, &old(Outcome::NotModified)).await;
    let page = Visit {
        fetched_at: now() - TimeDelta::days(80),
        ..fetched(home.url_id, &home.url, b"body")
    };
    record(store, &lease, &page).await;
    assert_eq!(prune(store, &days(0, 0, 30)).await.visits, 1);

    let waiting = to_extract(store).await;
    save(store, &[rejected(waiting[0].key, VERSION, "section")]).await;
    let pruned = prune(store, &days(30, 0, 30)).await;
    assert_eq!((pruned.pages, pruned.visits), (1, 1));
}

#[tokio::test]
async fn a_fetched_page_that_brought_nothing_goes_and_one_page_of_each_version_stays() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "example").await;
    let mut read = Vec::new();
    for (n, minutes) in (0..5).zip(-10..) {
        let text = if n == 3 { "Another text." } else { "One text." };
        let fetched = Visit {
            fetched_at: now() + TimeDelta::minutes(minutes),
            ..fetched(home.url_id, &home.url, format!("{n}").as_bytes())
        };
        record(store, &lease, &fetched).await;
        let waiting = to_extract(store).await;
        let key = waiting.last().unwrap().key;
        let mut article = article(&home.url, text);
        if n == 2 {
            article["title"] = "Another headline".into();
        }
        read.push(accepted(key, VERSION, article));
        // still queued
        assert_eq!(store.delete_repeated_pages(&read[n..]).await.unwrap(), 0);
        save(store, &read[n..]).await;
    }
    // the former pages of new versions, which are queued again
    save(store, &read).await;
    // the second page; the third has a different headline, which makes a version
    assert_eq!(store.delete_repeated_pages(&read).await.unwrap(), 1);
    assert_eq!(store.queue().await.unwrap().pages, 4);
    assert_eq!(store.export(0, 100).await.unwrap().len(), 4);

    // Imported pages stay.
    let pages = [1, 2].map(|hours| {
        let at = now() - TimeDelta::hours(hours);
        imported("article", hours.to_string().as_bytes(), Some(at))
    });
    store.import_pages(&pages).await.unwrap();
    let waiting = to_extract(store).await;
    assert_eq!(waiting.len(), 2);
    let verdicts = waiting
        .iter()
        .map(|page| accepted(page.key, VERSION, article(&page.url, "A third text.")));
    let imported: Vec<_> = verdicts.collect();
    save(store, &imported).await;
    assert_eq!(store.delete_repeated_pages(&imported).await.unwrap(), 0);
}
