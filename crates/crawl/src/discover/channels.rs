//! What the visit of a feed or sitemap changes about the channel itself: the next guess, its next visit.

use std::time::Duration;

use store::{Due, Lease, NewUrl, Outcome, Site, Store, StoreError, UrlKind, Via, Visit};
use url::Url;

use crate::discover::scope::MissingChannels;
use crate::discover::well_known;
use crate::frontier::filter::DiscoveredLinks;
use crate::frontier::schedule::failures;
use crate::politeness::span;
use crate::robots::Rules;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;

/// Time until a wrong guess is requested again.
const RETRY_MISS: Duration = Duration::from_hours(24 * 90);
/// Failures in a row of a front page that may be another one soon, from which on feeds are guessed without it.
const FAILURES_OF_HOME: u32 = 3;

/// Channels to guess at the usual paths once the home page has been read: feeds, if the seed names none, and sitemaps, if neither
/// seed nor robots.txt names one of this registrable domain.
pub(crate) fn missing_channels(
    site: &Site,
    domain: &str,
    rules: &Rules,
    settings: &Settings,
    due: &Due,
) -> MissingChannels {
    let home = Url::parse(&due.url);
    let mut named = home.iter().flat_map(|home| rules.sitemaps(home));
    let mut names_own =
        || named.any(|url| CanonicalUrl::new(&url).is_ok_and(|url| url.domain() == domain));
    let may = settings.well_known_channels && due.kind == UrlKind::Home;
    MissingChannels {
        feeds: may && site.feeds.is_empty(),
        sitemaps: may && site.sitemaps.is_empty() && site.news_sitemaps.is_empty() && !names_own(),
    }
}

/// The first guess for a feed or sitemap, after a named one was of no use and no other works or is still to be requested: it failed, or
/// is a feed that leads to the front page or whose items, if it has any, are of other sites or too old (`is_empty`).
pub(crate) async fn channel_in_place_of(
    store: &Store,
    lease: &Lease,
    settings: &Settings,
    due: &Due,
    visit: &Visit,
    is_empty: bool,
) -> Result<Option<NewUrl>, StoreError> {
    let is_feed = due.kind == UrlKind::Feed;
    let is_sitemap = matches!(due.kind, UrlKind::Sitemap | UrlKind::NewsSitemap);
    // The next page of a feed is no other feed.
    let is_named = match due.via {
        Via::WellKnown => false,
        Via::Feed => is_sitemap,
        _ => is_feed || is_sitemap,
    };
    let is_useless = match visit.outcome {
        Outcome::Fetched => is_feed && visit.is_channel && is_empty,
        Outcome::Redirected => is_feed && visit.target.as_ref() == Some(&lease.site.home),
        // It may be there again soon, and the host is to be left alone.
        Outcome::Busy | Outcome::Challenge | Outcome::Timeout | Outcome::Unreachable if is_feed => {
            false
        }
        outcome => outcome.is_failure(),
    };
    if !settings.well_known_channels || !is_named || !is_useless {
        return Ok(None);
    }
    let before = due.history.as_ref().map(|history| history.outcome);
    let worked = matches!(before, Some(Outcome::Fetched | Outcome::NotModified));
    let Ok(home) = Url::parse(&lease.site.home) else {
        return Ok(None);
    };
    let is_temporary = visit.outcome.is_failure() && worked;
    if is_temporary
        || store
            .has_other_channel(&lease.site_id, due.url_id, is_feed)
            .await?
    {
        return Ok(None);
    }
    let missing = MissingChannels {
        feeds: is_feed,
        sitemaps: is_sitemap,
    };
    Ok(well_known::first(&home, missing).pop())
}

/// The first guesses for a site whose front page was refused or is of no use, or was not there thrice in a row. None if its
/// robots.txt, which forbids the front page, forbids them too.
pub(crate) fn without_home(
    site: &Site,
    domain: &str,
    rules: &Rules,
    settings: &Settings,
    due: &Due,
    visit: &Visit,
) -> Vec<NewUrl> {
    let is_refused = match visit.outcome {
        Outcome::Refused
        | Outcome::NotFound
        | Outcome::ServerError
        | Outcome::Malformed
        | Outcome::TooLarge
        | Outcome::RedirectLoop
        | Outcome::Disallowed => true,
        Outcome::Redirected => {
            let target = visit.target.as_deref().map(CanonicalUrl::parse);
            target.is_some_and(|target| target.is_ok_and(|target| target.domain() != domain))
        }
        Outcome::Busy | Outcome::Timeout | Outcome::Unreachable => {
            failures(due.history.as_ref()) >= FAILURES_OF_HOME
        }
        Outcome::Skipped => visit.http_status.is_some(),
        _ => false,
    };
    let Some(home) = Url::parse(&due.url).ok().filter(|_| is_refused) else {
        return Vec::new();
    };
    let missing = missing_channels(site, domain, rules, settings, due);
    let mut guesses = well_known::first(&home, missing);
    if visit.outcome == Outcome::Disallowed {
        let is_allowed = |url: &str| Url::parse(url).is_ok_and(|url| rules.check(&url).allowed);
        guesses.retain(|guess| is_allowed(&guess.url));
    }
    guesses
}

/// Adds the guess that follows a wrong one, and postpones the next visit of a wrong guess.
pub(crate) fn follow_up(due: &Due, visit: &mut Visit, found: &mut DiscoveredLinks) {
    let is_empty = visit.is_channel && due.kind == UrlKind::Feed && found.count == 0;
    // A redirected guess adds its target, itself a guess. A feed without items counts as a miss.
    let outcome = match visit.outcome {
        Outcome::Fetched if is_empty => Outcome::NotFound,
        outcome => outcome,
    };
    let is_followed = visit.outcome == Outcome::Redirected && found.count > 0;
    if due.via == Via::WellKnown && !is_followed {
        found
            .new
            .extend(well_known::next(&due.url, due.kind, outcome));
    }
    if well_known::is_miss(due, visit.outcome) {
        let earliest = visit.fetched_at + span(RETRY_MISS);
        visit.next_due = visit.next_due.map(|at| at.max(earliest));
    }
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, Utc};

    use super::*;
    use crate::tests::made::due;

    #[test]
    fn a_wrong_guess_is_visited_much_later_and_the_next_one_instead() {
        for (via, outcome, hours, next) in [
            (Via::Link, Outcome::Fetched, 1, None),
            (Via::Link, Outcome::NotFound, 1, None),
            (Via::WellKnown, Outcome::Fetched, 1, None),
            (Via::WellKnown, Outcome::Busy, 1, None),
            (Via::WellKnown, Outcome::NotFound, 90 * 24, Some("/feed/")),
            (Via::WellKnown, Outcome::Malformed, 90 * 24, Some("/feed/")),
        ] {
            let (now, mut found) = (Utc::now(), DiscoveredLinks::default());
            let mut visit = Visit {
                next_due: Some(now + TimeDelta::hours(1)),
                ..Visit::new(1, "", now, outcome)
            };
            follow_up(&due(UrlKind::Feed, via, "/feed"), &mut visit, &mut found);
            let wait = visit.next_due.unwrap() - now;
            assert_eq!(wait.num_hours(), hours, "{via:?} {outcome:?}");
            let guess = next.map(|path| format!("https://a.example{path}"));
            let guesses = found.new.into_iter().map(|new| new.url);
            assert!(guesses.eq(guess), "{via:?} {outcome:?}");
        }
    }
}
