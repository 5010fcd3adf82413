//! What a site offers a crawler: requested once, politely, without a database.

mod surveyor;

use std::time::Duration;

use serde::Serialize;
use store::Outcome;
use surveyor::Surveyor;

use crate::http::fetch::Fetcher;
use crate::politeness::delay;
use crate::robots::fetch::RobotsResponse;
use crate::robots::{self, Rules};
use crate::seed::Seed;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::{BoxFuture, CrawlError};

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
    /// The outcome of the request for its robots.txt.
    #[serde(skip)]
    pub robots_outcome: Outcome,
    /// Status of its robots.txt. `None`: there was no response, and nothing may be fetched.
    pub robots_status: Option<i16>,
    /// Why there was no usable response.
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
    /// Why the site cannot be crawled now. `None` if its front page was requested.
    pub fn refusal(&self) -> Option<String> {
        if let Some(why) = self.refused.as_ref().or(self.robots_failure.as_ref()) {
            return Some(why.clone());
        }
        let is_asked = self.channels.iter().any(|channel| channel.kind == "home");
        match (is_asked, self.robots_status) {
            (true, _) => None,
            (false, Some(429)) => Some("it asks for fewer requests".to_owned()),
            (false, _) => Some("its robots.txt asks for too long a delay".to_owned()),
        }
    }

    /// Whether its host cannot be connected to.
    pub fn is_out_of_reach(&self) -> bool {
        [Outcome::Unreachable, Outcome::TlsFailure].contains(&self.robots_outcome)
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

impl Channel {
    /// Whether nothing more may be requested after this response.
    pub(crate) fn ends_survey(&self) -> bool {
        matches!(self.outcome, Outcome::Busy | Outcome::Challenge)
    }
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
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let home = CanonicalUrl::parse(&seed.home)
            .map_err(|error| CrawlError::Settings(format!("site {:?}: {error}", seed.id)))?;
        let (response, robots_outcome, robots_failure) =
            robots::fetch::fetch(&fetcher, home.as_url().scheme(), &home.authority()).await;
        let nothing = Survey {
            site_id: seed.id.clone(),
            owner: seed.publisher.clone().unwrap_or_else(|| home.domain()),
            refused: None,
            robots_outcome,
            robots_status: None,
            robots_failure: None,
            crawl_delay: None,
            channels: Vec::new(),
            front_page: None,
        };
        let txt = match response {
            RobotsResponse::File(txt) => txt,
            RobotsResponse::Busy(_) | RobotsResponse::Challenged(_) => {
                return Ok(Survey {
                    robots_status: Some(429),
                    robots_failure,
                    ..nothing
                });
            }
            RobotsResponse::Refused(why) => {
                return Ok(Survey {
                    refused: Some(why),
                    ..nothing
                });
            }
        };
        let rules = Rules::parse(&txt, &settings.product);
        let robots_only = Survey {
            robots_status: txt.status,
            robots_failure: robots_failure.filter(|_| !robots::is_answer(&txt)),
            crawl_delay: rules.crawl_delay(),
            ..nothing
        };
        let Some(pause) = delay(
            settings.delay,
            rules.crawl_delay(),
            settings.max_crawl_delay,
        ) else {
            return Ok(robots_only);
        };
        let surveyor = Surveyor {
            fetcher,
            seed,
            home,
            rules,
            pause,
            guesses: settings.well_known_channels,
            channels: Vec::new(),
            front_page: None,
        };
        let (channels, front_page) = surveyor.run().await;
        Ok(Survey {
            channels,
            front_page,
            ..robots_only
        })
    })
}

/// The status of a site's robots.txt; `None` if there was no response.
pub fn robots_status<'a>(
    settings: &'a Settings,
    home: &'a str,
) -> BoxFuture<'a, Result<Option<i16>, CrawlError>> {
    Box::pin(async move {
        settings.check().map_err(CrawlError::Settings)?;
        let fetcher = Fetcher::new(settings)?;
        let home = CanonicalUrl::parse(home)
            .map_err(|error| CrawlError::Settings(format!("{home}: {error}")))?;
        let (response, ..) =
            robots::fetch::fetch(&fetcher, home.as_url().scheme(), &home.authority()).await;
        match response {
            RobotsResponse::File(txt) => Ok(txt.status),
            // The host is up, but busy.
            RobotsResponse::Busy(_) | RobotsResponse::Challenged(_) => Ok(Some(429)),
            RobotsResponse::Refused(why) => Err(CrawlError::Refused(why)),
        }
    })
}
