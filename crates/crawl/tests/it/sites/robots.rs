//! robots.txt over the network: the meaning of its status, its redirects and its absence (RFC 9309, section
//! 2.3), judged by the requests to the server. A table beside the parser tests the rules of files.

use std::time::Duration;

use crawl::{Crawler, EndReason, HostReport, Plan};
use store::testing::age_robots;
use testsite::StubReply;
use tokio_util::sync::CancellationToken;

use super::fixture::Fixture;

const RULES: &str = "User-agent: *\nDisallow: /secret\n";

impl Fixture {
    /// A site with this response for robots.txt and a front page that links to `/open` and `/secret`. Returns
    /// its id.
    async fn with(&self, name: &str, robots: StubReply) -> String {
        let page =
            "<!doctype html><title>A</title><a href=/open>open</a> <a href=/secret>secret</a>";
        self.site.set(name, "/", StubReply::Page(page.to_owned()));
        for path in ["/open", "/secret"] {
            let page = format!("<!doctype html><title>{path}</title>");
            self.site.set(name, path, StubReply::Page(page));
        }
        self.site.set(name, "/robots.txt", robots);
        self.know(name).await.id
    }

    async fn crawl_host(&self, site: &str) -> HostReport {
        let crawler =
            Crawler::new(&self.database.store, &self.settings, &Plan::new("test")).unwrap();
        let (only, stop) = ([site.to_owned()], CancellationToken::new());
        crawler.next("test", &only, &stop).await.unwrap().unwrap()
    }
}

