//! Feeds and sitemaps, which belong to the sites whose seeds name them, even on the host of another site.

use sqlx::PgConnection;
use store_macros::retried;

use crate::{
    NewUrl, Store, StoreError,
    crawl::hosts::{NewHost, is_of_domain, scheme_of},
};

/// Maximum feeds and sitemaps on other domains that a site may name itself.
const MAX_NAMED: i32 = 100;

/// A site that names a feed or sitemap, in its seed or itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelSite {
    /// The site's id.
    pub site_id: String,
    /// Registrable domain of its home page.
    pub domain: String,
}

/// The feeds and sitemaps on a host that are named by seeds, or by sites on other domains.
#[derive(Debug, Clone, Default)]
pub struct HostChannels(Vec<Naming>);

/// A site that names some of them.
#[derive(Debug, Clone)]
struct Naming {
    site_id: String,
    domain: String,
    channels: Vec<String>,
    /// Whether the site is crawled: neither paused nor removed.
    is_active: bool,
}

impl Naming {
    fn names(&self, url: &str) -> bool {
        self.channels.iter().any(|channel| channel == url)
    }
}

impl HostChannels {
    /// The crawled sites that name this feed or sitemap, in id order, without the site of its host.
    /// `None` if all sites that name it are paused or removed: do not fetch it.
    pub fn sites_of(&self, url: &str, host_site: &str) -> Option<Vec<ChannelSite>> {
        let naming: Vec<&Naming> = self.0.iter().filter(|naming| naming.names(url)).collect();
        if !naming.is_empty() && naming.iter().all(|naming| !naming.is_active) {
            return None;
        }
        let others = naming
            .iter()
            .filter(|naming| naming.is_active && naming.site_id != host_site);
        let others = others.map(|naming| ChannelSite {
            site_id: naming.site_id.clone(),
            domain: naming.domain.clone(),
        });
        Some(others.collect())
    }

    /// Whether some site names the feed or sitemap.
    pub fn has(&self, url: &str) -> bool {
        self.0.iter().any(|naming| naming.names(url))
    }

    /// Whether this site names the feed or sitemap.
    pub fn is_named_by(&self, url: &str, site_id: &str) -> bool {
        let of_site = self.0.iter().find(|naming| naming.site_id == site_id);
        of_site.is_some_and(|naming| naming.names(url))
    }

    /// The registrable domains of the sites.
    pub fn domains(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|naming| naming.domain.as_str())
    }
}

impl Store {
    /// Saves that these sites name feeds or sitemaps on other domains, a hundred at most. Returns those that are now theirs.
    #[retried]
    pub async fn name_channels(
        &self,
        site_ids: &[String],
        urls: &[String],
    ) -> Result<Vec<String>, StoreError> {
        sqlx::query!(
            "update sites s
            set named_channels = (s.named_channels || array(select url from unnest($2::text[]) url where url <> all(s.channels)))[:$3]
            where s.site_id = any($1) and not s.channels @> $2 and cardinality(s.named_channels) < $3",
            site_ids,
            urls,
            MAX_NAMED
        )
        .execute(&self.pool)
        .await?;
        let theirs = sqlx::query_scalar!(
            r#"select url as "url!" from unnest($2::text[]) url
            where exists (select from sites s where s.site_id = any($1) and url = any(s.channels))"#,
            site_ids,
            urls
        );
        Ok(theirs.fetch_all(&self.pool).await?)
    }

