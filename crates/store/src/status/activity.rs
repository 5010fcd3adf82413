//! The current activity, in numbers that are cheap to compute.

use serde::Serialize;
use store_macros::retried;

use crate::{Run, Store, StoreError};

/// Maximum number of rows of a queue that are counted.
const MAX_COUNTED: i64 = 10_000;

/// The current activity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Activity {
    /// The most recently started of the running runs.
    pub run: Option<Run>,
    /// Hosts that are being crawled, by any worker.
    pub hosts_leased: i64,
    /// Hosts that are due and are not being crawled.
    pub hosts_due: i64,
    /// URLs in the queue, counted up to 10,000.
    pub urls_queued: i64,
    /// Pages that wait for extraction, counted up to 10,000.
    pub pages_unread: i64,
}

impl Store {
    /// The current activity.
    #[retried]
    pub async fn activity(&self) -> Result<Activity, StoreError> {
        let run = self.running(false).await?;
        let row = sqlx::query!(
            r#"select
                (select count(*) from hosts where leased_until > now() and leased_until <= now() + lease_length) as "hosts_leased!",
                (select count(*) from hosts join sites using (site_id) where next_fetch_at <= now() and state = 'active'
                    and (leased_until is null or leased_until <= now())) as "hosts_due!",
                (select count(*) from (select from queue limit $1) waiting) as "urls_queued!",
                (select count(*) from (select from extract_queue limit $1) waiting) as "pages_unread!""#,
            MAX_COUNTED
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Activity {
            run,
            hosts_leased: row.hosts_leased,
            hosts_due: row.hosts_due,
            urls_queued: row.urls_queued,
            pages_unread: row.pages_unread,
        })
    }
}
