//! Sites that fail for a while and recover.

use std::time::Duration;

use crawl::{Plan, crawl};
use store::Outcome;
use store::testing::{age, damage, rows, visited};
use testsite::{StubReply, StubSite};
use tokio_util::sync::CancellationToken;

use super::fixture::{Fixture, feed_link};

impl Fixture {
    /// A site whose front page links to these paths, and nothing else.
    async fn with_front_page(links: &[String]) -> Self {
        let fixture = Self::without_guesses("paper").await;
        fixture.home(links);
        fixture
    }

    fn answer_all(&self, paths: &[String], answer: &StubReply) {
        for path in paths {
            self.set(path, answer.clone());
        }
    }

    /// Runs the nightly crawl of the next day.
    async fn next_night(&self) {
        self.pass_day().await;
        self.crawl().await;
    }

    /// Lets a day pass, and makes due what the next nightly crawl requests.
    pub(super) async fn pass_day(&self) {
        age(&self.database.store, 24).await.unwrap();
        self.make_due().await;
    }

    async fn number_stored(&self, paths: &[String]) -> usize {
        let mut number = 0;
        for path in paths {
            number += usize::from(self.is_stored("paper", path).await);
        }
        number
    }

    /// The cooldown reason of the host.
    pub(super) async fn cooldown(&self) -> Option<String> {
        let store = &self.database.store;
        let site = store.sites().await.unwrap().remove(0);
        let hosts = store.site_hosts(&site.id).await.unwrap();
        hosts.into_iter().find_map(|host| host.cooldown_reason)
    }
}

fn stories(count: usize) -> Vec<String> {
    (0..count)
        .map(|n| format!("/news/a-story-of-the-town-with-number-{n}.html"))
        .collect()
}

