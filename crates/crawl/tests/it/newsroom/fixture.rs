//! The newsroom and a database with its sites.

use std::collections::HashMap;
use std::time::Duration;

use crawl::{CrawlReport, Crawler, HostReport, Plan, Settings, crawl, load_seeds};
use store::Store;
use store::testing::TestDatabase;
use testsite::Newsroom;
use tokio_util::sync::CancellationToken;

/// A newsroom, a database with its sites, and settings without delays.
pub(crate) struct Fixture {
    pub(crate) newsroom: Newsroom,
    pub(crate) database: TestDatabase,
    pub(crate) settings: Settings,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        Self::with(testsite::Settings::default()).await
    }

    pub(crate) async fn with(newsroom: testsite::Settings) -> Self {
        let newsroom = Newsroom::start(newsroom).unwrap();
        let database = store::testing::database().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("newsroom.toml");
        std::fs::write(&file, newsroom.seeds_toml()).unwrap();
        let seeds: Vec<_> = load_seeds(&file, |_| Ok(()))
            .unwrap()
            .iter()
            .map(|seed| seed.to_site().unwrap())
            .collect();
        assert!(!seeds.is_empty());
        database.store.upsert_sites(&seeds).await.unwrap();
        let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
        settings.private_hosts = vec!["localhost".to_owned()];
        settings.delay = Duration::ZERO;
        settings.timeout = Duration::from_secs(3);
        settings.idle_timeout = Duration::from_secs(2);
        Self {
            newsroom,
            database,
            settings,
        }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.database.store
    }

    pub(crate) fn crawler(&self) -> Crawler {
        Crawler::new(self.store(), &self.settings, &Plan::new("test")).unwrap()
    }

    /// Crawls a host once it is due: the delay since its last request may not be over.
    pub(crate) async fn crawl_host(&self, site: &str) -> HostReport {
        let (crawler, only) = (self.crawler(), [site.to_owned()]);
        for _ in 0..200 {
            if let Some(report) = crawler
                .next("test", &only, &CancellationToken::new())
                .await
                .unwrap()
            {
                return report;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no host of {site} is due");
    }

    pub(crate) async fn crawl(&self, plan: &Plan) -> CrawlReport {
        crawl(
            self.store(),
            &self.settings,
            plan,
            &CancellationToken::new(),
            &mut |_| {},
        )
        .await
        .unwrap()
    }

    /// Number of requests by URL, `http://host:port/path`.
    pub(crate) fn requests(&self) -> HashMap<String, usize> {
        let mut counts = HashMap::new();
        for request in self.newsroom.log() {
            let url = format!(
                "http://{}:{}{}",
                request.host,
                self.newsroom.port(),
                request.path
            );
            *counts.entry(url).or_default() += 1;
        }
        counts
    }
}

/// Whether a path belongs to a file about the host, which is requested once a day and is not a
/// visit.
pub(crate) fn is_about_the_host(path: &str) -> bool {
    ["/robots.txt", "/.well-known/tdmrep.json", "/ai.txt"].contains(&path)
}

/// Maximum requests of a URL in one crawl. A site answers 429 first, and a page that fails is retried three times within seconds.
pub(crate) fn most_requests(url: &str) -> usize {
    if url.ends_with("/robots.txt") {
        return usize::MAX;
    }
    let fails = ["/broken.php", "/half.php", "/kaputt"]
        .iter()
        .any(|path| url.ends_with(path));
    match url.contains("harbour-gazette") {
        _ if fails => 4,
        true => 2,
        false => 1,
    }
}

pub(crate) fn patient(seconds: u64) -> Plan {
    Plan {
        patience: Duration::from_secs(seconds),
        ..Plan::new("test")
    }
}
