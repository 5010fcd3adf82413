//! Sites: seeded, or added by imports.

pub(crate) mod changes;
pub(crate) mod overview;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use store_macros::{boxed, retried};
use url::Host;

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// A news site as described by its seed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// A site and the name by which a user gave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSite {
    /// The name.
    pub name: String,
    /// The site's id.
    pub id: String,
}

names! {
    /// Which pages of a site are rendered in a browser.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Render {
        /// None.
        #[default]
        Never => "never",
        /// Those that are empty without a browser: see [`Store::queue_renderings`].
        Auto => "auto",
        /// The front page and all pages, each time they are visited.
        Always => "always",
    }
}

impl Store {
    /// All sites by id, including those that only imports added.
    #[retried]
    pub async fn sites(&self) -> Result<Vec<Site>, StoreError> {
        let sites = sqlx::query_as!(
            Site,
            r#"select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps, render as "render: Render"
            from sites order by site_id"#
        );
        Ok(sites.fetch_all(&self.pool).await?)
    }

    /// The ids and names of the crawled sites in a language that have had a new article since a time, by name.
    #[retried]
    pub async fn sites_publishing(
        &self,
        language: &str,
        since: DateTime<Utc>,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let sites = sqlx::query!(
            "select site_id, name from sites
            where seeded and state = 'active' and language = $1 and last_article_at(site_id) >= $2
            order by lower(name), site_id",
            language,
            since
        );
        let sites = sites.fetch_all(&self.pool).await?;
        Ok(sites
            .into_iter()
            .map(|row| (row.site_id, row.name))
            .collect())
    }

    /// The site with this id.
    #[boxed]
    pub async fn site(&self, site_id: &str) -> Result<Option<Site>, StoreError> {
        let mut sites = self.sites().await?.into_iter();
        Ok(sites.find(|site| site.id == site_id))
    }

    /// The tags that seeds give to sites, sorted.
    #[retried]
    pub async fn site_tags(&self) -> Result<Vec<String>, StoreError> {
        let tags = sqlx::query_scalar!(
            r#"select distinct tag as "tag!" from sites, unnest(tags) tag order by 1"#
        );
        Ok(tags.fetch_all(&self.pool).await?)
    }

    /// The sites with these names: the one with this id or, if there is none, those with this host or, if there are none, those with this
    /// registrable domain. Letter case and the encoding of international names do not matter. Names without a site are left out.
    #[retried]
    pub async fn sites_named(&self, names: &[String]) -> Result<Vec<NamedSite>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        named(&mut connection, names).await
    }
}

/// See [`Store::sites_named`].
pub(crate) async fn named(
    connection: &mut PgConnection,
    names: &[String],
) -> Result<Vec<NamedSite>, StoreError> {
    let hosts: Vec<String> = names.iter().map(|name| host(&text::clean(name))).collect();
    let sites = sqlx::query!(
        r#"with names as (
            select place, host from unnest($1::text[]) with ordinality as names (host, place)
        ), found as (
            select n.place, s.site_id, 1 as rank from names n join sites s on s.site_id = n.host
            union all select n.place, h.site_id, 2 from names n join hosts h on h.authority = n.host
            union all select n.place, s.site_id, 3 from names n join sites s on s.domain = n.host and s.state <> 'forgotten'
            union all select n.place, h.site_id, 3 from names n join hosts h on h.domain = n.host
        )
        select distinct f.place as "place!", f.site_id as "site_id!" from found f
        where f.rank = (select min(better.rank) from found better where better.place = f.place) order by 1, 2"#,
        &hosts
    );
    let sites = sites.fetch_all(connection).await?;
    let sites = sites.into_iter().filter_map(|row| {
        let index = usize::try_from(row.place).ok()?.checked_sub(1)?;
        Some(NamedSite {
            name: names.get(index)?.clone(),
            id: row.site_id,
        })
    });
    Ok(sites.collect())
}

/// The name of a host, with its port if there is one, as hosts and ids are stored: in lower case, and with international names encoded. The
/// URL of its front page names it too.
fn host(name: &str) -> String {
    let name = name.to_lowercase();
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| name.strip_prefix(*scheme));
    let name = match rest {
        Some(rest) => rest.strip_suffix('/').unwrap_or(rest).to_owned(),
        None => name,
    };
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let (bare, port) = match name.rsplit_once(':') {
        Some((bare, port)) if is_port(port) => (bare, &name[bare.len()..]),
        _ => (name.as_str(), ""),
    };
    match Host::parse(bare) {
        Ok(Host::Domain(encoded)) => encoded + port,
        _ => name,
    }
}
