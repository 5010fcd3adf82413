//! Crawls of the hostile newsroom. Each nuisance ends with a specific outcome and within bounds, and ordinary
//! pages beside it are still fetched. The server's own log counts the requests.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

use std::time::Duration;

use crawl::{Plan, Seed, Settings, crawl};
use store::testing::{TestDatabase, age, visited};
use testsite::{Hostile, Request};
use tokio_util::sync::CancellationToken;

/// Maximum bytes of a body here.
const BODY: usize = 300_000;
/// Maximum bytes of memory of this process, which runs all these tests: a bomb of 10 GiB must not be decompressed.
const MEMORY: u64 = 600 << 20;

/// The result of crawling one host.
struct Crawled {
    site: Hostile,
    host: String,
    database: TestDatabase,
    settings: Settings,
    /// URL, outcome and remark of each visit, in order.
    visits: Vec<(String, String, Option<String>)>,
}

async fn crawled(scenario: &str) -> Crawled {
    crawled_with(scenario, |_| {}).await
}

async fn crawled_with(scenario: &str, set: impl FnOnce(&mut Settings)) -> Crawled {
    let site = Hostile::start().unwrap();
    let database = store::testing::database().await;
    let seed = Seed::from_home(&site.url(scenario, "/")).unwrap();
    let sites = [seed.to_site().unwrap()];
    database.store.upsert_sites(&sites).await.unwrap();
    let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = Duration::ZERO;
    settings.timeout = Duration::from_millis(2_500);
    settings.idle_timeout = Duration::from_millis(1_500);
    settings.max_body_bytes = BODY;
    set(&mut settings);
    let mut crawled = Crawled {
        site,
        host: format!("{scenario}.localhost"),
        database,
        settings,
        visits: Vec::new(),
    };
    crawled.crawl().await;
    crawled
}

impl Crawled {
    async fn crawl(&mut self) {
        let plan = Plan {
            patience: Duration::from_secs(1),
            max_duration: Some(Duration::from_mins(2)),
            ..Plan::new("test")
        };
        let (store, stop) = (&self.database.store, CancellationToken::new());
        crawl(store, &self.settings, &plan, &stop, &mut |_| {})
            .await
            .unwrap();
        self.visits = visited(store).await.unwrap();
    }

    /// The outcome of the first visit to a path of the host.
    fn outcome(&self, path: &str) -> &str {
        let scenario = self.host.trim_end_matches(".localhost");
        let url = self.site.url(scenario, path);
        let visit = self.visits.iter().find(|(visited, ..)| *visited == url);
        visit.map_or("not visited", |(_, outcome, _)| outcome)
    }

    /// The requests for paths of the host with this prefix.
    fn requests(&self, prefix: &str) -> Vec<Request> {
        let log = self.site.log().into_iter();
        log.filter(|request| request.host == self.host && request.path.starts_with(prefix))
            .collect()
    }

    /// Ordinary pages were fetched, and no other host was contacted.
    #[track_caller]
    fn survived(&self) {
        for path in ["/ordinary/1", "/ordinary/2"] {
            assert_eq!(self.outcome(path), "fetched", "{path}: {:#?}", self.visits);
        }
        let log = self.site.log();
        let foreign = log.iter().find(|request| request.host != self.host);
        assert!(foreign.is_none(), "{foreign:?}");
        let peak = peak_memory();
        assert!(peak < MEMORY, "{} MiB were needed", peak >> 20);
    }
}

/// Peak memory of this process, in bytes; 0 without `/proc`.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    kibibytes.unwrap_or(0_u64) << 10
}

