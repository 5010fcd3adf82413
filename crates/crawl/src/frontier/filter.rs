//! The filter in front of the frontier: links in the site's preferred form, each once, within the budgets, and none that
//! is known to be stored.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use store::{Due, Lease, NewUrl, Store, StoreError, UrlKind, UrlVariant, Via};
use url::Url;

use crate::frontier::budgets::{ArticlePrior, Budgets};
use crate::frontier::seen::SeenCache;
use crate::frontier::skipped::SkippedUrls;
use crate::frontier::traps::TrapDetector;
use crate::url::canonical::CanonicalUrl;
use crate::url::variants::{HostAliases, strip_variant, without_parameters};

/// Maximum URLs of each kind remembered during the crawl of a host.
const MAX_REMEMBERED: usize = 10_000;
/// Time since its last visit after which a channel that is named is due.
const NAMED_AGAIN: TimeDelta = TimeDelta::days(7);

/// The link filter of the crawl of one host.
#[derive(Debug, Default)]
pub(crate) struct LinkFilter {
    pub(crate) aliases: HostAliases,
    budgets: Budgets,
    /// The host of the crawl, and its parameters that select nothing.
    host: String,
    idle: HashSet<String>,
    /// Alternates that this crawl has already reported to the store.
    alternates: HashSet<String>,
    /// Feeds and sitemaps that have been named in this crawl.
    named: HashSet<String>,
    /// The kinds, origins and depths of those that robots.txt or the front page names, or that the front page redirects to.
    named_as: HashSet<(UrlKind, Via, i16)>,
    /// Whether some of them are forgotten, so that none counts as former.
    has_forgotten: bool,
    /// Counts of pages without new text.
    trap_detector: Arc<TrapDetector>,
    /// The links that are rejected.
    pub(crate) skipped: Arc<SkippedUrls>,
}

/// The links of a response that are to be stored.
#[derive(Debug, Default)]
pub(crate) struct DiscoveredLinks {
    /// Number of links that may be followed, known ones included.
    pub(crate) count: usize,
    /// Links that may be new to the store.
    pub(crate) new: Vec<NewUrl>,
    /// Keys to add to the [`SeenCache`] once the links are stored.
    pub(crate) seen_keys: Vec<u64>,
    /// Alternates that were replaced by the URL that the site prefers.
    pub(crate) variants: Vec<(UrlVariant, NewUrl)>,
    /// Whether a channel or list named a link that was not stored. `None`: not checked.
    pub(crate) any_new: Option<bool>,
    /// The target of a redirect.
    pub(crate) target: Option<Url>,
    /// Whether all entries of a sitemap are too old.
    pub(crate) is_archive: bool,
    /// Whether hardly any page that the channel named has become an article.
    pub(crate) is_barren: bool,
    /// Whether the page is a variant of another page, which is requested in its place and among the new links.
    pub(crate) is_variant: bool,
}

impl LinkFilter {
    /// Loads the filter when the crawl of a host begins, with three bounded queries.
    pub(crate) async fn load(
        store: &Store,
        lease: &Lease,
        domains: &[&str],
        prior: ArticlePrior,
        trap_detector: &Arc<TrapDetector>,
    ) -> Result<Self, StoreError> {
        let idle = store.idle_parameters(lease.host_id).await?;
        Ok(Self {
            host: lease.authority.clone(),
            idle: idle.into_iter().collect(),
            budgets: Budgets::learned(&store.pattern_stats(&lease.site_id).await?, prior),
            trap_detector: Arc::clone(trap_detector),
            aliases: HostAliases::new(store.aliases(domains).await?),
            ..Self::default()
        })
    }

    /// Keeps each link once, in the site's preferred form, within the budgets, and none that is known to be stored. With
    /// `as_given` the URLs are not rewritten: the target of a redirect is exact.
    pub(crate) fn filter_links(
        &mut self,
        links: Vec<NewUrl>,
        as_given: bool,
        seen: &SeenCache,
        now: DateTime<Utc>,
    ) -> DiscoveredLinks {
        let mut found = DiscoveredLinks::default();
        let mut keys = HashSet::with_capacity(links.len());
        for mut link in links {
            let key = seen.key(&link, now);
            if !keys.insert(key) {
                continue;
            }
            if seen.contains(key) {
                found.count += 1;
                continue;
            }
            let mut new_keys = vec![key];
            if link.kind == UrlKind::Page {
                let Ok(mut url) = Url::parse(&link.url) else {
                    continue;
                };
                let mut variant = None;
                let rewritten = !as_given && self.rewrite(&mut link, &mut url, &mut variant);
                let own_key = if rewritten { seen.key(&link, now) } else { key };
                let repeated = rewritten && !keys.insert(own_key);
                let known = repeated || (rewritten && seen.contains(own_key));
                if !known && !self.admit(&mut link, &url, now) {
                    continue;
                }
                found.count += usize::from(!repeated);
                found.variants.extend(variant);
                if known {
                    found.seen_keys.push(key);
                    continue;
                }
                if rewritten {
                    new_keys.push(own_key);
                }
            } else {
                found.count += 1;
            }
            found.new.push(link);
            found.seen_keys.extend(new_keys);
        }
        found
    }

