//! Knowledge about URLs: pattern counts, channels, and which of them wait.

use chrono::TimeDelta;
use store::{NewUrl, Outcome, Store, StoredPage, UrlKind, Via, testing};

use crate::fixtures::{
    ID, accepted, article, claim, claimed_home, fetched, now, one_page, published, record,
    rejected, save, seed, stored, to_extract, url, visit,
};

/// Pattern, number of extracted pages, and number of articles among them.
async fn yielded(store: &Store) -> Vec<(String, i32, i32)> {
    let sites = store.sites().await.unwrap();
    let site = sites.iter().find(|site| site.home.contains("archive"));
    let yields = store.pattern_stats(&site.unwrap().id).await.unwrap();
    let yields = yields.into_iter();
    yields
        .map(|known| (known.pattern, known.pages, known.articles))
        .collect()
}

#[tokio::test]
async fn an_address_counts_once_however_often_its_pages_are_read() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(3);
    let first = one_page(store, "1", "a", start).await;
    let later = one_page(store, "1", "b", start + TimeDelta::days(1)).await;
    let other = one_page(store, "2", "c", start + TimeDelta::days(2)).await;
    let pattern = || "/politik/*".to_owned();
    let accept = |key| accepted(key, "1", article(ID, "Ein Text."));
    save(store, &[accept(first)]).await;
    assert_eq!(yielded(store).await, [(pattern(), 1, 1)]);
    // extracted again, as after kill -9 or with --all; and a later page of the same URL
    save(store, &[accept(first), accept(later)]).await;
    assert_eq!(yielded(store).await, [(pattern(), 1, 1)]);
    save(store, &[rejected(other, "1", "section")]).await;
    assert_eq!(yielded(store).await, [(pattern(), 2, 1)]);
    // other code decides differently
    save(store, &[rejected(first, "2", "section")]).await;
    assert_eq!(yielded(store).await, [(pattern(), 2, 0)]);
    save(store, &[accept(first)]).await;
    assert_eq!(yielded(store).await, [(pattern(), 2, 1)]);
}

#[tokio::test]
async fn a_parameter_selects_nothing_if_its_values_change_no_text() {
    let store = &testing::database().await;
    for (path, text) in [
        ("a?ref=1", "a"),
        ("a?ref=2", "a"),
        ("b?x=1&ref=3", "b"),
        ("b?x=1&ref=4", "b"),
        ("c?ref=5&id=1", "c"),
        ("c?ref=6&id=1", "c"),
        ("d?id=1", "d"),
        ("d?id=2", "e"),
        ("f?id=1", "f"),
        ("f?id=2", "f"),
        ("g?once=1", "g"),
        ("g?once=2", "g"),
    ] {
        published(store, path, &format!("{text} ").repeat(100), "de").await;
    }
    let host_id = stored(store).await[0].host_id;
    assert_eq!(store.idle_parameters(host_id).await.unwrap(), ["ref"]);
}

#[tokio::test]
async fn a_channel_that_rests_is_asked_when_it_is_named_anew() {
    let store = &testing::database().await;
    let mut site = seed("paper", "paper.example");
    let channel = |path: &str, kind| NewUrl {
        kind,
        ..url("paper.example", path)
    };
    let feed = channel("feed", UrlKind::Feed);
    let sitemap = channel("sitemap-1.xml", UrlKind::Sitemap);
    site.start.extend([feed.clone(), sitemap.clone()]);
    store.upsert_sites(&[site]).await.unwrap();
    let lease = claim(store, "test").await.unwrap();
    let due = store.due(&lease, 100).await.unwrap();
    let id = |path: &str| {
        let channel = due.iter().find(|due| due.url.ends_with(path));
        channel.unwrap().url_id
    };
    let record = async |path: &str, outcome, days_ago: i64| {
        let mut visit = visit(id(path), path, outcome);
        visit.fetched_at = now() - TimeDelta::days(days_ago);
        visit.next_due = Some(now() + TimeDelta::days(20));
        record(store, &lease, &visit).await;
    };
    // failed three times, but requested three days ago; then nine days ago
    for days_ago in [8, 6, 3] {
        record("/feed", Outcome::NotFound, days_ago).await;
    }
    let named = async |channel: &NewUrl| {
        let named = std::slice::from_ref(channel);
        store.mark_feeds_due(named).await.unwrap()
    };
    assert_eq!(named(&feed).await, 0);
    record("/feed", Outcome::NotFound, 9).await;
    assert_eq!(named(&feed).await, 1);
    assert_eq!(named(&feed).await, 0, "it is due already");
    // a sitemap that has not changed since, according to the index, and one that has
    record("/sitemap-1.xml", Outcome::NotModified, 3).await;
    let changed = |days_ago| NewUrl {
        changed: Some(now() - TimeDelta::days(days_ago)),
        ..sitemap.clone()
    };
    assert_eq!(named(&changed(4)).await, 0);
    assert_eq!(named(&changed(1)).await, 1);
}

