//! Sites: what is seeded, and what imported pages brought along.

use crate::{NewUrl, Store, StoreError};
use serde::{Deserialize, Serialize};

/// A news site as its seed describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Slug, unique.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Absolute URL of the front page.
    pub home: String,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Absolute URLs of feeds.
    pub feeds: Vec<String>,
    /// Absolute URLs of sitemaps.
    pub sitemaps: Vec<String>,
    /// Absolute URLs of Google-News sitemaps.
    pub news_sitemaps: Vec<String>,
}

/// A site with what its seed puts into the frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeedSite {
    /// The site.
    pub site: Site,
    /// `host[:port]` of the home page.
    pub authority: String,
    /// Registrable domain of the home page.
    pub domain: String,
    /// Home page, feeds and sitemaps.
    pub start: Vec<NewUrl>,
}

/// What seeding changed, in sites.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Seeded {
    /// Sites that are new.
    pub added: u64,
    /// Sites whose description changed.
    pub updated: u64,
    /// Sites that were known as they are.
    pub unchanged: u64,
}

impl Store {
    /// Adds or updates sites; their start URLs enter the frontier if they are new.
    pub async fn upsert_sites(&self, seeds: &[SeedSite]) -> Result<Seeded, StoreError> {
        let _ = seeds;
        todo!()
    }

    /// All sites, by id.
    pub async fn sites(&self) -> Result<Vec<Site>, StoreError> {
        todo!()
    }
}
