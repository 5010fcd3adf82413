//! Pausing, retrying, removing and reseeding sites.

use chrono::TimeDelta;
use store::{
    ChannelSite, CooldownReason, Lifecycle, NewUrl, Outcome, SeedSite, SiteState, Store, TakenHome,
    UrlKind, testing,
};

use crate::fixtures::{
    LEASE, claim, claim_of, claimed, claimed_home, due_at, fetched, home, now, overview, record,
    robots, seed, seeded, upsert, url, visit, visited,
};

async fn due(store: &Store) -> i64 {
    store.queue().await.unwrap().urls_due
}

#[tokio::test]
async fn a_site_is_named_by_its_id_or_else_by_a_host_or_else_by_its_domain() {
    let store = &testing::database().await;
    let seeds = [
        seed("syn", "www.syn.example"),
        seed("sport", "sport.syn.example"),
        seed("books", "www.xn--bcher-kva.example"),
        seed("tag-example", "www.other.example"),
        seed("ported", "xn--bcher-kva.example:8080"),
        seed("local", "127.0.0.1:8080"),
    ];
    store.upsert_sites(&seeds).await.unwrap();
    for (name, expected) in [
        ("syn", vec!["syn"]),
        ("SYN", vec!["syn"]),
        ("WWW.syn.example", vec!["syn"]),
        ("syn.example", vec!["syn"]),
        ("sport.syn.example", vec!["sport"]),
        ("bücher.example", vec!["books"]),
        ("www.Bücher.example", vec!["books"]),
        ("xn--bcher-kva.example", vec!["books"]),
        ("tag-example", vec!["tag-example"]),
        ("Tag-Example", vec!["tag-example"]),
        ("BÜCHER.example:8080", vec!["ported"]),
        ("http://bücher.example:8080", vec!["ported"]),
        ("127.0.0.1:8080", vec!["local"]),
        ("https://www.Syn.example/", vec!["syn"]),
        ("https://syn.example/a", vec![]),
        ("12", vec![]),
        ("a b/", vec![]),
        ("nowhere.example", vec![]),
        ("", vec![]),
        ("\0", vec![]),
    ] {
        let found = store.sites_named(&[name.to_owned()]).await.unwrap();
        let ids: Vec<&str> = found.iter().map(|site| site.id.as_str()).collect();
        assert_eq!(ids, expected, "{name}");
        assert!(found.iter().all(|site| site.name == name));
    }
    let names = ["syn", "nowhere", "sport"].map(str::to_owned);
    let found = store.sites_named(&names).await.unwrap();
    let names: Vec<&str> = found.iter().map(|site| site.name.as_str()).collect();
    assert_eq!(names, ["syn", "sport"]);
}

#[tokio::test]
async fn a_paused_site_is_left_at_once_and_stays_paused_when_it_is_seeded_again() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    assert!(store.pause_site("a", true).await.unwrap());
    assert!(!store.pause_site("a", true).await.unwrap(), "once");
    assert!(!store.renew_lease(&lease, LEASE).await.unwrap());
    let late = fetched(home.url_id, &home.url, b"late");
    assert!(!testing::record(store, &lease, &late).await.unwrap());
    seeded(store, &["a"]).await;
    assert_eq!(overview(store, "a").await.lifecycle, Lifecycle::Paused);
    assert!(claim(store, "other").await.is_none());
    assert!(!store.any_host_due().await.unwrap());
    assert_eq!(store.next_host_due(&[]).await.unwrap(), None);
    assert!(store.pause_site("a", false).await.unwrap());
    assert_eq!(claim(store, "other").await.unwrap().site_id, "a");
}

