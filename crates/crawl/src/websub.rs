//! The `WebSub` subscriber: subscribes at hubs (section 5), and records what they push (section 7).

use std::collections::HashSet;
use std::time::Duration;

use store::{
    Due, NewUrl, PushedFeed, Store, StoreError, Subscription, SubscriptionState, UrlKind, Via,
};
use tokio_util::sync::CancellationToken;
use url::{Host, Url};

use crate::discover::feed_links::of_feed;
use crate::discover::scope::Scope;
use crate::feeds;
use crate::frontier::admit::remember_variants;
use crate::frontier::filter::LinkFilter;
use crate::http::address_policy::is_localhost;
use crate::http::fetch::Fetcher;
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::{BoxFuture, CrawlError};

/// Requested lease time. The hub decides.
const LEASE: Duration = Duration::from_hours(24 * 10);
/// Time for a hub to verify a request before it is repeated. It doubles with every failure.
const RETRY_AFTER: Duration = Duration::from_mins(5);
/// Interval between checks for subscriptions that are due.
const CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Maximum subscriptions requested per check.
const PER_CHECK: i64 = 100;
/// Delay between two requests.
const REQUEST_DELAY: Duration = Duration::from_secs(1);
/// Maximum redirects of a hub that are followed.
const MAX_REDIRECTS: usize = 3;

/// Maintains the subscriptions of all sites: subscribes, renews before leases end, and unsubscribes.
#[derive(Debug, Clone)]
pub struct Subscriber {
    store: Store,
    fetcher: Fetcher,
    /// Base URL of callbacks; `/websub/{callback}` is added.
    base: Url,
    retry_after: Duration,
}

impl Subscriber {
    /// `callback_url` is the public URL of this program's callbacks.
    ///
    /// # Errors
    /// [`CrawlError::Settings`] if that is not a web URL, or the settings are wrong.
    pub fn new(store: &Store, settings: &Settings, callback_url: &str) -> Result<Self, CrawlError> {
        settings.check().map_err(CrawlError::Settings)?;
        let base = Url::parse(callback_url.trim())
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        let base = base.ok_or_else(|| {
            CrawlError::Settings(format!(
                "the callback URL {callback_url:?} is not a web address such as https://crawler.example.org"
            ))
        })?;
        Ok(Self {
            store: store.clone(),
            fetcher: Fetcher::new(settings)?,
            base,
            retry_after: RETRY_AFTER,
        })
    }

    /// Sends every request that is due, one after the other, and returns their number.
    ///
    /// # Errors
    /// If the database fails. The failure of a hub is recorded with the subscription.
    pub fn renew_due(&self) -> BoxFuture<'_, Result<usize, CrawlError>> {
        Box::pin(async move {
            let listener = self.base.as_str();
            let due = self
                .store
                .claim_subscriptions(listener, self.retry_after, PER_CHECK)
                .await?;
            let mut unresponsive = HashSet::new();
            for (index, subscription) in due.iter().enumerate() {
                // One hub pushes many feeds: requests are paced, and a hub that did not respond is skipped.
                if unresponsive.contains(&subscription.hub) {
                    let error = Some("not sent: the hub did not respond to the previous request");
                    self.store
                        .record_attempt(listener, subscription, error)
                        .await?;
                    continue;
                }
                if index > 0 {
                    tokio::time::sleep(REQUEST_DELAY).await;
                }
                let error = self.request(subscription).await.err();
                if matches!(error, Some(HubError::NoResponse(_))) {
                    unresponsive.insert(subscription.hub.clone());
                }
                let error = error.map(|error| error.to_string());
                if let Some(error) = &error {
                    tracing::warn!(
                        hub.url = subscription.hub,
                        feed.topic = subscription.topic,
                        "the request to the hub {} failed: {error}",
                        subscription.hub
                    );
                }
                self.store
                    .record_attempt(listener, subscription, error.as_deref())
                    .await?;
            }
            Ok(due.len())
        })
    }

    /// Renews the subscriptions until `stop` is cancelled. A request in flight is then aborted, and later repeated by
    /// any process that listens. A database error is logged, and the next check tries again.
    pub fn run<'a>(&'a self, stop: &'a CancellationToken) -> BoxFuture<'a, ()> {
        let renewals = async {
            loop {
                if let Err(error) = self.renew_due().await {
                    tracing::error!(%error, "the subscriptions could not be renewed");
                }
                tokio::time::sleep(CHECK_INTERVAL).await;
            }
        };
        Box::pin(async move {
            stop.run_until_cancelled(renewals).await;
        })
    }

    /// Sends one request to a hub. The hub verifies it by a callback, possibly before it responds.
    async fn request(&self, subscription: &Subscription) -> Result<(), HubError> {
        let mut hub = Url::parse(&subscription.hub)
            .map_err(|error| HubError::NoResponse(error.to_string()))?;
        let callback = format!(
            "{}/websub/{}",
            self.base.as_str().trim_end_matches('/'),
            subscription.callback
        );
        let lease = LEASE.as_secs().to_string();
        let mut form = vec![
            ("hub.callback", callback.as_str()),
            ("hub.topic", &subscription.topic),
        ];
        let has_secret = subscription.state != SubscriptionState::Ending;
        if has_secret {
            form.push(("hub.mode", "subscribe"));
            form.push(("hub.lease_seconds", &lease));
            form.push(("hub.secret", &subscription.secret));
        } else {
            form.push(("hub.mode", "unsubscribe"));
        }
        for _ in 0..=MAX_REDIRECTS {
            if has_secret && !is_confidential(&hub) {
                return Err(HubError::NotConfidential);
            }
            let answer = self.fetcher.post_form(&hub, &form).await;
            match (answer.status_code(), answer.location) {
                (Some(200..=299), _) => return Ok(()),
                (Some(307 | 308), Some(target)) => hub = target,
                (Some(status), _) => return Err(HubError::Status(status)),
                (None, _) => {
                    let why = answer.detail.unwrap_or_else(|| "no answer".to_owned());
                    return Err(HubError::NoResponse(why));
                }
            }
        }
        Err(HubError::NoResponse("too many redirects".to_owned()))
    }
}

