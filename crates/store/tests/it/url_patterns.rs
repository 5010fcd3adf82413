//! Knowledge about URLs: pattern counts, quotas, host aliases and URL variants.

use chrono::TimeDelta;
use store::{Alias, NewUrl, Outcome, Store, StoredPage, UrlKind, UrlVariant, Via, testing};

use crate::fixtures::{
    ID, accepted, article, claim, claimed, claimed_home, due_at, fetched, now, one_page, published,
    record, rejected, save, seed, stored, to_extract, upsert, url, visit,
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

#[tokio::test(flavor = "multi_thread")]
async fn no_more_is_granted_than_the_budget_to_all_workers_together() {
    let store = &testing::database().await;
    upsert(store, &[seed("paper", "paper.example")]).await;
    let lease = claimed(store, "paper").await;
    let takers = (0..20).map(|_| {
        let (store, lease) = (store.store.clone(), lease.clone());
        tokio::spawn(async move { store.take_quota(&lease, 32, 100).await.unwrap() })
    });
    let mut granted = 0;
    let mut last = None;
    for taker in takers.collect::<Vec<_>>() {
        let ration = taker.await.unwrap();
        granted += ration.pages;
        last = Some(ration);
    }
    let last = last.unwrap();
    assert_eq!(granted, 100);
    assert!(last.next() > now() + TimeDelta::hours(22));
    store.release_quota(&lease, last, 10).await.unwrap();
    let more = store.take_quota(&lease, 32, 100).await.unwrap();
    assert_eq!((more.pages, more.since), (10, last.since));
    // a reduced budget, and an increased one
    assert_eq!(store.take_quota(&lease, 32, 50).await.unwrap().pages, 0);
    assert_eq!(store.take_quota(&lease, 32, 110).await.unwrap().pages, 10);
}

#[tokio::test]
async fn a_name_counts_as_an_alias_while_the_other_answers() {
    let store = &testing::database().await;
    let (www, bare) = ("https://www.paper.example", "https://paper.example");
    let alias = |origin: &str, preferred: &str| Alias {
        origin: origin.to_owned(),
        preferred: preferred.to_owned(),
    };
    let known = async || store.aliases(&["paper.example"]).await.unwrap();
    let moves = async |origin: &str, preferred: &str| {
        let alias = alias(origin, preferred);
        let is_new = store.front_page_moved("paper.example", &alias).await;
        is_new.unwrap()
    };
    moves(bare, www).await;
    assert_eq!(known().await, [], "it has not answered yet");
    assert!(store.front_page_answers(www).await.unwrap());
    assert!(!store.front_page_answers(www).await.unwrap(), "nothing new");
    assert_eq!(known().await, [alias(bare, www)]);
    // a repetition keeps the alias, the reverse direction does not
    moves(bare, www).await;
    assert_eq!(known().await, [alias(bare, www)]);
    moves(www, bare).await;
    assert_eq!(known().await, []);
    assert!(store.front_page_answers(bare).await.unwrap());
    assert_eq!(known().await, [alias(www, bare)]);
    assert!(store.front_page_answers(www).await.unwrap());
    assert_eq!(known().await, [], "it answers itself");
}

#[tokio::test]
async fn the_alternate_of_a_url_is_visited_when_the_url_is_no_page() {
    let store = &testing::database().await;
    let mut site = seed("paper", "paper.example");
    site.start.extend([
        url("paper.example", "folder/"),
        url("paper.example", "page?x=1"),
    ]);
    store.upsert_sites(&[site]).await.unwrap();
    let lease = claim(store, "test").await.unwrap();
    let due = store.due(&lease, 100).await.unwrap();
    let of = |path: &str| due.iter().find(|due| due.url.ends_with(path)).unwrap();
    let (folder, page) = (of("/folder/"), of("/page?x=1"));
    let variant = |kept: &str, alternate: &str| UrlVariant {
        kept: kept.to_owned(),
        authority: "paper.example".to_owned(),
        alternate: alternate.to_owned(),
    };
    let index = format!("{}index.html", folder.url);
    let folds = [
        variant(&folder.url, &index),
        variant("https://paper.example/page", &page.url),
    ];
    assert_eq!(store.save_url_variants(&folds).await.unwrap(), [""; 0]);
    let alternate = async |url: &str| store.alternate_of(url).await.unwrap();
    assert_eq!(alternate(&folder.url).await.as_ref(), Some(&index));
    assert_eq!(alternate(&page.url).await, None);
    // once the folder is known not to lead to a page, its index file is used at once
    let later = now() + TimeDelta::days(30);
    let gone = visit(folder.url_id, &folder.url, Outcome::NotFound);
    record(store, &lease, &due_at(later, gone)).await;
    assert_eq!(store.save_url_variants(&folds).await.unwrap(), [index]);
    // a page that waits in favour of another becomes due when the other turns out not to be a page
    let resting = fetched(page.url_id, &page.url, b"a page");
    record(store, &lease, &due_at(later, resting)).await;
    let of_page = async || {
        let due = store.due(&lease, 100).await.unwrap();
        due.iter().any(|due| due.url_id == page.url_id)
    };
    assert!(!of_page().await);
    alternate("https://paper.example/page").await;
    assert!(of_page().await);
    // and it rests again once the other has answered
    let again = fetched(page.url_id, &page.url, b"a page");
    let past = now() - TimeDelta::minutes(1);
    record(store, &lease, &due_at(past, again)).await;
    let rests = store.rest_alternate("https://paper.example/page", later);
    rests.await.unwrap();
    assert!(!of_page().await);
    let key = (lease.host_id, page.url_id);
    let known = async |url: &str| {
        let known = store.original(key, "paper.example", url).await.unwrap();
        (known.failed, known.preferred)
    };
    assert!(known(&folder.url).await.0);
    assert_eq!(known(&page.url).await, (false, true));
    assert_eq!(known("https://paper.example/page").await, (false, false));
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
