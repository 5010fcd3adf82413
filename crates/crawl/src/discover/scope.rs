//! Which URLs a crawl accepts, and the frontier entries made of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use store::{ChannelSite, NewUrl, UrlKind, Via};
use url::Url;

use crate::frontier::priority;
use crate::frontier::seen::SeenCache;
use crate::frontier::skipped::SkippedUrls;
use crate::has_word;
use crate::politeness::span;
use crate::settings::Settings;
use crate::url::canonical::{CanonicalUrl, TOO_LONG, UrlError};
use crate::url::traps::{self, Announced};

/// The kinds of channel that neither the seed nor the site names: their usual paths are tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MissingChannels {
    pub(crate) feeds: bool,
    pub(crate) sitemaps: bool,
}

/// Decides whether a URL is accepted.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// Registrable domain of the site.
    pub(crate) domain: String,
    /// Other sites to which a channel's links may lead: their seeds name it.
    pub(crate) channel_sites: Vec<ChannelSite>,
    pub(crate) now: DateTime<Utc>,
    pub(crate) max_depth: i16,
    /// Older items are ignored.
    pub(crate) oldest: DateTime<Utc>,
    /// Whether feeds and sitemaps may be on other domains.
    pub(crate) may_name_elsewhere: bool,
    /// The channels to guess at the usual paths once the home page has been parsed.
    pub(crate) missing: MissingChannels,
    /// Cache of the links that are known to be stored.
    pub(crate) seen: Option<Arc<SeenCache>>,
    /// The URLs not accepted.
    pub(crate) skipped: Arc<SkippedUrls>,
}

impl Scope {
    pub(crate) fn new(domain: &str, settings: &Settings, now: DateTime<Utc>) -> Self {
        Self {
            domain: domain.to_owned(),
            channel_sites: Vec::new(),
            now,
            max_depth: settings.max_depth,
            oldest: now - span(settings.max_item_age),
            may_name_elsewhere: true,
            missing: MissingChannels::default(),
            seen: None,
            skipped: Arc::default(),
        }
    }

    /// The canonical URL, if it belongs to the site and does not look like a crawler trap. A URL that is announced as an article may
    /// have the form of one.
    pub(crate) fn accept(&self, url: &Url, announced: Announced) -> Option<CanonicalUrl> {
        let root = || CanonicalUrl::new(&url.join("/").ok()?).ok();
        let accepted = match CanonicalUrl::new(url) {
            Ok(canonical) if !self.has(&canonical) => Err("another site"),
            Ok(canonical) => traps::suspicion_of(canonical.as_url(), announced, self.now)
                .map_or(Ok(canonical), Err),
            Err(UrlError::TooLong) if root().is_some_and(|root| self.has(&root)) => Err(TOO_LONG),
            Err(_) => return None,
        };
        let note = |reason: &&'static str| self.skipped.record(url, reason);
        accepted.inspect_err(note).ok()
    }

    /// The canonical URL of a feed or sitemap that the site names. It may look like a trap, and be on another domain.
    pub(crate) fn accept_channel(&self, url: &Url) -> Option<CanonicalUrl> {
        let may_be_there = |url: &CanonicalUrl| self.may_name_elsewhere || self.has(url);
        CanonicalUrl::new(url).ok().filter(may_be_there)
    }

    /// Whether a URL is of the site, or of another to which the channel's links may lead.
    pub(crate) fn has(&self, url: &CanonicalUrl) -> bool {
        let domain = url.domain();
        domain == self.domain || self.channel_sites.iter().any(|site| site.domain == domain)
    }

    pub(crate) fn is_old(&self, date: Option<DateTime<Utc>>) -> bool {
        date.is_some_and(|date| date < self.oldest)
    }

    /// [`Scope::is_old`] for a page, which is noted as skipped if it is too old.
    pub(crate) fn is_old_page(&self, url: &Url, date: Option<DateTime<Utc>>) -> bool {
        let old = self.is_old(date);
        if old {
            self.skipped
                .record(url, "older than crawl.max_item_age_days");
        }
        old
    }
}

/// The entry of a feed or sitemap named at this depth.
pub(crate) fn channel(url: &CanonicalUrl, kind: UrlKind, via: Via, depth: i16) -> NewUrl {
    let priority = priority::of_channel(kind);
    NewUrl {
        authority: url.authority(),
        url: url.to_string(),
        kind,
        via,
        priority,
        depth: depth + 1,
        title: None,
        published: None,
        changed: None,
    }
}

/// The entry of a page linked at this depth.
pub(crate) fn item(
    url: &CanonicalUrl,
    via: Via,
    depth: i16,
    title: Option<String>,
    published: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> NewUrl {
    let depth = depth + 1;
    NewUrl {
        authority: url.authority(),
        url: url.to_string(),
        kind: UrlKind::Page,
        via,
        priority: priority::of_page(via, depth, published, now),
        depth,
        title,
        published,
        changed: None,
    }
}

/// Words in the paths of feeds of readers' comments.
const COMMENTS: &str = "\
    comment comments commentaires comentarios commenti komentarze kommentare reacties";

/// Whether a feed probably contains readers' comments.
pub(crate) fn is_of_comments(feed: &Url) -> bool {
    let mut words = feed.path().split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| has_word(COMMENTS, word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::url;

    #[test]
    fn feeds_of_comments_are_told_by_whole_words() {
        let is_of_comments = |path: &str| is_of_comments(&url(path));
        for path in [
            "/comments/feed/",
            "/2026/a-title/Comments/feed",
            "/wp-comments-rss2.php",
            "/kommentare.xml",
        ] {
            assert!(is_of_comments(path), "{path}");
        }
        for path in ["/commentary/feed", "/commentisfree/rss", "/kommentar/rss"] {
            assert!(!is_of_comments(path), "{path}");
        }
    }
}
