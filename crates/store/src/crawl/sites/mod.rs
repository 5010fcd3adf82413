//! Sites: seeded, or added by imports.

pub(crate) mod changes;
pub(crate) mod overview;

use serde::{Deserialize, Serialize};
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// A news site as described by its seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Slug, unique.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// The publisher, if the seed names one. Outlets of one publisher count as one owner.
    pub publisher: Option<String>,
    /// Absolute URL of the front page.
    pub home: String,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Canonical URLs of feeds.
    pub feeds: Vec<String>,
    /// Canonical URLs of sitemaps.
    pub sitemaps: Vec<String>,
    /// Canonical URLs of Google-News sitemaps.
    pub news_sitemaps: Vec<String>,
    /// Which of its pages are rendered.
    pub render: Render,
}

/// Which pages of a site are rendered in a browser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Render {
    /// None.
    #[default]
    Never,
    /// Those that are empty without a browser: see [`Store::queue_renderings`].
    Auto,
    /// The front page and all pages, each time they are visited.
    Always,
}

names!(Render {
    Never => "never",
    Auto => "auto",
    Always => "always",
});

struct SiteRow {
    id: String,
    name: String,
    publisher: Option<String>,
    home: String,
    country: Option<String>,
    language: Option<String>,
    feeds: Vec<String>,
    sitemaps: Vec<String>,
    news_sitemaps: Vec<String>,
    render: String,
}

impl TryFrom<SiteRow> for Site {
    type Error = StoreError;

    fn try_from(row: SiteRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            publisher: row.publisher,
            home: row.home,
            country: row.country,
            language: row.language,
            feeds: row.feeds,
            sitemaps: row.sitemaps,
            news_sitemaps: row.news_sitemaps,
            render: row.render.parse()?,
        })
    }
}

impl Store {
    /// All sites by id, including those that only imports added.
    #[retried]
    pub async fn sites(&self) -> Result<Vec<Site>, StoreError> {
        let sites = sqlx::query_as!(
            SiteRow,
            "select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps, render
            from sites order by site_id"
        )
        .fetch_all(&self.pool)
        .await?;
        sites.into_iter().map(Site::try_from).collect()
    }

    /// The site with this id.
    #[retried]
    pub async fn site(&self, site_id: &str) -> Result<Option<Site>, StoreError> {
        let site = sqlx::query_as!(
            SiteRow,
            "select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps, render
            from sites where site_id = $1",
            site_id
        );
        let site = site.fetch_optional(&self.pool).await?;
        site.map(Site::try_from).transpose()
    }

    /// Whether a site has this id, domain or host, as given in a filter.
    #[retried]
    pub async fn is_site(&self, name: &str) -> Result<bool, StoreError> {
        let is_site = sqlx::query_scalar!(
            r#"select exists (select from sites where (site_id = $1 or domain = $1) and state <> 'forgotten')
                or exists (select from hosts where authority = $1 or domain = $1) as "is!""#,
            text::owned(name)
        );
        Ok(is_site.fetch_one(&self.pool).await?)
    }
}
