//! One page, one address: small sites whose own log tells what was asked for.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use crawl::{CrawlReport, Plan, Seed, Settings, crawl};
use store::testing::TestDatabase;
use testsite::{Scripted, ScriptedSite};
use tokio_util::sync::CancellationToken;

struct Fixture {
    site: ScriptedSite,
    database: TestDatabase,
    settings: Settings,
}

impl Fixture {
    /// A site named `paper` whose home page has this address, and nothing on it yet.
    async fn start(name: &str, home: &str) -> Self {
        let site = ScriptedSite::start().await.unwrap();
        let database = store::testing::database().await;
        let seed = Seed::from_home(&site.url(name, home)).unwrap();
        database
            .store
            .upsert_sites(&[seed.to_site().unwrap()])
            .await
            .unwrap();
        let mut settings = Settings::with_contact("https://example.org/bot");
        settings.private_hosts = vec!["localhost".to_owned()];
        settings.delay = Duration::ZERO;
        settings.well_known_channels = false;
        Self {
            site,
            database,
            settings,
        }
    }

    fn home(&self, links: &[&str]) {
        self.site
            .set("paper", "/", ScriptedSite::article("Paper", None, links));
    }

    fn page(&self, path: &str, canonical: Option<&str>) {
        let canonical = canonical.map(|path| self.site.url("paper", path));
        let title = format!("the matter of {path}");
        let page = ScriptedSite::article(&title, canonical.as_deref(), &[]);
        self.site.set("paper", path, page);
    }

    async fn crawl(&self) -> CrawlReport {
        let plan = Plan {
            patience: Duration::from_millis(500),
            ..Plan::new("test")
        };
        let stop = CancellationToken::new();
        crawl(&self.database.store, &self.settings, &plan, &stop, |_| {})
            .await
            .unwrap()
    }

    /// What a night finds due before its time.
    async fn rouse(&self) {
        let since = Utc::now() - TimeDelta::days(7);
        self.database.store.make_due(&[], since).await.unwrap();
    }

    /// The paths asked for at the host, robots.txt left out, sorted.
    fn asked(&self, name: &str) -> Vec<String> {
        let mut paths = self.site.paths(name);
        paths.retain(|path| path != "/robots.txt");
        paths.sort();
        paths
    }

    fn times(&self, path: &str) -> usize {
        let asked = self.asked("paper");
        asked.iter().filter(|asked| *asked == path).count()
    }

