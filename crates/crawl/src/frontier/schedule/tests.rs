mod channels;

use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;
use crate::tests::made::{settings, url};

const ARTICLE: &str = "/politik/der-neue-haushalt-steht-fest-4711.html";

fn first(kind: UrlKind, url: &Url, outcome: Outcome) -> VisitSummary<'_> {
    VisitSummary {
        kind,
        via: Via::Link,
        url,
        outcome,
        history: None,
        changed: outcome == Outcome::Fetched,
        news: None,
        variant: false,
        modified: None,
        http_status: Some(301),
        target: None,
        depth: 1,
        is_archive: false,
        is_barren: false,
        is_former: false,
        now: Utc::now(),
    }
}

/// A visit after others.
fn again<'a>(
    kind: UrlKind,
    url: &'a Url,
    outcome: Outcome,
    known: &'a UrlHistory,
) -> VisitSummary<'a> {
    VisitSummary {
        history: Some(known),
        ..first(kind, url, outcome)
    }
}

fn seconds(seen: VisitSummary<'_>) -> i64 {
    (next_due(seen, &settings().revisit) - seen.now).num_seconds()
}

fn hours(seen: VisitSummary<'_>) -> f64 {
    f64::from(i32::try_from(seconds(seen)).unwrap()) / 3_600.0
}

/// A history with the hours since discovery, last change and last visit, and the failures since.
fn history(hours: [i64; 3], failures: i32) -> UrlHistory {
    let ago = |hours| Utc::now() - TimeDelta::hours(hours);
    UrlHistory {
        first_seen: ago(hours[0]),
        changed_at: Some(ago(hours[1])),
        unchanged_at: Some(ago(hours[2])),
        visited_at: ago(hours[2]),
        outcome: Outcome::Fetched,
        visits: 9,
        changes: 3,
        failures,
        body_hash: None,
    }
}

fn assert_near(got: f64, wanted: f64, case: &str) {
    assert!(
        (got - wanted).abs() < 0.02,
        "{case}: {got} instead of {wanted}"
    );
}

#[test]
fn channels_come_round_first_and_what_is_gone_last() {
    let (home, feed) = ("/", "/rss");
    let section = "/politik/";
    for (kind, path, outcome, wanted) in [
        (UrlKind::Home, home, Outcome::NotModified, 1.0),
        (UrlKind::Feed, feed, Outcome::Fetched, 1.0),
        (UrlKind::Page, section, Outcome::Fetched, 6.0),
        (UrlKind::Page, ARTICLE, Outcome::Fetched, 3.0),
        (UrlKind::Page, ARTICLE, Outcome::NotFound, 720.0),
        (UrlKind::Page, ARTICLE, Outcome::Redirected, 720.0),
        (UrlKind::Home, home, Outcome::Redirected, 24.0),
    ] {
        let url = url(path);
        let case = format!("{kind:?} {outcome:?}");
        assert_near(hours(first(kind, &url, outcome)), wanted, &case);
    }
}

#[test]
fn a_variant_of_another_page_and_the_target_of_a_redirect_that_is_no_article_rest() {
    let url = url("/consent?return=%2Fnews%2Fthe-bridge-1");
    let variant = VisitSummary {
        variant: true,
        ..first(UrlKind::Page, &url, Outcome::Fetched)
    };
    assert_near(hours(variant), 720.0, "variant");
    for (via, news, wanted) in [
        (Via::Redirect, Some(false), 720.0),
        (Via::Redirect, None, 3.0),
        (Via::Feed, Some(false), 6.0),
    ] {
        let seen = VisitSummary {
            via,
            news,
            ..first(UrlKind::Page, &url, Outcome::Fetched)
        };
        assert_near(hours(seen), wanted, &format!("{via:?} {news:?}"));
    }
}

#[test]
fn an_article_is_visited_a_few_times_in_its_first_days_and_then_seldom() {
    let url = url(ARTICLE);
    let looks = |changes: bool| {
        let (mut at, mut last, mut all) = (0.0, 0.0, Vec::new());
        for look in 0..14 {
            #[expect(clippy::cast_possible_truncation, reason = "hours of a year")]
            let (at_hour, since) = (at as i64, (at - last) as i64);
            let known = history([at_hour, if changes { 0 } else { at_hour }, since], 0);
            let seen = VisitSummary {
                history: (look > 0).then_some(&known),
                changed: changes || look == 0,
                ..first(UrlKind::Page, &url, Outcome::Fetched)
            };
            last = at;
            at += hours(seen).round();
            all.push(at);
        }
        all
    };
    let quiet = looks(false);
    assert_eq!(quiet[..3], [3.0, 24.0, 168.0], "{quiet:?}");
    assert!(quiet[7] > 24.0 * 90.0, "{quiet:?}");
    let lively = looks(true);
    assert!(lively[9] < 72.0, "{lively:?}");
    assert!(lively.iter().zip(&quiet).all(|(a, b)| a <= b), "{lively:?}");
}

