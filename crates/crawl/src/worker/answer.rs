//! The response for one URL: its request, conditional if the server can answer that, and its redirects.

use chrono::{DateTime, Utc};
use store::{Due, Outcome, UrlHistory, UrlKind};
use url::Url;

use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::robots::Rules;
use crate::url::canonical::CanonicalUrl;
use crate::worker::host_crawl::HostCrawl;

/// The response for a URL, rendered if its page is to be. `None` if the crawl of the host is over.
pub(super) async fn answer(
    host: &HostCrawl,
    due: &Due,
    url: &CanonicalUrl,
    rules: &Rules,
) -> Option<Fetch> {
    #[cfg(feature = "render")]
    let rendering = host
        .stored(crate::render::is_wanted(host, due).await)
        .ok()?;
    #[cfg(feature = "render")]
    let conditional = rendering != Ok(true);
    #[cfg(not(feature = "render"))]
    let conditional = true;
    let mut conditional = conditional
        && may_be_unchanged(due, host.now())
        && host.progress(|progress| !progress.refuses_conditions);
    let mut fetch = request(host, due, url.as_url(), conditional).await?;
    if conditional && may_refuse_conditions(due, fetch.outcome) {
        host.progress(|progress| progress.refuses_conditions = true);
        conditional = false;
        fetch = request(host, due, url.as_url(), conditional).await?;
    }
    if let Some(marked) = marked_location(&fetch, url)
        && rules.check(&marked).allowed
    {
        fetch = request(host, due, &marked, conditional).await?;
    }
    check_redirect(host, due, &mut fetch);
    #[cfg(feature = "render")]
    match rendering {
        Ok(true) => fetch = crate::render::rendered(host, due, url, fetch).await?,
        Ok(false) => {}
        Err(why) => {
            let not_rendered = || crate::render::not_rendered(&why);
            fetch.detail = fetch.detail.or_else(|| Some(not_rendered()));
        }
    }
    Some(fetch)
}

/// Requests a URL as soon as it gets a slot; if `conditional`, its body only if that has changed. `None` if the crawl of the host
/// is over.
async fn request(host: &HostCrawl, due: &Due, url: &Url, conditional: bool) -> Option<Fetch> {
    host.take_request(due.kind == UrlKind::Page).ok()?;
    let accept = match due.kind {
        UrlKind::Home | UrlKind::Page => Accept::Page,
        UrlKind::Feed => Accept::Feed,
        UrlKind::Sitemap | UrlKind::NewsSitemap => Accept::Sitemap,
    };
    let request = Request {
        url,
        accept,
        etag: due.etag.as_deref().filter(|_| conditional),
        last_modified: due.last_modified.as_deref().filter(|_| conditional),
    };
    host.sent(host.requests.get(request).await).ok()
}

/// Whether a URL is requested conditionally: its last response was a body or a 304, since some servers fail to answer a conditional
/// request. Not if a front page, feed or sitemap was a 304 on an earlier day: a wrong one thus hides the news for a day or two, and
/// not for ever.
fn may_be_unchanged(due: &Due, now: DateTime<Utc>) -> bool {
    let is_due_for_check = |history: &UrlHistory| {
        due.kind != UrlKind::Page
            && history.unchanged_at == Some(history.visited_at)
            && history.visited_at.date_naive() < now.date_naive()
    };
    due.history.as_ref().is_some_and(|history| {
        matches!(history.outcome, Outcome::Fetched | Outcome::NotModified)
            && !is_due_for_check(history)
    })
}

/// Whether a conditional request failed perhaps because of its conditions. Pages are often gone, front pages and channels hardly.
fn may_refuse_conditions(due: &Due, outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Refused | Outcome::ServerError)
        || outcome == Outcome::NotFound && due.kind != UrlKind::Page
}

/// The target of a redirect to the same page, which only adds a session id or a tracking parameter to the URL.
fn marked_location(fetch: &Fetch, url: &CanonicalUrl) -> Option<Url> {
    let location = fetch.location.as_ref();
    let mut location = location
        .filter(|_| fetch.outcome == Outcome::Redirected)?
        .clone();
    location.set_fragment(None);
    // These fail only for URLs without a host.
    let _ = location.set_username("");
    let _ = location.set_password(None);
    let is_same_page = CanonicalUrl::new(&location).is_ok_and(|location| location == *url);
    (is_same_page && location != *url.as_url()).then_some(location)
}

/// Marks a response that closes a redirect loop or makes the chain of redirects too long.
fn check_redirect(host: &HostCrawl, due: &Due, fetch: &mut Fetch) {
    if fetch.outcome != Outcome::Redirected {
        return;
    }
    let Some(Ok(location)) = fetch.location.as_ref().map(CanonicalUrl::new) else {
        return;
    };
    let max = host.settings.max_redirects;
    let wrong = host.progress(|progress| {
        progress
            .redirects
            .check(due, location.as_str(), fetch.cookies, max)
    });
    if let Some(why) = wrong {
        fetch.outcome = Outcome::RedirectLoop;
        fetch.detail = Some(why);
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use store::Via;

    use super::*;
    use crate::tests::made;

    #[test]
    fn a_request_is_conditional_only_after_a_body_or_a_304_of_this_day() {
        let now = Utc::now();
        let request = |kind, outcome, hours| {
            let at = now - TimeDelta::hours(hours);
            let history = UrlHistory {
                unchanged_at: (outcome == Outcome::NotModified).then_some(at),
                ..made::history(at, outcome, i32::from(outcome.is_failure()))
            };
            let due = Due {
                history: Some(history),
                ..made::due(kind, Via::Seed, "/")
            };
            may_be_unchanged(&due, now)
        };
        for kind in [UrlKind::Home, UrlKind::Feed, UrlKind::Page] {
            assert!(request(kind, Outcome::Fetched, 30));
            assert!(request(kind, Outcome::NotModified, 0));
            assert_eq!(
                request(kind, Outcome::NotModified, 30),
                kind == UrlKind::Page
            );
            for failure in [Outcome::Refused, Outcome::ServerError, Outcome::Timeout] {
                assert!(!request(kind, failure, 30), "{failure:?}");
            }
        }
    }
}
