//! What a site offers a crawler: asked for once, politely, without a database.

mod surveyor;

use std::time::Duration;

use serde::Serialize;
use store::Outcome;
use surveyor::Surveyor;

use crate::BoxFuture;
use crate::error::CrawlError;
use crate::http::fetch::Fetcher;
use crate::politeness::delay;
use crate::robots::fetch::RobotsAnswer;
use crate::robots::{self, Rules};
use crate::seed::Seed;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;

/// What one site offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Id of the site.
    pub site_id: String,
    /// Who answers for it: the publisher its seed names, else its registrable domain.
    pub owner: String,
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
    /// Where it is named: in the `seed`, on the site's `page`, in `robots`; `guess`: nowhere, it was found at a usual path.
    pub named_by: &'static str,
    /// Whether the seed names it.
    pub in_seed: bool,
    /// What it is: `RSS`, `Atom`, `JSON Feed`, `sitemap`, `news sitemap`, `sitemap index`.
    pub format: Option<&'static str>,
    /// The hub that pushes it (`WebSub`).
    pub hub: Option<String>,
    /// Where it has moved to, if to another host: the seed should name that.
    pub moved_to: Option<String>,
    /// What came back; a feed that is none is `Malformed`.
    pub outcome: Outcome,
    /// Items, pages or links in it.
    pub entries: usize,
}

/// Asks a site for its robots.txt, its home page, and the feeds and sitemaps that its seed, its
/// robots.txt and its home page name (fifty of either of the latter), each once, with our delay between.
/// Where no feed or no sitemap is named, the usual paths are tried, as in a crawl. Channels on other
/// hosts than the home page's are listed and not asked for: their robots.txt is not known.
pub fn survey<'a>(
    settings: &'a Settings,
    seed: &'a Seed,
) -> BoxFuture<'a, Result<Survey, CrawlError>> {
    Box::pin(async move {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let home = CanonicalUrl::parse(&seed.home)
            .map_err(|error| CrawlError::Settings(format!("site {:?}: {error}", seed.id)))?;
        let asked = robots::fetch::fetch(&fetcher, home.as_url().scheme(), &home.authority()).await;
        let nothing = Survey {
            site_id: seed.id.clone(),
            owner: seed.publisher.clone().unwrap_or_else(|| home.domain()),
            robots_status: None,
            crawl_delay: None,
            channels: Vec::new(),
        };
        let RobotsAnswer::File(txt) = asked else {
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
            guesses: settings.well_known_channels,
            channels: Vec::new(),
        };
        surveyor.ask_all().await;
        Ok(Survey {
            channels: surveyor.channels,
            ..answer
        })
    })
}

/// The status with which a site answers for its robots.txt; `None`: no answer.
pub fn robots_status<'a>(
    settings: &'a Settings,
    home: &'a str,
) -> BoxFuture<'a, Result<Option<i16>, CrawlError>> {
    Box::pin(async move {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let home = CanonicalUrl::parse(home)
            .map_err(|error| CrawlError::Settings(format!("{home}: {error}")))?;
        match robots::fetch::fetch(&fetcher, home.as_url().scheme(), &home.authority()).await {
            RobotsAnswer::File(txt) => Ok(txt.status),
            // It answered, if only to be left alone for now.
            RobotsAnswer::Busy { .. } => Ok(Some(429)),
        }
    })
}
