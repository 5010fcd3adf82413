//! A newsroom, a database with its hosts, and assertions about the log.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crawl::{Crawler, HostReport, Plan, Seed, Settings};
use store::Lease;
use store::testing::TestDatabase;
use testsite::{Newsroom, Request};
use tokio_util::sync::CancellationToken;

use super::delays::assert_apart;

/// Timeout of every wait.
const LONG: Duration = Duration::from_mins(3);

/// The settings of a crawl with these delays of hosts, domains and addresses, in milliseconds.
pub(crate) fn settings(delays: [u64; 3]) -> Settings {
    let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
    let [delay, domain, address] = delays.map(Duration::from_millis);
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = delay;
    settings.domain_delay = Some(domain);
    settings.address_delay = Some(address);
    settings.timeout = Duration::from_secs(10);
    settings.idle_timeout = settings.timeout;
    settings.lease = Duration::from_mins(10);
    settings.well_known_channels = false;
    settings
}

pub(crate) struct Fixture {
    pub(crate) newsroom: Newsroom,
    pub(crate) database: TestDatabase,
    pub(crate) settings: Settings,
    /// Ids of the sites.
    pub(crate) sites: Vec<String>,
    hosts: Vec<String>,
    pages: usize,
}

impl Fixture {
    pub(crate) async fn of(newsroom: testsite::Settings) -> Self {
        Self {
            pages: newsroom.bench_pages,
            newsroom: Newsroom::start(newsroom).unwrap(),
            database: store::testing::database().await,
            settings: settings([120, 120, 40]),
            sites: Vec::new(),
            hosts: Vec::new(),
        }
    }

    /// `domains` of `pages` each, on a host for each of these prefixes.
    pub(crate) async fn set(domains: usize, prefixes: &[&str], pages: usize) -> Self {
        let mut fixture = Self::of(testsite::Settings {
            bench_hosts: domains,
            bench_pages: pages,
            ..testsite::Settings::default()
        })
        .await;
        for domain in 0..domains {
            for prefix in prefixes {
                let host = format!("{prefix}bench-{domain:03}");
                let seed = Seed::from_home(&fixture.newsroom.url(&host, "/")).unwrap();
                fixture.seed(&seed).await;
                fixture.hosts.push(format!("{host}.localhost"));
            }
        }
        fixture
    }

    pub(crate) async fn seed(&mut self, seed: &Seed) {
        let site = seed.to_site().unwrap();
        self.database.store.upsert_sites(&[site]).await.unwrap();
        self.sites.push(seed.id.clone());
    }

    pub(crate) fn hosts(&self) -> Vec<String> {
        self.hosts.clone()
    }

    pub(crate) fn crawler(&self) -> Crawler {
        Crawler::new(&self.database.store, &self.settings, &Plan::new("test")).unwrap()
    }

    /// Crawls a host of the site as soon as it is due.
    pub(crate) async fn crawl_host(&self, site: &str) -> HostReport {
        let crawler = self.crawler();
        let (only, stop) = ([site.to_owned()], CancellationToken::new());
        let begun = Instant::now();
        loop {
            if let Some(report) = crawler.next("test", &only, &stop).await.unwrap() {
                return report;
            }
            assert!(begun.elapsed() < LONG, "{site} does not become due");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Makes everything due.
    pub(crate) async fn make_due(&self) {
        let rested = store::testing::end_cooldowns(&self.database.store).await;
        assert!(rested.unwrap() > 0);
    }

    pub(crate) async fn claim_when_due(&self, site: &str) -> Lease {
        self.make_due().await;
        let store = &self.database.store;
        let claimed = store.claim_host("test", LONG, &[site.to_owned()]).await;
        claimed.unwrap().unwrap()
    }

    pub(crate) async fn until_requests(&self, count: usize) {
        let begun = Instant::now();
        while self.newsroom.log().len() < count {
            assert!(begun.elapsed() < LONG, "fewer than {count} requests");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for host in &self.hosts {
            for page in 0..self.pages {
                let path = match page {
                    0 => "/".to_owned(),
                    _ => format!("/story/{page}"),
                };
                let url = self
                    .newsroom
                    .url(host.trim_end_matches(".localhost"), &path);
                let found = self.database.store.page_of_url(&url).await.unwrap();
                if found.is_none() {
                    missing.push(url);
                }
            }
        }
        missing
    }

    pub(crate) async fn assert_all_stored(&self) {
        let missing = self.missing().await;
        assert!(missing.is_empty(), "{missing:?}");
    }

    /// Checks per host, per domain, and across all, which share an address.
    pub(crate) fn assert_delays(&self) {
        let log = self.newsroom.log();
        let mut groups: BTreeMap<String, (Duration, Vec<&Request>)> = BTreeMap::new();
        for request in &log {
            let names: Vec<&str> = request.host.rsplitn(3, '.').collect();
            let domain = format!("{}.{}", names[1], names[0]);
            for (key, delay) in [
                (format!("host {}", request.host), self.settings.delay),
                (format!("domain {domain}"), self.settings.domain_delay()),
                ("127.0.0.1".to_owned(), self.settings.address_delay()),
            ] {
                let (_, requests) = groups.entry(key).or_insert((delay, Vec::new()));
                requests.push(request);
            }
        }
        for (key, (delay, requests)) in groups {
            assert_apart(requests, delay, &key);
        }
    }

    pub(crate) fn assert_nothing_forbidden(&self) {
        let log = self.newsroom.log();
        let paths: BTreeSet<_> = log.iter().map(|request| &request.path).collect();
        let forbidden: Vec<_> = paths
            .iter()
            .filter(|path| path.starts_with("/never/"))
            .collect();
        assert!(forbidden.is_empty(), "{forbidden:?}");
    }

    /// The requests so far for pages, apart from robots.txt and the like.
    pub(crate) fn pages_requested(&self) -> usize {
        let log = self.newsroom.log();
        log.iter().filter(|request| is_page(&request.path)).count()
    }

    /// Bounds the repeated requests for pages.
    pub(crate) fn assert_repeated_at_most(&self, max: usize) {
        let log = self.newsroom.log();
        let pages = log.iter().filter(|request| is_page(&request.path));
        let distinct: BTreeSet<_> = pages
            .map(|request| (&request.host, &request.path))
            .collect();
        let repeated = self.pages_requested() - distinct.len();
        assert!(repeated <= max, "{repeated} requests were repeated");
    }
}

fn is_page(path: &str) -> bool {
    path == "/" || path.starts_with("/story/")
}
