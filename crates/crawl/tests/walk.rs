//! Walks against the fixture newsroom. Its own log is the judge of what was requested.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a fixture that cannot be made fails its test"
)]

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use crawl::{CrawlReport, Crawler, Ended, Plan, Seed, Settings, WalkReport, crawl, load_seeds};
use store::testing::TestDatabase;
use store::{Outcome, Store};
use testsite::{Disturbance, Newsroom};
use tokio_util::sync::CancellationToken;

/// A newsroom, a database that knows its sites, and settings without pauses.
struct Fixture {
    newsroom: Newsroom,
    database: TestDatabase,
    settings: Settings,
}

impl Fixture {
    async fn start() -> Self {
        Self::with(testsite::Settings::default()).await
    }

    async fn with(newsroom: testsite::Settings) -> Self {
        let newsroom = Newsroom::start(newsroom).unwrap();
        let database = store::testing::database().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("newsroom.toml");
        std::fs::write(&file, newsroom.seeds_toml()).unwrap();
        let seeds: Vec<_> = load_seeds(&file)
            .unwrap()
            .iter()
            .map(|seed| seed.to_site().unwrap())
            .collect();
        assert!(!seeds.is_empty());
        database.store.upsert_sites(&seeds).await.unwrap();
        let mut settings = Settings::with_contact("https://example.org/bot");
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

    fn store(&self) -> &Store {
        &self.database.store
    }

    fn crawler(&self) -> Crawler {
        Crawler::new(self.store(), &self.settings, None).unwrap()
    }

    async fn walk(&self, site: &str) -> WalkReport {
        let walked = self
            .crawler()
            .next("test", &[site.to_owned()], &CancellationToken::new())
            .await;
        walked.unwrap().expect("a host of the site is due")
    }

    async fn crawl(&self, plan: &Plan) -> CrawlReport {
        crawl(
            self.store(),
            &self.settings,
            plan,
            &CancellationToken::new(),
            |_| {},
        )
        .await
        .unwrap()
    }

    /// How often each address was asked for, `http://host:port/path`.
    fn requests(&self) -> HashMap<String, usize> {
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

/// What a host says about itself: asked for once a day, and no visit.
fn is_about_the_host(path: &str) -> bool {
    ["/robots.txt", "/.well-known/tdmrep.json", "/ai.txt"].contains(&path)
}

fn patient(seconds: u64) -> Plan {
    Plan {
        patience: Duration::from_secs(seconds),
        ..Plan::new("test")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_article_is_found_every_trap_avoided_and_nothing_forbidden_requested() {
    let fixture = Fixture::start().await;
    let report = fixture.crawl(&patient(3)).await;
    let expected = fixture.newsroom.expected();
    let requests = fixture.requests();
    assert!(!expected.articles.is_empty());
    let mut missing = Vec::new();
    for article in &expected.articles {
        if fixture
            .store()
            .page_of_url(&article.url)
            .await
            .unwrap()
            .is_none()
        {
            missing.push((&article.url, requests.get(&article.url)));
        }
    }
    assert!(
        missing.is_empty(),
        "{} of {}: {missing:?}\n{report:?}",
        missing.len(),
        expected.articles.len()
    );
    for url in requests.keys() {
        let forbidden = expected
            .disallowed
            .iter()
            .chain(&expected.foreign)
            .find(|prefix| url.starts_with(*prefix));
        let own_robots = url.ends_with("/robots.txt");
        assert!(
            forbidden.is_none() || own_robots,
            "{url} was requested, against {forbidden:?}"
        );
    }
    for trap in &expected.traps {
        let spent: usize = requests
            .iter()
            .filter(|(url, _)| trap.catches(url))
            .map(|(_, count)| count)
            .sum();
        assert!(spent <= trap.at_most, "{spent} requests went into {trap:?}");
    }
    for (url, count) in &requests {
        let answers_429_first = url.contains("harbour-gazette");
        assert!(
            *count == 1 || (*count == 2 && answers_429_first) || url.ends_with("/robots.txt"),
            "{url}: {count} times"
        );
    }
    let agents: Vec<_> = fixture
        .newsroom
        .log()
        .into_iter()
        .filter_map(|request| request.user_agent)
        .collect();
    assert!(agents.iter().all(
        |agent| agent.starts_with("Gleaner/") && agent.ends_with("(+https://example.org/bot)")
    ));
    assert_eq!(agents.len(), fixture.newsroom.log().len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_robots_denial_is_recorded_not_requested() {
    let fixture = Fixture::start().await;
    let report = fixture.walk("morgenblatt").await;
    assert_eq!(report.ended, Ended::Done, "{report:?}");
    assert!(report.count(Outcome::Disallowed) > 0, "{report:?}");
    let paths: Vec<_> = fixture
        .newsroom
        .log()
        .into_iter()
        .map(|request| request.path)
        .collect();
    assert!(
        paths.iter().any(|path| path == "/intern/presse/"),
        "the longer rule allows this one"
    );
    assert!(
        !paths.iter().any(
            |path| path.starts_with("/intern/redaktion") || path.starts_with("/intern/entwurf")
        )
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_loop_ends() {
    let fixture = Fixture::start().await;
    let report = fixture.walk("morgenblatt").await;
    assert!(report.count(Outcome::Redirected) >= 2, "{report:?}");
    let loops = fixture
        .newsroom
        .log()
        .into_iter()
        .filter(|request| request.path.starts_with("/schleife/"));
    assert_eq!(loops.count(), 2, "each end of the loop once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_body_is_cut_off_and_a_broken_one_told() {
    let mut fixture = Fixture::start().await;
    fixture.settings.max_body_bytes = 500_000;
    fixture.crawl(&patient(2)).await;
    let log = fixture.newsroom.log();
    let stream = log
        .iter()
        .find(|request| request.path == "/stream")
        .expect("it is linked");
    assert!(
        stream.bytes < 50_000_000,
        "{} bytes were taken",
        stream.bytes
    );
    let url = fixture.newsroom.url("harbour-gazette", "/stream");
    assert!(fixture.store().page_of_url(&url).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_host_is_left_at_once_and_asked_again_when_it_said() {
    let fixture = Fixture::start().await;
    let begun = std::time::Instant::now();
    let report = fixture.walk("harbour-gazette").await;
    let Ended::Busy(until) = report.ended else {
        panic!("{report:?}")
    };
    assert!(begun.elapsed() < Duration::from_secs(5), "nobody slept");
    let first = fixture.newsroom.log();
    let busy = first.last().unwrap();
    assert_eq!(busy.status, 429, "nothing was requested after it");
    let report = fixture
        .crawl(&Plan {
            only: vec!["harbour-gazette".to_owned()],
            ..patient(5)
        })
        .await;
    assert!(report.pages > 0);
    let second = &fixture.newsroom.log()[first.len()..];
    assert!(
        second.iter().all(|request| request.at >= until),
        "before {until}: {:?}",
        second.first()
    );
    assert!(
        second
            .iter()
            .any(|request| request.path == busy.path && request.status == 200)
    );
}

fn yesterday() -> DateTime<Utc> {
    Utc::now() - TimeDelta::days(1)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_night_gets_304_for_what_has_not_changed() {
    let fixture = Fixture::start().await;
    fixture.crawl(&patient(3)).await;
    let pages = fixture
        .store()
        .pages_to_extract("none", true, None, 100_000)
        .await
        .unwrap()
        .len();
    fixture.newsroom.clear_log();
    assert_eq!(
        fixture.crawl(&patient(0)).await.walks,
        0,
        "right after, nothing is due"
    );
    assert!(fixture.store().make_due(&[], yesterday()).await.unwrap() > 0);
    let report = fixture.crawl(&patient(3)).await;
    assert!(report.count(Outcome::NotModified) > 50, "{report:?}");
    for request in fixture
        .newsroom
        .log()
        .iter()
        .filter(|request| request.status == 200)
    {
        assert!(!request.conditional, "{} has not changed", request.path);
    }
    let now = fixture
        .store()
        .pages_to_extract("none", true, None, 100_000)
        .await
        .unwrap()
        .len();
    assert_eq!(now, pages, "nothing is stored twice");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_day_brings_what_is_new_and_what_changed() {
    let fixture = Fixture::start().await;
    fixture.crawl(&patient(3)).await;
    let changes = fixture.newsroom.advance();
    fixture.store().make_due(&[], yesterday()).await.unwrap();
    fixture.crawl(&patient(3)).await;
    let requests = fixture.requests();
    assert!(!changes.new.is_empty() && !changes.updated.is_empty());
    for url in &changes.new {
        assert_eq!(requests.get(url), Some(&1), "{url} is new");
    }
    for url in &changes.updated {
        let page = fixture.store().page_of_url(url).await.unwrap().unwrap();
        let first_night = requests[url];
        assert!(first_night >= 2 && page.http_status == 200, "{url} changed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_worker_takes_over_from_one_that_died() {
    let mut fixture = Fixture::start().await;
    fixture.settings.lease = Duration::from_millis(500);
    fixture.settings.timeout = Duration::from_millis(500);
    fixture.settings.idle_timeout = Duration::from_millis(500);
    let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
    let site = vec!["elbkurier".to_owned()];
    let doomed = {
        let (crawler, site) = (crawler.clone(), site.clone());
        tokio::spawn(async move { crawler.next("doomed", &site, &stop).await })
    };
    while fixture.newsroom.log().len() < 10 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    doomed.abort();
    assert!(doomed.await.is_err());
    let before = fixture.newsroom.log().len();
    assert_eq!(
        crawler
            .next("heir", &site, &CancellationToken::new())
            .await
            .unwrap(),
        None,
        "the lease still runs"
    );
    let report = fixture
        .crawl(&Plan {
            only: site,
            worker: "heir".to_owned(),
            ..patient(5)
        })
        .await;
    assert!(report.pages > 0 && fixture.newsroom.log().len() > before);
    let expected = fixture.newsroom.expected();
    for article in expected
        .articles
        .iter()
        .filter(|article| article.site == "elbkurier")
    {
        assert!(
            fixture
                .store()
                .page_of_url(&article.url)
                .await
                .unwrap()
                .is_some(),
            "{}",
            article.url
        );
    }
    let twice: Vec<_> = fixture
        .requests()
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .collect();
    assert!(
        twice.len() <= 1,
        "at most the request in hand is repeated: {twice:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_walk_that_is_stopped_gives_its_host_back() {
    let mut fixture = Fixture::start().await;
    fixture.settings.delay = Duration::from_millis(20);
    let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
    let site = vec!["elbkurier".to_owned()];
    let walk = {
        let (crawler, site, stop) = (crawler.clone(), site.clone(), stop.clone());
        tokio::spawn(async move { crawler.next("first", &site, &stop).await })
    };
    while fixture.newsroom.log().len() < 5 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    stop.cancel();
    let report = walk.await.unwrap().unwrap().unwrap();
    assert_eq!(report.ended, Ended::Stopped);
    let log = fixture.newsroom.log();
    let pages = log.iter().filter(|request| !is_about_the_host(&request.path));
    assert_eq!(
        report.visits(),
        pages.count() as u64,
        "what was fetched is recorded"
    );
    let next = fixture.walk("elbkurier").await;
    assert_eq!(next.ended, Ended::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_keep_their_distance_also_across_walks() {
    let mut fixture = Fixture::start().await;
    fixture.settings.delay = Duration::from_millis(60);
    fixture.settings.max_pages_per_visit = 6;
    let site = vec!["elbkurier".to_owned()];
    for worker in ["one", "two", "three"] {
        let (crawler, stop) = (fixture.crawler(), CancellationToken::new());
        let report = loop {
            match crawler.next(worker, &site, &stop).await.unwrap() {
                Some(report) => break report,
                // The host is due only when its pause is over.
                None => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        };
        assert_eq!(report.ended, Ended::Budget);
    }
    let log = fixture.newsroom.log();
    assert_eq!(
        log.iter()
            .filter(|request| request.path == "/robots.txt")
            .count(),
        1,
        "asked once a day"
    );
    let about = log.iter().filter(|request| is_about_the_host(&request.path));
    assert_eq!(log.len() - about.count(), 18);
    for pair in log.windows(2) {
        let gap = pair[1].started - pair[0].started;
        assert!(
            gap >= Duration::from_millis(60),
            "{gap:?} before {}",
            pair[1].path
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_robots_txt_closes_the_host() {
    let fixture = Fixture::start().await;
    fixture
        .newsroom
        .disturb("tagnetz.localhost", Disturbance::Fail(500));
    let report = fixture.walk("tagnetz").await;
    assert_eq!(report.ended, Ended::RobotsUnreachable);
    let log = fixture.newsroom.log();
    assert!(log.iter().all(|request| request.path == "/robots.txt") && log.len() == 1);
    let again = fixture
        .crawler()
        .next("test", &["tagnetz".to_owned()], &CancellationToken::new())
        .await
        .unwrap();
    assert_eq!(again, None, "and gives it a rest");
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_share_the_hosts_and_no_page_is_fetched_twice() {
    let fixture = Fixture::with(testsite::Settings {
        articles_per_site: 30,
        ..testsite::Settings::default()
    })
    .await;
    let (one, two) = (
        Plan {
            worker: "one".to_owned(),
            ..patient(3)
        },
        Plan {
            worker: "two".to_owned(),
            ..patient(3)
        },
    );
    let (one, two) = tokio::join!(fixture.crawl(&one), fixture.crawl(&two));
    assert!(
        one.walks > 0 && two.walks > 0,
        "{} and {}",
        one.walks,
        two.walks
    );
    for (url, count) in fixture.requests() {
        let busy = url.contains("harbour-gazette");
        assert!(
            count == 1 || (count == 2 && busy) || url.ends_with("/robots.txt"),
            "{url}: {count} times"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_ends_at_its_budget_of_pages() {
    let fixture = Fixture::start().await;
    let report = fixture
        .crawl(&Plan {
            max_pages: Some(25),
            ..patient(1)
        })
        .await;
    let requests = fixture
        .newsroom
        .log()
        .into_iter()
        .filter(|request| !is_about_the_host(&request.path))
        .count();
    assert_eq!(requests, 25, "{report:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_site_is_an_outcome_and_left_in_peace() {
    let fixture = Fixture::start().await;
    let seed = Seed::from_home("http://nobody.localhost:1/").unwrap();
    fixture
        .store()
        .upsert_sites(&[seed.to_site().unwrap()])
        .await
        .unwrap();
    let report = fixture.walk(&seed.id).await;
    assert_eq!(report.ended, Ended::RobotsUnreachable);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_says_what_a_site_offers() {
    let fixture = Fixture::start().await;
    let mut seed = Seed::from_home(&fixture.newsroom.url("morgenblatt", "/")).unwrap();
    seed.feeds = vec![fixture.newsroom.url("morgenblatt", "/impressum")];
    let survey = crawl::survey(&fixture.settings, &seed).await.unwrap();
    assert_eq!(survey.robots_status, Some(200));
    let of = |kind| {
        survey
            .channels
            .iter()
            .filter(move |channel| channel.kind == kind)
    };
    assert!(of("home").all(|home| home.outcome == Outcome::Fetched && home.entries > 20));
    let wrong: Vec<_> = of("feed")
        .filter(|feed| feed.in_seed)
        .map(|feed| feed.outcome)
        .collect();
    assert_eq!(wrong, [Outcome::Malformed], "an imprint is no feed");
    assert!(
        of("feed").any(|feed| !feed.in_seed && feed.entries > 0),
        "the home page names one"
    );
    assert!(
        of("sitemap").any(|sitemap| sitemap.entries > 0),
        "robots.txt names one"
    );
    assert!(fixture.newsroom.log().len() <= 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_connections_to_a_host_still_fetch_each_page_once() {
    let mut fixture = Fixture::start().await;
    fixture.settings.concurrency_per_host = 4;
    let report = fixture.walk("elbkurier").await;
    assert_eq!(report.ended, Ended::Done);
    assert!(report.pages > 50, "{report:?}");
    assert!(fixture.requests().values().all(|count| *count == 1));
}
