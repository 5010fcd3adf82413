//! The record of forgotten sites, so that no seed brings one back.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{SeedSite, Store, StoreError, article_id, text};

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
