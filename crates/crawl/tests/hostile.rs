//! Crawls of the hostile newsroom. Each nuisance ends with a specific outcome and within bounds, and ordinary
//! pages beside it are still fetched. The server's own log counts the requests.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

use std::time::Duration;

use crawl::{Plan, Seed, Settings, crawl};
use store::testing::{TestDatabase, visited};
use testsite::{Hostile, Request};
use tokio_util::sync::CancellationToken;

/// Maximum bytes of a body here.
const BODY: usize = 300_000;
/// Maximum bytes of memory of this process, which runs all these tests: a bomb of 10 GiB must not be decompressed.
const MEMORY: u64 = 600 << 20;

/// The result of crawling hosts.
struct Crawled {
    site: Hostile,
    scenarios: Vec<&'static str>,
    database: TestDatabase,
    /// URL, outcome and remark of each visit, in order.
    visits: Vec<(String, String, Option<String>)>,
}

/// Crawls the hosts of these scenarios beside each other.
async fn crawled(scenarios: &[&'static str]) -> Crawled {
    crawled_with(scenarios, |_| {}).await
}

async fn crawled_with(scenarios: &[&'static str], set: impl FnOnce(&mut Settings)) -> Crawled {
    let site = Hostile::start().unwrap();
    let database = store::testing::database().await;
    let sites = scenarios.iter().map(|scenario| {
        let seed = Seed::from_home(&site.url(scenario, "/")).unwrap();
        seed.to_site().unwrap()
    });
    let sites: Vec<_> = sites.collect();
    database.store.upsert_sites(&sites).await.unwrap();
    let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = Duration::ZERO;
    settings.max_body_bytes = BODY;
    set(&mut settings);
    let plan = Plan {
        patience: Duration::from_secs(1),
        max_duration: Some(Duration::from_mins(2)),
        ..Plan::new("test")
    };
    let (store, stop) = (&database.store, CancellationToken::new());
    crawl(store, &settings, &plan, &stop, &mut |_| {})
        .await
        .unwrap();
    Crawled {
        visits: visited(store).await.unwrap(),
        site,
        scenarios: scenarios.to_vec(),
        database,
    }
}

impl Crawled {
    /// The outcome of the first visit to a path of the host of a scenario.
    fn outcome(&self, scenario: &str, path: &str) -> &str {
        let url = self.site.url(scenario, path);
        let visit = self.visits.iter().find(|(visited, ..)| *visited == url);
        visit.map_or("not visited", |(_, outcome, _)| outcome)
    }

    /// The requests for paths of the host with this prefix.
    fn requests(&self, scenario: &str, prefix: &str) -> Vec<Request> {
        let host = format!("{scenario}.localhost");
        let log = self.site.log().into_iter();
        log.filter(|request| request.host == host && request.path.starts_with(prefix))
            .collect()
    }

    /// The body that was stored for a path, if there is one.
    async fn stored(&self, scenario: &str, path: &str) -> Option<String> {
        let url = self.site.url(scenario, path);
        let page = self.database.store.page_of_url(&url).await.unwrap();
        page.map(|page| String::from_utf8(page.body).unwrap())
    }

    /// Ordinary pages of each host were fetched, and no other host was contacted.
    #[track_caller]
    fn survived(&self) {
        for scenario in &self.scenarios {
            for path in ["/ordinary/1", "/ordinary/2"] {
                let outcome = self.outcome(scenario, path);
                assert_eq!(outcome, "fetched", "{scenario}{path}: {:#?}", self.visits);
            }
        }
        let log = self.site.log();
        let is_seeded = |host: &str| {
            let name = host.trim_end_matches(".localhost");
            self.scenarios.contains(&name)
        };
        let foreign = log.iter().find(|request| !is_seeded(&request.host));
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
async fn bombs_of_ten_gibibytes_and_a_body_without_end_are_cut_off() {
    let cases = [
        ("gzip-bomb", "/bomb", 9 << 20),
        ("brotli-bomb", "/bomb", 9 << 20),
        ("zstd-bomb", "/bomb", 9 << 20),
        ("endless-body", "/stream", 64 << 20),
    ];
    let crawled = crawled(&cases.map(|case| case.0)).await;
    for (scenario, path, at_most) in cases {
        let outcome = crawled.outcome(scenario, path);
        assert_eq!(outcome, "too_large", "{scenario}: {:#?}", crawled.visits);
        let requests = crawled.requests(scenario, path);
        assert!(path != "/bomb" || requests.len() == 1, "{scenario}");
        let sent = requests[0].bytes;
        assert!(sent < at_most, "{scenario}: {sent} bytes were sent");
    }
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn nuisances_of_pages_and_addresses_cost_a_few_requests_and_no_other_page() {
    let scenarios = "broken-off smuggler cookie-door long-robots sitemap-bomb";
    let crawled = crawled(&scenarios.split(' ').collect::<Vec<_>>()).await;
    for path in ["/half", "/reset"] {
        let outcome = crawled.outcome("broken-off", path);
        assert!(
            ["unreachable", "malformed"].contains(&outcome),
            "{path}: {outcome}"
        );
        let page = crawled.stored("broken-off", path).await;
        assert!(page.is_none(), "{path} was stored");
    }

    // an answer that nobody asked for is not taken for the next page
    for (path, about) in [("/more", "what was announced"), ("/victim", "the victim")] {
        if let Some(body) = crawled.stored("smuggler", path).await {
            let is_own = body.contains(about) && !body.contains("Poison");
            assert!(is_own, "{path}: {body}");
        }
    }
    assert_eq!(crawled.outcome("smuggler", "/victim"), "fetched");

    let cookies = crawled.requests("cookie-door", "/door").len()
        + crawled.requests("cookie-door", "/paper").len();
    assert!(cookies <= 6, "{cookies} requests: {:#?}", crawled.visits);
    let papers = crawled.requests("cookie-door", "/paper");
    assert!(papers.iter().any(|r| r.status == 200), "{papers:#?}");

    // the first half mebibyte of a long robots.txt counts
    assert_eq!(crawled.outcome("long-robots", "/early"), "disallowed");
    assert!(crawled.requests("long-robots", "/early").is_empty());
    let sent = crawled.requests("long-robots", "/robots.txt")[0].bytes;
    assert!(sent <= 6 << 20, "{sent} bytes of robots.txt");

    let bombs = crawled.requests("sitemap-bomb", "/sitemap.xml.gz");
    assert_eq!(bombs.len(), 1);
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_lead_neither_inwards_nor_to_strangers() {
    let crawled = crawled_with(&["inward"], |settings| {
        // Only the names are allowed, not the address itself.
        settings.private_hosts = vec!["inward.localhost".to_owned()];
    })
    .await;
    let log = crawled.site.log();
    let inside = log
        .iter()
        .find(|request| request.path.starts_with("/inside"));
    assert!(inside.is_none(), "{inside:?}");
    for path in "\
        /metadata /loopback /six /mapped /decimal /file /nonsense /elsewhere"
        .split_ascii_whitespace()
    {
        let outcome = crawled.outcome("inward", path);
        assert!(
            ["redirected", "malformed", "skipped"].contains(&outcome),
            "{path}: {outcome}"
        );
        assert_eq!(crawled.requests("inward", path).len(), 1, "{path}");
    }
    crawled.survived();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swarm_of_sitemaps_costs_some_hundred_requests_a_night() {
    let crawled = crawled_with(&["sitemap-swarm"], |settings| {
        settings.max_pages_per_site = 1_000;
    })
    .await;
    let sitemaps = crawled.requests("sitemap-swarm", "/swarm-").len();
    assert!(
        (100..=200).contains(&sitemaps),
        "{sitemaps} sitemaps were read"
    );
    let known = "select count(*) as rows from seen where kind <> 'page'";
    let known = store::testing::rows(&crawled.database.store, known).await;
    let known = known.unwrap()[0]["rows"].as_i64().unwrap();
    assert!(known < 1_100, "{known} sitemaps are known");
    crawled.survived();
}

/// The mazes, with the common part of their pages' paths. Each is left after 25 or 49 pages.
const MAZES: [(&str, &str); 4] = [
    ("maze-weeks", "/wochen/"),
    ("maze-session-path", "/s-"),
    ("maze-slugs", "/mehr/"),
    ("maze-mirrors", "/spiegel/"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_maze_that_no_url_gives_away_is_left_after_some_dozen_pages() {
    let scenarios = MAZES.map(|(scenario, _)| scenario);
    let crawled = crawled_with(&scenarios, |settings| settings.max_pages_per_site = 300).await;
    for (scenario, prefix) in MAZES {
        let pages = crawled.requests(scenario, prefix).len();
        assert!((10..60).contains(&pages), "{scenario}: {pages} pages");
    }
}
