//! Details of one site: its visits, fetches, articles, rejected pages, queue and robots.txt.

use chrono::TimeDelta;
use store::{Outcome, Store, testing};

use crate::fixtures::{
    accepted, article, claimed_home, fetched, now, overview, record, rejected, robots, save,
    seeded, to_extract, url, visit,
};

/// Makes a site with a fetched front page, one article, one rejected page, one failed page and one queued page.
async fn visited(store: &Store) {
    let (lease, home) = claimed_home(store, "a").await;
    let authority = lease.authority.clone();
    let robots = robots(Some(200), b"User-agent: *\nDisallow: /intern/\n");
    let saved = store.save_robots(&lease, &lease.scheme, &robots, now());
    saved.await.unwrap();
    let mut front = fetched(home.url_id, &home.url, b"front page");
    let paths = ["story", "imprint", "gone", "later"];
    front.links = paths.map(|path| url(&authority, path)).to_vec();
    front.opt_out = serde_json::json!({"tdm_reserved": true});
    front.fetched_at -= TimeDelta::hours(3); // the site is visited seldom
    record(store, &lease, &front).await;
    let due = store.due(&lease, 10).await.unwrap();
    let id = |path: &str| {
        let mut due = due.iter();
        due.find(|due| due.url.ends_with(path)).unwrap().url_id
    };
    let address = |path: &str| format!("https://{authority}/{path}");
    for path in ["story", "imprint"] {
        let page = fetched(id(path), &address(path), path.as_bytes());
        record(store, &lease, &page).await;
    }
    let mut gone = visit(id("gone"), &address("gone"), Outcome::NotFound);
    gone.http_status = Some(404);
    gone.detail = Some("no such page".to_owned());
    record(store, &lease, &gone).await;
    let pages = to_extract(store).await;
    for page in pages {
        let verdict = if page.url.ends_with("story") {
            accepted(page.key, "1", article(&page.url, "A text of some words"))
        } else {
            rejected(page.key, "1", "imprint")
        };
        save(store, &[verdict]).await;
    }
}

#[tokio::test]
async fn a_site_tells_what_was_fetched_found_and_refused() {
    let store = &testing::database().await;
    visited(store).await;
    seeded(store, &["other"]).await;

    let visits = store.site_visits(28).await.unwrap();
    let of_a = &visits["a"];
    assert_eq!(of_a.recent["fetched"], 3);
    assert_eq!(of_a.ever["not_found"], 1);
    assert!(of_a.last_success <= of_a.last_visit);
    assert!(!visits.contains_key("other"));

    let fetches = store.site_fetches("a", 10).await.unwrap();
    assert_eq!(fetches.len(), 4);
    assert!(fetches.is_sorted_by(|one, next| one.at >= next.at));
    let gone = fetches.iter().find(|fetch| fetch.url.ends_with("/gone"));
    let gone = gone.unwrap();
    assert_eq!(gone.outcome, Outcome::NotFound);
    assert_eq!(gone.detail.as_deref(), Some("no such page"));
    assert_eq!(fetches[3].opt_outs, ["tdm"]);
    assert_eq!(store.site_fetches("a", 2).await.unwrap(), fetches[..2]);
    assert_eq!(store.site_fetches("other", 10).await.unwrap(), []);

    let rejected = store.site_rejected("a", 10).await.unwrap();
    assert_eq!(rejected.len(), 2, "the front page too");
    assert!(rejected.iter().any(|page| page.url.ends_with("/imprint")));
    assert_eq!(store.site_rejected("other", 10).await.unwrap(), []);

    let queue = store.site_queue("a", 10).await.unwrap();
    assert_eq!(queue.len(), 1);
    assert!(queue[0].url.ends_with("/later"));

    let policies = store.site_policies("a").await.unwrap();
    assert_eq!(policies[0].authority, "www.a.example");
    assert_eq!(policies[0].files[0].name, "robots.txt");
    assert!(policies[0].files[0].text.contains("Disallow: /intern/"));

    let site = overview(store, "a").await;
    assert_eq!((site.articles, site.visits), (Some(1), 4));
    assert_eq!(site.robots_status, Some(200));
    assert_eq!(site.opt_outs, ["tdm"]);
    assert_eq!(store.site("a").await.unwrap().unwrap().name, "The a");
    assert!(store.site("none").await.unwrap().is_none());
}