#[test]
fn an_old_page_of_the_archive_is_not_treated_as_news() {
    let dated = url("/2020/05/17/der-haushalt-von-damals");
    assert!(hours(first(UrlKind::Page, &dated, Outcome::Fetched)) >= 24.0 * 90.0);
    let url = url(ARTICLE);
    let seen = VisitSummary {
        modified: Some(Utc::now() - TimeDelta::days(20)),
        ..first(UrlKind::Page, &url, Outcome::Fetched)
    };
    assert_near(hours(seen) / 24.0, 10.0, "half of its age");
}

#[test]
fn a_false_date_does_not_put_news_to_sleep() {
    let article = url(ARTICLE);
    let news = hours(first(UrlKind::Page, &article, Outcome::Fetched));
    let day = |text: &str| Some(text.parse::<DateTime<Utc>>().unwrap());
    for (via, modified) in [
        (Via::Feed, day("2019-03-01T00:00:00Z")),
        (Via::NewsSitemap, day("2019-03-01T00:00:00Z")),
        (Via::FrontPage, day("2019-03-01T00:00:00Z")),
        (Via::Link, day("1970-01-01T00:00:00Z")),
    ] {
        let seen = VisitSummary {
            via,
            modified,
            ..first(UrlKind::Page, &article, Outcome::Fetched)
        };
        assert_near(hours(seen), news, &format!("{via:?}"));
    }
    let dated = url("/2020/05/17/eine-berichtigung");
    for via in [Via::Feed, Via::NewsSitemap, Via::FrontPage] {
        let seen = VisitSummary {
            via,
            ..first(UrlKind::Page, &dated, Outcome::Fetched)
        };
        assert_near(hours(seen), news, &format!("{via:?} of an old day"));
    }
    let march = url("/1848/03/18/barrikaden-in-berlin");
    let march = hours(first(UrlKind::Page, &march, Outcome::Fetched));
    assert_near(march, news, "a year of the story");
}

#[test]
fn a_list_that_is_no_article_is_visited_as_a_section_whatever_its_url() {
    for path in [
        "/list_25434",
        "/news/articleList.html?sc_section_code=S1N1",
        "/nachrichten-aus-dem-landkreis-und-der-region/",
        "/a/b/c/sport/lokal/",
    ] {
        let url = url(path);
        let after = |news, elapsed: i64| {
            let mut known = history([24 * 80, 0, elapsed], 0);
            known.unchanged_at = None;
            hours(VisitSummary {
                news,
                ..again(UrlKind::Page, &url, Outcome::Fetched, &known)
            })
        };
        assert_near(after(Some(true), 24), 6.0, "it names new articles");
        assert_near(after(Some(true), 24 * 30), 6.0, "it names them again");
        assert_near(after(Some(false), 24), 36.0, "a quiet night");
        assert_near(after(Some(false), 24 * 80), 24.0 * 90.0, "nothing for long");
        assert_near(after(None, 24) / 24.0, 20.0, "an article");
    }
}

#[test]
fn failures_back_off_by_doubling_and_dead_channels_become_tombstones() {
    let url = url(ARTICLE);
    for (kind, outcome, before, wanted) in [
        (UrlKind::Page, Outcome::Busy, 0, 1.0 / 6.0),
        (UrlKind::Page, Outcome::Timeout, 3, 1.0 / 6.0),
        (UrlKind::Feed, Outcome::TlsFailure, 6, 8.0 / 6.0),
        (UrlKind::Page, Outcome::Timeout, 39, 720.0),
        (UrlKind::Home, Outcome::Timeout, 39, 24.0),
        (UrlKind::Feed, Outcome::NotFound, 0, 6.0),
        (UrlKind::Feed, Outcome::Malformed, 2, 24.0),
        (UrlKind::Sitemap, Outcome::NotFound, 4, 96.0),
        (UrlKind::Feed, Outcome::NotFound, 39, 720.0),
        (UrlKind::Home, Outcome::NotFound, 39, 24.0),
    ] {
        let known = history([1_200, 960, 24], before);
        let wait = hours(again(kind, &url, outcome, &known));
        assert_near(wait, wanted, &format!("{kind:?} {outcome:?}"));
    }
    for (kind, outcome) in [
        (UrlKind::Page, Outcome::ServerError),
        (UrlKind::Sitemap, Outcome::Unreachable),
        (UrlKind::Home, Outcome::Timeout),
    ] {
        let seconds = [0, 1, 2].map(|before| {
            let known = history([1_200, 960, 24], before);
            seconds(again(kind, &url, outcome, &known))
        });
        assert_eq!(seconds, [10, 20, 40], "{kind:?} {outcome:?}");
    }
}