fn text(body: &str) -> StubReply {
    StubReply::Body("text/plain", body.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_status_says_whether_rules_hold_or_all_is_allowed_or_nothing() {
    let fixture = Fixture::empty().await;
    let all: &[&str] = &["/", "/open", "/secret"];
    let page = StubReply::Page("<!doctype html><title>Hello</title>".to_owned());
    let to_itself = fixture.site.url("circle", "/robots.txt");
    let cases: [(&str, StubReply, &[&str]); 14] = [
        ("rules", text(RULES), &["/", "/open"]),
        ("empty", text(""), all),
        ("page", page, all),
        ("circle", StubReply::Redirect(301, to_itself), all),
        ("no-content", StubReply::Status(204), all),
        ("gone", StubReply::Status(410), all),
        ("missing", StubReply::Status(404), all),
        ("forbidden", StubReply::Status(403), all),
        ("unauthorised", StubReply::Status(401), all),
        ("broken", StubReply::Status(500), &[]),
        ("bad-gateway", StubReply::Status(502), &[]),
        ("unavailable", StubReply::Status(503), &[]),
        ("unrequested", StubReply::Status(304), &[]),
        ("too-many", StubReply::Status(429), &[]),
    ];
    for (name, robots, allowed) in cases {
        let site = fixture.with(name, robots).await;
        let report = fixture.crawl_host(&site).await;
        assert_eq!(fixture.requested(name), allowed, "{name}: {report:?}");
        assert_eq!(fixture.times_at(name, "/robots.txt"), 1, "{name}");
        let closed = match name {
            "too-many" => matches!(report.ended, EndReason::Busy(_)),
            _ => report.ended == EndReason::RobotsUnreachable,
        };
        assert_eq!(closed, allowed.is_empty(), "{name}: {report:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_redirects_are_followed_also_across_hosts_and_the_rules_are_the_first_hosts() {
    let fixture = Fixture::empty().await;
    for steps in 1..=6 {
        let name = format!("hop-{steps}");
        let to = |step: usize| fixture.site.url(&format!("{name}-{step}"), "/rules.txt");
        let site = fixture.with(&name, StubReply::Redirect(301, to(1))).await;
        for step in 1..steps {
            let (from, onward) = (format!("{name}-{step}"), to(step + 1));
            let onward = StubReply::Redirect(302, onward);
            fixture.site.set(&from, "/rules.txt", onward);
        }
        let last = format!("{name}-{steps}");
        fixture.site.set(&last, "/rules.txt", text(RULES));
        fixture.crawl_host(&site).await;
        let allowed: &[&str] = if steps <= 5 {
            &["/", "/open"]
        } else {
            &["/", "/open", "/secret"] // more count as "unavailable" (section 2.3.1.2)
        };
        assert_eq!(fixture.requested(&name), allowed, "{steps} redirects");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_to_a_name_that_cannot_be_one_is_no_answer_and_no_fault_of_ours() {
    let mut fixture = Fixture::empty().await;
    fixture.settings.delay = Duration::from_millis(10);
    let there = format!("http://{}.localhost/robots.txt", "a.".repeat(400) + "b");
    let site = fixture.with("long", StubReply::Redirect(301, there)).await;
    let report = fixture.crawl_host(&site).await;
    assert_eq!(report.ended, EndReason::RobotsUnreachable);
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_of_robots_txt_keep_the_pace_of_the_hosts_they_lead_to() {
    let mut fixture = Fixture::empty().await;
    fixture.settings.delay = Duration::from_millis(150);
    let there = fixture.site.url("www.paced", "/rules.txt");
    let onward = StubReply::Redirect(301, fixture.site.url("paced", "/rules.txt"));
    let site = fixture.with("paced", StubReply::Redirect(301, there)).await;
    fixture.site.set("www.paced", "/rules.txt", onward);
    fixture.site.set("paced", "/rules.txt", text(RULES));
    fixture.crawl_host(&site).await;
    let log = fixture.site.log();
    assert!(log.len() >= 5, "{}", log.len());
    for pair in log.windows(2) {
        let gap = pair[1].started - pair[0].started;
        let paths = (&pair[0].path, &pair[1].path);
        assert!(
            gap >= Duration::from_millis(150),
            "{gap:?} between {paths:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_fetched_any_more_closes_the_host_for_a_day_and_is_then_obeyed_as_it_was()
 {
    let fixture = Fixture::empty().await;
    let store = &fixture.database.store;
    let site = fixture.with("outage", text(RULES)).await;
    fixture.crawl_host(&site).await;
    age_robots(store, 22).await.unwrap();
    fixture.crawl_host(&site).await;
    let times = fixture.times_at("outage", "/robots.txt");
    assert_eq!(times, 1, "it is used for a day");
    let before = fixture.site.log().len();
    let broken = StubReply::Status(503);
    fixture.site.set("outage", "/robots.txt", broken);
    for hours in [25 - 22, 20] {
        age_robots(store, hours).await.unwrap();
        let ended = fixture.crawl_host(&site).await.ended;
        assert_eq!(ended, EndReason::RobotsUnreachable);
    }
    let mut log = fixture.site.log().into_iter().skip(before);
    assert!(log.all(|request| request.path == "/robots.txt"));
    assert_eq!(fixture.site.log().len(), before + 2);
    age_robots(store, 5).await.unwrap();
    let report = fixture.crawl_host(&site).await;
    assert_eq!(report.ended, EndReason::Done, "the outage has lasted a day");
    assert_eq!(fixture.times_at("outage", "/secret"), 0);
    age_robots(store, 24 * 30).await.unwrap();
    let report = fixture.crawl_host(&site).await;
    assert_eq!(report.ended, EndReason::RobotsUnreachable, "and a month");
    fixture.site.set("outage", "/robots.txt", text(""));
    age_robots(store, 1).await.unwrap();
    assert_eq!(fixture.crawl_host(&site).await.ended, EndReason::Done);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_asks_for_too_long_a_delay_is_not_crawled() {
    let fixture = Fixture::empty().await;
    let robots = "User-agent: *\nCrawl-delay: 3600\n";
    let site = fixture.with("slow", text(robots)).await;
    assert_eq!(fixture.crawl_host(&site).await.ended, EndReason::CrawlDelay);
    assert_eq!(fixture.site.log().len(), 1);
    let seed = crawl::Seed::from_home(&fixture.site.url("slow", "/")).unwrap();
    let survey = crawl::survey(&fixture.settings, &seed).await.unwrap();
    let refusal = survey.refusal().unwrap();
    assert!(
        refusal.contains("asks for 3600 s between requests"),
        "{refusal}"
    );
    assert_eq!((survey.channels, fixture.site.log().len()), (vec![], 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_host_is_refused_as_such_and_the_setting_is_named() {
    let mut fixture = Fixture::empty().await;
    let site = fixture.with("private", text("")).await;
    fixture.settings.private_hosts.clear();
    fixture.settings.resolve.clear();
    let report = fixture.crawl_host(&site).await;
    assert_eq!(report.ended, EndReason::AddressRefused);
    let seed = crawl::Seed::from_home("http://127.0.0.1:8080/").unwrap();
    let survey = crawl::survey(&fixture.settings, &seed).await.unwrap();
    let refused = survey.refused.unwrap();
    assert!(refused.contains("crawl.private_hosts"), "{refused}");
    assert!(fixture.site.log().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sitemaps_in_robots_txt_are_known_although_the_database_refuses_the_first_page() {
    let fixture = Fixture::without_guesses("paper").await;
    let sitemap = fixture.site.url("paper", "/all.xml");
    fixture.names_sitemap("/all.xml");
    fixture.home(&[""; 0]);
    let store = &fixture.database.store;
    store::testing::damage(store, "alter table pages add check (false)")
        .await
        .unwrap();
    fixture.crawl().await;
    let visits = store::testing::visited(store).await.unwrap();
    let visits: Vec<_> = visits.iter().map(|visit| (&*visit.0, &*visit.1)).collect();
    let home = fixture.site.url("paper", "/");
    let wanted = [(home.as_str(), "malformed"), (&sitemap, "not_found")];
    assert_eq!(visits, wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sitemap_that_the_database_refuses_does_not_end_the_crawl() {
    let fixture = Fixture::without_guesses("paper").await;
    fixture.names_sitemap("/all.xml");
    fixture.home(&[""; 0]);
    let store = &fixture.database.store;
    let refuse = "alter table seen add check (kind <> 'sitemap')";
    store::testing::damage(store, refuse).await.unwrap();
    let report = fixture.crawl().await;
    assert_eq!(report.left, []);
    assert_eq!(report.count(store::Outcome::Malformed), 1);
}
