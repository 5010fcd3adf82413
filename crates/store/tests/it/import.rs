//! Import of pages.

use chrono::{DateTime, TimeDelta, Utc};
use store::{ImportedPage, testing};

use crate::fixtures::{
    accepted, article, claimed, fetched, imported, now, one_page, published, record, save, url,
};

#[tokio::test(flavor = "multi_thread")]
async fn imports_at_once_add_each_page_once_on_however_many_hosts_of_a_site() {
    let database = testing::database().await;
    let pages = (0..600).map(|n| ImportedPage {
        domain: "archive.example".to_owned(),
        ..testing::imported(&format!("https://blog{n}.archive.example/"), b"x", None)
    });
    let pages: Vec<_> = pages.collect();
    let imports = (0..4).map(|_| {
        let (store, pages) = (database.store.clone(), pages.clone());
        tokio::spawn(async move { store.import_pages(&pages).await.unwrap().added })
    });
    let mut added = 0;
    for import in imports.collect::<Vec<_>>() {
        added += import.await.unwrap();
    }
    let stored = database.store.queue().await.unwrap().pages;
    assert_eq!((added, stored), (600, 600));
}

#[tokio::test]
async fn odd_times_names_and_bodies_are_stored() {
    let store = &testing::database().await;
    let at = |seconds| DateTime::<Utc>::from_timestamp(seconds, 0);
    let mut odd = imported("", &[0xff, 0x00, 0xfe], at(-60_000_000_000));
    odd.url = "hard::no url".to_owned();
    odd.url_canonical_authority = "ü".repeat(300);
    odd.domain = String::new();
    odd.page.http_status = -3;
    odd.page.headers = serde_json::json!([1]);
    let huge = imported("huge", &vec![b'x'; 20 << 20], at(60_000_000_000));
    assert_eq!(store.import_pages(&[odd, huge]).await.unwrap().added, 2);
    let after = async |last| store.pages_to_extract("1", true, &[], last, 10).await;
    let first = after(None).await.unwrap();
    // a page larger than a batch is one of its own
    let second = after(Some(first[0].key)).await.unwrap();
    assert_eq!([first.len(), second.len()], [1, 1]);
    assert_eq!(first[0].url_requested, "hard::no url");
    assert_eq!(second[0].body.len(), 20 << 20);
    let odd = store.page_of_url("hard::no url").await.unwrap().unwrap();
    assert_eq!(odd.body, [0xff, 0x00, 0xfe]);
    let never = imported("never", b"x", Some(DateTime::<Utc>::MIN_UTC));
    assert_eq!(store.import_pages(&[never]).await.unwrap().added, 1);
}

#[tokio::test]
async fn an_imported_url_is_fetched_when_the_site_links_to_it() {
    let store = &testing::database().await;
    let page = testing::imported("https://www.a.example/1", b"one", None);
    store.import_pages(&[page]).await.unwrap();
    let lease = claimed(store, "a").await;
    let home = store.due(&lease, 10).await.unwrap().remove(0);
    let mut visit = fetched(home.url_id, &home.url, b"home");
    visit.links = vec![url("www.a.example", "1")];
    record(store, &lease, &visit).await;
    assert_eq!(store.due(&lease, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_address_was_seen_first_when_its_oldest_page_was_fetched() {
    let store = &testing::database().await;
    let pool = sqlx::PgPool::connect(&store.url()).await.unwrap();
    let [new, old, oldest] = [10, 20, 30].map(|days| now() - TimeDelta::days(days));
    let key = one_page(store, "1", "new", new).await;
    let identity = "https://www.archive.example/1";
    save(store, &[accepted(key, "1", article(identity, "A text."))]).await;
    let seen = async || {
        let row = "select date_first_seen, cursor from news.articles where is_latest order by url limit 1";
        let row = sqlx::query_as::<_, (DateTime<Utc>, i64)>(row);
        row.fetch_one(&pool).await.unwrap()
    };
    let (first_seen, cursor) = seen().await;
    assert_eq!(first_seen, new);
    let pages = [
        imported("1", b"old", Some(old)),
        imported("1", b"oldest", Some(oldest)),
        imported("1", b"of today", None),
    ];
    store.import_pages(&pages).await.unwrap();
    assert_eq!(seen().await.0, oldest);
    // the next save publishes the change to exports
    published(store, "2", "Another text.", "en").await;
    assert!(seen().await.1 > cursor);
    let timeless = imported("4", b"x", None);
    store.import_pages(&[timeless]).await.unwrap();
    let times = "select s.first_seen, p.fetched_at from seen s join pages p using (host_id, url_id) where s.url like '%/4'";
    let times = sqlx::query_as::<_, (DateTime<Utc>, DateTime<Utc>)>(times);
    let (first_seen, fetched_at) = times.fetch_one(&pool).await.unwrap();
    assert_eq!(first_seen, fetched_at, "without a time");
    let future = imported("3", b"x", Some(now() + TimeDelta::days(1)));
    store.import_pages(&[future]).await.unwrap();
    let ahead = "select count(*) from seen where first_seen > now()";
    let ahead = sqlx::query_scalar::<_, i64>(ahead).fetch_one(&pool).await;
    assert_eq!(ahead.unwrap(), 0);
}