#[test]
fn a_page_that_is_expected_is_asked_for_in_two_more_nights_and_rests_then() {
    use Outcome::{Fetched, NotFound, Refused, Skipped, Timeout};
    let url = url(ARTICLE);
    for (outcome, via, status, before, wanted) in [
        (NotFound, Via::Feed, 404, None, 10.0),
        (Refused, Via::FrontPage, 403, None, 10.0),
        (Skipped, Via::Sitemap, 200, None, 10.0),
        (NotFound, Via::Feed, 410, None, 720.0),
        (NotFound, Via::Link, 404, None, 720.0),
        (NotFound, Via::Feed, 404, Some((Fetched, 0)), 10.0),
        (NotFound, Via::Feed, 404, Some((Timeout, 5)), 10.0),
        (NotFound, Via::Feed, 404, Some((Refused, 1)), 20.0),
        (NotFound, Via::Feed, 404, Some((NotFound, 2)), 720.0),
        (Refused, Via::Feed, 403, Some((Refused, 9)), 720.0),
    ] {
        let known = before.map(|(outcome, failures)| UrlHistory {
            outcome,
            ..history([48, 48, 24], failures)
        });
        let seen = VisitSummary {
            via,
            history: known.as_ref(),
            http_status: Some(status),
            ..first(UrlKind::Page, &url, outcome)
        };
        let case = format!("{outcome:?} {via:?} {before:?}");
        assert_near(hours(seen), wanted, &case);
    }
    // A page that once existed is expected, however it was found.
    let mut known = history([900, 900, 24], 0);
    known.body_hash = Some(vec![0; 32]);
    for outcome in [NotFound, Refused, Skipped] {
        let wait = hours(again(UrlKind::Page, &url, outcome, &known));
        assert_near(wait, 10.0, &format!("{outcome:?}"));
    }
    let not_requested = VisitSummary {
        http_status: None,
        ..again(UrlKind::Page, &url, Skipped, &known)
    };
    assert_near(hours(not_requested), 720.0, "our own choice");
}

#[test]
fn a_redirect_that_looks_like_maintenance_is_asked_again_in_the_next_night() {
    let moved = url(ARTICLE);
    let article = url("/politik/ein-anderer-neuer-haushalt-4712");
    let notice = url("/wartung.html");
    let mut known = history([48, 48, 24], 0);
    known.body_hash = Some(vec![0; 32]);
    for (target, status, known, wanted) in [
        (&article, 301, None, 720.0),
        (&article, 302, None, 168.0),
        (&notice, 301, None, 10.0),
        (&notice, 302, None, 10.0),
        (&article, 301, Some(&known), 720.0),
        (&article, 302, Some(&known), 10.0),
    ] {
        let seen = VisitSummary {
            via: Via::Feed,
            http_status: Some(status),
            target: Some(target),
            history: known,
            ..first(UrlKind::Page, &moved, Outcome::Redirected)
        };
        assert_near(hours(seen), wanted, &format!("{status} to {target}"));
    }
}

prop_compose! {
    fn any_history()(age in 0i64..30_000, changed in 0i64..30_000, visited in 0i64..30_000, failures in 0i32..200, quiet in any::<bool>()) -> UrlHistory {
        let mut history = history([age, changed.min(age), visited.min(age)], failures);
        if !quiet {
            history.unchanged_at = None;
        }
        history
    }
}

proptest! {
    #[test]
    fn the_bounds_always_hold(
        known in proptest::option::of(any_history()), kind in 0usize..5, outcome in 0usize..17,
        changed in any::<bool>(), news in any::<Option<bool>>(), modified in proptest::option::of(-9_000i64..90_000), is_archive in any::<bool>(),
    ) {
        let url = url(ARTICLE);
        let (kind, outcome) = (UrlKind::ALL[kind], Outcome::ALL[outcome]);
        let seen = VisitSummary {
            history: known.as_ref(), changed, news, is_archive,
            modified: modified.map(|hours| Utc::now() - TimeDelta::hours(hours)),
            ..first(kind, &url, outcome)
        };
        let wait = hours(seen);
        prop_assert!((0.002..=24.0 * 90.0 + 0.01).contains(&wait), "{wait}");
        if matches!(outcome, Outcome::Fetched | Outcome::NotModified) {
            let (min, max) = match kind {
                UrlKind::Page => (1.5, 24.0 * 90.0),
                UrlKind::Sitemap => (0.25, 720.0),
                _ => (0.25, 12.0),
            };
            prop_assert!((min - 0.01..=max + 0.01).contains(&wait), "{kind:?} {wait}");
        }
    }

    #[test]
    fn more_failures_never_mean_an_earlier_visit(known in any_history(), kind in 0usize..5, outcome in 0usize..17) {
        let url = url(ARTICLE);
        let worse = UrlHistory { failures: known.failures + 1, ..known.clone() };
        let at = |history| hours(again(UrlKind::ALL[kind], &url, Outcome::ALL[outcome], history));
        prop_assert!(at(&worse) >= at(&known) - 0.01);
    }

    #[test]
    fn a_change_never_means_a_later_visit_than_none(known in any_history()) {
        let url = url(ARTICLE);
        let known = UrlHistory { failures: 0, unchanged_at: Some(known.visited_at), ..known };
        let at = |changed| hours(VisitSummary { changed, ..again(UrlKind::Page, &url, Outcome::Fetched, &known) });
        prop_assert!(at(true) <= at(false) + 0.01, "{} {}", at(true), at(false));
    }
}