#[tokio::test]
async fn nothing_of_a_site_that_is_not_crawled_is_due() {
    let store = &testing::database().await;
    visited(store, "a", &["1", "2"]).await;
    visited(store, "b", &["1"]).await;
    let read_state = async || {
        let hosts = store.site_hosts("a").await.unwrap();
        let health = store.status().await.unwrap().sites;
        let next = overview(store, "a").await.next_at;
        let is_waiting = next.is_some() || hosts[0].next_at.is_some();
        let of_site = (hosts[0].due, health[0].urls_due);
        (due(store).await, of_site, is_waiting)
    };
    assert_eq!(read_state().await, (3, (2, 2), true));
    assert!(store.pause_site("a", true).await.unwrap());
    assert_eq!(read_state().await, (1, (0, 0), false));
    assert!(store.pause_site("a", false).await.unwrap());
    assert_eq!(read_state().await, (3, (2, 2), true));
    store.retry_site("a").await.unwrap();
    store.remove_site("a").await.unwrap();
    assert_eq!(read_state().await, (1, (0, 0), false));
}

#[tokio::test]
async fn a_host_is_left_with_another_front_page_taken_up_again_and_free_once_its_site_is_removed() {
    let store = &testing::database().await;
    visited(store, "a", &["1", "2"]).await;
    let old = seed("a", "www.a.example");
    upsert(store, &[seed("a", "www.new.example")]).await;
    assert_eq!(due(store).await, 1, "the new front page alone");
    let week_ago = now() - TimeDelta::days(7);
    store.make_due(&[], week_ago).await.unwrap();
    let lease = claim(store, "test").await.unwrap();
    assert_eq!(lease.authority, "www.new.example");
    assert!(claim(store, "test").await.is_none());
    store.release_host(&lease, None).await.unwrap();

    store.upsert_sites(&[old]).await.unwrap();
    let lease = claim(store, "test").await.unwrap();
    assert_eq!(lease.authority, "www.a.example");
    assert_eq!(home(store, &lease).await.url, "https://www.a.example/");
    assert!(claim(store, "test").await.is_none());
    store.release_host(&lease, None).await.unwrap();

    let twin = SeedSite {
        domain: "a.example".to_owned(),
        ..seed("b", "www.a.example")
    };
    let seeded = upsert(store, std::slice::from_ref(&twin)).await;
    assert_eq!(seeded.added, 0);
    let taken = TakenHome {
        site: "b".to_owned(),
        owner: "a".to_owned(),
    };
    assert_eq!(seeded.taken, [taken]);
    assert!(store.site("b").await.unwrap().is_none());

    store.remove_site("a").await.unwrap();
    let seeded = store.upsert_sites(&[twin]).await.unwrap();
    assert_eq!((seeded.added, seeded.taken.len()), (1, 0));
    let lease = claim(store, "test").await.unwrap();
    assert_eq!((&*lease.authority, &*lease.site_id), ("www.a.example", "b"));
    assert_eq!(home(store, &lease).await.url, "https://www.a.example/");
    // and the former site cannot return while the new one is there
    let seeded = upsert(store, &[seed("a", "www.a.example")]).await;
    assert_eq!(seeded.taken[0].owner, "b");
}

#[tokio::test]
async fn a_host_that_a_site_found_by_links_goes_to_the_seed_that_names_it() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let mut page = fetched(home.url_id, &home.url, b"front page");
    page.links = vec![url("sport.a.example", "1")];
    record(store, &lease, &page).await;
    store.release_host(&lease, None).await.unwrap();
    let sport = SeedSite {
        domain: "a.example".to_owned(),
        ..seed("sport", "sport.a.example")
    };
    assert_eq!(store.home_host_owner(&sport).await.unwrap(), None);
    let seeded = store.upsert_sites(&[sport]).await.unwrap();
    assert_eq!((seeded.added, seeded.taken.len()), (1, 0));
    let lease = claim(store, "test").await.unwrap();
    assert_eq!(
        (&*lease.authority, &*lease.site_id),
        ("sport.a.example", "sport")
    );
    let again = upsert(store, &[seed("a", "www.a.example")]).await;
    assert_eq!(again.unchanged, 1, "{again:?}");
}

