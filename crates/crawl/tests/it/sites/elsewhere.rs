//! Feeds and sitemaps on other domains, and lines of robots.txt that name none.

use std::fmt::Write as _;

use crawl::Seed;
use testsite::{StubReply, StubSite};

use super::fixture::{Fixture, feed_link};

const STORIES: usize = 3;

fn story(number: usize) -> String {
    format!("/news/the-story-of-the-town-with-number-{number}.html")
}

/// Sets a site whose front page links to no story, and gives a sitemap and a feed of its stories.
fn site(fixture: &Fixture, name: &str, head: &str) -> (StubReply, StubReply) {
    let page = format!("<!doctype html><title>Paper</title>{head}<a href='/about'>About</a>");
    fixture.site.set(name, "/", StubReply::Page(page));
    let (mut sitemap, mut feed) = (String::new(), String::new());
    for number in 0..STORIES {
        let (path, url) = (story(number), fixture.site.url(name, &story(number)));
        let page = StubSite::article(&format!("{name} {path}"), None, &[]);
        fixture.site.set(name, &path, page);
        let _ = write!(sitemap, "<url><loc>{url}</loc></url>");
        let _ = write!(
            feed,
            "<item><title>A story</title><link>{url}</link></item>"
        );
    }
    let sitemap = StubReply::Body("text/xml", format!("<urlset>{sitemap}</urlset>"));
    let feed = StubReply::Body("text/xml", format!("<rss><channel>{feed}</channel></rss>"));
    (sitemap, feed)
}

fn robots(fixture: &Fixture, name: &str, lines: &str) {
    let text = StubReply::Body("text/plain", format!("User-agent: *\nAllow: /\n{lines}\n"));
    fixture.site.set(name, "/robots.txt", text);
}

