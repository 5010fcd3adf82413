//! Sites some of whose URLs refuse, for nights: the others are requested all the same.

use std::fmt::Write as _;

use chrono::{TimeDelta, Utc};
use reqwest::header::{HeaderName, RETRY_AFTER};
use store::testing::age;
use testsite::{StubReply, StubSite};

use super::fixture::{Fixture, feed_link};

const NIGHTS: usize = 14;
/// The nights on which channels refuse.
const REFUSED: std::ops::RangeInclusive<usize> = 1..=9;
/// New articles of a site per night.
const PER_NIGHT: usize = 3;

/// A site: its name, its feeds and sitemaps, and how those answer that refuse.
struct Refusing {
    name: &'static str,
    feeds: &'static [&'static str],
    sitemaps: &'static [&'static str],
    refuses: &'static str,
    answer: StubReply,
}

fn article(night: usize, number: usize) -> String {
    format!("/news/the-council-of-the-town-meets-on-night-{night}-about-matter-{number}.html")
}

fn item(night: usize) -> String {
    format!("/news/only-the-feed-or-the-sitemap-names-this-on-night-{night}.html")
}

impl Refusing {
    /// Sets the answers of one night. The front page names the articles of this night; channels name another one, unless they refuse.
    fn set(&self, fixture: &Fixture, night: usize) {
        let (site, name) = (&fixture.site, self.name);
        let url = |path: &str| site.url(name, path);
        let mut robots = String::from("User-agent: *\nAllow: /\n");
        for path in self.sitemaps {
            let _ = writeln!(robots, "Sitemap: {}", url(path));
        }
        site.set(name, "/robots.txt", StubReply::Body("text/plain", robots));
        let mut front = String::from("<!doctype html><title>Paper</title>");
        for path in self.feeds {
            front += &feed_link(path);
        }
        for number in 0..PER_NIGHT {
            let path = article(night, number);
            let _ = write!(front, "<a href='{path}'>Report {number}</a>");
            let page = StubSite::article(&format!("{name} {path}"), None, &[]);
            site.set(name, &path, page);
        }
        site.set(name, "/", StubReply::Page(front));
        let path = item(night);
        let page = StubSite::article(&format!("{name} {path}"), None, &[]);
        site.set(name, &path, page);
        let date = (Utc::now() - TimeDelta::hours(1)).to_rfc2822();
        let feed = format!(
            "<rss><channel><item><title>News</title><link>{}</link><pubDate>{date}</pubDate></item></channel></rss>",
            url(&path)
        );
        let sitemap = format!("<urlset><url><loc>{}</loc></url></urlset>", url(&path));
        for path in self.feeds {
            site.set(name, path, StubReply::Body("text/xml", feed.clone()));
        }
        for path in self.sitemaps {
            let sitemap = StubReply::Body("text/xml", sitemap.clone());
            site.set(name, path, sitemap);
        }
        if REFUSED.contains(&night) && (self.refuses != "/" || night > 1) {
            let all = [self.feeds, self.sitemaps, &["/"]].concat();
            for path in all.into_iter().filter(|path| self.is_refused(path)) {
                site.set(name, path, self.answer.clone());
            }
        }
    }