/// A site with a feed on a shared feed host.
fn with_feed(id: &str) -> SeedSite {
    let mut seed = seed(id, &format!("www.{id}.example"));
    let feed = format!("https://feeds.example/{id}.xml");
    seed.site.feeds = vec![feed.clone()];
    let kind = UrlKind::Feed;
    seed.start.push(NewUrl {
        url: feed,
        kind,
        ..url("feeds.example", id)
    });
    seed
}

/// The site of the feed host, and the URLs that are due on it.
async fn due_feeds(store: &Store) -> (String, Vec<String>) {
    loop {
        let lease = claim(store, "test").await.unwrap();
        let due = store.due(&lease, 10).await.unwrap();
        store.release_host(&lease, None).await.unwrap();
        assert_eq!(lease.domain, format!("{}.example", lease.site_id));
        if lease.authority == "feeds.example" {
            return (lease.site_id, due.into_iter().map(|due| due.url).collect());
        }
    }
}

#[tokio::test]
async fn a_feed_is_of_the_sites_that_name_it_and_its_host_outlives_the_first() {
    let store = &testing::database().await;
    let seeded = async |id: &str| store.upsert_sites(&[with_feed(id)]).await.unwrap();
    seeded("a").await;
    seeded("b").await;
    let (a, b) = ("https://feeds.example/a.xml", "https://feeds.example/b.xml");
    let naming = async |feed: &str| {
        let channels = store.host_channels("feeds.example").await.unwrap();
        channels.sites_of(feed, "a")
    };
    let is_b = ChannelSite {
        site_id: "b".to_owned(),
        domain: "b.example".to_owned(),
    };
    assert_eq!(naming(b).await, Some(vec![is_b]));
    assert_eq!(naming(a).await, Some(Vec::new()), "the host's own");
    assert_eq!(
        naming("https://feeds.example/c.xml").await,
        Some(Vec::new())
    );
    store.pause_site("b", true).await.unwrap();
    assert_eq!(naming(b).await, None);
    store.pause_site("b", false).await.unwrap();

    // the next night reads the seeds again
    store.remove_site("a").await.unwrap();
    seeded("b").await;
    assert_eq!(due_feeds(store).await, ("b".to_owned(), vec![b.to_owned()]));
    seeded("a").await;
    store.remove_site("b").await.unwrap();
    seeded("a").await;
    assert_eq!(due_feeds(store).await, ("a".to_owned(), vec![a.to_owned()]));

    seeded("b").await;
    let (site, mut both) = due_feeds(store).await;
    both.sort();
    assert_eq!(
        (site.as_str(), both),
        ("a", vec![a.to_owned(), b.to_owned()])
    );
    store.forget_site("b", &|| false).await.unwrap();
    assert_eq!(due_feeds(store).await, ("a".to_owned(), vec![a.to_owned()]));
}

#[tokio::test]
async fn a_new_front_page_leaves_the_feeds_of_others_on_the_old_host() {
    let store = &testing::database().await;
    for id in ["a", "b"] {
        store.upsert_sites(&[with_feed(id)]).await.unwrap();
    }
    let moved = seed("a", "www.new.example");
    store.upsert_sites(&[moved]).await.unwrap();
    let due = due_feeds(store).await.1;
    assert!(
        due.contains(&"https://feeds.example/b.xml".to_owned()),
        "{due:?}"
    );
}

