//! Hub responses, and the status of subscriptions.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Uuid;
use store_macros::{boxed, retried};

use crate::{Store, StoreError, SubscriptionState, crawl::websub::MAX_ERROR, once::Once, text};

/// The status of a subscription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SubscriptionStatus {
    /// The site.
    pub site_id: String,
    /// URL of the feed.
    pub feed: String,
    /// URL of the hub.
    pub hub: String,
    /// Its state.
    pub state: SubscriptionState,
    /// Until when the hub pushes.
    pub lease_until: Option<DateTime<Utc>>,
    /// Unsuccessful attempts.
    pub failures: i32,
    /// The error of the last request.
    pub error: Option<String>,
    /// Accepted pushes.
    pub pings: i64,
    /// Pushes with a missing or wrong signature.
    pub ignored: i64,
    /// When the last push arrived.
    pub last_ping: Option<DateTime<Utc>>,
}

impl Store {
    /// Confirms a subscription that the hub verifies. Returns whether it was requested; then the
    /// hub pushes for `lease` from now, and the renewal is due after nine tenths of that.
    #[retried]
    pub async fn confirm_subscription(
        &self,
        callback: &str,
        topic: &str,
        lease: Duration,
    ) -> Result<bool, StoreError> {
        let Ok(callback) = Uuid::parse_str(callback) else {
            return Ok(false);
        };
        let confirmed = sqlx::query!(
            "update websub_subscriptions set state = 'active', failures = 0, error = null,
                lease_until = now() + make_interval(secs => $3),
                next_try_at = now() + make_interval(secs => $3 * 0.9)
            where callback = $1 and topic = $2 and state in ('pending', 'active')",
            callback,
            text::owned(topic),
            lease.as_secs_f64()
        );
        Ok(confirmed.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Confirms an unsubscribe request that the hub verifies. Returns whether it was made; then the subscription is deleted.
    #[boxed]
    pub async fn confirm_unsubscribe(
        &self,
        callback: &str,
        topic: &str,
    ) -> Result<bool, StoreError> {
        let Ok(callback) = Uuid::parse_str(callback) else {
            return Ok(false);
        };
        let once = Once::new();
        self.delete_ended(callback, topic, &once).await
    }

    #[retried]
    async fn delete_ended(
        &self,
        callback: Uuid,
        topic: &str,
        once: &Once<bool>,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(gone) = once.committed(&mut transaction).await? {
            return Ok(gone);
        }
        let gone = sqlx::query!(
            "delete from websub_subscriptions where callback = $1 and topic = $2 and state = 'ending'",
            callback,
            text::owned(topic)
        );
        let gone = gone.execute(&mut *transaction).await?.rows_affected();
        once.commit(transaction, gone == 1).await
    }

    /// Saves that the hub denies or ends the subscription. The next request is due after a day. Returns whether there was one.
    #[retried]
    pub async fn deny_subscription(
        &self,
        callback: &str,
        topic: &str,
        reason: &str,
    ) -> Result<bool, StoreError> {
        let Ok(callback) = Uuid::parse_str(callback) else {
            return Ok(false);
        };
        let reason = &reason[..reason.floor_char_boundary(MAX_ERROR)];
        let denied = sqlx::query!(
            "update websub_subscriptions set state = 'denied', lease_until = null, error = $3,
                next_try_at = now() + interval '1 day'
            where callback = $1 and topic = $2 and state in ('pending', 'active')",
            callback,
            text::owned(topic),
            text::owned(reason)
        );
        Ok(denied.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// Counts the subscriptions by state.
    #[retried]
    pub(crate) async fn subscription_states(&self) -> Result<BTreeMap<String, i64>, StoreError> {
        let rows = sqlx::query!(
            r#"select state, count(*) as "count!" from websub_subscriptions group by state"#
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|row| (row.state, row.count)).collect())
    }

    /// All subscriptions, by site and feed.
    #[retried]
    pub async fn subscriptions(&self) -> Result<Vec<SubscriptionStatus>, StoreError> {
        let rows = sqlx::query!(
            "select h.site_id, s.url, w.hub, w.state, w.lease_until, w.failures, w.error, w.pings, w.ignored,
                w.last_ping
            from websub_subscriptions w
            join hosts h on h.host_id = w.host_id
            join seen s on s.host_id = w.host_id and s.url_id = w.url_id
            order by h.site_id, s.url"
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(SubscriptionStatus {
                    site_id: row.site_id,
                    feed: row.url,
                    hub: row.hub,
                    state: row.state.parse()?,
                    lease_until: row.lease_until,
                    failures: row.failures,
                    error: row.error,
                    pings: row.pings,
                    ignored: row.ignored,
                    last_ping: row.last_ping,
                })
            })
            .collect()
    }
}
