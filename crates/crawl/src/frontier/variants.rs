//! What an answer says about addresses: names of the site, other spellings, the page behind a form of it.

use chrono::Utc;
use store::{Alias, Due, NewUrl, Outcome, StoreError, UrlKind, UrlVariant, Visit};
use url::Url;

use crate::discover::priority;
use crate::frontier::found::DiscoveredLinks;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps;
use crate::url::variants::{HostAliases, are_host_aliases, origin};
use crate::worker::host::Host;

impl Host {
    /// What of the links of an answer is to be recorded with it, and what else follows from it for
    /// addresses. All of it may be done twice. `elsewhere` is where a redirect leads, or what a page names as its own address.
    pub(crate) async fn resolve_url_variants(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        visit: &Visit,
        mut links: Vec<NewUrl>,
        elsewhere: Option<&Url>,
    ) -> Result<DiscoveredLinks, StoreError> {
        let store = &self.guard.store;
        // First, since the links of a front page may be the first to be spelt as it teaches.
        links.extend(
            self.learn_host_alias(due, url, visit.outcome, elsewhere)
                .await?,
        );
        let named = self.progress(|progress| progress.filter.channels(&mut links));
        store.mark_feeds_due(&named).await?;
        let mut found = self.filter_links(links, visit.outcome == Outcome::Redirected);
        if !found.variants.is_empty() {
            let (folds, passed_over): (Vec<UrlVariant>, Vec<NewUrl>) =
                found.variants.drain(..).unzip();
            let failed = store.save_url_variants(&folds).await?;
            let back = passed_over
                .into_iter()
                .filter(|link| failed.contains(&link.url));
            found.new.extend(back);
        }
        if visit.outcome == Outcome::Fetched {
            found.any_new = match due.kind {
                // Of sections there are many: what this process does not remember must do.
                UrlKind::Page if traps::looks_like_section(url.as_url()) => {
                    Some(!found.new.is_empty())
                }
                UrlKind::Page => None,
                _ => Some(store.any_new(&found.new).await?),
            };
        }
        if let Some(link) = self.restore_alternate(due, visit.outcome).await? {
            found.new.push(link);
        }
        if visit.outcome == Outcome::Fetched
            && visit.page.is_some()
            && let Some(original) = self.canonical_page(due, url, elsewhere).await?
        {
            found.is_variant = true;
            found.new.push(original);
        }
        Ok(found)
    }

    /// What the answer of a front page teaches about the names of its host: whether it sends its visitors
    /// to a twin or calls itself by the twin's name, and whether it answers. Gives the twin's front page,
    /// where that is not known by a redirect.
    async fn learn_host_alias(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        outcome: Outcome,
        elsewhere: Option<&Url>,
    ) -> Result<Option<NewUrl>, StoreError> {
        if due.kind != UrlKind::Home && url.as_url().path() != "/" {
            return Ok(None);
        }
        let here = origin(url.as_url());
        let twin = elsewhere
            .filter(|there| are_host_aliases(url.as_url(), there))
            .map(origin)
            .filter(|there| *there != here);
        let store = &self.guard.store;
        let mut front = None;
        let changed = match (outcome, twin) {
            (Outcome::Redirected, Some(preferred)) => {
                let alias = Alias {
                    origin: here,
                    preferred,
                };
                store.front_page_moved(&url.domain(), &alias).await?
            }
            (Outcome::Fetched, Some(preferred)) => {
                let alias = Alias {
                    origin: here.clone(),
                    preferred,
                };
                if store.front_page_named(&url.domain(), &alias).await? {
                    let there = CanonicalUrl::parse(&alias.preferred);
                    front = there.ok().map(|there| NewUrl {
                        kind: UrlKind::Home,
                        priority: priority::of_channel(UrlKind::Home),
                        ..as_found(due, &there)
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
            let aliases = HostAliases::new(store.aliases(&self.domain).await?);
            self.progress(|progress| progress.filter.aliases = aliases);
        }
        Ok(front)
    }

    /// The address to ask for instead of one that turned out to be no page, as it was linked first.
    async fn restore_alternate(
        &self,
        due: &Due,
        outcome: Outcome,
    ) -> Result<Option<NewUrl>, StoreError> {
        let no_page = matches!(
            outcome,
            Outcome::NotFound | Outcome::Refused | Outcome::Redirected | Outcome::RedirectLoop
        );
        if !no_page || !matches!(due.kind, UrlKind::Page | UrlKind::Home) {
            return Ok(None);
        }
        let passed_over = self.guard.store.alternate_of(&due.url).await?;
        let url = passed_over.and_then(|url| CanonicalUrl::parse(&url).ok());
        Ok(url.map(|url| as_found(due, &url)))
    }

    /// The page that this one is but a form of, by its own word: that one is asked for in its stead,
    /// unless it is known to be no page.
    async fn canonical_page(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        named: Option<&Url>,
    ) -> Result<Option<NewUrl>, StoreError> {
        let Some(original) = named.and_then(|named| self.canonical_url(due, url, named)) else {
            return Ok(None);
        };
        let store = &self.guard.store;
        let key = (self.guard.lease.host_id, due.url_id);
        let known = store
            .original(key, &original.authority(), original.as_str())
            .await?;
        if known.failed || known.circular {
            return Ok(None);
        }
        let fold = UrlVariant {
            kept: original.to_string(),
            authority: original.authority(),
            alternate: url.to_string(),
        };
        if !store.save_url_variants(&[fold]).await?.is_empty() {
            return Ok(None);
        }
        Ok(Some(NewUrl {
            title: known.title,
            published: known.published,
            // Not one click further, but one step: chains of such names end at the depth bound.
            depth: due.depth + 1,
            ..as_found(due, &original)
        }))
    }

    /// The address a page names as its own, if that is another one, of a page of this site. On a twin of
    /// the page's own host it is looked for on the page's: many a template names the twin that redirects.
    fn canonical_url(&self, due: &Due, url: &CanonicalUrl, named: &Url) -> Option<CanonicalUrl> {
        if due.kind != UrlKind::Page || due.depth >= self.settings.max_depth {
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
            && traps::suspicion(there, Utc::now()).is_none();
        usable.then_some(original)
    }
}

/// Whether two addresses of one host differ at most by a slash at the end of their path.
fn same_page(a: &Url, b: &Url) -> bool {
    a.host() == b.host()
        && a.path().trim_end_matches('/') == b.path().trim_end_matches('/')
        && a.query() == b.query()
}

/// Another address of what was due: found as it was, as far from the front page.
fn as_found(due: &Due, url: &CanonicalUrl) -> NewUrl {
    NewUrl {
        authority: url.authority(),
        url: url.to_string(),
        kind: UrlKind::Page,
        via: due.via,
        priority: priority::of_page(due.via, due.depth, None, Utc::now()),
        depth: due.depth,
        title: None,
        published: None,
    }
}