#[tokio::test]
async fn a_retried_site_waits_for_nothing() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let robots = robots(None, b"");
    let saved = store.save_robots(&lease, &lease.scheme, &robots, now());
    saved.await.unwrap();
    let failed = visit(home.url_id, &home.url, Outcome::Refused);
    record(store, &lease, &due_at(now() + TimeDelta::days(1), failed)).await;
    let cooldown = CooldownReason {
        reason: SiteState::Unreachable,
        detail: Some("no such name".to_owned()),
    };
    let until = now() + TimeDelta::hours(1);
    let released = store.release_crawled_host(&lease, Some(until), 3, Some(&cooldown));
    released.await.unwrap();
    let site = overview(store, "a").await;
    assert_eq!(site.cooldown, Some(cooldown));
    assert_eq!(site.main_host_at, Some(until));
    assert_eq!(site.home_visit.unwrap().outcome, Outcome::Refused);
    assert!(claim(store, "test").await.is_none());

    assert_eq!(store.retry_site("a").await.unwrap(), 1);
    let lease = claim(store, "test").await.unwrap();
    assert_eq!(lease.failures, 0);
    let known = async || store.robots(&lease, &lease.scheme).await.unwrap().unwrap();
    assert!(known().await.is_due);
    assert_eq!(known().await.txt.fetched_at, robots.fetched_at, "as it was");
    let saved = store.save_robots(&lease, &lease.scheme, &robots, now());
    saved.await.unwrap();
    assert!(!known().await.is_due);
    assert_eq!(store.due(&lease, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_front_page_that_leads_to_another_site_names_that_site() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    store.upsert_sites(&[seed("b", "a.example")]).await.unwrap();
    let leads_to = async || overview(store, "a").await.home_visit.unwrap().other_site;
    let mut redirected = visit(home.url_id, &home.url, Outcome::Redirected);
    redirected.detail = Some("to https://a.example/".to_owned());
    record(store, &lease, &redirected).await;
    assert_eq!(leads_to().await.as_deref(), Some("b"));
    store.remove_site("b").await.unwrap();
    assert_eq!(leads_to().await, None);
}

#[tokio::test]
async fn sites_that_are_no_longer_in_their_file_are_listed() {
    let store = &testing::database().await;
    let of = |id: &str, file: &str| SeedSite {
        file: Some(file.to_owned()),
        ..seed(id, &format!("www.{id}.example"))
    };
    let seeds = [
        of("a", "/seeds/one.toml"),
        of("b", "/seeds/one.toml"),
        of("c", "/seeds/two.toml"),
        of("d", "/seeds-of-others/one.toml"),
    ];
    store.upsert_sites(&seeds).await.unwrap();
    claimed(store, "e").await;
    let unnamed = async |paths: &[&str], named: &[&str]| {
        let owned = |texts: &[&str]| -> Vec<String> {
            let texts = texts.iter();
            texts.map(|&text| text.to_owned()).collect()
        };
        let (paths, named) = (owned(paths), owned(named));
        let found = store.sites_no_longer_named(&paths, &named).await.unwrap();
        let ids = found.into_iter().map(|(id, _)| id);
        ids.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(unnamed(&["/seeds/one.toml"], &["a"]).await, "b");
    assert_eq!(unnamed(&["/seeds"], &["a"]).await, "b c");
    // A site that moves to another file is named by the new one.
    upsert(store, &[of("b", "/seeds/two.toml")]).await;
    assert_eq!(unnamed(&["/seeds/one.toml"], &["a"]).await, "");
    store.remove_site("c").await.unwrap();
    assert_eq!(unnamed(&["/seeds"], &["a", "b"]).await, "");
}

#[tokio::test]
async fn every_deletion_of_urls_is_counted_for_crawlers_that_know_them() {
    let store = &testing::database().await;
    visited(store, "a", &["one", "two"]).await;
    visited(store, "b", &["one"]).await;
    seeded(store, &["c"]).await;
    let counted = async || {
        let lease = claim_of(store, "c").await.unwrap();
        store.release_host(&lease, None).await.unwrap();
        lease.url_deletions
    };
    let first = counted().await;
    assert_eq!(counted().await, first);
    store.remove_site("a").await.unwrap();
    let removed = counted().await;
    assert_ne!(removed, first);
    store.remove_site("a").await.unwrap();
    assert_eq!(counted().await, removed, "nothing was left to delete");
    store.forget_site("b", &|| false).await.unwrap();
    assert_ne!(counted().await, removed);
}
