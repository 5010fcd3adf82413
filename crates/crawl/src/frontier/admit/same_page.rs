//! Other URLs of the page that a response is of: the target of its redirect, aliases of its host, its alternate and its canonical URL.

use chrono::{DateTime, Utc};
use store::{Alias, Due, NewUrl, Outcome, StoreError, UrlKind, UrlVariant, Visit, article_id};
use url::Url;

use super::{Frontier, domains};
use crate::discover::scope::item;
use crate::frontier::priority;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps;
use crate::url::variants::{HostAliases, are_host_aliases, origin, preferred_url};

impl Frontier {
    /// Passes the title and date announced for a page to the target of its redirect.
    pub(super) async fn announce_target(
        &self,
        due: &Due,
        links: &mut [NewUrl],
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let Some(target) = links.first_mut().filter(|_| due.kind == UrlKind::Page) else {
            return Ok(());
        };
        let key = (self.lease.host_id, due.url_id);
        let known = self.store.original(key, &target.authority, &target.url);
        let known = known.await?;
        target.priority = priority::of_page(target.via, target.depth, known.published, now);
        target.title = known.title;
        target.published = known.published;
        Ok(())
    }

    /// Learns host aliases from a front page, which redirects to an alias, names one as canonical, or answers itself.
    /// Returns the front page of the alias, unless a redirect already leads there.
    pub(super) async fn learn_host_alias(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        visit: &Visit,
        other_url: Option<&Url>,
    ) -> Result<Option<NewUrl>, StoreError> {
        if due.kind != UrlKind::Home && url.as_url().path() != "/" {
            return Ok(None);
        }
        let here = origin(url.as_url());
        let alias = other_url
            .filter(|there| are_host_aliases(url.as_url(), there))
            .map(origin)
            .filter(|there| *there != here)
            .map(|preferred| Alias {
                origin: here.clone(),
                preferred,
            });
        let store = &self.store;
        let mut front = None;
        let changed = match (visit.outcome, alias) {
            (Outcome::Redirected, Some(alias)) => {
                store.front_page_moved(&url.domain(), &alias).await?
            }
            (Outcome::Fetched, Some(alias)) => {
                if store.front_page_named(&url.domain(), &alias).await? {
                    let there = CanonicalUrl::parse(&alias.preferred);
                    front = there.ok().map(|there| NewUrl {
                        kind: UrlKind::Home,
                        priority: priority::of_channel(UrlKind::Home),
                        ..as_found(due, &there, visit.fetched_at)
                    });
                    false
                } else {
                    store.front_page_answers(&here).await?
                }
            }
            (Outcome::Fetched, None) => store.front_page_answers(&here).await?,
            _ => false,
        };
        if changed {
            let channels = self.channels();
            let known = store.aliases(&domains(&self.domain, &channels)).await?;
            self.filter().aliases = HostAliases::new(known);
        }
        Ok(front)
    }

    /// The alternate URL to request in place of a kept URL that turned out not to be a page.
    pub(super) async fn restore_alternate(
        &self,
        due: &Due,
        outcome: Outcome,
        now: DateTime<Utc>,
    ) -> Result<Option<NewUrl>, StoreError> {
        let no_page = matches!(
            outcome,
            Outcome::NotFound | Outcome::Refused | Outcome::Redirected | Outcome::RedirectLoop
        );
        if !no_page || !matches!(due.kind, UrlKind::Page | UrlKind::Home) {
            return Ok(None);
        }
        let alternate = self.store.alternate_of(&due.url).await?;
        let Some(url) = alternate.and_then(|url| CanonicalUrl::parse(&url).ok()) else {
            return Ok(None);
        };
        let key = (self.lease.host_id, due.url_id);
        let authority = url.authority();
        let known = self.store.original(key, &authority, url.as_str()).await?;
        Ok(Some(NewUrl {
            priority: priority::of_page(due.via, due.depth, known.published, now),
            title: known.title,
            published: known.published,
            ..as_found(due, &url, now)
        }))
    }

    /// The page that this one names as canonical, and whether that is requested in its place: see [`store::Original::preferred`]. `None`
    /// if it is known not to be a page, or to be another article.
    pub(super) async fn canonical_page(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        named: Option<&Url>,
        now: DateTime<Utc>,
    ) -> Result<Option<(NewUrl, bool)>, StoreError> {
        let original = named.and_then(|named| self.canonical_url(due, url, named, now));
        let Some(original) = original else {
            return Ok(None);
        };
        let store = &self.store;
        let key = (self.lease.host_id, due.url_id);
        let known = store
            .original(key, &original.authority(), original.as_str())
            .await?;
        let own = preferred_url(url.as_str()).unwrap_or_else(|| url.to_string());
        if known.failed
            || known.circular
            || known.preferred && store.shows_article(key, &article_id(&own)).await?
        {
            return Ok(None);
        }
        let variant = UrlVariant {
            kept: original.to_string(),
            authority: original.authority(),
            alternate: url.to_string(),
        };
        if !store.save_url_variants(&[variant]).await?.is_empty() {
            return Ok(None);
        }
        let page = NewUrl {
            title: known.title,
            published: known.published,
            // One step deeper, so that chains of canonical links end at the maximum depth.
            depth: due.depth + 1,
            ..as_found(due, &original, now)
        };
        Ok(Some((page, known.preferred)))
    }

    /// The canonical URL of a page, if it is another page of this site. On an alias of the page's own host it is
    /// rewritten to that host, since many templates name the alias that redirects.
    fn canonical_url(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        named: &Url,
        now: DateTime<Utc>,
    ) -> Option<CanonicalUrl> {
        if due.kind != UrlKind::Page || due.depth >= self.max_depth {
            return None;
        }
        let here = url.as_url();
        let original = if are_host_aliases(here, named) {
            CanonicalUrl::new(&here.join(&named[url::Position::BeforePath..]).ok()?).ok()?
        } else {
            CanonicalUrl::new(named).ok()?
        };
        let there = original.as_url();
        let to_section = traps::looks_like_section(there) && !traps::looks_like_section(here);
        let usable = original.domain() == self.domain
            && !same_page(here, there)
            && there.path() != "/"
            && !to_section
            && traps::suspicion(there, now).is_none();
        usable.then_some(original)
    }
}

/// Whether two URLs of one host differ at most by a trailing slash of the path.
fn same_page(a: &Url, b: &Url) -> bool {
    a.host() == b.host()
        && a.path().trim_end_matches('/') == b.path().trim_end_matches('/')
        && a.query() == b.query()
}

/// Another URL of the same page, with the same origin (`via`) and depth.
fn as_found(due: &Due, url: &CanonicalUrl, now: DateTime<Utc>) -> NewUrl {
    item(url, due.via, due.depth - 1, None, None, now)
}
