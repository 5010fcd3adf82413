//! Sites whose seeds consist of the home page only.

use std::fmt::Write as _;

use chrono::{TimeDelta, Utc};
use crawl::{Seed, survey};
use store::Outcome;
use store::testing::age;
use testsite::{StubReply, StubSite};

use super::fixture::{Fixture, feed_link};

impl Fixture {
    pub(super) fn front(&self, head: &str, links: &[&str]) {
        let links = links.iter();
        let links = links.map(|link| format!("<a href=\"{link}\">{link}</a> "));
        let links: String = links.collect();
        let page = format!(
            "<!doctype html><html><head><title>Paper</title>{head}</head><body>{links}</body></html>"
        );
        self.set("/", StubReply::Page(page));
    }

    pub(super) fn articles(&self, paths: &[impl AsRef<str>]) {
        for path in paths {
            let path = path.as_ref();
            self.set(path, StubSite::article(path, None, &[]));
        }
    }

    /// A feed of these items, with their age in hours.
    pub(super) fn feed(&self, items: &[(&str, i64)]) -> StubReply {
        let mut out = String::from("<rss version=\"2.0\"><channel><title>Paper</title>");
        for (path, hours) in items {
            let date = (Utc::now() - TimeDelta::hours(*hours)).to_rfc2822();
            let url = self.site.url("paper", path);
            let _ = write!(
                out,
                "<item><title>{path}</title><link>{url}</link><pubDate>{date}</pubDate></item>"
            );
        }
        StubReply::Body("text/xml", out + "</channel></rss>")
    }

    fn sitemap(&self, kind: &str, paths: &[&str]) -> StubReply {
        let entry = if kind == "urlset" { "url" } else { "sitemap" };
        let urls = paths.iter().map(|path| self.site.url("paper", path));
        let urls = urls.map(|url| format!("<{entry}><loc>{url}</loc></{entry}>"));
        let urls: String = urls.collect();
        StubReply::Body("application/xml", format!("<{kind}>{urls}</{kind}>"))
    }

    /// All paths requested since `from`, in order.
    fn requested_since(&self, from: usize) -> Vec<String> {
        let log = self.site.log().into_iter().skip(from);
        log.map(|request| request.path).collect()
    }
}

fn is_guess(path: &str) -> bool {
    let marks = ["feed", "rss", "atom", "index.xml", "sitemap"];
    marks.iter().any(|mark| path.contains(mark))
}

#[tokio::test(flavor = "multi_thread")]
async fn channels_that_the_site_does_not_name_are_found_and_read_newest_first() {
    let fixture = Fixture::paper().await;
    let paths = ["/linked", "/new-1", "/new-2", "/new-3", "/old-1"];
    fixture.front("", &["/politics"]);
    fixture.articles(&paths);
    let section = StubReply::Page("<a href='/linked'>one</a>".to_owned());
    fixture.set("/politics", section);
    let feed = fixture.feed(&[("/new-1", 30), ("/new-3", 2), ("/new-2", 9)]);
    fixture.set("/feed.xml", feed);
    let index = fixture.sitemap("sitemapindex", &["/sitemap-1.xml"]);
    fixture.set("/sitemap.xml", index);
    let sitemap = fixture.sitemap("urlset", &["/new-1", "/old-1"]);
    fixture.set("/sitemap-1.xml", sitemap);
    fixture.crawl().await;
    fixture.assert_stored(&paths, "found").await;
    let mut news = fixture.requested_since(0);
    news.retain(|path| path.starts_with("/new-"));
    assert_eq!(news, ["/new-3", "/new-2", "/new-1"], "newest first");
}

