//! Hub pushes, whose items enter the frontier.

use sqlx::types::Uuid;
use store_macros::retried;

use crate::{
    ChannelSite, NewUrl, Store, StoreError,
    crawl::admission::{HostUrl, admit},
    crawl::channels::host_of,
    crawl::hosts::{HOSTS_PER_SITE, host_ids, mark_hosts_due},
};

/// A feed pushed by a hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushedFeed {
    /// Its host.
    pub host_id: i64,
    /// Its URL id.
    pub url_id: i64,
    /// Its URL.
    pub url: String,
    /// Number of links from the front page.
    pub depth: i16,
    /// The site it belongs to.
    pub site_id: String,
    /// The site's home page.
    pub home: String,
    /// The key with which pushes are signed.
    pub secret: String,
}

impl Store {
    /// The feed of an active subscription, by the last path segment of its callback URL.
    #[retried]
    pub async fn pushed_feed(&self, callback: &str) -> Result<Option<PushedFeed>, StoreError> {
        let Ok(callback) = Uuid::parse_str(callback) else {
            return Ok(None);
        };
        let feed = sqlx::query_as!(
            PushedFeed,
            "select w.host_id, w.url_id, s.url, s.depth, h.site_id, site.home, w.secret
            from websub_subscriptions w
            join hosts h on h.host_id = w.host_id
            join sites site on site.site_id = h.site_id
            join seen s on s.host_id = w.host_id and s.url_id = w.url_id
            where w.callback = $1 and w.state = 'active'",
            callback
        );
        Ok(feed.fetch_optional(&self.pool).await?)
    }

    /// Adds the items of a push to the frontier, in one transaction and without a lease, and makes
    /// their hosts due. An empty push makes the feed itself due. All URLs must belong to `domain`,
    /// that of the site, or to the domains of `channel_sites`, the other sites that name the feed.
    #[retried]
    pub async fn record_push(
        &self,
        feed: &PushedFeed,
        domain: &str,
        channel_sites: &[ChannelSite],
        urls: &[NewUrl],
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let hosts = urls.iter();
        let hosts = hosts.map(|url| host_of(url, &feed.site_id, domain, channel_sites));
        let ids = host_ids(&mut transaction, hosts.collect(), HOSTS_PER_SITE).await?;
        let placed: Vec<HostUrl<'_>> = urls
            .iter()
            .filter_map(|url| Some(HostUrl::new(*ids.get(&url.authority)?, url)))
            .map(|placed| HostUrl {
                named_by: Some(feed.url_id),
                ..placed
            })
            .collect();
        let mut woken = admit(&mut transaction, &placed).await?.woken;
        if urls.is_empty() {
            sqlx::query!(
                "update visits set next_due = now()
                where host_id = $1 and url_id = $2 and next_due > now()",
                feed.host_id,
                feed.url_id
            )
            .execute(&mut *transaction)
            .await?;
            woken.push(feed.host_id);
        }
        sqlx::query!(
            "update websub_subscriptions set pings = pings + 1, last_ping = now()
            where host_id = $1 and url_id = $2",
            feed.host_id,
            feed.url_id
        )
        .execute(&mut *transaction)
        .await?;
        mark_hosts_due(&mut transaction, &woken).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Counts a push whose signature is missing or wrong.
    #[retried]
    pub async fn ignore_push(&self, feed: &PushedFeed) -> Result<(), StoreError> {
        sqlx::query!(
            "update websub_subscriptions set ignored = ignored + 1 where host_id = $1 and url_id = $2",
            feed.host_id,
            feed.url_id
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
