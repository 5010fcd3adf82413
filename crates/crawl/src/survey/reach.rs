//! Whether a site answers at all: its robots.txt, and nothing else.

use crate::error::CrawlError;
use crate::http::fetch::Fetcher;
use crate::robots;
use crate::robots::fetch::RobotsAnswer;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;

/// The status with which a site answers for its robots.txt; `None`: no answer.
pub async fn robots_status(settings: &Settings, home: &str) -> Result<Option<i16>, CrawlError> {
    settings.check().map_err(CrawlError::Settings)?;
    let fetcher = Fetcher::new(settings)?;
    let home = CanonicalUrl::parse(home)
        .map_err(|error| CrawlError::Settings(format!("{home}: {error}")))?;
    match robots::fetch::fetch(&fetcher, home.as_url().scheme(), &home.authority()).await {
        RobotsAnswer::File(txt) => Ok(txt.status),
        // It answered, if only to be left alone for now.
        RobotsAnswer::Busy { .. } => Ok(Some(429)),
    }
}
