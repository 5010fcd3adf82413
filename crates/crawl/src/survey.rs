//! What a site offers a crawler: requested once, politely, without a database.

use std::time::Duration;

use reqwest::header;
use serde::Serialize;
use store::Outcome;
use url::Url;

use crate::discover::scope::MissingChannels;
use crate::discover::{sitemap, well_known};
use crate::download::Downloader;
use crate::http::request::Accept;
use crate::http::response::Fetch;
use crate::seed::Seed;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::worker::report::EndReason;
use crate::worker::robots::Closed;
use crate::{BoxFuture, CrawlError, feeds};

/// Maximum redirects followed within the host.
const MAX_REDIRECTS: usize = 3;

/// Maximum number of channels of the home page and of sitemaps in robots.txt that are requested.
const MAX_NAMED: usize = 50;

/// A channel that a page names, with its kind.
type Named = (Url, &'static str);

/// What a site offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Id of the site.
    pub site_id: String,
    /// The publisher named in the seed, else the registrable domain.
    pub owner: String,
    /// Why the site was not contacted, if its address is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Status of its robots.txt. `None`: there was no response, and nothing may be fetched.
    pub robots_status: Option<i16>,
    /// Why nothing may be requested although its address is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_failure: Option<String>,
    /// The `Crawl-delay` for us.
    pub crawl_delay: Option<Duration>,
    /// Home page, feeds and sitemaps, including those named by the site itself.
    pub channels: Vec<Channel>,
    /// The decoded front page, if it was fetched.
    #[serde(skip)]
    pub front_page: Option<String>,
}

impl Survey {
    /// Why the site cannot be crawled now, so that nothing but its robots.txt was requested.
    pub fn refusal(&self) -> Option<String> {
        self.refused.clone().or_else(|| self.robots_failure.clone())
    }

    /// Whether its host did not respond.
    pub fn is_out_of_reach(&self) -> bool {
        self.robots_status.is_none() && self.refused.is_none()
    }

    /// The outcome of its front page, if that was requested in vain.
    pub fn home_failure(&self) -> Option<Outcome> {
        let home = self.channels.iter().find(|channel| channel.kind == "home");
        home.map(|home| home.outcome)
            .filter(|outcome| outcome.is_failure())
    }

    /// Why the survey ended before everything was requested. `None` if it did not.
    pub fn ended_early(&self) -> Option<&'static str> {
        match self.channels.last()?.outcome {
            Outcome::Busy => Some("the site asks for fewer requests"),
            Outcome::Challenge => Some("the site sends a bot challenge"),
            _ => None,
        }
    }
}

/// One feed, sitemap or home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Channel {
    /// Its URL.
    pub url: String,
    /// `home`, `feed`, `sitemap`.
    pub kind: &'static str,
    /// Where it is named: in the `seed`, on the home `page`, in `robots`, or nowhere if it was found at a usual path
    /// (`guess`).
    pub named_by: &'static str,
    /// Whether the seed names it.
    pub in_seed: bool,
    /// Its format: `RSS`, `Atom`, `JSON Feed`, `sitemap`, `news sitemap`, `sitemap index`.
    pub format: Option<&'static str>,
    /// The target, if it redirects to another host; the seed should name that.
    pub moved_to: Option<String>,
    /// The outcome. `Malformed` if it is neither a feed nor a sitemap.
    pub outcome: Outcome,
    /// Items, pages or links in it.
    pub entries: usize,
}

/// Requests the robots.txt of a site, its home page, and the feeds and sitemaps named by its seed, its robots.txt and
/// its home page (at most fifty of each of the latter two), each once and with our delay in between. If no feed or no
/// sitemap is named, the usual paths are tried, as in a crawl. Channels on other hosts are listed but not requested:
/// their robots.txt is not known. When the site asks for fewer requests or sends a bot challenge, the survey ends with
/// that channel ([`Survey::ended_early`]).
pub fn survey<'a>(
    settings: &'a Settings,
    seed: &'a Seed,
) -> BoxFuture<'a, Result<Survey, CrawlError>> {
    Box::pin(async move {
        let mut downloader = Downloader::new(settings)?;
        let home = CanonicalUrl::parse(&seed.home)
            .map_err(|error| CrawlError::Settings(format!("site {:?}: {error}", seed.id)))?;
        let host = downloader.host(&home).await?;
        let mut survey = Survey {
            site_id: seed.id.clone(),
            owner: seed.publisher.clone().unwrap_or_else(|| home.domain()),
            refused: None,
            robots_status: host.robots_status,
            robots_failure: None,
            crawl_delay: None,
            channels: Vec::new(),
            front_page: None,
        };
        let rules = match &host.rules {
            Ok(rules) => &rules.rules,
            Err(Closed { ended, detail }) => {
                if *ended == EndReason::AddressRefused {
                    survey.refused.clone_from(detail);
                } else {
                    survey.robots_failure.clone_from(detail);
                }
                return Ok(survey);
            }
        };
        survey.crawl_delay = rules.crawl_delay();
        let base = home.as_url().join("/robots.txt");
        let in_robots = base.iter().flat_map(|base| rules.sitemaps(base)).collect();
        let surveyor = Surveyor {
            downloader,
            seed,
            home,
            survey,
        };
        surveyor.run(in_robots, settings.well_known_channels).await
    })
}

/// The status of a site's robots.txt; `None` if there was no response.
pub fn robots_status<'a>(
    settings: &'a Settings,
    home: &'a str,
) -> BoxFuture<'a, Result<Option<i16>, CrawlError>> {
    Box::pin(async move {
        let mut downloader = Downloader::new(settings)?;
        let home = CanonicalUrl::parse(home)
            .map_err(|error| CrawlError::Settings(format!("{home}: {error}")))?;
        let host = downloader.host(&home).await?;
        match &host.rules {
            Err(Closed {
                ended: EndReason::AddressRefused,
                detail: Some(why),
            }) => Err(CrawlError::NotFetched(why.clone())),
            _ => Ok(host.robots_status),
        }
    })
}