    /// The feeds and sitemaps among these links that are named for the first time in this crawl, or with the time of
    /// their last change. `by` is the origin of those that robots.txt, the front page or a redirect names.
    pub(crate) fn newly_named_channels(
        &mut self,
        links: &[NewUrl],
        by: Option<Via>,
        now: DateTime<Utc>,
    ) -> Vec<NewUrl> {
        let channels = links
            .iter()
            .filter(|link| link.kind != UrlKind::Page && link.via != Via::WellKnown);
        let named = channels.filter_map(|link| {
            if self.named.len() >= MAX_REMEMBERED {
                self.named.clear();
                self.has_forgotten = true;
            }
            let first = self.named.insert(link.url.clone());
            let mut changed = link.changed;
            if by == Some(link.via) {
                if link.via != Via::Redirect || link.kind == UrlKind::Home {
                    self.named_as.insert((link.kind, link.via, link.depth));
                }
                changed = changed.or(Some(now - NAMED_AGAIN));
            }
            (link.changed.is_some() || first).then(|| NewUrl {
                changed,
                ..link.clone()
            })
        });
        named.collect()
    }

    /// Whether a front page, feed or sitemap is a former address: what names those found like it has named others in this crawl, and
    /// not this one.
    pub(crate) fn is_former(&self, due: &Due) -> bool {
        !self.has_forgotten
            && self.named_as.contains(&(due.kind, due.via, due.depth))
            && !self.named.contains(&due.url)
    }

    /// Rewrites a link to the form that the site prefers. Returns whether it has changed. Sets `variant` to what the
    /// store needs in order to restore the alternate.
    pub(crate) fn rewrite(
        &mut self,
        link: &mut NewUrl,
        url: &mut Url,
        variant: &mut Option<(UrlVariant, NewUrl)>,
    ) -> bool {
        let mut kept = None;
        let mut reversible = false;
        while let Some(next) = strip_variant(kept.as_ref().unwrap_or(url)) {
            reversible |= next.reversible;
            kept = Some(next.url);
        }
        if link.authority == self.host
            && let Some(bare) = without_parameters(kept.as_ref().unwrap_or(url), &self.idle)
        {
            reversible = true;
            kept = Some(bare);
        }
        kept = self
            .aliases
            .preferred(kept.as_ref().unwrap_or(url))
            .or(kept);
        let Some(canonical) = kept.and_then(|kept| CanonicalUrl::new(&kept).ok()) else {
            return false;
        };
        let alternate = reversible.then(|| link.clone());
        link.authority = canonical.authority();
        link.url = canonical.to_string();
        *url = canonical.as_url().clone();
        if let Some(alternate) = alternate {
            if self.alternates.len() >= MAX_REMEMBERED {
                self.alternates.clear();
            }
            if self.alternates.insert(alternate.url.clone()) {
                let pair = UrlVariant {
                    kept: link.url.clone(),
                    authority: link.authority.clone(),
                    alternate: alternate.url.clone(),
                };
                *variant = Some((pair, alternate));
            }
        }
        true
    }

    /// Whether a link is within the budget of its pattern and the pattern is not given up. Adjusts its priority.
    fn admit(&mut self, link: &mut NewUrl, url: &Url, now: DateTime<Utc>) -> bool {
        let led_here = matches!(link.via, Via::Link | Via::Section);
        if led_here && self.trap_detector.is_given_up(url, now) {
            self.skipped.record(url, "similar pages had nothing new");
            return false;
        }
        let admitted = self.budgets.admit(url, link.via, &mut link.priority);
        if !admitted {
            self.skipped
                .record(url, "over the budget of its URL pattern");
        }
        admitted
    }
}

#[cfg(test)]
mod tests;
