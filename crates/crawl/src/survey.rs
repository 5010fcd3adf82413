//! What a site offers a crawler: asked for once, politely, without a database.

use std::time::Duration;

use serde::Serialize;
use store::Outcome;
use url::Url;

use crate::canonical::CanonicalUrl;
use crate::error::CrawlError;
use crate::fetch::{Accept, Fetch, Fetcher, Request};
use crate::politeness::delay;
use crate::robots::{self, Asked, Rules};
use crate::seed::Seed;
use crate::settings::Settings;
use crate::{feeds, sitemap};

/// What one site offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Id of the site.
    pub site_id: String,
    /// Status of its robots.txt; `None`: there was no answer, and nothing may be fetched.
    pub robots_status: Option<i16>,
    /// The delay it asks of us.
    pub crawl_delay: Option<Duration>,
    /// Home page, feeds and sitemaps, those that the site itself names among them.
    pub channels: Vec<Channel>,
}

/// One feed, sitemap or home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Channel {
    /// Its address.
    pub url: String,
    /// `home`, `feed`, `sitemap`.
    pub kind: &'static str,
    /// Whether the seed names it; else the site does.
    pub in_seed: bool,
    /// What came back; a feed that is none is `Malformed`.
    pub outcome: Outcome,
    /// Items, pages or links in it.
    pub entries: usize,
}

struct Surveyor<'a> {
    fetcher: Fetcher,
    seed: &'a Seed,
    home: CanonicalUrl,
    rules: Rules,
    pause: Duration,
    channels: Vec<Channel>,
}

/// Asks a site for its robots.txt, its home page, and the feeds and sitemaps that its seed, its
/// robots.txt and its home page name, each once, with our delay between. Channels on other hosts
/// than the home page's are listed and not asked for: their robots.txt is not known.
pub async fn survey(settings: &Settings, seed: &Seed) -> Result<Survey, CrawlError> {
    settings.check().map_err(CrawlError::Settings)?;
    let fetcher = Fetcher::new(settings)?;
    let home = CanonicalUrl::parse(&seed.home)
        .map_err(|error| CrawlError::Settings(format!("site {:?}: {error}", seed.id)))?;
    let asked = robots::ask(&fetcher, home.as_url().scheme(), &home.authority()).await;
    let nothing = Survey {
        site_id: seed.id.clone(),
        robots_status: None,
        crawl_delay: None,
        channels: Vec::new(),
    };
    let Asked::Answer(txt) = asked else {
        return Ok(Survey {
            robots_status: Some(429),
            ..nothing
        });
    };
    let rules = Rules::read(&txt, &settings.product);
    let answer = Survey {
        robots_status: txt.status,
        crawl_delay: rules.crawl_delay(),
        ..nothing
    };
    let Some(pause) = delay(
        settings.delay,
        rules.crawl_delay(),
        settings.max_crawl_delay,
    ) else {
        return Ok(answer);
    };
    let mut surveyor = Surveyor {
        fetcher,
        seed,
        home,
        rules,
        pause,
        channels: Vec::new(),
    };
    surveyor.ask_all().await;
    Ok(Survey {
        channels: surveyor.channels,
        ..answer
    })
}

impl Surveyor<'_> {
    async fn ask_all(&mut self) {
        let home = self.home.as_url().clone();
        let named = self.ask(&home, "home", true).await;
        for url in &self.seed.feeds {
            self.ask_text(url, "feed").await;
        }
        for url in self.seed.news_sitemaps.iter().chain(&self.seed.sitemaps) {
            self.ask_text(url, "sitemap").await;
        }
        for url in named {
            self.ask(&url, "feed", false).await;
        }
        for url in self.rules.sitemaps().to_vec() {
            self.ask(&url, "sitemap", false).await;
        }
    }

    async fn ask_text(&mut self, url: &str, kind: &'static str) {
        if let Ok(url) = Url::parse(url) {
            self.ask(&url, kind, true).await;
        }
    }

    /// Asks for one channel, unless it is known already; gives the feeds that a page names.
    async fn ask(&mut self, url: &Url, kind: &'static str, in_seed: bool) -> Vec<Url> {
        let Ok(url) = CanonicalUrl::new(url) else {
            return Vec::new();
        };
        if self
            .channels
            .iter()
            .any(|channel| channel.url == url.as_str())
        {
            return Vec::new();
        }
        let mut channel = Channel {
            url: url.to_string(),
            kind,
            in_seed,
            outcome: Outcome::Skipped,
            entries: 0,
        };
        let mut named = Vec::new();
        if !self.rules.check(url.as_url()).allowed {
            channel.outcome = Outcome::Disallowed;
        } else if url.authority() == self.home.authority() {
            tokio::time::sleep(self.pause).await;
            let accept = match kind {
                "home" => Accept::Page,
                "feed" => Accept::Feed,
                _ => Accept::Sitemap,
            };
            let request = Request {
                url: url.as_url(),
                accept,
                etag: None,
                last_modified: None,
            };
            let fetch = self.fetcher.get(request).await;
            (channel.outcome, channel.entries, named) = count(kind, url.as_url(), &fetch);
        }
        self.channels.push(channel);
        named.retain(|feed| {
            CanonicalUrl::new(feed).is_ok_and(|feed| feed.domain() == self.home.domain())
        });
        named
    }
}

/// The outcome with the body read, what is in it, and the feeds that a page names.
fn count(kind: &str, url: &Url, fetch: &Fetch) -> (Outcome, usize, Vec<Url>) {
    if fetch.outcome != Outcome::Fetched {
        return (fetch.outcome, 0, Vec::new());
    }
    let entries = match kind {
        "home" => {
            let decoded = extract::decode(&fetch.body, fetch.header(reqwest::header::CONTENT_TYPE));
            let page = extract::links(&decoded.text, url);
            return (Outcome::Fetched, page.links.len(), page.feeds);
        }
        "feed" => feeds::parse(&fetch.body, None, url).map(|feed| feed.items.len()),
        _ => {
            sitemap::parse(&fetch.body).map(|sitemap| sitemap.pages.len() + sitemap.sitemaps.len())
        }
    };
    match entries {
        Some(entries) => (Outcome::Fetched, entries, Vec::new()),
        None => (Outcome::Malformed, 0, Vec::new()),
    }
}