/// Whether requests to a hub are encrypted or stay on this machine: a secret must not be sent otherwise (WebSub, section 5.1). Pushes
/// without a secret are not accepted, so there are no subscriptions at other hubs.
fn is_confidential(hub: &Url) -> bool {
    hub.scheme() == "https"
        || match hub.host() {
            Some(Host::Domain(name)) => is_localhost(name),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
}

/// Why a hub did not accept a request.
#[derive(Debug, thiserror::Error)]
enum HubError {
    #[error("the hub does not use HTTPS, so the secret of the subscription was not sent to it")]
    NotConfidential,
    #[error("status {0}")]
    Status(i16),
    #[error("{0}")]
    NoResponse(String),
}

/// Records a push whose signature is valid. Its items enter the frontier by the same rules as those of a fetched feed.
/// If the body is not a feed, the feed itself becomes due. Returns the number of items, including known ones.
///
/// # Errors
/// If the database fails.
pub fn record_push<'a>(
    store: &'a Store,
    settings: &'a Settings,
    feed: &'a PushedFeed,
    body: &'a [u8],
    content_type: Option<&'a str>,
) -> BoxFuture<'a, Result<usize, StoreError>> {
    Box::pin(async move {
        let domain = CanonicalUrl::parse(&feed.home).map(|home| home.domain());
        let domain = domain.unwrap_or_default();
        let authority = CanonicalUrl::parse(&feed.url).map(|url| url.authority());
        let channels = store.host_channels(&authority.unwrap_or_default()).await?;
        let Some(sites) = channels.sites_of(&feed.url, &feed.site_id) else {
            return Ok(0);
        };
        let mut scope = Scope::new(&domain, settings, chrono::Utc::now());
        scope.channel_sites = sites;
        let mut items = items_of(&scope, feed, body, content_type);
        resolve_variants(store, &scope, &mut items).await?;
        store
            .record_push(feed, &domain, &scope.channel_sites, &items)
            .await?;
        Ok(items.len())
    })
}

/// Rewrites the items to the site's preferred form, as the crawl of a host does.
async fn resolve_variants(
    store: &Store,
    scope: &Scope,
    items: &mut Vec<NewUrl>,
) -> Result<(), StoreError> {
    if items.is_empty() {
        return Ok(());
    }
    let others = scope.channel_sites.iter().map(|site| &site.domain);
    let domains: Vec<&str> = others.chain([&scope.domain]).map(String::as_str).collect();
    let mut filter = LinkFilter::without_budgets(store, &domains).await?;
    let mut variants = Vec::new();
    for item in &mut *items {
        if let Ok(mut url) = Url::parse(&item.url) {
            let mut variant = None;
            filter.rewrite(item, &mut url, &mut variant);
            variants.extend(variant);
        }
    }
    items.extend(remember_variants(store, variants).await?);
    Ok(())
}

pub(crate) fn items_of(
    scope: &Scope,
    feed: &PushedFeed,
    body: &[u8],
    content_type: Option<&str>,
) -> Vec<NewUrl> {
    let read = Url::parse(&feed.url)
        .ok()
        .and_then(|url| feeds::parse(body, content_type, &url));
    let Some(read) = read else {
        return Vec::new();
    };
    let due = Due {
        url_id: feed.url_id,
        url: feed.url.clone(),
        kind: UrlKind::Feed,
        via: Via::Feed,
        depth: feed.depth,
        etag: None,
        last_modified: None,
        render: false,
        history: None,
    };
    of_feed(scope, &due, Via::Websub, read.items)
}
