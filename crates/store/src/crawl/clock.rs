//! Repair of times stored while the clock was ahead.

use std::time::Duration;

use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError};

/// Hosts that wait for times set while the clock was ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClockSkew {
    /// Number of hosts.
    pub hosts: i64,
    /// By how much the clock was ahead, in seconds.
    pub seconds: i64,
}

impl Store {
    /// The hosts that wait for times set while the clock was ahead; `None` if there are none.
    #[retried]
    pub async fn clock_skew(&self) -> Result<Option<ClockSkew>, StoreError> {
        let found = sqlx::query_as!(
            ClockSkew,
            r#"select count(*) as "hosts!", coalesce(extract(epoch from max(ahead)), 0)::bigint as "seconds!" from hosts_ahead"#
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((found.hosts > 0).then_some(found))
    }

    /// Repairs times set while the clock was ahead: afterwards no URL is due later than `longest_wait` from now, and
    /// no request waits longer than `longest_slot` for its slot. Returns the number of hosts that had such times.
    #[retried]
    pub async fn repair_times(
        &self,
        longest_wait: Duration,
        longest_slot: Duration,
    ) -> Result<u64, StoreError> {
        let hosts = sqlx::query_scalar!(
            "select put_times_right($1, $2)",
            longest_wait.as_secs_f64(),
            longest_slot.as_secs_f64()
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(hosts.and_then(|hosts| hosts.try_into().ok()).unwrap_or(0))
    }
}
