//! The robots.txt of hosts at each of their schemes, and its outages.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Lease, Store, StoreError,
    crawl::hosts::{KnownRobots, RobotsOutage, RobotsTxt},
};

impl Store {
    /// The last known robots.txt of a leased host at a scheme, `http` or `https`.
    #[retried]
    pub async fn robots(
        &self,
        lease: &Lease,
        scheme: &str,
    ) -> Result<Option<KnownRobots>, StoreError> {
        let row = sqlx::query!(
            "select fetched_at, status, body, unreachable_since, asked_at, is_due from robots where host_id = $1 and scheme = $2",
            lease.host_id,
            scheme
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| KnownRobots {
            txt: RobotsTxt {
                fetched_at: row.fetched_at,
                status: row.status,
                body: row.body,
            },
            outage: row
                .unreachable_since
                .zip(row.asked_at)
                .map(|(since, asked_at)| RobotsOutage { since, asked_at }),
            is_due: row.is_due,
        }))
    }

    /// Whether URLs of a leased host are known at a scheme.
    #[retried]
    pub async fn has_urls_at(&self, lease: &Lease, scheme: &str) -> Result<bool, StoreError> {
        let has = sqlx::query_scalar!(
            r#"select exists (select from seen where host_id = $1 and starts_with(url, $2 || '://')) as "has!""#,
            lease.host_id,
            scheme
        );
        Ok(has.fetch_one(&self.pool).await?)
    }

    /// Saves at which scheme the robots.txt of a leased host is requested first from now on.
    #[retried]
    pub async fn set_scheme(&self, lease: &Lease, scheme: &str) -> Result<(), StoreError> {
        sqlx::query!(
            "update hosts set scheme = $3
            where host_id = $1 and lease_token = $2 and leased_until is not null and scheme <> $3",
            lease.host_id,
            lease.token,
            scheme
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Makes the disallowed URLs of a leased host due, after its rules have changed.
    #[retried]
    pub async fn make_disallowed_due(&self, lease: &Lease) -> Result<(), StoreError> {
        // in a transaction of its own: `make_due` locks visits before hosts
        sqlx::query!(
            "update visits set next_due = now()
            where host_id = $1 and outcome = 'disallowed' and next_due > now() and exists (
                select from hosts where host_id = $1 and lease_token = $2 and leased_until is not null)",
            lease.host_id,
            lease.token
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Saves the robots.txt of a leased host at a scheme, and that no request may start before `next_request_at`.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another worker.
    #[retried]
    pub async fn save_robots(
        &self,
        lease: &Lease,
        scheme: &str,
        robots: &RobotsTxt,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let saved = sqlx::query!(
            "with paced as (
                update hosts set next_request_at = greatest(next_request_at, $6)
                where host_id = $1 and lease_token = $2 and leased_until is not null
                returning host_id
            )
            insert into robots (host_id, scheme, fetched_at, status, body)
            select host_id, $7, $3, $4, $5 from paced
            on conflict (host_id, scheme) do update
                set fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body,
                    unreachable_since = null, asked_at = null, is_due = false",
            lease.host_id,
            lease.token,
            robots.fetched_at,
            robots.status,
            robots.body,
            next_request_at,
            scheme
        )
        .execute(&self.pool)
        .await?;
        lease.require_written(saved.rows_affected())
    }

    /// Saves that the robots.txt at a scheme could not be fetched at `asked_at`. The known one stays.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another worker.
    #[retried]
    pub async fn save_robots_outage(
        &self,
        lease: &Lease,
        scheme: &str,
        asked_at: DateTime<Utc>,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let saved = sqlx::query!(
            "with paced as (
                update hosts set next_request_at = greatest(next_request_at, $4)
                where host_id = $1 and lease_token = $2 and leased_until is not null
                returning host_id
            )
            update robots r set unreachable_since = coalesce(r.unreachable_since, $3), asked_at = $3, is_due = false
            from paced where r.host_id = paced.host_id and r.scheme = $5",
            lease.host_id,
            lease.token,
            asked_at,
            next_request_at,
            scheme
        )
        .execute(&self.pool)
        .await?;
        lease.require_written(saved.rows_affected())
    }
}
