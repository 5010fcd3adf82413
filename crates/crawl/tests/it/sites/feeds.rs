//! Feeds on hosts of other sites, and items whose address redirects.

use std::fmt::Write as _;

use chrono::{TimeDelta, Utc};
use crawl::Seed;
use store::testing::{age, damage};
use testsite::{StubReply, StubSite};

use super::fixture::{Fixture, feed_link};

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
    let channels = store.site_channels(&ids[0]).await.unwrap();
    let found = channels
        .iter()
        .map(|channel| (channel.url.as_str(), channel.http_status));
    let first = fixture.site.url("feeds", "/first.xml");
    assert!(found.eq([(first.as_str(), Some(200))]), "{channels:?}");
    for (id, hosts) in ids.iter().zip([0, 1]) {
        let of_site = store.site_hosts(id).await.unwrap();
        let sport = of_site
            .iter()
            .filter(|host| host.authority.starts_with("sport."));
        assert_eq!(sport.count(), hosts, "{id}");
    }
}

#[tokio::test]
async fn a_site_shows_what_its_channels_answered() {
    let fixture = Fixture::paper().await;
    let address = fixture.site.url("paper", "/a-story");
    fixture.set("/a-story", StubSite::article("A story", None, &[]));
    let damaged = format!("<urlset><url><loc>{address}</loc></url><url><loc>http://[");
    fixture.set("/map.xml", StubReply::Body("text/xml", damaged));
    fixture.set("/feed.xml", StubReply::Status(503));
    fixture.front(&feed_link("/feed.xml"), &[]);
    fixture.names_sitemap("/map.xml");
    fixture.crawl().await;
    let store = &fixture.database.store;
    let site = store.sites().await.unwrap().remove(0);
    let channels = store.site_channels(&site.id).await.unwrap();
    let answers = channels.iter().map(|channel| {
        let path = channel.url.rsplit('/').next().unwrap_or_default();
        let detail = channel.detail.as_deref().filter(|_| path == "map.xml");
        (path, channel.http_status, detail)
    });
    let mut answers: Vec<_> = answers.collect();
    answers.sort_unstable();
    let damaged = Some("damaged: read up to entry 1");
    let wanted = [
        ("feed.xml", Some(503), None),
        ("map.xml", Some(200), damaged),
    ];
    assert_eq!(answers, wanted, "without paths that are only tried");
}

#[tokio::test]
async fn a_usual_path_is_shown_as_a_channel_only_if_there_is_one() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    fixture.set("/feed", StubReply::Status(403));
    fixture.set("/feed/", StubReply::Status(202));
    let none = StubReply::Body("text/html", "<p>none".to_owned());
    fixture.set("/rss.xml", none);
    fixture.set("/rss", fixture.feed(&[("/a-story-of-the-town", 1)]));
    fixture.crawl().await;
    let store = &fixture.database.store;
    let site = store.sites().await.unwrap().remove(0);
    let channels = store.site_channels(&site.id).await.unwrap();
    let urls = channels.into_iter().map(|channel| channel.url);
    assert!(urls.eq([fixture.site.url("paper", "/rss")]));
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
    let store = &fixture.database.store;
    let pages = store.pages_to_extract("none", true, &[], None, 10);
    let pages = pages.await.unwrap();
    let url = fixture.site.url("paper", steps[2]);
    let page = pages.iter().find(|page| page.url_requested == url).unwrap();
    assert_eq!(page.title_feed.as_deref(), Some("/feed/item/1"));
    let published = page.published_feed.unwrap();
    assert_eq!((Utc::now() - published).num_hours(), 30);
}