    fn is_refused(&self, path: &str) -> bool {
        if self.refuses == "/" {
            path == "/"
        } else {
            path.starts_with(self.refuses)
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_channel_answers_for_nights_costs_its_site_no_article() {
    const FEED: &[&str] = &["/rss/home.xml"];
    const FEEDS: &[&str] = &["/rss/a", "/rss/b", "/rss/c", "/rss/d", "/rss/e", "/rss/f"];
    const MAP: &[&str] = &["/map/1.xml"];
    const MAPS: &[&str] = &["/map/1", "/map/2", "/map/3", "/map/4", "/map/5", "/map/6"];
    let challenge = StubReply::Header(403, HeaderName::from_static("cf-mitigated"), "challenge");
    let later = |status| StubReply::Header(status, RETRY_AFTER, "3600");
    let site = |name, feeds, sitemaps, refuses, answer| Refusing {
        name,
        feeds,
        sitemaps,
        refuses,
        answer,
    };
    let sites = [
        site("feed503", FEED, MAP, "/rss", StubReply::Status(503)),
        site("feed429", FEED, &[], "/rss", later(429)),
        site("feed403", FEEDS, &[], "/rss", StubReply::Status(403)),
        site("feed500", FEEDS, MAP, "/rss", StubReply::Status(500)),
        site("wall", FEED, &[], "/rss", challenge.clone()),
        site("map503", &[], MAPS, "/map", StubReply::Status(503)),
        site("mapra", FEED, MAPS, "/map", later(503)),
        site("map429", &[], MAP, "/map", StubReply::Status(429)),
        site("mapwall", &[], MAPS, "/map", challenge),
        site("front503", FEED, &[], "/", StubReply::Status(503)),
        site("front403", FEED, MAP, "/", StubReply::Status(403)),
        site("front429", &[], MAP, "/", later(429)),
    ];
    let mut fixture = Fixture::empty().await;
    fixture.settings.well_known_channels = false;
    for site in &sites {
        fixture.know(site.name).await;
    }
    for night in 1..=NIGHTS {
        if night > 1 {
            fixture.pass_day().await;
        }
        let mut before = Vec::new();
        for site in &sites {
            site.set(&fixture, night);
            before.push(fixture.site.paths(site.name).len());
        }
        fixture.crawl().await;
        for (site, before) in sites.iter().zip(before) {
            let requested = fixture.site.paths(site.name).split_off(before);
            let name = site.name;
            let refuses = REFUSED.contains(&night) && night > 1;
            let wanted = if refuses && site.refuses == "/" {
                vec![item(night)]
            } else {
                (0..PER_NIGHT).map(|n| article(night, n)).collect()
            };
            for path in &wanted {
                let is_stored = fixture.is_stored(name, path).await;
                assert!(is_stored, "{name}, night {night}: {requested:?}");
            }
            if refuses && site.refuses != "/" {
                let page = requested.iter().position(|path| path.starts_with("/news/"));
                let asked = requested.iter().position(|path| site.is_refused(path));
                assert!(
                    asked.is_none_or(|at| Some(at) > page),
                    "{name}, night {night}: {requested:?}"
                );
            }
        }
    }
    // a channel that answers 403 rests for as long again as it did
    let is_back = |site: &&Refusing| site.refuses != "/" && site.name != "feed403";
    for site in sites.iter().filter(is_back) {
        let is_stored = fixture.is_stored(site.name, &item(NIGHTS)).await;
        assert!(is_stored, "{}: its channels are back", site.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_refuses_concerns_itself_and_two_of_them_the_host() {
    let challenge = StubReply::Header(403, HeaderName::from_static("cf-mitigated"), "challenge");
    for refusal in [
        StubReply::Header(429, RETRY_AFTER, "3600"),
        StubReply::Header(503, RETRY_AFTER, "7200"),
        StubReply::Status(429),
        StubReply::Status(503),
        challenge,
    ] {
        let fixture = Fixture::without_guesses("paper").await;
        let paths: Vec<String> = (0..6).map(|n| article(1, n)).collect();
        fixture.articles(&paths);
        fixture.set(&paths[0], refusal.clone());
        fixture.home(&paths);
        fixture.crawl().await;
        let case = format!("{refusal:?}");
        fixture.assert_stored(&paths[1..], &case).await;
        assert_eq!(fixture.cooldown().await, None, "{refusal:?}");
        // the next night, every page refuses
        let more: Vec<String> = (0..6).map(|n| article(2, n)).collect();
        for path in paths.iter().chain(&more) {
            fixture.set(path, refusal.clone());
        }
        fixture.home(&more);
        fixture.pass_day().await;
        let before = fixture.requested("paper").len();
        fixture.crawl().await;
        let requested = fixture.requested("paper");
        let number = requested.len() - before;
        assert_eq!(number, 1 + 2, "{refusal:?}: {requested:?}");
        let cooldown = fixture.cooldown().await;
        assert!(
            matches!(cooldown.as_deref(), Some("busy" | "blocked")),
            "{refusal:?}: {cooldown:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_pause_that_a_channel_names_keeps_no_page_from_its_visit() {
    for status in [429, 503] {
        let fixture = Fixture::without_guesses("paper").await;
        let (story, map) = (article(1, 0), "/map.xml");
        fixture.page(&story, None);
        fixture.home(&[&story]);
        fixture.set(map, StubReply::Header(status, RETRY_AFTER, "30"));
        fixture.names_sitemap(map);
        fixture.crawl().await;
        assert!(fixture.is_stored("paper", &story).await, "{status}");
        assert_eq!(fixture.cooldown().await, None, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_pause_that_a_page_names_is_one_of_its_host() {
    let fixture = Fixture::without_guesses("paper").await;
    let paths = [0, 1, 2].map(|number| article(1, number));
    fixture.home(&paths);
    for path in &paths {
        fixture.set(path, StubReply::Header(429, RETRY_AFTER, "30"));
    }
    fixture.crawl().await;
    let requested = fixture.requested("paper");
    assert_eq!(requested.len(), 1 + 1, "nothing after it: {requested:?}");
    assert_eq!(fixture.cooldown().await.as_deref(), Some("busy"));
    fixture.articles(&paths);
    // as if the pause had passed
    age(&fixture.database.store, 1).await.unwrap();
    fixture.crawl().await;
    fixture.assert_stored(&paths, "afterwards").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_pages_that_refuse_every_night_keep_neither_known_nor_other_new_pages_from_their_visits()
 {
    let challenge = StubReply::Header(403, HeaderName::from_static("cf-mitigated"), "challenge");
    for refusal in [
        StubReply::Status(403),
        StubReply::Status(500),
        StubReply::Status(503),
        StubReply::Status(429),
        challenge,
    ] {
        let fixture = Fixture::without_guesses("paper").await;
        let mut known = Vec::new();
        for night in 1..=3 {
            if night > 1 {
                fixture.pass_day().await;
            }
            known.extend((0..PER_NIGHT).map(|number| article(night, number)));
            let refused = (0..10)
                .map(|n| format!("/plus/only-readers-who-pay-read-{n}-of-night-{night}.html"));
            let refused: Vec<String> = refused.collect();
            for path in &refused {
                fixture.set(path, refusal.clone());
            }
            fixture.articles(&known);
            fixture.home(&[refused, known.clone()].concat());
            fixture.crawl().await;
            for (n, path) in known.iter().enumerate() {
                let nights = night - n / PER_NIGHT;
                assert_eq!(
                    fixture.times(path),
                    nights,
                    "{refusal:?}, night {night}: {path}"
                );
            }
            let requested = fixture.requested("paper");
            let refused = requested.iter().filter(|path| path.starts_with("/plus/"));
            assert!(refused.count() <= 7 * night, "{refusal:?}: {requested:?}");
        }
    }
}
