//! Guesses for feeds and sitemaps that a site does not name: the usual paths, one after the other until one exists.
//! Each is stored like any other URL, so that a wrong guess costs one request and not one per run.

use store::{Due, NewUrl, Outcome, UrlKind, Via};
use url::Url;

use crate::discover::scope::{MissingChannels, channel};
use crate::url::canonical::CanonicalUrl;

/// Usual paths of feeds in content management systems, the most common first.
const FEEDS: [&str; 9] = [
    "/feed",
    "/feed/",
    "/rss.xml",
    "/rss",
    "/feed.xml",
    "/atom.xml",
    "/index.xml",
    "/feed.json",
    "/rss/",
];
/// Usual paths of sitemaps, news sitemaps first.
const SITEMAPS: [&str; 5] = [
    "/news-sitemap.xml",
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
];
/// Words in the URL of a feed or sitemap.
const WORDS: [&str; 5] = ["feed", "rss", "atom", "sitemap", "index.xml"];

/// The first guesses for a site whose home page was fetched.
pub(crate) fn first(home: &Url, missing: MissingChannels) -> Vec<NewUrl> {
    let feed = missing.feeds.then(|| guess(home, FEEDS[0], UrlKind::Feed));
    let sitemap = missing
        .sitemaps
        .then(|| guess(home, SITEMAPS[0], UrlKind::Sitemap));
    [feed, sitemap].into_iter().flatten().flatten().collect()
}

/// The guess after this one. A hit ends the search, except for a news sitemap, which does not list the whole site.
pub(crate) fn next(url: &str, kind: UrlKind, outcome: Outcome) -> Option<NewUrl> {
    if is_temporary(outcome) {
        return None;
    }
    let url = Url::parse(url).ok()?;
    let hit = matches!(outcome, Outcome::Fetched | Outcome::NotModified);
    let after = |paths: &[&'static str]| {
        let index = paths.iter().position(|path| *path == url.path())?;
        let has_next = !hit || paths[index] == SITEMAPS[0];
        paths.get(index + 1).copied().filter(|_| has_next)
    };
    match kind {
        UrlKind::Feed => guess(&url, after(&FEEDS)?, UrlKind::Feed),
        UrlKind::Sitemap => guess(&url, after(&SITEMAPS)?, UrlKind::Sitemap),
        _ => None,
    }
}

/// Whether a guess was wrong: there is no feed or sitemap.
pub(crate) fn is_miss(due: &Due, outcome: Outcome) -> bool {
    let hit = matches!(outcome, Outcome::Fetched | Outcome::NotModified);
    due.via == Via::WellKnown && !hit && !is_temporary(outcome)
}

/// Whether a guess may follow a redirect to this URL. Many sites redirect unknown paths to their home page.
pub(crate) fn may_be_at(target: &Url) -> bool {
    let path = target.path().to_ascii_lowercase();
    WORDS.iter().any(|word| path.contains(word))
}

/// Whether the outcome is temporary, so that the same guess is requested again.
pub(crate) fn is_temporary(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::ServerError
            | Outcome::Busy
            | Outcome::Timeout
    )
}

/// A guess, at the depth of the channels in seeds and robots.txt.
fn guess(base: &Url, path: &str, kind: UrlKind) -> Option<NewUrl> {
    let url = CanonicalUrl::new(&base.join(path).ok()?).ok()?;
    Some(channel(&url, kind, Via::WellKnown, -1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::url;

    fn follow(kind: UrlKind, outcome: Outcome) -> Vec<String> {
        let home = url("/");
        let missing = MissingChannels {
            feeds: kind == UrlKind::Feed,
            sitemaps: kind == UrlKind::Sitemap,
        };
        let mut requested = Vec::new();
        let mut new = first(&home, missing).pop();
        while let Some(guess) = new {
            new = next(&guess.url, kind, outcome);
            requested.push(Url::parse(&guess.url).unwrap().path().to_owned());
        }
        requested
    }

    #[test]
    fn guesses_follow_each_other_until_one_is_right() {
        assert_eq!(follow(UrlKind::Feed, Outcome::NotFound), FEEDS);
        assert_eq!(follow(UrlKind::Feed, Outcome::Fetched), ["/feed"]);
        assert_eq!(follow(UrlKind::Sitemap, Outcome::Disallowed), SITEMAPS);
        assert_eq!(
            follow(UrlKind::Sitemap, Outcome::Fetched),
            ["/news-sitemap.xml", "/sitemap.xml"],
            "what is new, and the whole"
        );
        assert_eq!(
            follow(UrlKind::Feed, Outcome::Timeout),
            ["/feed"],
            "asked again before the next one is"
        );
    }
}
