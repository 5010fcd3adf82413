//! The requests of a survey, one after the other.

use std::time::Duration;

use reqwest::header;
use store::{Due, Outcome, UrlKind, Via};
use url::Url;

use super::Channel;
use crate::discover::scope::MissingChannels;
use crate::discover::sitemap;
use crate::discover::well_known;
use crate::feeds;
use crate::http::fetch::Fetcher;
use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::robots::Rules;
use crate::seed::Seed;
use crate::url::canonical::CanonicalUrl;

/// Maximum redirects followed within the host.
const MAX_REDIRECTS: usize = 3;

/// Maximum number of channels of the home page and of sitemaps in robots.txt that are requested.
const MAX_NAMED: usize = 50;

/// A channel that a page names, with its kind.
type Named = (Url, &'static str);

/// The survey of one site.
#[derive(Debug)]
pub(super) struct Surveyor<'a> {
    pub(super) fetcher: Fetcher,
    pub(super) seed: &'a Seed,
    pub(super) home: CanonicalUrl,
    pub(super) rules: Rules,
    pub(super) pause: Duration,
    /// Whether the usual paths are tried if no channel is named.
    pub(super) guesses: bool,
    /// What was requested so far.
    pub(super) channels: Vec<Channel>,
    /// The decoded front page.
    pub(super) front_page: Option<String>,
}

impl Surveyor<'_> {
    /// Requests the channels of the site, one after the other, until it asks for fewer requests or sends a bot challenge.
    /// Returns the channels, and the front page.
    pub(super) async fn run(mut self) -> (Vec<Channel>, Option<String>) {
        let home = self.home.as_url().clone();
        let named = self.request(&home, "home", "seed").await;
        for (url, kind, named_by) in self.list(named) {
            if self.is_turned_away() {
                break;
            }
            self.request(&url, kind, named_by).await;
        }
        let answered =
            |channel: &Channel| channel.kind == "home" && channel.outcome == Outcome::Fetched;
        if self.guesses && !self.is_turned_away() && self.channels.iter().any(answered) {
            self.guess(&home).await;
        }
        (self.channels, self.front_page)
    }

    /// The feeds and sitemaps to request, with their kind and where they are named. `named`: those that the home page names.
    fn list(&self, named: Vec<Named>) -> Vec<(Url, &'static str, &'static str)> {
        let seeded = |urls: &[String], kind: &'static str| -> Vec<_> {
            let urls = urls.iter().filter_map(|url| Url::parse(url).ok());
            urls.map(|url| (url, kind, "seed")).collect()
        };
        let named = named.into_iter().map(|(url, kind)| (url, kind, "page"));
        let robots = self.home.as_url().join("/robots.txt");
        let in_robots = robots.iter().flat_map(|base| self.rules.sitemaps(base));
        let in_robots = in_robots.map(|url| (url, "sitemap", "robots"));
        let mut list = seeded(&self.seed.feeds, "feed");
        list.extend(seeded(&self.seed.news_sitemaps, "sitemap"));
        list.extend(seeded(&self.seed.sitemaps, "sitemap"));
        list.extend(named.take(MAX_NAMED));
        list.extend(in_robots.take(MAX_NAMED));
        list
    }

    /// Whether the site does not want the next request.
    fn is_turned_away(&self) -> bool {
        self.channels.last().is_some_and(Channel::ends_survey)
    }

    /// Tries the usual paths for channels that are not named, and keeps those that exist.
    async fn guess(&mut self, home: &Url) {
        let none = |kind| !self.channels.iter().any(|channel| channel.kind == kind);
        let missing = MissingChannels {
            feeds: none("feed"),
            sitemaps: none("sitemap"),
        };
        let mut next = well_known::first(home, missing);
        while let Some(guess) = next.pop() {
            let Ok(url) = Url::parse(&guess.url) else {
                continue;
            };
            let kind = if guess.kind == UrlKind::Feed {
                "feed"
            } else {
                "sitemap"
            };
            let before = self.channels.len();
            self.request(&url, kind, "guess").await;
            let outcome = match self.channels.get(before) {
                Some(found) => found.outcome,
                None => Outcome::Skipped, // requested before: the last guess was redirected here
            };
            if self.is_turned_away() {
                return;
            }
            if outcome != Outcome::Fetched {
                self.channels.truncate(before);
            }
            let due = Due {
                url_id: 0,
                url: guess.url,
                kind: guess.kind,
                via: Via::WellKnown,
                depth: guess.depth,
                etag: None,
                last_modified: None,
                render: false,
                history: None,
            };
            next.extend(well_known::next(&due, outcome));
        }
    }

    /// Requests a channel unless that was done before. Returns the channels that a page names.
    async fn request(
        &mut self,
        url: &Url,
        kind: &'static str,
        named_by: &'static str,
    ) -> Vec<Named> {
        let Ok(mut url) = CanonicalUrl::new(url) else {
            return Vec::new();
        };
        let mut channel = Channel {
            url: url.to_string(),
            kind,
            named_by,
            in_seed: named_by == "seed",
            format: None,
            moved_to: None,
            outcome: Outcome::Skipped,
            entries: 0,
        };
        let mut named = Vec::new();
        for _ in 0..=MAX_REDIRECTS {
            if self.channels.iter().any(|known| known.url == url.as_str()) {
                return Vec::new();
            }
            channel.url = url.to_string();
            if !self.rules.check(url.as_url()).allowed {
                channel.outcome = Outcome::Disallowed;
                break;
            }
            if url.authority() != self.home.authority() {
                break;
            }
            let fetch = self.fetch(&url, kind).await;
            named = read(&mut channel, url.as_url(), &fetch);
            if kind == "home" && channel.outcome == Outcome::Fetched {
                let content_type = fetch.header(header::CONTENT_TYPE);
                let decoded = html::decode(&fetch.body, content_type);
                self.front_page = Some(decoded.text);
            }
            let Some(target) = fetch.location.as_ref() else {
                break;
            };
            match CanonicalUrl::new(target) {
                Ok(target) if target.authority() == self.home.authority() => url = target,
                _ => {
                    channel.moved_to = Some(target.to_string());
                    break;
                }
            }
        }
        self.channels.push(channel);
        named.retain(|(url, _)| {
            CanonicalUrl::new(url).is_ok_and(|url| url.domain() == self.home.domain())
        });
        named
    }

    async fn fetch(&self, url: &CanonicalUrl, kind: &str) -> Fetch {
        tokio::time::sleep(self.pause).await;
        let accept = match kind {
            "home" => Accept::Page,
            "feed" => Accept::Feed,
            _ => Accept::Sitemap,
        };
        self.fetcher.get(Request::new(url.as_url(), accept)).await
    }
}

