//! Seeding: what a seed file says of a site, stored, and its first URLs in the frontier.

use serde::Serialize;
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    NewUrl, Site, Store, StoreError,
    crawl::admission::{HostUrl, admit},
    crawl::hosts::{NewHost, host_ids, mark_hosts_due, scheme_of},
    extract::rules,
    text,
};

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
    /// Rules for its pages: an object, empty if there are none.
    pub rules: serde_json::Value,
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

enum SiteChange {
    Added,
    Updated,
    Unchanged,
}

impl Store {
    /// Adds or updates sites; their start URLs enter the frontier if they are new.
    #[boxed]
    pub async fn upsert_sites(&self, seeds: &[SeedSite]) -> Result<Seeded, StoreError> {
        let mut seeded = Seeded::default();
        for seed in seeds {
            match self.upsert_site(seed).await? {
                SiteChange::Added => seeded.added += 1,
                SiteChange::Updated => seeded.updated += 1,
                SiteChange::Unchanged => seeded.unchanged += 1,
            }
        }
        Ok(seeded)
    }

    #[retried]
    async fn upsert_site(&self, seed: &SeedSite) -> Result<SiteChange, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let mut change = save_site(&mut transaction, seed).await?;
        let new_rules = rules::save(&mut transaction, &seed.site.id, &seed.rules).await?;
        let adopted = adopt_hosts(&mut transaction, seed).await?;
        if new_rules && matches!(change, SiteChange::Unchanged) {
            change = SiteChange::Updated;
        }
        if new_rules || adopted > 0 {
            rules::requeue_site(&mut transaction, &seed.site.id, new_rules).await?;
        }
        let host = |authority: &str, url: &str| NewHost {
            authority: authority.to_owned(),
            scheme: scheme_of(url),
            domain: text::owned(&seed.domain),
            site_id: text::owned(&seed.site.id),
        };
        let mut hosts = vec![host(&seed.authority, &seed.site.home)];
        hosts.extend(
            seed.start
                .iter()
                .map(|start| host(&start.authority, &start.url)),
        );
        let ids = host_ids(&mut transaction, hosts, i64::MAX).await?;
        let placed: Vec<HostUrl<'_>> = seed
            .start
            .iter()
            .filter_map(|url| Some(HostUrl::new(*ids.get(&url.authority)?, url)))
            .collect();
        let woken = admit(&mut transaction, &placed).await?;
        mark_hosts_due(&mut transaction, &woken).await?;
        transaction.commit().await?;
        Ok(change)
    }
}

async fn save_site(
    connection: &mut PgConnection,
    seed: &SeedSite,
) -> Result<SiteChange, StoreError> {
    let site = &seed.site;
    let before = sqlx::query!(
        "select seeded from sites where site_id = $1 for no key update",
        text::owned(&site.id)
    )
    .fetch_optional(&mut *connection)
    .await?;
    let written = sqlx::query!(
        "insert into sites as s (site_id, name, home, domain, country, language, feeds, sitemaps, news_sitemaps, publisher, seeded)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
        on conflict (site_id) do update set
            name = excluded.name, home = excluded.home, domain = excluded.domain, country = excluded.country,
            language = excluded.language, feeds = excluded.feeds, sitemaps = excluded.sitemaps,
            news_sitemaps = excluded.news_sitemaps, publisher = excluded.publisher, seeded = true, updated_at = now()
        where (s.name, s.home, s.domain, s.country, s.language, s.feeds, s.sitemaps, s.news_sitemaps, s.publisher,
                s.seeded)
            is distinct from (excluded.name, excluded.home, excluded.domain, excluded.country, excluded.language,
                excluded.feeds, excluded.sitemaps, excluded.news_sitemaps, excluded.publisher, true)",
        text::owned(&site.id),
        text::owned(&site.name),
        text::owned(&site.home),
        text::owned(&seed.domain),
        text::optional(site.country.as_deref()),
        text::optional(site.language.as_deref()),
        &text::list(&site.feeds),
        &text::list(&site.sitemaps),
        &text::list(&site.news_sitemaps),
        text::optional(site.publisher.as_deref())
    )
    .execute(connection)
    .await?
    .rows_affected();
    Ok(match (before.map(|row| row.seeded), written) {
        (Some(true), 0) => SiteChange::Unchanged,
        (Some(true), _) => SiteChange::Updated,
        (None | Some(false), _) => SiteChange::Added,
    })
}

/// Moves hosts that imports added to the site that is seeded for their domain.
async fn adopt_hosts(connection: &mut PgConnection, seed: &SeedSite) -> Result<u64, StoreError> {
    let adopted = sqlx::query!(
        "update hosts set site_id = $1
        where domain = $2 and site_id in (select site_id from sites where not seeded)",
        text::owned(&seed.site.id),
        text::owned(&seed.domain)
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    sqlx::query!(
        "delete from sites s where domain = $1 and not seeded
            and not exists (select from hosts h where h.site_id = s.site_id)",
        text::owned(&seed.domain)
    )
    .execute(connection)
    .await?;
    Ok(adopted)
}