/// The survey of one site.
#[derive(Debug)]
struct Surveyor<'a> {
    downloader: Downloader,
    seed: &'a Seed,
    home: CanonicalUrl,
    /// What was found so far.
    survey: Survey,
}

impl Surveyor<'_> {
    /// Requests the channels of the site, one after the other, until it asks for fewer requests or sends a bot challenge. `in_robots`:
    /// the sitemaps in its robots.txt. `guesses`: whether the usual paths are tried if no channel is named.
    async fn run(mut self, in_robots: Vec<Url>, guesses: bool) -> Result<Survey, CrawlError> {
        let home = self.home.as_url().clone();
        let named = self.request(&home, "home", "seed").await?;
        for (url, kind, named_by) in self.list(named, in_robots) {
            if self.survey.ended_early().is_some() {
                break;
            }
            self.request(&url, kind, named_by).await?;
        }
        let answered =
            |channel: &Channel| channel.kind == "home" && channel.outcome == Outcome::Fetched;
        if guesses && self.survey.channels.iter().any(answered) {
            self.guess(&home).await?;
        }
        Ok(self.survey)
    }

    /// The feeds and sitemaps to request, with their kind and where they are named. `named`: those that the home page names.
    fn list(
        &self,
        named: Vec<Named>,
        in_robots: Vec<Url>,
    ) -> Vec<(Url, &'static str, &'static str)> {
        let named = named.into_iter().map(|(url, kind)| (url, kind, "page"));
        let in_robots = in_robots.into_iter().map(|url| (url, "sitemap", "robots"));
        let seed = self.seed;
        let seeded = [
            (&seed.feeds, "feed"),
            (&seed.news_sitemaps, "sitemap"),
            (&seed.sitemaps, "sitemap"),
        ];
        let seeded = seeded.into_iter().flat_map(|(urls, kind)| {
            let urls = urls.iter().filter_map(|url| Url::parse(url).ok());
            urls.map(move |url| (url, kind, "seed"))
        });
        let named = named.take(MAX_NAMED).chain(in_robots.take(MAX_NAMED));
        seeded.chain(named).collect()
    }

    /// Tries the usual paths for channels that are not named, and keeps those that exist.
    async fn guess(&mut self, home: &Url) -> Result<(), CrawlError> {
        let none = |kind| {
            let mut channels = self.survey.channels.iter();
            !channels.any(|channel| channel.kind == kind)
        };
        let missing = MissingChannels {
            feeds: none("feed"),
            sitemaps: none("sitemap"),
        };
        let mut next = well_known::first(home, missing);
        while self.survey.ended_early().is_none()
            && let Some(guess) = next.pop()
        {
            let Ok(url) = Url::parse(&guess.url) else {
                continue;
            };
            let before = self.survey.channels.len();
            self.request(&url, guess.kind.as_str(), "guess").await?;
            let outcome = match self.survey.channels.get(before) {
                Some(found) => found.outcome,
                None => Outcome::Skipped, // requested before: the last guess was redirected here
            };
            if outcome != Outcome::Fetched && self.survey.ended_early().is_none() {
                self.survey.channels.truncate(before);
            }
            next.extend(well_known::next(&guess.url, guess.kind, outcome));
        }
        Ok(())
    }

    /// Requests a channel unless that was done before. Returns the channels that a page names.
    async fn request(
        &mut self,
        url: &Url,
        kind: &'static str,
        named_by: &'static str,
    ) -> Result<Vec<Named>, CrawlError> {
        let Ok(mut url) = CanonicalUrl::new(url) else {
            return Ok(Vec::new());
        };
        let accept = match kind {
            "home" => Accept::Page,
            "feed" => Accept::Feed,
            _ => Accept::Sitemap,
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
            let mut known = self.survey.channels.iter();
            if known.any(|known| known.url == url.as_str()) {
                return Ok(Vec::new());
            }
            channel.url = url.to_string();
            if url.authority() != self.home.authority() {
                break;
            }
            let mut fetch = self.downloader.fetch(&url, accept).await?;
            let is_refused = fetch.outcome == Outcome::Disallowed;
            if is_refused && self.downloader.host(&url).await?.rules.is_err() {
                // the host is left alone, and its robots.txt forbids nothing
                fetch.outcome = Outcome::Skipped;
            }
            named = self.read(&mut channel, url.as_url(), &fetch);
            let Some(target) = fetch.location else {
                break;
            };
            match CanonicalUrl::new(&target) {
                Ok(target) if target.authority() == self.home.authority() => url = target,
                _ => {
                    channel.moved_to = Some(target.to_string());
                    break;
                }
            }
        }
        self.survey.channels.push(channel);
        named.retain(|(url, _)| {
            CanonicalUrl::new(url).is_ok_and(|url| url.domain() == self.home.domain())
        });
        Ok(named)
    }

    /// Records the contents of a response. Returns the channels that a page names.
    fn read(&mut self, channel: &mut Channel, url: &Url, fetch: &Fetch) -> Vec<Named> {
        channel.outcome = fetch.outcome;
        if fetch.outcome != Outcome::Fetched {
            return Vec::new();
        }
        let content_type = fetch.header(header::CONTENT_TYPE);
        if channel.kind == "home" {
            let decoded = html::decode(&fetch.body, content_type);
            let page = html::links(&decoded, url, "");
            self.survey.front_page = Some(decoded.text);
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
}