    /// Whether a site has another feed, or sitemap, than this one (its `url_id`) that works, or that is still to be requested on its
    /// domain.
    #[retried]
    pub async fn has_other_channel(
        &self,
        site_id: &str,
        than: i64,
        is_feed: bool,
    ) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!(
            r#"select exists (
                select from hosts h join seen s on s.host_id = h.host_id and s.kind in ('feed', 'sitemap', 'news_sitemap')
                left join lateral (select v.outcome from visits v where v.host_id = s.host_id and v.url_id = s.url_id offset 0) v on true
                where h.site_id = $1 and s.url_id <> $2 and (s.kind = 'feed') = $3 and case when v.outcome is not null then v.outcome in ('fetched', 'not_modified')
                    else right(split_part(h.authority, ':', 1), length(h.domain)) = h.domain end
            ) as "found!""#,
            site_id,
            than,
            is_feed
        );
        Ok(found.fetch_one(&self.pool).await?)
    }

    /// The feeds and sitemaps on a host (`host[:port]`) that are named by seeds, or by sites on other domains.
    #[retried]
    pub async fn host_channels(&self, authority: &str) -> Result<HostChannels, StoreError> {
        let sites = sqlx::query_as!(
            Naming,
            r#"select site_id, domain, channels as "channels!", state = 'active' as "is_active!" from sites
            where authorities_of(channels) @> array[$1] and seeded and state <> 'forgotten'
            order by site_id"#,
            authority
        );
        Ok(HostChannels(sites.fetch_all(&self.pool).await?))
    }
}

/// The host of a link found on a site, or in a feed or sitemap that other sites name too. It is added to the site of its domain.
pub(crate) fn host_of(
    link: &NewUrl,
    site_id: &str,
    domain: &str,
    channel_sites: &[ChannelSite],
) -> NewHost {
    let (site_id, domain) = match site_of(channel_sites, domain, &link.authority) {
        Some(site) => (site.site_id.as_str(), site.domain.as_str()),
        None => (site_id, domain),
    };
    NewHost {
        authority: link.authority.clone(),
        scheme: scheme_of(&link.url),
        domain: domain.to_owned(),
        site_id: site_id.to_owned(),
    }
}

/// The site to whose registrable domain a host belongs. `None` if that is `own`, or none of them.
fn site_of<'a>(sites: &'a [ChannelSite], own: &str, authority: &str) -> Option<&'a ChannelSite> {
    let mut sites = sites.iter().filter(|_| !is_of_domain(authority, own));
    sites.find(|site| is_of_domain(authority, &site.domain))
}

/// Deletes the feeds and sitemaps on hosts of other sites that only this site names, with the log of their visits.
pub(crate) async fn forget_channels(
    connection: &mut PgConnection,
    site_id: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "with gone as materialized (
            select c.host_id, c.url_id
            from sites s
            cross join unnest(s.channels) as channel (url)
            join hosts h on h.authority = substring(channel.url from '^[a-z]+://([^/?#]+)') and h.site_id <> s.site_id
            join seen c on c.host_id = h.host_id and c.url = channel.url and c.kind <> 'page'
            where s.site_id = $1 and not exists (
                select from sites other
                where other.channels @> array[channel.url] and other.site_id <> $1)
        ), unqueued as (
            delete from queue q using gone g where q.host_id = g.host_id and q.url_id = g.url_id
        ), logged as (
            delete from fetches f using gone g where f.host_id = g.host_id and f.url_id = g.url_id
        ), named as (
            delete from discoveries d using gone g where d.host_id = g.host_id and d.url_id = g.url_id
        ), visited as (
            delete from visits v using gone g where v.host_id = g.host_id and v.url_id = g.url_id
        )
        delete from seen c using gone g where c.host_id = g.host_id and c.url_id = g.url_id",
        site_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crawl::hosts::authority_of;

    #[test]
    fn hosts_are_told_apart_by_whole_labels() {
        let sites = ["b.example", "a.example"].map(|domain| ChannelSite {
            site_id: domain.to_owned(),
            domain: domain.to_owned(),
        });
        let of = |authority| {
            let found = site_of(&sites, "own.example", authority);
            found.map(|site| site.site_id.as_str())
        };
        assert_eq!(of("a.example"), Some("a.example"));
        assert_eq!(of("www.own.example"), None);
        assert!(site_of(&sites, "a.example", "www.a.example:80").is_none());
        assert_eq!(of("www.b.example:8080"), Some("b.example"));
        assert_eq!(of("ab.example"), None);
        assert_eq!(of("example"), None);
        assert_eq!(
            of(authority_of("https://a.example:81/b/c?d")),
            Some("a.example")
        );
        assert_eq!(of(authority_of("http://a.example?d")), Some("a.example"));
    }
}