/// Records the contents of a response. Returns the channels that a page names.
fn read(channel: &mut Channel, url: &Url, fetch: &Fetch) -> Vec<Named> {
    channel.outcome = fetch.outcome;
    if fetch.outcome != Outcome::Fetched {
        return Vec::new();
    }
    let content_type = fetch.header(header::CONTENT_TYPE);
    if channel.kind == "home" {
        let decoded = html::decode(&fetch.body, content_type);
        let page = html::links(&decoded, url, "");
        channel.entries = page.links.len();
        let feeds = page.feeds.into_iter().map(|url| (url, "feed"));
        let sitemaps = page.sitemaps.into_iter().map(|url| (url, "sitemap"));
        return feeds.chain(sitemaps).collect();
    }
    if let Some(feed) = feeds::parse(&fetch.body, content_type, url) {
        channel.format = Some(feed.format.as_str());
        channel.entries = feed.items.len();
    } else if let Some(sitemap) = sitemap::parse(&fetch.body) {
        channel.entries = sitemap.pages.len() + sitemap.sitemaps.len();
        channel.format = Some(if !sitemap.sitemaps.is_empty() {
            "sitemap index"
        } else if sitemap.pages.iter().any(|page| page.news) {
            "news sitemap"
        } else {
            "sitemap"
        });
    } else {
        channel.outcome = Outcome::Malformed;
    }
    Vec::new()
}
