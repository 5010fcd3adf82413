//! Admits the links of a response to the frontier: resolves URL variants, filters links, and learns host aliases.

mod same_page;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use chrono::{DateTime, Utc};
use store::{
    ChannelSite, Due, HostChannels, Lease, NewUrl, Outcome, Store, StoreError, UrlKind, UrlVariant,
    Via, Visit,
};
use url::Url;

use crate::frontier::budgets::ArticlePrior;
use crate::frontier::filter::{DiscoveredLinks, LinkFilter};
use crate::frontier::seen::SeenCache;
use crate::frontier::skipped::SkippedUrls;
use crate::frontier::traps::{KnownText, TrapDetector};
use crate::locked;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps;

/// Maximum next pages of feeds that are requested in one crawl of a host.
const MAX_FEED_PAGES: usize = 5;
/// Maximum pages that are scheduled as sections, in one crawl of a host, because they are no articles and name new URLs.
const MAX_LISTS: usize = 100;

/// The frontier of a site, as seen by the crawl of one of its hosts.
#[derive(Debug)]
pub(crate) struct Frontier {
    store: Store,
    lease: Arc<Lease>,
    /// Registrable domain of the site.
    pub(crate) domain: String,
    channels: Mutex<Arc<HostChannels>>,
    max_depth: i16,
    pub(crate) seen: Arc<SeenCache>,
    filter: Mutex<LinkFilter>,
    trap_detector: Arc<TrapDetector>,
    text: Mutex<KnownText>,
    /// Next pages of feeds so far.
    feed_pages: AtomicUsize,
    /// Lists with new URLs so far.
    lists: AtomicUsize,
    /// URLs that are not requested.
    pub(crate) skipped: Arc<SkippedUrls>,
}

impl Frontier {
    /// Loads what is known about the URLs of the site.
    pub(crate) async fn load(
        store: &Store,
        lease: &Arc<Lease>,
        domain: &str,
        max_depth: i16,
        seen: Arc<SeenCache>,
        prior: ArticlePrior,
        trap_detector: &Arc<TrapDetector>,
    ) -> Result<Self, StoreError> {
        let channels = store.host_channels(&lease.authority).await?;
        let domains = domains(domain, &channels);
        let filter = LinkFilter::load(store, lease, &domains, prior, trap_detector).await?;
        Ok(Self {
            channels: Mutex::new(Arc::new(channels)),
            skipped: Arc::clone(&filter.skipped),
            filter: Mutex::new(filter),
            trap_detector: Arc::clone(trap_detector),
            text: Mutex::default(),
            feed_pages: AtomicUsize::new(0),
            lists: AtomicUsize::new(0),
            store: store.clone(),
            lease: Arc::clone(lease),
            domain: domain.to_owned(),
            max_depth,
            seen,
        })
    }

    fn channels(&self) -> Arc<HostChannels> {
        Arc::clone(&locked(&self.channels))
    }

