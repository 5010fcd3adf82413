//! robots.txt, as hosts gave it and failed to.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError};

/// A robots.txt as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RobotsTxt {
    /// When.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None`: unreachable.
    pub status: Option<i16>,
    /// The body, as long as the caller cared to keep.
    pub body: Vec<u8>,
}

/// A robots.txt that is known and cannot be had any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotsOutage {
    /// When it first could not be had.
    pub since: DateTime<Utc>,
    /// When it was last asked for.
    pub asked_at: DateTime<Utc>,
}

impl Store {
    /// Remembers the robots.txt of a leased host, and that no request may start before `next_request_at`.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
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
        if saved.rows_affected() == 0 {
            return Err(StoreError::LeaseLost {
                host_id: lease.host_id,
            });
        }
        Ok(())
    }

    /// Notes that the robots.txt could not be had at `asked_at`; the one that is known stays.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
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
        if saved.rows_affected() == 0 {
            return Err(StoreError::LeaseLost {
                host_id: lease.host_id,
            });
        }
        Ok(())
    }
}
