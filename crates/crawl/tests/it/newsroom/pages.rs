//! Which pages are found, and which are not requested.

use super::fixture::{Fixture, most_requests, patient};
use crawl::{EndReason, Seed};
use store::Outcome;

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
        assert!(*count <= most_requests(url), "{url}: {count} times");
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
async fn a_robots_denial_is_recorded_not_requested_and_a_redirect_loop_ends() {
    let fixture = Fixture::start().await;
    let report = fixture.crawl_host("morgenblatt").await;
    assert_eq!(report.ended, EndReason::Done, "{report:?}");
    assert!(report.count(Outcome::Disallowed) > 0, "{report:?}");
    assert!(report.count(Outcome::Redirected) >= 2, "{report:?}");
    let log = fixture.newsroom.log().into_iter();
    let paths: Vec<_> = log.map(|request| request.path).collect();
    let requested = |start: &str| paths.iter().any(|path| path.starts_with(start));
    assert!(requested("/intern/presse/"), "by the longer rule");
    assert!(!requested("/intern/redaktion") && !requested("/intern/entwurf"));
    let loops = paths.iter().filter(|path| path.starts_with("/schleife/"));
    assert_eq!(loops.count(), 2, "each end of the loop once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_survey_says_what_a_site_offers() {
    let fixture = Fixture::start().await;
    let mut seed = Seed::from_home(&fixture.newsroom.url("morgenblatt", "/")).unwrap();
    seed.feeds = vec![fixture.newsroom.url("morgenblatt", "/impressum")];
    let survey = crawl::survey(&fixture.settings, &seed).await.unwrap();
    assert_eq!(survey.robots_status, Some(200));
    let of = |kind| {
        let channels = survey.channels.iter();
        channels.filter(move |channel| channel.kind == kind)
    };
    assert!(of("home").all(|home| home.outcome == Outcome::Fetched && home.entries > 20));
    let of_seed = of("feed").filter(|feed| feed.in_seed);
    let wrong: Vec<_> = of_seed.map(|feed| feed.outcome).collect();
    assert_eq!(wrong, [Outcome::Malformed], "an imprint is no feed");
    let mut of_home = of("feed").filter(|feed| !feed.in_seed);
    assert!(of_home.any(|feed| feed.entries > 0));
    let mut of_robots_txt = of("sitemap");
    assert!(of_robots_txt.any(|sitemap| sitemap.entries > 0));
    assert!(fixture.newsroom.log().len() <= 8);
}