/// The names of the known pages of a host, in order.
async fn known_pages(store: &Store) -> Vec<String> {
    let sql = "select substring(url from '[^/]*$') as name from seen where kind = 'page' order by length(url), url";
    let rows = testing::rows(store, sql).await.unwrap();
    rows.iter()
        .map(|row| row["name"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn of_the_urls_that_wait_on_a_host_the_newest_stay_whenever_they_come() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "paper").await;
    // (name, number, days old), as sitemaps name them
    let named = |name: &str, count: usize, days: i16| -> Vec<NewUrl> {
        let pages = (0..count).map(|n| NewUrl {
            via: Via::Sitemap,
            priority: 310 + days,
            ..url("www.paper.example", &format!("{name}{n}"))
        });
        pages.collect()
    };
    let give = async |links: Vec<NewUrl>| {
        let mut visit = visit(home.url_id, &home.url, Outcome::NotModified);
        visit.fetched_at = now();
        visit.links = links;
        record(store, &lease, &visit).await;
        let known = known_pages(store).await;
        let of = |name: &str| known.iter().filter(|known| known.starts_with(name)).count();
        (of("old"), of("new"), of("newest"))
    };
    assert_eq!(give(named("old", 19_990, 30)).await, (19_990, 0, 0));
    assert_eq!(
        give(named("older", 50, 31)).await.0,
        20_000,
        "as many as there is room for"
    );
    assert_eq!(
        give(named("old-too", 50, 30)).await.0,
        20_000,
        "ten of the older ones go"
    );
    assert_eq!(give(named("new", 500, 3)).await, (19_500, 500, 0));
    assert_eq!(give(named("newest", 25_000, 0)).await, (0, 20_000, 20_000));
    let old = give(named("old-again", 50, 40)).await;
    assert_eq!(old, (0, 20_000, 20_000));
    let skipped = store.skipped("paper").await.unwrap();
    assert_eq!(skipped[0].reason, "too many URLs of its host wait");
    assert!((1_000..=11_000).contains(&skipped[0].urls), "{skipped:?}");
    // who is visited waits no more
    let first = store.queued(&lease, 310..=310, 1).await.unwrap().remove(0);
    let gone = visit(first.url_id, &first.url, Outcome::NotFound);
    record(store, &lease, &gone).await;
    assert_eq!(give(named("another", 50, 40)).await.1, 20_000);
    assert_eq!(known_pages(store).await.len(), 20_001);
}

#[tokio::test]
async fn the_many_hosts_of_a_site_share_the_room_for_its_urls() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "paper").await;
    let mut visit = visit(home.url_id, &home.url, Outcome::NotModified);
    let pages = (0..20).flat_map(|host| {
        (0..2_100).map(move |n| NewUrl {
            priority: 310,
            ..url(&format!("h{host}.paper.example"), &format!("{n}"))
        })
    });
    visit.links = pages.collect();
    record(store, &lease, &visit).await;
    assert_eq!(known_pages(store).await.len(), 20 * 2_000);
}

#[tokio::test]
async fn the_articles_of_a_channel_are_counted_for_it() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "paper").await;
    let mut visit = visit(home.url_id, &home.url, Outcome::Fetched);
    visit.is_channel = true;
    let pages = (0..60).map(|n| url("www.paper.example", &format!("{n}")));
    visit.links = pages.collect();
    record(store, &lease, &visit).await;
    let is_barren = async || store.is_barren(home.url_id).await.unwrap();
    assert!(!is_barren().await, "nothing is known yet");
    for due in store.due(&lease, 100).await.unwrap() {
        let page = fetched(due.url_id, &due.url, due.url.as_bytes());
        record(store, &lease, &page).await;
    }
    let pages = to_extract(store).await;
    assert_eq!(pages.len(), 60);
    let (few, rest) = pages.split_at(30);
    let refuse = |page: &StoredPage| rejected(page.key, "1", "section");
    save(store, &few.iter().map(refuse).collect::<Vec<_>>()).await;
    assert!(!is_barren().await, "thirty pages say little");
    save(store, &rest.iter().map(refuse).collect::<Vec<_>>()).await;
    assert!(is_barren().await);
    // again, and with another result: each page counts once
    save(store, &few.iter().map(refuse).collect::<Vec<_>>()).await;
    let accept = |page: &StoredPage| accepted(page.key, "1", article(&page.url, &page.url));
    save(store, &few[..4].iter().map(accept).collect::<Vec<_>>()).await;
    assert!(!is_barren().await);
    let rows = testing::rows(store, "select pages, articles from channel_yields").await;
    assert_eq!(
        rows.unwrap()[0],
        serde_json::json!({ "pages": 60, "articles": 4 })
    );
}