    fn filter(&self) -> MutexGuard<'_, LinkFilter> {
        locked(&self.filter)
    }

    /// The sites to which a channel's links may lead, by [`HostChannels::sites_of`]; none for a page.
    pub(crate) async fn channel_sites(
        &self,
        due: &Due,
    ) -> Result<Option<Vec<ChannelSite>>, StoreError> {
        if matches!(due.kind, UrlKind::Home | UrlKind::Page) {
            return Ok(Some(Vec::new()));
        }
        // a site may have named it since the crawl of this host began
        if !self.channels().has(&due.url) {
            self.reload_channels().await?;
        }
        Ok(self.channels().sites_of(&due.url, &self.lease.site_id))
    }

    async fn reload_channels(&self) -> Result<(), StoreError> {
        let channels = self.store.host_channels(&self.lease.authority).await?;
        *locked(&self.channels) = Arc::new(channels);
        Ok(())
    }

    /// Saves that the site names feeds and sitemaps on other domains, so that their links may lead to it. `channel_sites` are the
    /// other sites that name the channel `due` in which they were found. Leaves out those beyond the bound.
    pub(crate) async fn name_elsewhere(
        &self,
        due: Option<&Due>,
        channel_sites: &[ChannelSite],
        links: &mut Vec<NewUrl>,
    ) -> Result<(), StoreError> {
        let is_elsewhere = |link: &NewUrl| {
            let url = (link.kind != UrlKind::Page).then(|| CanonicalUrl::parse(&link.url));
            url.is_some_and(|url| url.is_ok_and(|url| url.domain() != self.domain))
        };
        let elsewhere = links.iter().filter(|link| is_elsewhere(link));
        let urls: Vec<String> = elsewhere.map(|link| link.url.clone()).collect();
        if urls.is_empty() {
            return Ok(());
        }
        let own = &self.lease.site_id;
        let mut sites: Vec<String> = channel_sites.iter().map(|s| s.site_id.clone()).collect();
        let of_others =
            |due: &Due| !sites.is_empty() && !self.channels().is_named_by(&due.url, own);
        if !due.is_some_and(of_others) {
            sites.push(own.clone());
        }
        let named = self.store.name_channels(&sites, &urls).await?;
        links.retain(|link| {
            let is_kept = !is_elsewhere(link) || named.contains(&link.url);
            if !is_kept && let Ok(url) = Url::parse(&link.url) {
                self.skipped
                    .record(&url, "too many feeds and sitemaps on other domains");
            }
            is_kept
        });
        let is_here = |link: &NewUrl| link.authority == self.lease.authority && is_elsewhere(link);
        if links.iter().any(is_here) {
            self.reload_channels().await?;
        }
        Ok(())
    }

    /// Makes feeds and sitemaps due that are named again: see [`LinkFilter::newly_named_channels`].
    pub(crate) async fn mark_named_channels(
        &self,
        links: &[NewUrl],
        by: Option<Via>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let named = self.filter().newly_named_channels(links, by, now);
        self.store.mark_feeds_due(&named).await?;
        Ok(())
    }

    /// Whether a channel is a former address, by [`LinkFilter::is_former`].
    pub(crate) fn is_former(&self, due: &Due) -> bool {
        self.filter().is_former(due)
    }

    /// Stores the URLs that are not requested.
    pub(crate) async fn save_skipped(&self) -> Result<(), StoreError> {
        let skipped = self.skipped.take();
        if skipped.is_empty() {
            return Ok(());
        }
        self.store.save_skipped(self.lease.host_id, &skipped).await
    }

    /// Whether a URL is not requested because similar URLs had no new text.
    pub(crate) fn skips(&self, due: &Due, url: &CanonicalUrl, now: DateTime<Utc>) -> bool {
        self.trap_detector.skips(due, url.as_url(), now)
    }

    /// Records whether a page has new text, by its shingles.
    pub(crate) fn record_text(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        shingles: &[u32],
        now: DateTime<Utc>,
    ) {
        let mut known = locked(&self.text);
        self.trap_detector
            .record(&mut known, due, url.as_url(), shingles, now);
    }

    /// Resolves the links of a response to those recorded with it, and learns variants from it. Idempotent. `other_url`
    /// is the target of a redirect, or the canonical URL that a page names.
    pub(crate) async fn resolve_url_variants(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        visit: &Visit,
        mut links: Vec<NewUrl>,
        other_url: Option<&Url>,
    ) -> Result<DiscoveredLinks, StoreError> {
        let now = visit.fetched_at;
        if visit.outcome == Outcome::Redirected {
            self.announce_target(due, &mut links, now).await?;
        }
        self.name_elsewhere(Some(due), &visit.channel_sites, &mut links)
            .await?;
        // First, since the links of a front page may use the alias that it names.
        let front = self.learn_host_alias(due, url, visit, other_url);
        links.extend(front.await?);
        let by = match due.kind {
            _ if visit.outcome == Outcome::Redirected => Some(Via::Redirect),
            UrlKind::Home => Some(Via::Link),
            _ => None,
        };
        self.mark_named_channels(&links, by, now).await?;
        let as_given = visit.outcome == Outcome::Redirected;
        let mut found = self.filter().filter_links(links, as_given, &self.seen, now);
        let restored = remember_variants(&self.store, std::mem::take(&mut found.variants)).await?;
        found.new.extend(restored);
        found.any_new = self.any_new(due, url, visit.outcome, &found.new).await?;
        if let Some(link) = self.restore_alternate(due, visit.outcome, now).await? {
            found.new.push(link);
        }
        if visit.outcome == Outcome::Fetched
            && visit.page.is_some()
            && let Some((canonical, preferred)) =
                self.canonical_page(due, url, other_url, now).await?
        {
            found.is_variant = preferred;
            found.new.push(canonical);
        }
        Ok(found)
    }

    /// Whether a channel, a section, or another page that was judged to be no article, names a new URL. `None`: it is an article, or not
    /// known to be none, or one of too many lists.
    async fn any_new(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        outcome: Outcome,
        new: &[NewUrl],
    ) -> Result<Option<bool>, StoreError> {
        let is_page = due.kind == UrlKind::Page;
        // Sections are numerous, so only the cache is consulted.
        if is_page && traps::looks_like_section(url.as_url()) {
            return Ok((outcome == Outcome::Fetched).then_some(!new.is_empty()));
        }
        // an unchanged list names nothing new, and is no article either
        let is_asked = match outcome {
            Outcome::Fetched | Outcome::NotModified if is_page => {
                let page = due.history.as_ref().and_then(|h| h.body_hash.as_ref());
                page.is_some() && self.store.is_rejected(&self.lease, due.url_id).await?
            }
            outcome => outcome == Outcome::Fetched && !is_page,
        };
        if !is_asked {
            return Ok(None);
        }
        let any_new = self.store.any_new(new).await?;
        let is_one_too_many =
            is_page && any_new && self.lists.fetch_add(1, Ordering::Relaxed) >= MAX_LISTS;
        Ok((!is_one_too_many).then_some(any_new))
    }

    /// Adds the next page of a feed if all items of this one are new: none of them is known, and the last is not stored.
    pub(crate) async fn follow_feed(
        &self,
        next: NewUrl,
        found: &mut DiscoveredLinks,
    ) -> Result<(), StoreError> {
        let is_all_new = match found.new.last() {
            Some(last) if found.new.len() == found.count => {
                self.store.any_new(std::slice::from_ref(last)).await?
            }
            _ => false,
        };
        if is_all_new && self.feed_pages.fetch_add(1, Ordering::Relaxed) < MAX_FEED_PAGES {
            self.store
                .mark_feeds_due(std::slice::from_ref(&next))
                .await?;
            found.new.push(next);
            found.count += 1;
        }
        Ok(())
    }
}

/// The registrable domains to which links may lead: the site's own, and those of the sites with channels on the host.
fn domains<'a>(own: &'a str, channels: &'a HostChannels) -> Vec<&'a str> {
    std::iter::once(own).chain(channels.domains()).collect()
}

/// Stores which alternates were replaced, and returns those whose preferred URL is known not to be a page.
pub(crate) async fn remember_variants(
    store: &Store,
    variants: Vec<(UrlVariant, NewUrl)>,
) -> Result<Vec<NewUrl>, StoreError> {
    if variants.is_empty() {
        return Ok(Vec::new());
    }
    let (pairs, mut alternates): (Vec<UrlVariant>, Vec<NewUrl>) = variants.into_iter().unzip();
    let failed = store.save_url_variants(&pairs).await?;
    alternates.retain(|alternate| failed.contains(&alternate.url));
    Ok(alternates)
}
