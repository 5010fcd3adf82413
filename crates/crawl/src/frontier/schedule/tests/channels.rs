//! Front pages, feeds, sitemaps and sections.

use super::*;

#[test]
fn a_channel_or_section_with_news_is_asked_sooner_and_a_quiet_one_later() {
    let (feed, section) = (url("/rss"), url("/tag/berlin/"));
    for (kind, news, elapsed, wanted) in [
        (UrlKind::Feed, Some(true), 1, 0.5),
        (UrlKind::Feed, Some(true), 24, 1.0),
        (UrlKind::Feed, Some(false), 4, 5.0),
        (UrlKind::Feed, Some(false), 24, 12.0),
        (UrlKind::Feed, None, 24, 1.0),
        (UrlKind::Page, Some(true), 24, 6.0),
        (UrlKind::Page, Some(true), 6, 3.0),
        (UrlKind::Page, Some(false), 6, 9.0),
        (UrlKind::Page, Some(false), 240, 360.0),
        (UrlKind::Page, Some(false), 700, 720.0),
        (UrlKind::Page, None, 24, 6.0),
    ] {
        let (url, age) = match kind {
            UrlKind::Feed => (&feed, 900),
            _ => (&section, 9_000),
        };
        let known = history([age, age, elapsed], 0);
        let seen = VisitSummary {
            news,
            ..again(kind, url, Outcome::Fetched, &known)
        };
        let case = format!("{kind:?} {news:?} after {elapsed} h");
        assert_near(hours(seen), wanted, &case);
    }
}

#[test]
fn a_sitemap_of_the_archive_rests_and_a_quiet_one_of_an_index_longer_each_time() {
    let url = url("/sitemap-2019.xml");
    for (outcome, is_archive, elapsed, wanted) in [
        (Outcome::Fetched, true, None, 720.0),
        (Outcome::Fetched, false, None, 1.0),
        // a news sitemap that is empty on a quiet day
        (Outcome::Fetched, false, Some(1), 2.0),
        (Outcome::NotModified, false, Some(1), 2.0),
        (Outcome::NotModified, false, Some(48), 96.0),
        (Outcome::NotModified, false, Some(720), 720.0),
        (Outcome::Timeout, false, Some(720), 0.0),
    ] {
        let history = elapsed.map(|elapsed| history([2_160, 2_160, elapsed], 0));
        let seen = VisitSummary {
            via: Via::Sitemap,
            history: history.as_ref(),
            is_archive,
            news: elapsed.map(|_| false),
            ..first(UrlKind::Sitemap, &url, outcome)
        };
        let case = format!("{outcome:?} {is_archive} {elapsed:?}");
        assert_near(hours(seen), wanted, &case);
    }
}

#[test]
fn a_sitemap_that_no_index_names_is_read_every_night_however_it_was_found() {
    let url = url("/sitemap.xml");
    for (via, depth) in [
        (Via::Seed, 0),
        // in robots.txt
        (Via::Sitemap, 0),
        (Via::WellKnown, 0),
        (Via::WellKnown, 1),
        (Via::Redirect, 1),
        (Via::Redirect, 2),
    ] {
        for is_archive in [false, true] {
            let known = history([2_160, 2_160, 24], 0);
            let seen = VisitSummary {
                via,
                depth,
                is_archive,
                news: Some(false),
                ..again(UrlKind::Sitemap, &url, Outcome::Fetched, &known)
            };
            assert_near(hours(seen), 12.0, &format!("{via:?} {depth} {is_archive}"));
        }
    }
}

#[test]
fn a_channel_whose_pages_are_no_articles_is_read_ever_less_often_whatever_it_names() {
    let url = url("/sitemap.xml");
    for kind in [UrlKind::Sitemap, UrlKind::NewsSitemap, UrlKind::Feed] {
        let mut waits = vec![24];
        while waits.len() < 7 {
            let known = history([900, 900, waits[waits.len() - 1]], 0);
            let seen = VisitSummary {
                news: Some(true),
                is_barren: true,
                depth: 0,
                ..again(kind, &url, Outcome::Fetched, &known)
            };
            #[expect(clippy::cast_possible_truncation, reason = "some hundred hours")]
            waits.push(hours(seen).round() as i64);
        }
        assert_eq!(waits, [24, 48, 96, 192, 384, 720, 720], "{kind:?}");
    }
}

#[test]
fn a_former_address_is_requested_ever_less_often_until_it_is_named_or_brings_something() {
    let url = url("/feed.xml?build=7");
    for (kind, outcome, status, failures) in [
        (UrlKind::Feed, Outcome::Fetched, 200, 0),
        (UrlKind::Feed, Outcome::NotModified, 304, 0),
        (UrlKind::Sitemap, Outcome::Fetched, 200, 0),
        (UrlKind::Home, Outcome::Fetched, 200, 0),
        (UrlKind::Feed, Outcome::Redirected, 302, 0),
        (UrlKind::Feed, Outcome::Redirected, 301, 0),
        (UrlKind::Feed, Outcome::Timeout, 0, 40),
        (UrlKind::Home, Outcome::NotFound, 404, 40),
    ] {
        let after = |elapsed, is_former, news| {
            let known = history([900, 900, elapsed], failures);
            hours(VisitSummary {
                http_status: Some(status),
                is_former,
                news,
                ..again(kind, &url, outcome, &known)
            })
        };
        let quiet = (outcome == Outcome::Fetched).then_some(false);
        for (elapsed, wanted) in [(24, 48.0), (48, 96.0), (192, 384.0), (700, 720.0)] {
            let case = format!("{kind:?} {outcome:?} {elapsed}");
            assert_near(after(elapsed, true, quiet), wanted, &case);
        }
        let named = after(192, false, quiet);
        assert!(named <= 24.01, "{kind:?} {outcome:?}: {named}");
        if quiet.is_some() {
            assert_near(after(192, true, Some(true)), 1.0, "it brings something");
        }
    }
}