/// Paths of articles.
fn numbered(part: &str, count: i64) -> Vec<String> {
    (0..count).map(|n| format!("/{part}/{n}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_pages_of_a_new_site_come_before_its_other_channels() {
    let fixture = Fixture::paper().await;
    let (news, old) = (numbered("news", 12), numbered("old", 3));
    let mut feeds: Vec<String> = (1..40).map(|n| format!("/feed-{n}.xml")).collect();
    for path in &feeds {
        fixture.set(path, fixture.feed(&[]));
    }
    let hours: Vec<(&str, i64)> = news.iter().map(String::as_str).zip(1..).collect();
    fixture.set("/feed", fixture.feed(&hours));
    let named = feeds.iter().map(String::as_str).chain(["/feed"]);
    let head: String = named.map(feed_link).collect();
    let linked: Vec<&str> = old.iter().map(String::as_str).collect();
    fixture.front(&head, &linked);
    fixture.articles(&linked);
    fixture.articles(&news);
    fixture.names_sitemap("/map.xml");
    fixture.set("/map.xml", fixture.sitemap("urlset", &linked));

    // the state after a crawl counts, whichever worker continues
    fixture.crawl_at_most(Some(5)).await;
    fixture.crawl_at_most(Some(8)).await;
    let requested = fixture.requested_since(0);
    assert_eq!(requested[3..5], ["/", "/feed"]);
    assert_eq!(requested[5..15], news[..10]);
    assert!(
        requested.len() == 16 && feeds.contains(&requested[15]),
        "{requested:?}"
    );

    fixture.crawl().await;
    let requested = fixture.requested_since(15);
    let is_page = |path: &&String| news.contains(path) || old.contains(path);
    let (mut pages, mut channels): (Vec<&String>, Vec<&String>) =
        requested.iter().partition(is_page);
    assert_eq!(channels.pop().unwrap(), "/map.xml");
    channels.sort();
    feeds.sort();
    assert_eq!(channels, feeds.iter().collect::<Vec<_>>());
    pages.sort();
    assert_eq!(
        pages,
        [&news[10..], &old].concat().iter().collect::<Vec<_>>()
    );
    // then as ever: the channels before what waits, but no more of them than pages
    let last_page = requested.iter().rposition(|path| is_page(&path)).unwrap();
    let before = requested[..last_page].iter().filter(is_page).count();
    assert!((5..=8).contains(&(last_page - before)), "{requested:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_site_without_a_feed_is_looked_at_by_the_links_of_its_front_page() {
    let fixture = Fixture::paper().await;
    let news = numbered("news", 6);
    let mut links: Vec<&str> = news.iter().map(String::as_str).collect();
    fixture.articles(&links);
    links.insert(0, "/gone");
    fixture.front("", &links);
    fixture.crawl().await;
    let mut requested = fixture.requested_since(0);
    requested[4..11].sort();
    assert_eq!(requested[4..11], links);
    // no page is waiting, so it is the other channels' turn
    let guesses = requested[11..].iter().filter(|path| is_guess(path)).count();
    assert_eq!((guesses, requested.len()), (14, 25), "{requested:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_names_its_channels_is_requested_no_others() {
    let fixture = Fixture::paper().await;
    fixture.front(
        "<link rel=alternate type='application/feed+json' href='/news'>",
        &[],
    );
    let json = format!(
        r#"{{"version":"https://jsonfeed.org/version/1.1","items":[{{"id":"1","url":"{}"}}]}}"#,
        fixture.site.url("paper", "/one")
    );
    fixture.set("/news", StubReply::Body("application/json", json));
    fixture.names_sitemap("/map.txt");
    let lines = ["/two\n", "/one\n"].map(|path| fixture.site.url("paper", path));
    let lines = lines.concat();
    fixture.set("/map.txt", StubReply::Body("text/plain", lines));
    fixture.articles(&["/one", "/two"]);
    fixture.crawl().await;
    let mut requested = fixture.requested_since(0);
    requested.retain(|path| !path.starts_with("/.well-known") && path != "/ai.txt");
    requested.sort_unstable();
    let wanted = ["/", "/map.txt", "/news", "/one", "/robots.txt", "/two"];
    assert_eq!(requested, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_is_guessed_if_the_front_page_leads_nowhere_is_refused_or_is_busy_for_three_nights()
{
    for (front, nights) in [
        ("itself", 1),
        ("elsewhere", 1),
        ("forbidden", 1),
        ("401", 1),
        ("403", 1),
        ("404", 1),
        ("500", 1),
        ("503", 3),
    ] {
        let fixture = Fixture::paper().await;
        let answer = match front {
            "itself" => StubReply::Redirect(302, fixture.site.url("paper", "/")),
            "elsewhere" => StubReply::Redirect(302, fixture.site.url("consent", "/")),
            "forbidden" => {
                fixture.robots_txt("User-agent: *\nDisallow: /$\n");
                StubReply::Page("<p>Paper".to_owned())
            }
            status => StubReply::Status(status.parse().unwrap()),
        };
        fixture.set("/", answer);
        fixture.set("/feed", fixture.feed(&[("/a-story-of-the-town", 1)]));
        fixture.articles(&["/a-story-of-the-town"]);
        for night in 1..=nights {
            fixture.crawl().await;
            let is_there = fixture.is_stored("paper", "/a-story-of-the-town").await;
            assert_eq!(is_there, night == nights, "{front}, night {night}");
            fixture.pass_day().await;
        }
    }
    for (robots, status) in [("", 429), ("User-agent: *\nDisallow: /\n", 200)] {
        let fixture = Fixture::paper().await;
        fixture.robots_txt(robots);
        fixture.set("/", StubReply::Status(status));
        fixture.set("/feed", fixture.feed(&[]));
        fixture.crawl().await;
        assert_eq!(fixture.times("/feed"), 0, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_guess_is_requested_that_robots_txt_forbids() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    let robots = "User-agent: *\nDisallow: /feed\nDisallow: /rss\nDisallow: /sitemap\n";
    fixture.robots_txt(robots);
    fixture.crawl().await;
    let mut guesses = fixture.requested_since(0);
    guesses.retain(|path| is_guess(path));
    guesses.sort_unstable();
    let allowed = "/atom.xml /index.xml /news-sitemap.xml /wp-sitemap.xml";
    assert_eq!(guesses.join(" "), allowed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guess_that_is_redirected_to_the_home_page_is_wrong() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    let to = |status, path| StubReply::Redirect(status, fixture.site.url("paper", path));
    fixture.set("/feed", to(302, "/"));
    fixture.set("/sitemap.xml", to(302, "/"));
    fixture.set("/rss.xml", to(301, "/RSS/all.xml"));
    fixture.set("/RSS/all.xml", fixture.feed(&[("/one", 1)]));
    fixture.articles(&["/one"]);
    fixture.crawl().await;
    for (path, times) in [
        ("/", 1),
        ("/sitemap_index.xml", 1),
        ("/one", 1),
        ("/feed.json", 0),
    ] {
        assert_eq!(fixture.times(path), times, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_and_sitemaps_are_recognised_by_their_content() {
    let fixture = Fixture::paper().await;
    // a feed where robots.txt promises a sitemap, a sitemap where a link tag promises a feed, and others that are
    // linked as pages
    let links = ["/politics.rss", "/archive.xml", "/all77.php"];
    fixture.front(&feed_link("/news.xml"), &links);
    fixture.names_sitemap("/recent.xml");
    fixture.set("/recent.xml", fixture.feed(&[("/one", 1)]));
    fixture.set("/news.xml", fixture.sitemap("urlset", &["/two"]));
    fixture.set("/politics.rss", fixture.feed(&[("/three", 1)]));
    fixture.set("/archive.xml", fixture.sitemap("urlset", &["/four"]));
    let StubReply::Body(_, feed) = fixture.feed(&[("/five", 1)]) else {
        panic!("no feed");
    };
    fixture.set("/all77.php", StubReply::Body("text/plain", feed));
    let paths = ["/one", "/two", "/three", "/four", "/five"];
    fixture.articles(&paths);
    fixture.crawl().await;
    fixture.assert_stored(&paths, "found").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_finds_what_the_site_does_not_name() {
    let fixture = Fixture::paper().await;
    fixture.front("", &[]);
    fixture.set("/rss.xml", fixture.feed(&[("/one", 1)]));
    let seed = Seed::from_home(&fixture.site.url("paper", "/")).unwrap();
    let found = survey(&fixture.settings, &seed).await.unwrap();
    let of = |path: &str| {
        let url = fixture.site.url("paper", path);
        let mut channels = found.channels.iter();
        channels.find(|channel| channel.url == url)
    };
    let feed = of("/rss.xml").unwrap();
    let read = (feed.outcome, feed.entries, feed.named_by, feed.format);
    assert_eq!(read, (Outcome::Fetched, 1, "guess", Some("RSS")));
    assert!(of("/feed").is_none(), "what is not there is not listed");
    assert_eq!(fixture.times("/feed"), 1);
    assert_eq!(fixture.times("/atom.xml"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_ends_when_the_site_asks_for_fewer_requests() {
    let fixture = Fixture::paper().await;
    let url = |path: &str| fixture.site.url("paper", path);
    let mut robots = String::new();
    for number in 0..50 {
        let _ = writeln!(robots, "Sitemap: {}", url(&format!("/{number}.xml")));
    }
    fixture.robots_txt(&robots);
    fixture.set("/feed/0", StubReply::Status(429));
    let mut seed = Seed::from_home(&url("/")).unwrap();
    seed.feeds = (0..20)
        .map(|number| url(&format!("/feed/{number}")))
        .collect();
    let requested = async |home: StubReply| {
        fixture.set("/", home);
        let before = fixture.requested_since(0).len();
        let found = survey(&fixture.settings, &seed).await.unwrap();
        (fixture.requested_since(before), found.ended_early())
    };
    let fewer = Some("the site asks for fewer requests");
    let closed = requested(StubReply::Status(429)).await;
    assert_eq!(closed, (vec!["/robots.txt".into(), "/".into()], fewer));
    let open = requested(StubReply::Page("<p>Paper".to_owned())).await;
    let paths = ["/robots.txt", "/", "/feed/0"].map(str::to_owned);
    assert_eq!(open, (paths.to_vec(), fewer));
    // a usual path that is tried
    seed.feeds.clear();
    fixture.set("/robots.txt", StubReply::Status(404));
    fixture.set("/feed", StubReply::Status(429));
    let before = fixture.requested_since(0).len();
    let found = survey(&fixture.settings, &seed).await.unwrap();
    assert_eq!(found.ended_early(), fewer);
    assert_eq!(fixture.requested_since(before).last().unwrap(), "/feed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_requested_is_counted_with_its_reason() {
    let fixture = Fixture::without_guesses("paper").await;
    let article = "/news/beef-recall-expands-to-three-states-2019-05-23/";
    let links = [
        article,
        "/kalender/2019/05/23",
        "/kalender/2019/05/24",
        "/suche?q=berlin",
        "/private/story",
        "https://elsewhere.example/story",
    ];
    fixture.home(&links);
    for path in &links[..5] {
        fixture.page(path, None);
    }
    fixture.robots_txt("User-agent: *\nDisallow: /private/");
    fixture.crawl().await;
    let skipped = async |site: &str| fixture.database.store.skipped(site).await.unwrap();
    let site = fixture.database.store.sites().await.unwrap()[0].id.clone();
    let counts = skipped(&site).await;
    let counts: Vec<(&str, i64)> = counts.iter().map(|c| (c.reason.as_str(), c.urls)).collect();
    let wanted = [
        ("calendar", 2),
        ("another site", 1),
        ("disallowed by robots.txt", 1),
        ("search, account or print", 1),
    ];
    assert_eq!(counts, wanted);
    assert_eq!(fixture.times(article), 1);
    let elsewhere = &skipped(&site).await[1].examples;
    assert_eq!(*elsewhere, ["https://elsewhere.example/story"]);
    fixture.make_due().await;
    fixture.crawl().await;
    assert_eq!(skipped(&site).await[0].urls, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn former_addresses_of_channels_fade_out_and_named_ones_do_not() {
    let fixture = Fixture::without_guesses("paper").await;
    fixture.articles(&["/one"]);
    fixture.set("/weekly.xml", fixture.feed(&[("/one", 2)]));
    let mut last = 0;
    for night in 0..8 {
        // a feed and a sitemap with a new address every night, beside a feed that has nothing new and one that moves
        let feeds = ["/weekly.xml", &format!("/feed/{night}"), "/moved"];
        let head = feeds.map(feed_link).concat();
        fixture.front(&head, &[]);
        let map = format!("/map/{night}");
        fixture.names_sitemap(&map);
        let target = format!("/target/{night}");
        let moved = StubReply::Redirect(302, fixture.site.url("paper", &target));
        fixture.set("/moved", moved);
        fixture.set(&map, fixture.sitemap("urlset", &["/one"]));
        for path in [&target, &format!("/feed/{night}")] {
            fixture.set(path, fixture.feed(&[("/one", 2)]));
        }
        fixture.make_due().await;
        last = fixture.requested_since(0).len();
        fixture.crawl().await;
        age(&fixture.database.store, 25).await.unwrap();
    }
    let requested = fixture.requested_since(last);
    for folder in ["/feed/", "/map/"] {
        assert!(requested.contains(&format!("{folder}7")), "{requested:?}");
        let of_folder = requested.iter().filter(|path| path.starts_with(folder));
        // those of the first, fifth, seventh and eighth night
        assert!(of_folder.count() <= 5, "{folder} of {requested:?}");
    }
    for path in ["/weekly.xml", "/moved"] {
        assert_eq!(fixture.times(path), 8, "{path}");
    }
}
