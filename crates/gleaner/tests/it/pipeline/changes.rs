//! Requests of the second and the third night, by the server's log: unchanged pages are not sent again, changed pages
//! are sent once, and new ones are found by one fetch of each channel.

use std::collections::{BTreeMap, HashSet};

use testsite::{Newsroom, Request, Settings};

use super::World;

/// Responses without validators, which rules out conditional requests: a slow page, a broken one, an endless one, and a bot wall.
const NO_VALIDATORS: [&str; 4] = ["/wetterkamera", "/half.php", "/stream", "/check"];
/// Files that are requested once a day, not once a night.
const DAILY: [&str; 3] = ["/robots.txt", "/ai.txt", "/.well-known/tdmrep.json"];

/// The requests of a night by address, in order.
fn by_url(newsroom: &Newsroom, log: &[Request]) -> BTreeMap<String, Vec<Request>> {
    let mut urls: BTreeMap<String, Vec<Request>> = BTreeMap::new();
    for request in log {
        let (host, path) = (&request.host, &request.path);
        let url = format!("http://{host}:{}{path}", newsroom.port());
        urls.entry(url).or_default().push(request.clone());
    }
    urls
}

/// Whole bodies sent for an address.
fn bodies(requests: &BTreeMap<String, Vec<Request>>, url: &str) -> usize {
    let requests = requests.get(url).into_iter().flatten();
    requests.filter(|request| request.status == 200).count()
}

/// Channels by which news is found: front pages, feeds, news sitemaps. Each is fetched once a night.
fn is_channel(request: &Request) -> bool {
    let path = request.path.as_str();
    path == "/"
        || ["feed", "rss", "atom", "news"]
            .iter()
            .any(|word| path.contains(word))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_unchanged_is_not_sent_again_and_what_changed_is_sent_once() {
    let world = World::new(Settings::default()).await;
    let newsroom = &world.newsroom;
    let night = ["nightly", "--seeds", "newsroom.toml"];
    world.ok(&night).await;
    let first: HashSet<String> = by_url(newsroom, &newsroom.log()).into_keys().collect();

    // Nothing has changed since: every address is requested conditionally, or not at all.
    newsroom.clear_log();
    world.ok(&night).await;
    let log = newsroom.log();
    assert!(log.iter().filter(|request| request.status == 304).count() > 50);
    for request in &log {
        let path = request.path.as_str();
        assert!(!DAILY.contains(&path), "{}{path} so soon", request.host);
        assert!(
            request.status != 200 || NO_VALIDATORS.contains(&path),
            "{}{} has not changed and was sent again",
            request.host,
            request.path
        );
    }
    for (url, requests) in by_url(newsroom, &log) {
        assert_eq!(requests.len(), 1, "{url} was asked for more than once");
    }

    // The next day.
    let changes = newsroom.advance();
    newsroom.clear_log();
    world.ok(&night).await;
    let log = newsroom.log();
    let requested = by_url(newsroom, &log);
    for (url, requests) in &requested {
        assert_eq!(requests.len(), 1, "{url} was asked for more than once");
    }
    assert!(!changes.new.is_empty() && !changes.updated.is_empty());
    for url in changes.new.iter().chain(&changes.updated) {
        assert_eq!(bodies(&requested, url), 1, "{url} is new or changed");
    }
    for (from, to) in &changes.moved {
        assert!(
            requested
                .get(from)
                .is_none_or(|requests| requests[0].status == 301),
            "{from}"
        );
        assert_eq!(bodies(&requested, to), 1, "{to} is where {from} has gone");
    }
    for url in &changes.withdrawn {
        assert!(
            requested
                .get(url)
                .is_none_or(|requests| requests[0].status == 410),
            "{url}"
        );
    }
    let touched: HashSet<&String> = changes.new.iter().chain(&changes.updated).collect();
    for article in newsroom.expected().articles {
        let moved = changes.moved.iter().any(|(_, to)| *to == article.url);
        if !touched.contains(&article.url) && !moved {
            assert_eq!(
                bodies(&requested, &article.url),
                0,
                "{} has not changed",
                article.url
            );
        }
    }
    // New pages were unknown before and were found by the one fetch of each channel of their host.
    for url in &changes.new {
        assert!(!first.contains(url), "{url} is not new");
        let request = &requested[url][0];
        let before = log
            .iter()
            .take_while(|other| other.started < request.started);
        let channels = before.filter(|other| other.host == request.host && is_channel(other));
        assert!(
            channels.count() > 0,
            "{url} was asked for before any channel named it"
        );
    }
}