#[tokio::test(flavor = "multi_thread")]
async fn channels_that_sites_name_on_a_domain_of_others_bring_each_its_own_pages() {
    let fixture = Fixture::empty().await;
    let bucket = |path: &str| fixture.site.url("bucket", path);
    let map = |name: &str| bucket(&format!("/{name}/sitemap.xml"));
    let led = fixture.site.url("led", "/map.xml");
    let feed = bucket("/feedled/feed.xml");
    let protocol = map("protocol").replacen("http:", "", 1);
    // the sitemap that its robots.txt names, and a path of its own that leads to the bucket
    let cases = [
        ("named", Some(map("named")), None),
        ("led", Some(led), Some(("/map.xml", map("led")))),
        ("index", Some(bucket("/index/all.xml")), None),
        ("guessed", None, Some(("/sitemap.xml", map("guessed")))),
        ("feed", None, None),
        ("feedled", None, Some(("/feed.xml", feed))),
        ("forbidden", Some(map("forbidden")), None),
        ("protocol", Some(protocol), None),
    ];
    for (name, named, led) in &cases {
        let head = match *name {
            "feed" => feed_link(&bucket("/feed/feed.xml")),
            "feedled" => feed_link("/feed.xml"),
            _ => String::new(),
        };
        let (sitemap, feed) = site(&fixture, name, &head);
        for (file, body) in [("sitemap", sitemap), ("feed", feed)] {
            let path = format!("/{name}/{file}.xml");
            fixture.site.set("bucket", &path, body);
        }
        if let Some(url) = named {
            robots(&fixture, name, &format!("Sitemap: {url}"));
        }
        if let Some((path, target)) = led {
            let target = StubReply::Redirect(302, target.clone());
            fixture.site.set(name, path, target);
        }
        fixture.know(name).await;
    }
    let loc = map("index");
    let index = format!("<sitemapindex><sitemap><loc>{loc}</loc></sitemap></sitemapindex>");
    let index = StubReply::Body("text/xml", index);
    fixture.site.set("bucket", "/index/all.xml", index);
    // its own robots.txt counts, and what that names is not theirs
    let (stray, _) = site(&fixture, "stray", "");
    fixture.site.set("bucket", "/stray.xml", stray);
    robots(
        &fixture,
        "bucket",
        &format!("Disallow: /forbidden/\nSitemap: {}", bucket("/stray.xml")),
    );
    // what a channel brings once the crawl of its site has ended is left to the next one
    for _ in 0..2 {
        fixture.crawl().await;
    }
    let requested = fixture.requested("bucket");
    for (name, ..) in &cases {
        for number in 0..STORIES {
            let is_stored = fixture.is_stored(name, &story(number)).await;
            assert_eq!(is_stored, *name != "forbidden", "{name}: {requested:?}");
        }
    }
    let is_wrong = |path: &String| path == "/stray.xml" || path.starts_with("/forbidden/");
    assert!(!requested.iter().any(is_wrong), "{requested:?}");
    assert!(fixture.site.paths("stray").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_a_site_names_while_its_host_is_crawled_brings_the_pages_of_that_site() {
    let fixture = Fixture::empty().await;
    // the crawl of the bucket begins with a feed of this site, and lasts a second at least
    fixture.know("early").await;
    let (_, feed) = site(&fixture, "early", "");
    let paths = ["/a.xml", "/b.xml", "/c.xml", "/d.xml"];
    let mut seed = Seed::from_home(&fixture.site.url("early", "/")).unwrap();
    for path in paths {
        fixture.site.set("bucket", path, feed.clone());
        seed.feeds.push(fixture.site.url("bucket", path));
    }
    let store = &fixture.database.store;
    store
        .upsert_sites(&[seed.to_site().unwrap()])
        .await
        .unwrap();
    robots(&fixture, "bucket", "Crawl-delay: 0.4");
    // meanwhile another site is led there by a path that is tried
    let (sitemap, _) = site(&fixture, "late", "");
    fixture.site.set("bucket", "/late/sitemap.xml", sitemap);
    let target = StubReply::Redirect(302, fixture.site.url("bucket", "/late/sitemap.xml"));
    fixture.site.set("late", "/sitemap.xml", target);
    fixture.know("late").await;
    for _ in 0..2 {
        fixture.crawl().await;
    }
    for number in 0..STORIES {
        let requested = ["bucket", "late"].map(|name| fixture.requested(name));
        assert!(
            fixture.is_stored("late", &story(number)).await,
            "{requested:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_names_a_bounded_number_of_channels_elsewhere_and_the_rest_is_counted() {
    let fixture = Fixture::paper().await;
    let mut lines = String::new();
    for number in 0..130 {
        let path = format!("/{number}.xml");
        fixture.site.set(
            "bucket",
            &path,
            StubReply::Body("text/xml", "<urlset/>".to_owned()),
        );
        let _ = writeln!(lines, "Sitemap: {}", fixture.site.url("bucket", &path));
    }
    robots(&fixture, "paper", &lines);
    fixture.home(&[""; 0]);
    fixture.crawl().await;
    assert_eq!(fixture.requested("bucket").len(), 100);
    let store = &fixture.database.store;
    let site = store.sites().await.unwrap()[0].id.clone();
    let skipped = store.skipped(&site).await.unwrap();
    let beyond = skipped
        .iter()
        .find(|why| why.reason.contains("other domains"));
    assert_eq!(beyond.map(|why| why.urls), Some(30), "{skipped:?}");
    // a front page elsewhere is another site
    fixture.set(
        "/",
        StubReply::Redirect(301, fixture.site.url("parking", "/")),
    );
    fixture.pass_day().await;
    fixture.crawl().await;
    assert!(fixture.site.paths("parking").is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn useless_lines_of_robots_txt_leave_the_usual_paths_to_be_tried() {
    let fixture = Fixture::empty().await;
    let cases = [
        ("relative", "Sitemap: /maps/all.xml", "/maps/all.xml"),
        ("quoted", "Sitemap: \"/maps/all.xml\"", "/maps/all.xml"),
        ("bare", "sitemap:maps/all.xml", "/maps/all.xml"),
        ("dead", "Sitemap: /gone.xml", "/sitemap.xml"),
        (
            "twice",
            "Sitemap: /gone.xml\nSitemap: /broken.xml",
            "/sitemap_index.xml",
        ),
        ("empty", "Sitemap:", "/sitemap.xml"),
        (
            "placeholder",
            "Sitemap: http://parking.localhost:1/sitemap.xml",
            "/sitemap.xml",
        ),
    ];
    for (name, lines, path) in cases {
        let (sitemap, _) = site(&fixture, name, "");
        fixture.site.set(name, path, sitemap);
        fixture.site.set(
            name,
            "/broken.xml",
            StubReply::Page("<p>not found".to_owned()),
        );
        robots(&fixture, name, lines);
        fixture.know(name).await;
    }
    fixture.crawl().await;
    for (name, ..) in cases {
        for number in 0..STORIES {
            let is_stored = fixture.is_stored(name, &story(number)).await;
            assert!(is_stored, "{name}: {:?}", fixture.requested(name));
        }
    }
}
