//! Which hosts wait for their walk, and for how long.

use std::time::Duration;

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError};

impl Store {
    /// Whether another host of the lease's domain is due and waits for its walk.
    #[retried]
    pub async fn domain_waits(&self, lease: &Lease) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts
                where domain = $1 and host_id <> $2 and next_fetch_at <= now()
                    and (leased_until is null or leased_until <= now())) as "waits!""#,
            lease.domain,
            lease.host_id
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(waits)
    }

    /// Whether any host is due and waits for its walk.
    #[retried]
    pub async fn any_host_waits(&self) -> Result<bool, StoreError> {
        let waits = sqlx::query_scalar!(
            r#"select exists (select from hosts h
                where h.next_fetch_at <= now() and (h.leased_until is null or h.leased_until <= now())
                    and not exists (select from hosts o
                        where o.domain = h.domain and o.leased_until > now() and o.host_id <> h.host_id)
                ) as "waits!""#
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(waits)
    }

    /// How long until the next host becomes due, by the database's clock: see [`Store::next_host_due`].
    #[retried]
    pub async fn next_host_wait(&self, only: &[String]) -> Result<Option<Duration>, StoreError> {
        let Some(at) = self.next_host_due(only).await? else {
            return Ok(None);
        };
        let wait = sqlx::query_scalar!(
            r#"select extract(epoch from $1::timestamptz - clock_timestamp())::float8 as "wait!""#,
            at
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Some(Duration::try_from_secs_f64(wait).unwrap_or_default()))
    }

    /// When the next host becomes due (of these sites; empty: of all), leases of others included, those of
    /// other hosts of its domain too. `None`: never by itself. In the past: now.
    #[retried]
    pub async fn next_host_due(
        &self,
        only: &[String],
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let at = sqlx::query_scalar!(
            "with walked as (
                select domain, max(leased_until) as until from hosts where leased_until > now() group by domain
            )
            select min(greatest(h.next_fetch_at, h.leased_until, w.until))
            from hosts h left join walked w on w.domain = h.domain
            where h.next_fetch_at is not null and (cardinality($1::text[]) = 0 or h.site_id = any($1))",
            only
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(at)
    }
}
