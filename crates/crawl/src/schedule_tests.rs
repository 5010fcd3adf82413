use super::*;
use crate::settings::Settings;
use chrono::TimeDelta;

const ARTICLE: &str = "https://a.example/politik/der-neue-haushalt-steht-fest-4711.html";

fn first(kind: UrlKind, url: &Url, outcome: Outcome) -> Seen<'_> {
    Seen {
        kind,
        url,
        outcome,
        history: None,
        changed: outcome == Outcome::Fetched,
        http_status: Some(301),
        depth: 1,
        links: 1,
        now: Utc::now(),
    }
}

fn hours(seen: Seen<'_>) -> f64 {
    let wait = next_due(seen, &Settings::with_contact("test").revisit) - seen.now;
    f64::from(i32::try_from(wait.num_seconds()).unwrap()) / 3_600.0
}

/// First seen, last changed and last visited so many days ago, with so many failures since.
fn history(days: [i64; 3], failures: i32) -> UrlHistory {
    let ago = |days| Utc::now() - TimeDelta::days(days);
    UrlHistory {
        first_seen: ago(days[0]),
        changed_at: Some(ago(days[1])),
        visited_at: ago(days[2]),
        visits: 9,
        changes: 3,
        failures,
        body_hash: None,
    }
}

fn assert_near(got: f64, wanted: f64, case: &str) {
    assert!(
        (got - wanted).abs() < 0.01,
        "{case}: {got} instead of {wanted}"
    );
}

#[test]
fn channels_come_round_first_and_what_is_gone_last() {
    let (home, feed) = ("https://a.example/", "https://a.example/rss");
    let cases = [
        (UrlKind::Home, home, Outcome::NotModified, 1.0),
        (UrlKind::Feed, feed, Outcome::Fetched, 1.0),
        (
            UrlKind::Page,
            "https://a.example/politik/",
            Outcome::Fetched,
            6.0,
        ),
        (UrlKind::Page, ARTICLE, Outcome::Fetched, 24.0),
        (UrlKind::Page, ARTICLE, Outcome::NotFound, 720.0),
        (UrlKind::Page, ARTICLE, Outcome::Redirected, 720.0),
        (UrlKind::Feed, feed, Outcome::NotFound, 24.0),
    ];
    for (kind, url, outcome, wanted) in cases {
        let url = Url::parse(url).unwrap();
        assert_near(
            hours(first(kind, &url, outcome)),
            wanted,
            &format!("{kind:?} {outcome:?}"),
        );
    }
}

#[test]
fn the_less_a_page_changes_and_the_older_it_is_the_longer_it_rests() {
    let url = Url::parse(ARTICLE).unwrap();
    // first seen and last changed so many days ago, changed now: days until the next look
    for (first_seen, changed_at, changed, wanted) in [
        (0, 0, false, 1.0),
        (2, 2, false, 1.0),
        (6, 6, false, 3.0),
        (20, 2, false, 5.0),
        (20, 2, true, 5.0),
        (3, 3, true, 1.0),
        (60, 60, false, 30.0),
        (400, 400, false, 90.0),
        (400, 1, true, 90.0),
    ] {
        let history = history([first_seen, changed_at, 1], 0);
        let outcome = if changed {
            Outcome::Fetched
        } else {
            Outcome::NotModified
        };
        let seen = Seen {
            history: Some(&history),
            ..first(UrlKind::Page, &url, outcome)
        };
        let case = format!("{first_seen} {changed_at} {changed}");
        assert_near(hours(seen) / 24.0, wanted, &case);
    }
}

#[test]
fn failures_back_off_by_doubling_whatever_kind_they_are() {
    let url = Url::parse(ARTICLE).unwrap();
    for (kind, outcome, before, wanted) in [
        (UrlKind::Page, Outcome::ServerError, 0, 1.0 / 6.0),
        (UrlKind::Page, Outcome::Timeout, 3, 8.0 / 6.0),
        (UrlKind::Page, Outcome::Timeout, 39, 720.0),
        (UrlKind::Home, Outcome::Timeout, 39, 24.0),
        (UrlKind::Feed, Outcome::Malformed, 3, 8.0 / 6.0),
    ] {
        let history = history([50, 40, 1], before);
        let seen = Seen {
            history: Some(&history),
            ..first(kind, &url, outcome)
        };
        assert_near(hours(seen), wanted, &format!("{kind:?} {outcome:?}"));
    }
}

#[test]
fn a_sitemap_of_the_archive_rests_and_one_that_is_merely_unchanged_does_not() {
    let url = Url::parse("https://a.example/sitemap-2019.xml").unwrap();
    let (hourly, rested) = (history([90, 90, 0], 0), history([90, 90, 30], 0));
    for (outcome, links, history, wanted) in [
        (Outcome::Fetched, 1, None, 1.0),
        (Outcome::Fetched, 0, None, 720.0),
        (Outcome::NotModified, 0, Some(&hourly), 1.0),
        (Outcome::NotModified, 0, Some(&rested), 720.0),
        (Outcome::Timeout, 0, Some(&rested), 1.0 / 6.0),
    ] {
        let seen = Seen {
            history,
            links,
            ..first(UrlKind::Sitemap, &url, outcome)
        };
        assert_near(hours(seen), wanted, &format!("{outcome:?} {links}"));
    }
}