    async fn is_stored(&self, name: &str, path: &str) -> bool {
        let url = self.site.url(name, path);
        let page = self.database.store.page_of_url(&url).await.unwrap();
        page.is_some()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_to_the_name_that_redirects_are_asked_for_under_the_name_that_answers() {
    let fixture = Fixture::start("www.paper", "/").await;
    let site = &fixture.site;
    let moved = |path: &str| Scripted::Redirect(301, site.url("paper", path));
    site.set("www.paper", "/", moved("/"));
    for path in ["/one-of-the-articles", "/two-of-the-articles"] {
        site.set("www.paper", path, moved(path));
        fixture.page(path, None);
    }
    // This one is only there under the other name: what a redirect says is taken as it is.
    let there = site.url("www.paper", "/three-of-the-articles");
    let redirect = Scripted::Redirect(302, there);
    site.set("paper", "/three-of-the-articles", redirect);
    site.set(
        "www.paper",
        "/three-of-the-articles",
        ScriptedSite::article("three", None, &[]),
    );
    fixture.home(&[
        &site.url("www.paper", "/one-of-the-articles"),
        "/two-of-the-articles",
        "/three-of-the-articles",
    ]);
    fixture.crawl().await;
    assert_eq!(fixture.asked("www.paper"), ["/", "/three-of-the-articles"]);
    assert_eq!(
        fixture.asked("paper"),
        [
            "/",
            "/one-of-the-articles",
            "/three-of-the-articles",
            "/two-of-the-articles"
        ]
    );
    assert!(
        fixture
            .is_stored("www.paper", "/three-of-the-articles")
            .await
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_turns_its_names_round_is_followed() {
    let fixture = Fixture::start("www.paper", "/").await;
    let site = &fixture.site;
    site.set(
        "www.paper",
        "/",
        Scripted::Redirect(302, site.url("paper", "/")),
    );
    fixture.page("/one-of-the-articles", None);
    fixture.home(&["/one-of-the-articles"]);
    fixture.crawl().await;
    // now the other way round
    let home = |links: &[&str]| {
        site.set(
            "www.paper",
            "/",
            ScriptedSite::article("Paper", None, links),
        );
    };
    home(&[]);
    site.set(
        "paper",
        "/",
        Scripted::Redirect(302, site.url("www.paper", "/")),
    );
    site.set(
        "www.paper",
        "/two-of-the-articles",
        ScriptedSite::article("two", None, &[]),
    );
    for links in [
        vec![],
        vec![],
        vec![site.url("paper", "/two-of-the-articles")],
    ] {
        home(&links.iter().map(String::as_str).collect::<Vec<_>>());
        fixture.rouse().await;
        fixture.crawl().await;
    }
    assert!(fixture.is_stored("www.paper", "/two-of-the-articles").await);
    assert!(
        !fixture
            .asked("paper")
            .contains(&"/two-of-the-articles".to_owned())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn index_files_are_their_folders_unless_these_do_not_answer() {
    let fixture = Fixture::start("paper", "/").await;
    let site = &fixture.site;
    fixture.page("/answers/", None);
    fixture.page("/answers/index.html", None);
    fixture.page("/missing/index.html", None);
    fixture.page("/redirects/index.html", None);
    fixture.page("/known/index.html", None);
    let back = site.url("paper", "/redirects/index.html");
    site.set("paper", "/redirects/", Scripted::Redirect(302, back));
    site.set("paper", "/missing/", Scripted::Status(404));
    site.set("paper", "/known/", Scripted::Status(403));
    fixture.home(&[
        "/index.html",
        "/answers/index.html",
        "/missing/index.html",
        "/redirects/index.html",
        "/known/",
    ]);
    fixture.crawl().await;
    // known to be no page before the index file is come across
    fixture.home(&["/known/index.html", "/missing/index.html"]);
    fixture.rouse().await;
    fixture.crawl().await;
    assert_eq!(fixture.times("/index.html"), 0);
    assert_eq!(fixture.times("/answers/index.html"), 0);
    for path in [
        "/answers/",
        "/missing/index.html",
        "/redirects/index.html",
        "/known/index.html",
    ] {
        assert!(
            fixture.is_stored("paper", path).await,
            "{path}: {:?}",
            fixture.asked("paper")
        );
    }
    assert_eq!(fixture.times("/missing/"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_a_page_lead_to_the_page_and_are_not_asked_for_again() {
    let fixture = Fixture::start("paper", "/").await;
    let (plain, tagged) = (
        "/city/a-title-of-many-words",
        "/city/a-title-of-many-words?from=front",
    );
    fixture.page(plain, Some(plain));
    for form in [
        tagged,
        "/amp/city/a-title-of-many-words",
        "/city/a-title-of-many-words?print=1",
    ] {
        fixture.page(form, Some(plain));
    }
    fixture.page("/amp/city/only-as-amp-of-many-words", None);
    fixture.home(&[
        tagged,
        "/amp/city/a-title-of-many-words",
        "/city/a-title-of-many-words?print=1",
        "/city/a-title-of-many-words?outputType=amp",
        "/city/a-title-of-many-words/print",
        "/city//a-title-of-many-words",
        "/amp/city/only-as-amp-of-many-words",
    ]);
    fixture.crawl().await;
    fixture.rouse().await;
    fixture.crawl().await;
    let asked = fixture.asked("paper");
    assert_eq!(fixture.times(tagged), 1, "{asked:?}");
    assert_eq!(
        fixture.times(plain),
        2,
        "once, and once again at night: {asked:?}"
    );
    assert!(
        fixture
            .is_stored("paper", "/amp/city/only-as-amp-of-many-words")
            .await,
        "{asked:?}"
    );
    let others = asked
        .iter()
        .filter(|path| path.contains("amp") || path.contains("print") || path.contains("//"));
    assert!(
        others
            .clone()
            .all(|path| path == "/amp/city/only-as-amp-of-many-words"),
        "{asked:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_a_page_names_in_vain_does_not_cost_the_page() {
    let fixture = Fixture::start("paper", "/").await;
    let site = &fixture.site;
    let (gone, back) = (
        "/city/one-title-of-many-words",
        "/city/two-title-of-many-words",
    );
    fixture.page("/city/one-title-of-many-words?id=1", Some(gone));
    fixture.page("/city/two-title-of-many-words?id=2", Some(back));
    let to = site.url("paper", "/city/two-title-of-many-words?id=2");
    site.set("paper", back, Scripted::Redirect(301, to));
    site.set("paper", gone, Scripted::Status(404));
    // name each other
    let (here, there) = (
        "/city/five-title-of-many-words",
        "/city/five-title-of-many-words?id=5",
    );
    fixture.page(here, Some(there));
    fixture.page(there, Some(here));
    // names its home page and its section by mistake
    fixture.page("/city/three-title-of-many-words", Some("/"));
    fixture.page("/city/four-title-of-many-words", Some("/city/"));
    fixture.home(&[
        "/city/one-title-of-many-words?id=1",
        "/city/two-title-of-many-words?id=2",
        "/city/three-title-of-many-words",
        "/city/four-title-of-many-words",
        here,
    ]);
    fixture.crawl().await;
    assert_eq!((fixture.times(gone), fixture.times(back)), (1, 1));
    assert_eq!(fixture.times("/city/"), 0);
    let before = fixture.asked("paper").len();
    // all four pages are looked at every night, as pages of their own, and one of the two that name each other
    fixture.rouse().await;
    fixture.crawl().await;
    let asked = fixture.asked("paper");
    assert_eq!(asked.len(), before + 1 + 4 + 1, "{asked:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_gets_no_more_requests_than_its_budget_whoever_asks() {
    let mut fixture = Fixture::start("paper", "/").await;
    fixture.settings.max_pages_per_site = 25;
    let site = &fixture.site;
    let mut links: Vec<String> = (0..30)
        .map(|n| format!("/city/article-number-{n}"))
        .collect();
    for path in &links {
        fixture.page(path, None);
    }
    for n in 0..30 {
        let path = format!("/sport/article-number-{n}");
        let page = ScriptedSite::article(&path, None, &[]);
        site.set("sport.paper", &path, page);
        links.push(site.url("sport.paper", &path));
    }
    fixture.home(&links.iter().map(String::as_str).collect::<Vec<_>>());
    let workers = (0..3).map(|_| fixture.crawl());
    let [a, b, c]: [_; 3] = workers.collect::<Vec<_>>().try_into().ok().unwrap();
    let (a, b, c) = tokio::join!(a, b, c);
    let asked = fixture.asked("paper").len() + fixture.asked("sport.paper").len();
    assert_eq!(asked, 25, "{a:?} {b:?} {c:?}");
    assert!(
        a.left
            .iter()
            .chain(&b.left)
            .chain(&c.left)
            .any(|(_, ended)| matches!(ended, crawl::Ended::Rationed(_)))
    );
    // a crawl of the same night finds the budget used up
    fixture.rouse().await;
    fixture.crawl().await;
    let again = fixture.asked("paper").len() + fixture.asked("sport.paper").len();
    assert_eq!(again, 25);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_answers_under_two_names_is_asked_under_the_one_it_calls_itself() {
    let fixture = Fixture::start("paper", "/").await;
    let site = &fixture.site;
    let home = |links: &[&str]| {
        let own = site.url("www.paper", "/");
        for name in ["paper", "www.paper"] {
            site.set(name, "/", ScriptedSite::article("Paper", Some(&own), links));
        }
    };
    for name in ["paper", "www.paper"] {
        for path in ["/one-of-the-articles", "/two-of-the-articles"] {
            site.set(name, path, ScriptedSite::article(path, None, &[]));
        }
    }
    home(&[]);
    fixture.crawl().await;
    home(&[
        "/one-of-the-articles",
        &site.url("paper", "/two-of-the-articles"),
    ]);
    fixture.rouse().await;
    fixture.crawl().await;
    assert_eq!(fixture.asked("paper"), ["/", "/"]);
    let asked = fixture.asked("www.paper");
    assert_eq!(
        asked,
        ["/", "/", "/one-of-the-articles", "/two-of-the-articles"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_template_that_names_the_twin_that_redirects_misleads_nobody() {
    let fixture = Fixture::start("paper", "/").await;
    let site = &fixture.site;
    let home = |links: &[&str]| {
        let twin = site.url("www.paper", "/");
        site.set(
            "paper",
            "/",
            ScriptedSite::article("Paper", Some(&twin), links),
        );
    };
    site.set(
        "www.paper",
        "/",
        Scripted::Redirect(301, site.url("paper", "/")),
    );
    fixture.page("/one-of-the-articles", None);
    home(&[]);
    fixture.crawl().await;
    home(&[
        "/one-of-the-articles",
        &site.url("www.paper", "/two-of-the-articles"),
    ]);
    fixture.page("/two-of-the-articles", Some("/two-of-the-articles"));
    fixture.rouse().await;
    fixture.crawl().await;
    assert!(fixture.is_stored("paper", "/two-of-the-articles").await);
    assert!(fixture.asked("www.paper").iter().all(|path| path == "/"));
}

/// Reads all pages as the extractor would: everything is an article but tags and home.
async fn read_all(fixture: &Fixture) {
    let store = &fixture.database.store;
    let pages = store
        .pages_to_extract("1", false, None, 10_000)
        .await
        .unwrap();
    let readings = pages.iter().map(|page| {
        let is_article = page.url.contains("/city/");
        store::Reading {
            key: page.key,
            version: "1".to_owned(),
            page_type: "tag".to_owned(),
            news_score: 0.5,
            features: serde_json::json!({}),
            label_source: "test".to_owned(),
            reason: "a test".to_owned(),
            pattern: crawl::pattern_of(&page.url_requested),
            layout: None,
            trace: None,
            article: is_article.then(|| store::NewArticle {
                identity: page.url.clone(),
                text: page.url.clone(),
                content_hash: store::article_id(&page.url),
                extractor: "test".to_owned(),
                ..store::NewArticle::default()
            }),
        }
    });
    store
        .save_readings(&readings.collect::<Vec<_>>())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_without_end_that_yields_no_article_gets_a_trickle_from_the_second_night_on() {
    let fixture = Fixture::start("paper", "/").await;
    let site = &fixture.site;
    let word = |n: usize| {
        let letter = |n: usize| char::from(b'a' + u8::try_from(n % 26).unwrap());
        format!("{}{}{}", letter(n / 676), letter(n / 26), letter(n))
    };
    let night = |from: usize, to: usize| {
        let mut links = Vec::new();
        for n in from..to {
            for path in [
                format!("/tag/{}/", word(n)),
                format!("/city/an-article-of-{}", word(n)),
            ] {
                fixture.page(&path, None);
                links.push(path);
            }
        }
        let links: Vec<&str> = links.iter().map(String::as_str).collect();
        site.set(
            "paper",
            "/overview/",
            ScriptedSite::article("All", None, &links),
        );
        fixture.home(&["/overview/"]);
    };
    let counted = || {
        let asked = fixture.asked("paper");
        let of = |prefix: &str| {
            asked
                .iter()
                .filter(|path| path.starts_with(prefix))
                .collect::<std::collections::HashSet<_>>()
                .len()
        };
        (of("/tag/"), of("/city/"))
    };
    night(0, 150);
    fixture.crawl().await;
    assert_eq!(counted(), (150, 150));
    read_all(&fixture).await;
    night(150, 400);
    fixture.rouse().await;
    fixture.crawl().await;
    let (tags, articles) = counted();
    assert_eq!(articles, 400, "what yields articles is taken up");
    assert!(
        (155..250).contains(&tags),
        "of tags a part is tried: {tags}"
    );
}