/// Addresses that rest for a month after a night in which all of a site said for good that it is elsewhere, or not at all.
#[tokio::test(flavor = "multi_thread")]
async fn articles_that_were_gone_for_a_night_are_asked_for_as_the_site_names_them() {
    let paths = stories(8);
    let fixture = Fixture::with_front_page(&paths[..4]).await;
    let elsewhere = |path: &str| fixture.site.url("paper", path);
    let answers = [
        StubReply::Status(410),
        StubReply::Redirect(301, elsewhere("/the-site-is-being-mended-4711.html")),
        StubReply::Redirect(308, elsewhere("/articles/a-story-of-the-town.html")),
        StubReply::Redirect(301, elsewhere(&paths[0])),
    ];
    fixture.articles(&paths);
    fixture.crawl().await;
    for (path, answer) in paths.iter().zip(answers.iter().cycle()) {
        fixture.set(path, answer.clone());
    }
    fixture.home(&paths);
    fixture.next_night().await;
    assert_eq!(fixture.number_stored(&paths).await, 4);
    fixture.articles(&paths);
    fixture.home(&[&paths[..], &["/contact".to_owned()]].concat());
    fixture.next_night().await;
    assert_eq!(fixture.number_stored(&paths).await, 8);
    for (n, path) in paths.iter().enumerate() {
        assert_eq!(fixture.times(path), if n < 4 { 3 } else { 2 }, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_address_that_the_front_page_names_for_ever_is_asked_for_ever_more_seldom() {
    let paths = stories(3);
    let fixture = Fixture::with_front_page(&paths).await;
    fixture.set(&paths[0], StubReply::Status(404));
    fixture.set(&paths[1], StubReply::Status(410));
    let there = "/news/another-address-of-the-story-of-the-town.html";
    fixture.page(there, None);
    let moved = StubReply::Redirect(301, fixture.site.url("paper", there));
    fixture.set(&paths[2], moved);
    fixture.crawl().await;
    for night in 0..16 {
        let other = format!("/note-{night}");
        fixture.home(&[&paths[0], &paths[1], &paths[2], &other]);
        fixture.next_night().await;
    }
    let times: Vec<usize> = paths.iter().map(|path| fixture.times(path)).collect();
    assert_eq!(times, [7, 5, 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_fails_once_is_requested_again_within_seconds() {
    for (failing, status) in [("/", 502), ("/feed.xml", 504), ("/a-story", 500)] {
        let fixture = Fixture::without_guesses("paper").await;
        let set = |status: u16| {
            fixture.front(&feed_link("/feed.xml"), &[]);
            fixture.set("/feed.xml", fixture.feed(&[("/a-story", 1)]));
            fixture.page("/a-story", None);
            if status != 200 {
                fixture.set(failing, StubReply::Status(status));
            }
        };
        set(status);
        fixture.crawl().await;
        assert!(!fixture.is_stored("paper", "/a-story").await, "{failing}");
        let store = &fixture.database.store;
        let wait = store.time_to_next_host(&[]).await.unwrap().unwrap();
        assert!(wait < Duration::from_secs(11), "{failing}: {wait:?}");
        set(200);
        // as if the pause had passed
        age(store, 1).await.unwrap();
        fixture.crawl().await;
        assert!(fixture.is_stored("paper", "/a-story").await, "{failing}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_refuses_conditional_requests_is_asked_at_once_without_conditions() {
    let fixture = Fixture::without_guesses("paper").await;
    for status in [400, 404, 412, 500] {
        let name = format!("answers-{status}");
        fixture.know(&name).await;
        for night in 1..=2 {
            if night > 1 {
                fixture.pass_day().await;
            }
            let path = format!("/news/a-story-of-the-town-of-night-{night}.html");
            let story = StubSite::article(&path, None, &[]);
            fixture.site.set(&name, &path, story);
            let front = format!("<!doctype html><title>Paper</title><a href='{path}'>A story</a>");
            let front = StubReply::Unconditional(status, front);
            fixture.site.set(&name, "/", front);
            fixture.crawl().await;
            assert!(fixture.is_stored(&name, &path).await, "{name}, {night}");
        }
        assert_eq!(fixture.times_at(&name, "/"), 3, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_down_is_judged_by_one_request_after_each_pause() {
    let paths = stories(12);
    let fixture = Fixture::with_front_page(&paths).await;
    fixture.answer_all(&paths, &StubReply::Status(502));
    for (pause, requests) in [(10, 1 + 5), (20, 1), (40, 1), (600, 1)] {
        let before = fixture.requested("paper").len();
        fixture.crawl().await;
        let requested = fixture.requested("paper");
        assert_eq!(requested.len() - before, requests, "{requested:?}");
        assert_eq!(fixture.cooldown().await.as_deref(), Some("failing"));
        let store = &fixture.database.store;
        let wait = store.time_to_next_host(&[]).await.unwrap().unwrap();
        assert!(wait.as_secs().abs_diff(pause) < 5, "{wait:?}");
        fixture.set("/", StubReply::Status(502));
        store::testing::end_cooldowns(store).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_robots_txt_forbade_for_a_night_is_asked_for_once_it_is_allowed() {
    let paths = stories(3);
    let fixture = Fixture::with_front_page(&paths).await;
    fixture.articles(&paths);
    let robots = |text: &str| {
        let rules = format!("User-agent: *\n{text}\n");
        fixture.robots_txt(&rules);
    };
    robots("Disallow: /news/");
    fixture.crawl().await;
    assert_eq!(fixture.number_stored(&paths).await, 0);
    robots("Disallow: /news/*1.html");
    fixture.next_night().await;
    assert_eq!(fixture.number_stored(&paths).await, 2);
    assert_eq!(fixture.times(&paths[1]), 0, "still forbidden");
    fixture.set("/robots.txt", StubReply::Status(404));
    fixture.next_night().await;
    assert_eq!(fixture.number_stored(&paths).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_that_only_adds_a_session_or_a_mark_is_followed_at_once() {
    let mut paths = stories(4);
    let fixture = Fixture::with_front_page(&paths).await;
    for (path, mark) in paths.iter().zip([
        ";jsessionid=5A1E7",
        "?PHPSESSID=5a1e7",
        "?utm_source=home",
        "#top",
    ]) {
        let there = fixture.site.url("paper", &format!("{path}{mark}"));
        fixture.set(path, StubReply::Redirect(302, there));
        fixture.page(&format!("{path}{mark}"), None);
    }
    fixture.crawl().await;
    let circle = paths.pop().unwrap();
    assert_eq!(fixture.number_stored(&paths).await, 3);
    assert_eq!(fixture.times(&circle), 1, "the same address is a circle");
    // An endless change of sessions is a loop too.
    let [first, second] = [1, 2].map(|n| format!("{circle}?PHPSESSID={n}"));
    for (from, to) in [(&circle, &first), (&first, &second)] {
        let to = StubReply::Redirect(302, fixture.site.url("paper", to));
        fixture.set(from, to);
    }
    let before = fixture.site.log().len();
    fixture.next_night().await;
    let requested = fixture.site.log().into_iter().skip(before);
    let requested = requested.filter(|request| request.path.starts_with(&circle));
    assert_eq!(requested.count(), 2);
    let visits = visited(&fixture.database.store).await.unwrap();
    let of_circle = visits.iter().filter(|(url, ..)| url.ends_with(&circle));
    let ended: Vec<&str> = of_circle.map(|(_, outcome, _)| outcome.as_str()).collect();
    assert_eq!(ended, ["redirect_loop", "redirect_loop"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slot_that_a_slow_database_grants_too_late_is_released_when_the_crawl_is_stopped() {
    let mut fixture = Fixture::without_guesses("paper").await;
    fixture.settings.delay = Duration::from_secs(1);
    fixture.home(&[""; 0]);
    let store = &fixture.database.store;
    let slow = "create function sleep() returns trigger language plpgsql as
        $$ begin perform pg_sleep(2.5); return new; end $$;
        create trigger slow before update on request_slots for each row
            when (new.held_by is not null and new.key like 'host:%') execute function sleep()";
    damage(store, slow).await.unwrap();
    let (plan, stop) = (Plan::new("test"), CancellationToken::new());
    let stopping = async {
        let asleep = "select pid from pg_stat_activity where wait_event = 'PgSleep'
            and datname = current_database()";
        while rows(store, asleep).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.cancel();
    };
    let mut report = |_: &_| {};
    let crawled = crawl(store, &fixture.settings, &plan, &stop, &mut report);
    let (crawled, ()) = tokio::join!(crawled, stopping);
    crawled.unwrap();
    assert!(fixture.site.log().is_empty());
    let slots = "select held_by from request_slots where key like 'host:%'";
    let free = serde_json::json!({ "held_by": null });
    assert_eq!(rows(store, slots).await.unwrap(), [free]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_tells_a_loop_of_its_front_page_and_what_its_pages_answered() {
    let overview = async |fixture: &Fixture| {
        fixture.crawl().await;
        let overviews = fixture.database.store.site_overviews(&[], true).await;
        overviews.unwrap().remove(0)
    };
    let fixture = Fixture::without_guesses("paper").await;
    let home = fixture.site.url("paper", "/");
    fixture.set("/", StubReply::Redirect(302, format!("{home}start")));
    fixture.set("/start", StubReply::Redirect(302, home.clone()));
    let visit = overview(&fixture).await.home_visit.unwrap();
    let said = Some(format!("redirect loop via {home}"));
    assert_eq!((visit.outcome, visit.detail), (Outcome::RedirectLoop, said));

    for (fetched, told) in [(0, true), (1, false)] {
        let fixture = Fixture::without_guesses("paper").await;
        fixture.front(&feed_link("/feed"), &[]);
        let paths = stories(3);
        let items: Vec<(&str, i64)> = paths.iter().map(|path| (path.as_str(), 1)).collect();
        fixture.set("/feed", fixture.feed(&items));
        fixture.answer_all(&paths, &StubReply::Status(403));
        fixture.articles(&paths[..fetched]);
        let failed = overview(&fixture).await.failed_page;
        let failed = failed.map(|page| (page.url, page.http_status));
        let url = fixture.site.url("paper", &paths[0]);
        assert_eq!(failed, told.then_some((url, Some(403))));
    }
}