#[tokio::test(flavor = "multi_thread")]
async fn bombs_of_ten_gibibytes_are_stopped_at_the_limit() {
    for scenario in ["gzip-bomb", "brotli-bomb", "zstd-bomb"] {
        let crawled = crawled(scenario).await;
        assert_eq!(crawled.outcome("/bomb"), "too_large", "{scenario}");
        let bombs = crawled.requests("/bomb");
        assert_eq!(bombs.len(), 1);
        assert!(
            bombs[0].bytes < 9 << 20,
            "{scenario}: {} bytes were taken",
            bombs[0].bytes
        );
        crawled.survived();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_and_overlong_bodies_are_cut_off_early() {
    for (scenario, path) in [("endless-body", "/stream"), ("boaster", "/announced")] {
        let crawled = crawled(scenario).await;
        assert_eq!(crawled.outcome(path), "too_large", "{scenario}");
        let sent = crawled.requests(path)[0].bytes;
        assert!(sent < 64 << 20, "{scenario}: {sent} bytes were sent");
        crawled.survived();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_slow_with_head_or_body_is_not_waited_for() {
    for (scenario, path) in [
        ("trickle", "/drop"),
        ("slow-head", "/slow"),
        ("silent", "/silence"),
    ] {
        let crawled = crawled(scenario).await;
        assert_eq!(
            crawled.outcome(path),
            "timeout",
            "{scenario}: {:#?}",
            crawled.visits
        );
        crawled.survived();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_pages_are_failures_and_never_stored() {
    let crawled = crawled("broken-off").await;
    for path in ["/half", "/reset", "/chunk", "/damaged"] {
        let outcome = crawled.outcome(path);
        assert!(
            ["unreachable", "malformed"].contains(&outcome),
            "{path}: {outcome}"
        );
        let url = crawled.site.url("broken-off", path);
        let page = crawled.database.store.page_of_url(&url).await.unwrap();
        assert!(page.is_none(), "{path} was stored");
    }
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_nobody_asked_for_is_not_taken_for_the_next_page() {
    let crawled = crawled("smuggler").await;
    for (path, about) in [("/more", "what was announced"), ("/victim", "the victim")] {
        let url = crawled.site.url("smuggler", path);
        if let Some(page) = crawled.database.store.page_of_url(&url).await.unwrap() {
            let body = String::from_utf8(page.body).unwrap();
            assert!(
                body.contains(about) && !body.contains("Poison"),
                "{path}: {body}"
            );
        }
    }
    assert_eq!(crawled.outcome("/victim"), "fetched");
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn heads_without_end_are_too_large_and_other_protocols_malformed() {
    for (scenario, paths, wanted) in [
        ("endless-head", ["/many", "/long"], "too_large"),
        ("no-http", ["/greeting", "/status"], "malformed"),
    ] {
        let crawled = crawled(scenario).await;
        for path in paths {
            assert_eq!(
                crawled.outcome(path),
                wanted,
                "{path}: {:#?}",
                crawled.visits
            );
            let sent = crawled.requests(path)[0].bytes;
            assert!(sent < 16 << 20, "{path}: {sent} bytes were sent");
        }
        crawled.survived();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_in_circles_and_without_end_are_followed_a_few_steps() {
    let crawled = crawled("circle").await;
    for path in ["/a", "/b", "/self"] {
        let requests = crawled
            .requests(path)
            .iter()
            .filter(|r| r.path == path)
            .count();
        assert!(requests <= 2, "{path}: {requests} requests");
    }
    let chain = crawled.requests("/chain/").len();
    assert!((1..=20).contains(&chain), "{chain} requests");
    let named = |outcome: &str| {
        crawled
            .visits
            .iter()
            .filter(|visit| visit.1 == outcome)
            .count()
    };
    assert!(named("redirect_loop") > 0, "{:#?}", crawled.visits);
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_lead_neither_inwards_nor_to_strangers() {
    let crawled = crawled_with("inward", |settings| {
        // Only the names are allowed, not the address itself.
        settings.private_hosts = vec!["inward.localhost".to_owned()];
    })
    .await;
    let log = crawled.site.log();
    let inside = log
        .iter()
        .find(|request| request.path.starts_with("/inside"));
    assert!(inside.is_none(), "{inside:?}");
    for path in [
        "/metadata",
        "/loopback",
        "/six",
        "/mapped",
        "/decimal",
        "/file",
        "/nonsense",
        "/elsewhere",
    ] {
        let outcome = crawled.outcome(path);
        assert!(
            ["redirected", "malformed", "skipped"].contains(&outcome),
            "{path}: {outcome}"
        );
        assert_eq!(crawled.requests(path).len(), 1, "{path}");
    }
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_wall_costs_a_few_requests() {
    let crawled = crawled("cookie-door").await;
    let requests = crawled.requests("/door").len() + crawled.requests("/paper").len();
    assert!(requests <= 6, "{requests} requests: {:#?}", crawled.visits);
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn bot_challenges_are_recognised_and_those_with_status_200_do_no_harm() {
    let mut crawled = crawled("faces").await;
    // two challenges in a row end the crawl of the host for a night
    age(&crawled.database.store, 24).await.unwrap();
    crawled.crawl().await;
    for (path, wanted) in [
        ("/challenge", "challenge"),
        ("/wall", "challenge"),
        ("/consent", "fetched"),
        ("/shell", "fetched"),
    ] {
        let (outcome, requests) = (crawled.outcome(path), crawled.requests(path).len());
        // After a challenge the host may be in cooldown.
        assert!(
            outcome == wanted || requests == 0,
            "{path}: {outcome}, {requests} requests"
        );
    }
    let named = crawled.visits.iter().filter(|visit| visit.1 == "challenge");
    assert!(named.count() > 0, "{:#?}", crawled.visits);
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_half_mebibyte_of_a_long_robots_txt_counts() {
    let crawled = crawled("long-robots").await;
    assert_eq!(crawled.outcome("/early"), "disallowed");
    assert!(crawled.requests("/early").is_empty());
    let sent = crawled.requests("/robots.txt")[0].bytes;
    assert!(sent <= 6 << 20, "{sent}");
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robots_txt_that_is_a_page_or_always_elsewhere_forbids_nothing() {
    for scenario in ["html-robots", "moving-robots"] {
        let crawled = crawled(scenario).await;
        let hops = crawled.requests("/robots/").len();
        assert!(
            hops <= 5,
            "RFC 9309 asks for five redirects at least, not for {hops}"
        );
        if scenario == "moving-robots" {
            crawled.survived();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robots_txt_that_never_ends_closes_the_host() {
    let crawled = crawled("dripping-robots").await;
    let log = crawled.site.log();
    assert!(
        !log.is_empty() && log.iter().all(|request| request.path == "/robots.txt"),
        "{log:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemaps_that_explode_or_go_in_circles_are_bounded() {
    for (scenario, prefix, at_most) in [
        ("sitemap-bomb", "/sitemap.xml.gz", 1),
        ("sitemap-circle", "/index-", 300),
        ("sitemap-laughs", "/sitemap.xml", 1),
    ] {
        let crawled = crawled(scenario).await;
        let requests = crawled.requests(prefix).len();
        assert!(
            (1..=at_most).contains(&requests),
            "{scenario}: {requests} requests"
        );
        assert!(
            crawled.visits.len() < 400,
            "{scenario}: {} visits",
            crawled.visits.len()
        );
        crawled.survived();
    }
}

/// The number of rows that a query gives.
async fn count(crawled: &Crawled, of: &str) -> i64 {
    let rows = format!("select count(*) as rows from {of}");
    let rows = store::testing::rows(&crawled.database.store, &rows).await;
    rows.unwrap()[0]["rows"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn sitemaps_without_end_fill_neither_frontier_nor_disk_and_the_newest_pages_stay() {
    let crawled = crawled_with("sitemap-flood", |settings| {
        settings.max_body_bytes = 5 << 20;
        settings.max_pages_per_site = 60;
    })
    .await;
    let sitemaps = crawled.requests("/flood-").len();
    assert!(sitemaps >= 10, "{sitemaps} sitemaps were read");
    let known = count(&crawled, "seen").await;
    assert!((15_000..20_200).contains(&known), "{known} URLs are known");
    // of the newest sitemap that was read, every page is known; of the oldest, none that was not requested
    let numbers = crawled.requests("/flood-").into_iter();
    let numbers =
        numbers.filter_map(|request| request.path[7..].trim_end_matches(".xml").parse().ok());
    let read: std::collections::BTreeSet<u64> = numbers.collect();
    let (oldest, newest) = (read.first().unwrap(), read.last().unwrap());
    let of = async |number: &u64| {
        count(
            &crawled,
            &format!("seen where url like '%/nothing/{number}/%'"),
        )
        .await
    };
    assert_eq!(of(newest).await, 15_000);
    assert!(of(oldest).await < 100, "{}", of(oldest).await);
    let site = crawled.database.store.sites().await.unwrap().remove(0);
    let skipped = crawled.database.store.skipped(&site.id).await.unwrap();
    let crowded = skipped
        .iter()
        .find(|why| why.reason == "too many URLs of its host wait");
    assert!(crowded.is_some_and(|why| why.urls >= 1_000), "{skipped:?}");
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swarm_of_sitemaps_costs_some_hundred_requests_a_night() {
    let crawled = crawled_with("sitemap-swarm", |settings| {
        settings.max_pages_per_site = 1_000;
    })
    .await;
    let sitemaps = crawled.requests("/swarm-").len();
    assert!(
        (100..=200).contains(&sitemaps),
        "{sitemaps} sitemaps were read"
    );
    let known = count(&crawled, "seen where kind <> 'page'").await;
    assert!(known < 1_100, "{known} sitemaps are known");
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_that_is_cut_off_too_long_or_full_of_strangers_does_no_harm() {
    // The long feed is a megabyte in size.
    let crawled = crawled_with("feeds", |settings| settings.max_body_bytes = 5 << 20).await;
    assert_eq!(crawled.outcome("/none.xml"), "malformed");
    let cut = crawled.requests("/cut/").len();
    assert!(cut == 0 || cut == 20, "{cut} items of the broken feed");
    let many = crawled.requests("/many/").len();
    assert!(
        (1..=10_000).contains(&many),
        "{many} items of the long feed"
    );
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn mazes_cost_a_bounded_number_of_requests() {
    for (scenario, prefix, at_most) in [
        ("calendar", "/kalender/", 60),
        ("pages", "/liste", 60),
        ("filters", "/stellen", 80),
        ("deeper", "/ort/", 60),
        ("sessions", "/mit", 3),
    ] {
        let crawled = crawled(scenario).await;
        let requests = crawled.requests(prefix).len();
        assert!(
            (1..=at_most).contains(&requests),
            "{scenario}: {requests} requests"
        );
        crawled.survived();
    }
}

/// The mazes, with the common part of their pages' paths. Each is left after 25 or 49 pages.
const MAZES: [(&str, &str); 11] = [
    ("maze-weeks", "/wochen/"),
    ("maze-dates", "/wochen.php"),
    ("maze-session-path", "/s-"),
    ("maze-session-query", "/seiten/"),
    ("maze-pages", "/alle/"),
    ("maze-filters", "/angebote"),
    ("maze-deeper", "/weg/"),
    ("maze-slugs", "/mehr/"),
    ("maze-mirrors", "/spiegel/"),
    ("maze-tags", "/schlagwort/"),
    ("maze-orders", "/tabelle"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_maze_that_no_url_gives_away_is_left_after_some_dozen_pages() {
    let mut requested = Vec::new();
    for (scenario, prefix) in MAZES {
        let crawled = crawled_with(scenario, |settings| settings.max_pages_per_site = 300).await;
        let pages = crawled.requests(prefix).len();
        println!("{scenario}={pages}");
        requested.push((scenario, pages));
    }
    for (scenario, pages) in &requested {
        assert!(
            (10..60).contains(pages),
            "{scenario}: {pages} of {requested:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_whose_pages_bring_articles_is_read_to_its_end() {
    let crawled = crawled("archive").await;
    let articles = crawled.requests("/bericht/").len();
    assert_eq!(
        (crawled.requests("/rueckblick/").len(), articles),
        (70, 300)
    );
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_article_under_fifteen_spellings_is_asked_for_under_few() {
    let crawled = crawled("spellings").await;
    let log = crawled.site.log();
    let paths: Vec<&str> = log
        .iter()
        .filter(|request| request.path.to_lowercase().contains("br%c3%bccke"))
        .map(|request| request.path.as_str())
        .collect();
    // The page itself, its print variant and its AMP variant. The other twelve are the same URL.
    assert!((1..=3).contains(&paths.len()), "{paths:#?}");
    assert_eq!(crawled.outcome("/Stadt/Br%C3%BCcke.html"), "fetched");
    crawled.survived();
}
