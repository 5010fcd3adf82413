//! Feeds on hosts of other sites, and items whose address redirects.

use std::fmt::Write as _;

use chrono::Utc;
use crawl::Seed;
use testsite::{StubReply, StubSite};

use super::fixture::Fixture;

#[tokio::test]
async fn feeds_of_two_sites_on_one_foreign_host_bring_each_its_own_items() {
    let fixture = Fixture::empty().await;
    let store = &fixture.database.store;
    let items = [
        ("first", "/a-story-of-the-first"),
        ("second", "/a-story-of-the-second"),
        ("sport.second", "/a-match-of-the-second"),
    ];
    let mut feed = String::from("<rss version=\"2.0\"><channel><title>Feed</title>");
    for (host, path) in items {
        fixture
            .site
            .set(host, path, StubSite::article(path, None, &[]));
        let url = fixture.site.url(host, path);
        let _ = write!(feed, "<item><title>{path}</title><link>{url}</link></item>");
    }
    let feed = StubReply::Body("text/xml", feed + "</channel></rss>");
    // the second site's feed has moved to its own host
    fixture.site.set("feeds", "/first.xml", feed.clone());
    let moved = StubReply::Redirect(301, fixture.site.url("second", "/feed.xml"));
    fixture.site.set("feeds", "/second.xml", moved);
    fixture.site.set("second", "/feed.xml", feed);
    let mut ids = Vec::new();
    for name in ["first", "second"] {
        fixture
            .site
            .set(name, "/", StubSite::article(name, None, &[]));
        let mut seed = Seed::from_home(&fixture.site.url(name, "/")).unwrap();
        let feed = fixture.site.url("feeds", &format!("/{name}.xml"));
        seed.feeds = vec![feed.replace("http://feeds.", "HTTP://Feeds.")];
        let site = seed.to_site().unwrap();
        store.upsert_sites(&[site]).await.unwrap();
        ids.push(seed.id);
    }
    store.pause_site(&ids[1], true).await.unwrap();
    fixture.crawl().await;
    assert_eq!(
        fixture.requested("feeds"),
        ["/first.xml"],
        "the other is paused"
    );
    assert!(fixture.is_stored("first", "/a-story-of-the-first").await);
    let skipped = store.skipped(&ids[0]).await.unwrap();
    assert_eq!(skipped[0].reason, "another site");

    store.pause_site(&ids[1], false).await.unwrap();
    fixture.make_due().await;
    fixture.crawl().await;
    for (host, path) in items {
        assert!(fixture.is_stored(host, path).await, "{host}{path}");
    }
    for (id, hosts) in ids.iter().zip([0, 1]) {
        let of_site = store.site_hosts(id).await.unwrap();
        let sport = of_site
            .iter()
            .filter(|host| host.authority.starts_with("sport."));
        assert_eq!(sport.count(), hosts, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_feed_says_of_an_address_is_known_of_the_one_that_it_redirects_to() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    fixture.set("/feed", fixture.feed(&[("/feed/item/1", 30)]));
    let steps = [
        "/feed/item/1",
        "/to/the-story-of-the-day-in-the-town-1",
        "/the-story-of-the-day-in-the-town-1",
    ];
    for step in steps.windows(2) {
        let onward = StubReply::Redirect(302, fixture.site.url("paper", step[1]));
        fixture.set(step[0], onward);
    }
    fixture.articles(&steps[2..]);
    fixture.crawl().await;
    let pages = fixture
        .database
        .store
        .pages_to_extract("none", true, &[], None, 10)
        .await
        .unwrap();
    let url = fixture.site.url("paper", steps[2]);
    let page = pages.iter().find(|page| page.url_requested == url).unwrap();
    assert_eq!(page.title_feed.as_deref(), Some("/feed/item/1"));
    let published = page.published_feed.unwrap();
    assert_eq!((Utc::now() - published).num_hours(), 30);
}
