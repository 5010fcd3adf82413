//! The robots.txt of hosts, and its outages.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError, crawl::hosts::RobotsTxt};

impl Store {
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

    /// Saves the robots.txt of a leased host, and that no request may start before `next_request_at`.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another worker.
    #[retried]
    pub async fn save_robots(
        &self,
        lease: &Lease,
        robots: &RobotsTxt,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let saved = sqlx::query!(
            "with paced as (
                update hosts set next_request_at = greatest(next_request_at, $6)
                where host_id = $1 and lease_token = $2 and leased_until is not null
                returning host_id
            )
            insert into robots (host_id, fetched_at, status, body)
            select host_id, $3, $4, $5 from paced
            on conflict (host_id) do update
                set fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body,
                    unreachable_since = null, asked_at = null",
            lease.host_id,
            lease.token,
            robots.fetched_at,
            robots.status,
            robots.body,
            next_request_at
        )
        .execute(&self.pool)
        .await?;
        lease.require_written(saved.rows_affected())
    }

    /// Saves that the robots.txt could not be fetched at `asked_at`. The known one stays.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another worker.
    #[retried]
    pub async fn save_robots_outage(
        &self,
        lease: &Lease,
        asked_at: DateTime<Utc>,
        next_request_at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let saved = sqlx::query!(
            "with paced as (
                update hosts set next_request_at = greatest(next_request_at, $4)
                where host_id = $1 and lease_token = $2 and leased_until is not null
                returning host_id
            )
            update robots r set unreachable_since = coalesce(r.unreachable_since, $3), asked_at = $3
            from paced where r.host_id = paced.host_id",
            lease.host_id,
            lease.token,
            asked_at,
            next_request_at
        )
        .execute(&self.pool)
        .await?;
        lease.require_written(saved.rows_affected())
    }
}
