//! The record of forgotten sites, so that no seed brings one back.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{
    SeedSite, Store, StoreError, article_id,
    text::{self, column},
};

/// A site that was left out of a seed because it was forgotten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgottenSite {
    /// Its id in the seed, which may be new.
    pub site: String,
    /// When it was forgotten.
    pub at: DateTime<Utc>,
}

impl Store {
    /// When a site with this hashed id was forgotten.
    #[retried]
    pub async fn forgotten_at(&self, hashed_id: &str) -> Result<Option<DateTime<Utc>>, StoreError> {
        let at = sqlx::query_scalar!(
            "select forgotten_at from forgotten_sites where site_hash = $1",
            hashed_id
        );
        Ok(at.fetch_optional(&self.pool).await?)
    }

    /// When the site of this seed was forgotten; [`Store::upsert_sites`] would then leave it out. It is recognised by its id or by the
    /// host of its home page.
    #[retried]
    pub async fn was_forgotten(
        &self,
        seed: &SeedSite,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        forgotten(&mut connection, seed).await
    }

    /// Deletes the record that the site of this seed was forgotten: a person wants it to be crawled again. Returns whether there was one.
    #[retried]
    pub async fn allow_forgotten(&self, seed: &SeedSite) -> Result<bool, StoreError> {
        let deleted = sqlx::query!(
            "delete from forgotten_sites where site_hash = $1 or host_hash = $2",
            article_id(&text::owned(&seed.site.id)),
            host_hash(&seed.authority)
        );
        Ok(deleted.execute(&self.pool).await?.rows_affected() > 0)
    }
}

/// Those of these hosts, each with its domain, that were forgotten: the host of the home page of a forgotten site, or any host of the
/// domain that has its name, unless the domain belongs to a site again. Known sites of the hosts are locked: none of them is forgotten
/// until the transaction ends.
pub(crate) async fn forgotten_hosts(
    connection: &mut PgConnection,
    hosts: &HashSet<(&str, &str)>,
) -> Result<HashSet<String>, StoreError> {
    let hosts: Vec<&(&str, &str)> = hosts.iter().collect();
    let authorities = column(&hosts, |(authority, _)| (*authority).to_owned());
    let domains = column(&hosts, |(_, domain)| (*domain).to_owned());
    sqlx::query!(
        "select site_id from sites
        where domain = any($1) or site_id = any($1) or site_id in (select h.site_id from hosts h where h.authority = any($2))
        order by site_id for share",
        &domains,
        &authorities
    )
    .fetch_all(&mut *connection)
    .await?;
    // A statement of its own, which sees what was committed while the first one waited.
    let forgotten = sqlx::query_scalar!(
        r#"select host.authority as "authority!"
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as host (authority, domain, bare, bare_hash, domain_hash)
        where exists (select from forgotten_sites f where f.host_hash = host.bare_hash)
                and not exists (select from sites s where s.domain = host.domain and s.seeded and s.state not in ('removed', 'forgotten')
                    and substring(s.home from '^[a-z]+://(?:www[.])?([^/?#]+)') = host.bare)
            or exists (select from forgotten_sites f where f.site_hash = host.domain_hash or f.host_hash = host.domain_hash)
                and not exists (select from sites s where s.domain = host.domain and s.state <> 'forgotten')
            or exists (select from hosts h join sites s on s.site_id = h.site_id
                where h.authority = host.authority and s.state = 'forgotten')"#,
        &authorities,
        &domains,
        &column(&hosts, |(authority, _)| bare_host(authority).to_owned()),
        &column(&hosts, |(authority, _)| host_hash(authority)),
        &column(&hosts, |(_, domain)| article_id(domain))
    );
    Ok(forgotten.fetch_all(connection).await?.into_iter().collect())
}

/// When the site of a seed was forgotten.
pub(crate) async fn forgotten(
    connection: &mut PgConnection,
    seed: &SeedSite,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let at = sqlx::query_scalar!(
        "select max(forgotten_at) from forgotten_sites where site_hash = $1 or host_hash = $2",
        article_id(&text::owned(&seed.site.id)),
        host_hash(&seed.authority)
    );
    Ok(at.fetch_one(connection).await?)
}

/// Records a site as forgotten, before it is deleted.
pub(crate) async fn record_forgotten(
    connection: &mut PgConnection,
    site_id: &str,
) -> Result<(), StoreError> {
    let host = sqlx::query_scalar!(
        r#"select coalesce(substring(home from '^[a-z]+://([^/?#]+)'), domain) as "host!" from sites where site_id = $1"#,
        site_id
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(host) = host else { return Ok(()) };
    sqlx::query!(
        "insert into forgotten_sites (site_hash, host_hash, forgotten_at) values ($1, $2, now())
        on conflict (site_hash) do update set host_hash = excluded.host_hash, forgotten_at = excluded.forgotten_at",
        article_id(site_id),
        host_hash(&host)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The host, `host[:port]`, without `www.`: many sites answer at both.
pub(crate) fn bare_host(authority: &str) -> &str {
    authority.strip_prefix("www.").unwrap_or(authority)
}

fn host_hash(authority: &str) -> String {
    article_id(bare_host(authority))
}