/// A feed with these items, which names its next page.
fn page_of_feed(fixture: &Fixture, paths: &[String], next: &str) -> StubReply {
    let next = fixture.site.url("paper", next);
    let mut feed = format!(
        "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><atom:link rel='next' href='{next}'/>"
    );
    for path in paths {
        let url = fixture.site.url("paper", path);
        let _ = write!(feed, "<item><link>{url}</link></item>");
    }
    StubReply::Body("text/xml", feed + "</channel></rss>")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_is_read_on_as_long_as_all_of_it_is_new() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    let story = |n: i32| format!("/a-story-of-the-town-number-{n}");
    let stories: Vec<String> = (1..=40).map(story).collect();
    for path in &stories {
        fixture.set(path, StubSite::article(path, None, &[]));
    }
    // twenty pages of two
    let lay = |newest: &[String]| {
        let all: Vec<String> = newest.iter().chain(&stories).cloned().collect();
        for (n, two) in all.chunks(2).enumerate() {
            let (this, next) = (format!("/feed?page={n}"), format!("/feed?page={}", n + 1));
            let page = page_of_feed(&fixture, two, &next);
            fixture.set(if n == 0 { "/feed" } else { &this }, page);
        }
    };
    lay(&[]);
    fixture.crawl().await;
    let pages = || {
        let mut requested = fixture.site.paths("paper");
        requested.retain(|path| path.contains("?page="));
        requested
    };
    let first = pages();
    assert_eq!(first.len(), 5, "{first:?}");
    assert!(fixture.is_stored("paper", &stories[11]).await);
    assert!(!fixture.is_stored("paper", &stories[12]).await);

    let one_more = ["/a-story-of-this-morning".to_owned()];
    fixture.set(&one_more[0], StubSite::article("Morning", None, &[]));
    lay(&one_more);
    fixture.make_due().await;
    fixture.crawl().await;
    assert!(fixture.is_stored("paper", &one_more[0]).await);
    assert_eq!(pages(), first, "one of the two was known");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_feed_does_not_end_the_search_for_a_good_one() {
    let foreign = "<rss><channel><item><link>http://other.example/1</link></item></channel></rss>";
    for dead in 0..4 {
        let fixture = Fixture::paper().await;
        let reply = match dead {
            0 => StubReply::Status(410),
            1 => StubReply::Body("text/xml", foreign.to_owned()),
            2 => StubReply::Redirect(302, fixture.site.url("paper", "/")),
            _ => fixture.feed(&[("/of-an-older-year", 9_000)]),
        };
        fixture.set("/old/feed.php", reply);
        fixture.front(&feed_link("/old/feed.php"), &[]);
        // neither does an empty one at a usual path
        fixture.set("/feed", fixture.feed(&[]));
        fixture.set("/rss.xml", fixture.feed(&[("/a-story-of-today", 2)]));
        fixture.articles(&["/a-story-of-today"]);
        fixture.crawl().await;
        let case = dead.to_string();
        fixture.assert_stored(&["/a-story-of-today"], &case).await;
        assert_eq!(fixture.times("/atom.xml"), 0, "{dead}");
    }
    let fixture = Fixture::paper().await;
    let named = ["/old.php", "/new.php"].map(feed_link).concat();
    fixture.front(&named, &[]);
    fixture.set("/old.php", StubReply::Status(410));
    fixture.set("/new.php", fixture.feed(&[("/a-story-of-today", 2)]));
    fixture.articles(&["/a-story-of-today"]);
    fixture.set("/feed", fixture.feed(&[]));
    fixture.crawl().await;
    assert_eq!(fixture.times("/feed"), 0, "another one works");
}

#[tokio::test]
async fn a_page_that_the_site_dates_as_changed_is_asked_for() {
    let kinds = ["feed", "atom", "sitemap", "news"];
    let fixture = Fixture::without_guesses("paper").await;
    let path = |kind: &str| format!("/{kind}/a-story-of-the-town-with-a-correction.html");
    let front = "<link rel=alternate type=application/rss+xml href=/feed.xml>\
        <link rel=alternate type=application/rss+xml href=/atom.xml><p>Nothing but news.";
    fixture.set("/", StubReply::Page(front.to_owned()));
    let sitemaps = "Sitemap: {}/sitemap.xml\nSitemap: {}/news.xml\n";
    let robots = sitemaps.replace("{}", fixture.site.url("paper", "/").trim_end_matches('/'));
    fixture.robots_txt(&robots);
    let announce = |changed: i64| {
        let ago = |hours| (Utc::now() - TimeDelta::hours(hours)).to_rfc3339();
        let (changed, begun) = (ago(changed), ago(500));
        for kind in kinds {
            let url = fixture.site.url("paper", &path(kind));
            let text = match kind {
                "feed" => format!(
                    "<rss version='2.0'><channel><item><link>{url}</link><pubDate>{changed}</pubDate></item></channel></rss>"
                ),
                "atom" => format!(
                    "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='{url}'/><published>{begun}</published>\
                    <updated>{changed}</updated></entry></feed>"
                ),
                "sitemap" => format!(
                    "<urlset><url><loc>{url}</loc><lastmod>{changed}</lastmod></url></urlset>"
                ),
                _ => format!(
                    "<urlset xmlns:news='n'><url><loc>{url}</loc><lastmod>{changed}</lastmod><news:news>\
                    <news:publication_date>{begun}</news:publication_date></news:news></url></urlset>"
                ),
            };
            fixture.set(&format!("/{kind}.xml"), StubReply::Body("text/xml", text));
        }
    };
    let night = async |changed: i64| {
        announce(changed);
        age(&fixture.database.store, 24 * 9).await.unwrap();
        fixture.make_due().await;
        fixture.crawl().await;
        kinds.map(|kind| fixture.times(&path(kind)))
    };
    for kind in kinds {
        fixture.page(&path(kind), None);
    }
    assert_eq!(night(1).await, [1; 4]);
    rest(&fixture).await;
    assert_eq!(night(24 * 9 + 2).await, [1; 4], "it has changed before");
    assert_eq!(night(-1).await, [1; 4], "it has not changed yet");
    assert_eq!(night(1).await, [2; 4]);
}

/// Puts all pages to rest for months.
async fn rest(fixture: &Fixture) {
    let sql = "update visits v set next_due = now() + interval '80 days' from seen s where s.url_id = v.url_id and s.kind = 'page'";
    damage(&fixture.database.store, sql).await.unwrap();
}
