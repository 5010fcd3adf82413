//! `WebSub` (W3C Recommendation, 2018): hubs of feeds, and the state of subscriptions.

pub(crate) mod pushes;
pub(crate) mod subscriptions;

use std::time::Duration;

use serde::Serialize;
use store_macros::retried;

use crate::{
    Lease, Store, StoreError,
    text::{self, names},
};

/// The hub of a feed, and the feed's topic there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hub {
    /// URL of the hub.
    pub hub: String,
    /// URL of the topic to subscribe to.
    pub topic: String,
}

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionState {
    /// The feed names a hub, to which no request has been sent yet.
    Offered,
    /// A subscription request was sent, and the hub has not verified it yet.
    Pending,
    /// The hub pushes.
    Active,
    /// The hub denied the subscription.
    Denied,
    /// The feed no longer names a hub; an unsubscribe request is due.
    Ending,
}

names!(SubscriptionState {
    Offered => "offered",
    Pending => "pending",
    Active => "active",
    Denied => "denied",
    Ending => "ending",
});

/// A subscription for which a request to the hub is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Host of the feed.
    pub host_id: i64,
    /// The feed.
    pub url_id: i64,
    /// URL of the hub.
    pub hub: String,
    /// URL of the topic.
    pub topic: String,
    /// The unguessable last path segment of the callback URL.
    pub callback: String,
    /// The key with which pushes are signed.
    pub secret: String,
    /// Its state; [`SubscriptionState::Ending`] means that the request is to unsubscribe.
    pub state: SubscriptionState,
    /// Unsuccessful attempts so far.
    pub failures: i32,
}

/// Time without a report after which a listener counts as dead.
const LISTENER_TIMEOUT: Duration = Duration::from_mins(10);
/// Maximum number of unsubscribe requests that a hub may leave unanswered.
const MAX_UNSUBSCRIBE_ATTEMPTS: i32 = 3;
/// Maximum length of a stored error, in bytes.
pub(crate) const MAX_ERROR: usize = 500;

impl Store {
    /// Saves the hub that a feed of a leased host names, `None` if it names none. A changed hub or
    /// topic starts a new subscription.
    #[retried]
    pub async fn offer_hub(
        &self,
        lease: &Lease,
        url_id: i64,
        hub: Option<&Hub>,
    ) -> Result<(), StoreError> {
        if let Some(offer) = hub {
            sqlx::query!(
                "insert into websub_subscriptions as w (host_id, url_id, hub, topic) values ($1, $2, $3, $4)
                on conflict (host_id, url_id) do update set
                    hub = excluded.hub, topic = excluded.topic, callback = excluded.callback,
                    secret = excluded.secret, listener = null, state = 'offered', lease_until = null,
                    next_try_at = now(), failures = 0, error = null
                where (w.hub, w.topic) is distinct from (excluded.hub, excluded.topic) or w.state = 'ending'",
                lease.host_id,
                url_id,
                text::owned(&offer.hub),
                text::owned(&offer.topic)
            )
            .execute(&self.pool)
            .await?;
        } else {
            sqlx::query!(
                "with gone as (
                    delete from websub_subscriptions
                    where host_id = $1 and url_id = $2 and state in ('offered', 'denied')
                )
                update websub_subscriptions set state = 'ending', next_try_at = now(), failures = 0
                where host_id = $1 and url_id = $2 and state in ('pending', 'active')",
                lease.host_id,
                url_id
            )
            .execute(&self.pool)
            .await?;
        }
        Ok(())
    }

    /// Whether a hub pushes this feed to a running listener.
    #[retried]
    pub async fn is_pushed(&self, lease: &Lease, url_id: i64) -> Result<bool, StoreError> {
        let pushed = sqlx::query_scalar!(
            r#"select exists (
                select from websub_subscriptions w join websub_listeners l using (listener)
                where w.host_id = $1 and w.url_id = $2 and w.state = 'active' and w.lease_until > now()
                    and l.seen_at > now() - make_interval(secs => $3)
            ) as "pushed!""#,
            lease.host_id,
            url_id,
            LISTENER_TIMEOUT.as_secs_f64()
        );
        Ok(pushed.fetch_one(&self.pool).await?)
    }

    /// Reports that `listener` is running, and claims subscriptions for which a request is due: new
    /// ones, those whose lease expires soon, and those whose listener is dead. Each becomes due again
    /// after `again`, doubled with every failure up to a day, unless the hub verifies it before. A feed
    /// that another listener had counts as pushed again once the hub has verified the new callback.
    #[retried]
    pub async fn claim_subscriptions(
        &self,
        listener: &str,
        again: Duration,
        limit: i64,
    ) -> Result<Vec<Subscription>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query!(
            "insert into websub_listeners (listener) values ($1)
            on conflict (listener) do update set seen_at = now()",
            text::owned(listener)
        )
        .execute(&mut *transaction)
        .await?;
        // A hub that does not answer unsubscribe requests has forgotten the subscription.
        sqlx::query!(
            "delete from websub_subscriptions where state = 'ending' and failures >= $1",
            MAX_UNSUBSCRIBE_ATTEMPTS
        )
        .execute(&mut *transaction)
        .await?;
        let rows = sqlx::query!(
            "with due as (
                select host_id, url_id from websub_subscriptions w
                where (next_try_at <= now()
                    or (state = 'active' and listener is distinct from $1 and not exists (
                        select from websub_listeners l
                        where l.listener = w.listener and l.seen_at > now() - make_interval(secs => $4))))
                    and (state = 'ending' or exists (
                        select from hosts h join sites s using (site_id) where h.host_id = w.host_id and s.state = 'active'))
                order by next_try_at
                limit $3
                for update skip locked
            )
            update websub_subscriptions w set
                -- ends if the hub has yet to verify a new callback
                lease_until = case when w.lease_until > now() and w.listener is distinct from $1 then now() else w.lease_until end,
                listener = $1,
                state = case when w.state in ('offered', 'denied') then 'pending' else w.state end,
                next_try_at = now() + least(make_interval(secs => $2 * power(2, least(w.failures, 20))), interval '1 day'),
                failures = w.failures + 1
            from due where w.host_id = due.host_id and w.url_id = due.url_id
            returning w.host_id, w.url_id, w.hub, w.topic, w.callback, w.secret, w.state, w.failures",
            text::owned(listener),
            again.as_secs_f64(),
            limit,
            LISTENER_TIMEOUT.as_secs_f64()
        )
        .fetch_all(&mut *transaction)
        .await?;
        transaction.commit().await?;
        rows.into_iter()
            .map(|row| {
                Ok(Subscription {
                    host_id: row.host_id,
                    url_id: row.url_id,
                    hub: row.hub,
                    topic: row.topic,
                    callback: row.callback.to_string(),
                    secret: row.secret,
                    state: row.state.parse()?,
                    failures: row.failures,
                })
            })
            .collect()
    }

    /// Saves the error of a request, `None` if the hub accepted it and will verify. Reports that `listener` is running.
    #[retried]
    pub async fn record_attempt(
        &self,
        listener: &str,
        subscription: &Subscription,
        error: Option<&str>,
    ) -> Result<(), StoreError> {
        let error = error.map(|error| &error[..error.floor_char_boundary(MAX_ERROR)]);
        sqlx::query!(
            "with heartbeat as (update websub_listeners set seen_at = now() where listener = $4)
            update websub_subscriptions set error = $3 where host_id = $1 and url_id = $2",
            subscription.host_id,
            subscription.url_id,
            text::optional(error),
            text::owned(listener)
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
