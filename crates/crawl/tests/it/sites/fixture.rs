//! A server for sites of any name, and a database.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use crawl::{CrawlReport, Plan, Seed, Settings, crawl};
use store::testing::TestDatabase;
use testsite::{Request, StubReply, StubSite};
use tokio_util::sync::CancellationToken;

/// A link to a feed, for the head of a page.
pub(crate) fn feed_link(path: &str) -> String {
    format!("<link rel=alternate type='application/rss+xml' href='{path}'>")
}

pub(crate) struct Fixture {
    pub(crate) site: StubSite,
    pub(crate) database: TestDatabase,
    pub(crate) settings: Settings,
}

impl Fixture {
    /// A fixture without sites.
    pub(crate) async fn empty() -> Self {
        let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
        settings.private_hosts = vec!["localhost".to_owned()];
        settings.delay = Duration::ZERO;
        Self {
            site: StubSite::start().await.unwrap(),
            database: store::testing::database().await,
            settings,
        }
    }

    /// A site named `paper` without pages, seeded with its home page.
    pub(crate) async fn paper() -> Self {
        let fixture = Self::empty().await;
        fixture.know("paper").await;
        fixture
    }

    /// A site without pages at this name, whose usual paths are not tried.
    pub(crate) async fn without_guesses(name: &str) -> Self {
        let mut fixture = Self::empty().await;
        fixture.know(name).await;
        fixture.settings.well_known_channels = false;
        fixture
    }

    /// Seeds a site with its home page.
    pub(crate) async fn know(&self, name: &str) -> Seed {
        let seed = Seed::from_home(&self.site.url(name, "/")).unwrap();
        let site = seed.to_site().unwrap();
        self.database.store.upsert_sites(&[site]).await.unwrap();
        seed
    }

    pub(crate) fn set(&self, path: &str, answer: StubReply) {
        self.site.set("paper", path, answer);
    }

    pub(crate) fn robots_txt(&self, text: &str) {
        let file = StubReply::Body("text/plain", text.to_owned());
        self.set("/robots.txt", file);
    }

    /// Names a sitemap in robots.txt.
    pub(crate) fn names_sitemap(&self, path: &str) {
        self.robots_txt(&format!("Sitemap: {}\n", self.site.url("paper", path)));
    }

    pub(crate) fn home(&self, links: &[impl AsRef<str>]) {
        let links: Vec<&str> = links.iter().map(AsRef::as_ref).collect();
        self.set("/", StubSite::article("Paper", None, &links));
    }

    pub(crate) fn page(&self, path: &str, canonical: Option<&str>) {
        let canonical = canonical.map(|path| self.site.url("paper", path));
        let title = format!("the matter of {path}");
        let page = StubSite::article(&title, canonical.as_deref(), &[]);
        self.set(path, page);
    }

    pub(crate) async fn crawl(&self) -> CrawlReport {
        self.crawl_at_most(None).await
    }

    /// Crawls until this number of requests has been sent.
    pub(crate) async fn crawl_at_most(&self, max_pages: Option<u64>) -> CrawlReport {
        let plan = Plan {
            max_pages,
            patience: Duration::from_millis(500),
            ..Plan::new("test")
        };
        let (store, stop) = (&self.database.store, CancellationToken::new());
        crawl(store, &self.settings, &plan, &stop, &mut |_| {})
            .await
            .unwrap()
    }

    /// Makes URLs due as a nightly run does.
    pub(crate) async fn make_due(&self) {
        let since = Utc::now() - TimeDelta::days(7);
        self.database.store.make_due(&[], since).await.unwrap();
    }

    /// The requested paths of the host except robots.txt, sorted.
    pub(crate) fn requested(&self, name: &str) -> Vec<String> {
        let mut paths = self.site.paths(name);
        paths.retain(|path| path != "/robots.txt");
        paths.sort();
        paths
    }

    /// Requests of a path of `paper`, also of one that is not there.
    pub(crate) fn times(&self, path: &str) -> usize {
        self.times_at("paper", path)
    }

    pub(crate) fn times_at(&self, name: &str, path: &str) -> usize {
        let host = format!("{name}.localhost");
        let log = self.site.log();
        let is_asked = |request: &&Request| request.host == host && request.path == path;
        log.iter().filter(is_asked).count()
    }

    /// Fails unless all of these pages of `paper` are stored.
    pub(crate) async fn assert_stored(&self, paths: &[impl AsRef<str>], case: &str) {
        for path in paths {
            let path = path.as_ref();
            let requested = self.requested("paper");
            let is_stored = self.is_stored("paper", path).await;
            assert!(is_stored, "{case}: {path}: {requested:?}");
        }
    }

    pub(crate) async fn is_stored(&self, name: &str, path: &str) -> bool {
        let url = self.site.url(name, path);
        let page = self.database.store.page_of_url(&url).await.unwrap();
        page.is_some()
    }
}
