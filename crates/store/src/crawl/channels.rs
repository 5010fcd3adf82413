//! Feeds and sitemaps that a seed names: they belong to its site, also on a host of another one.

use sqlx::PgConnection;
use store_macros::retried;

use crate::{Site, Store, StoreError};

/// The site that a feed or sitemap belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelSite {
    /// Its id.
    pub site_id: String,
    /// Registrable domain of its home page.
    pub domain: String,
}

impl Site {
    /// Whether the seed names this URL as a feed or sitemap.
    pub fn names_channel(&self, url: &str) -> bool {
        [&self.feeds, &self.sitemaps, &self.news_sitemaps]
            .into_iter()
            .flatten()
            .any(|named| named == url)
    }
}

impl Store {
    /// The site that a feed or sitemap belongs to, which lies on a host of this site; `None`: to this one.
    #[retried]
    pub async fn channel_site(
        &self,
        url: &str,
        host_site: &str,
    ) -> Result<Option<ChannelSite>, StoreError> {
        let site = sqlx::query_as!(
            ChannelSite,
            "select site_id, domain from sites where site_id = site_of_channel($1, $2) and site_id <> $2",
            url,
            host_site
        );
        Ok(site.fetch_optional(&self.pool).await?)
    }
}

/// Leaves the hosts of a site that have no articles to another site that is crawled and names a feed or sitemap there.
pub(crate) async fn leave_hosts(
    connection: &mut PgConnection,
    site_id: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "with named as (
            select h.host_id, min(other.site_id) as site_id
            from hosts h
            join seen c on c.host_id = h.host_id and c.kind <> 'page'
            cross join lateral (select site_of_channel(c.url, $1) as site_id) other
            where h.site_id = $1 and other.site_id <> $1
                and not exists (select from articles a where a.host_id = h.host_id)
            group by h.host_id
        ), locked as (
            select host_id from hosts where host_id in (select host_id from named) order by host_id for no key update
        )
        update hosts h set site_id = s.site_id, domain = s.domain
        from locked join named using (host_id) join sites s on s.site_id = named.site_id
        where h.host_id = locked.host_id",
        site_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Feeds and sitemaps that a site alone names, on hosts of other sites.
#[derive(Debug, Default)]
struct ChannelsElsewhere {
    hosts: Vec<i64>,
    urls: Vec<i64>,
}

impl ChannelsElsewhere {
    async fn of(connection: &mut PgConnection, site_id: &str) -> Result<Self, StoreError> {
        let rows = sqlx::query!(
            "select c.host_id, c.url_id
            from sites s
            cross join unnest(s.feeds || s.sitemaps || s.news_sitemaps) as channel (url)
            join hosts h on h.authority = substring(channel.url from '^[a-z]+://([^/?#]+)') and h.site_id <> s.site_id
            join seen c on c.host_id = h.host_id and c.url = channel.url and c.kind <> 'page'
            where s.site_id = $1 and not exists (
                select from sites other
                where (other.feeds || other.sitemaps || other.news_sitemaps) @> array[channel.url]
                    and other.site_id <> $1 and other.seeded and other.state in ('active', 'paused'))",
            site_id
        )
        .fetch_all(connection)
        .await?;
        Ok(Self {
            hosts: rows.iter().map(|row| row.host_id).collect(),
            urls: rows.iter().map(|row| row.url_id).collect(),
        })
    }
}

/// Ends the visits and pushes of the feeds and sitemaps that a site alone has on hosts of others. Those that were never visited
/// are deleted, so that they are new when the site is seeded again.
pub(crate) async fn end_channels(
    connection: &mut PgConnection,
    site_id: &str,
) -> Result<(), StoreError> {
    let ended = ChannelsElsewhere::of(connection, site_id).await?;
    sqlx::query!(
        "with ended as (
            select host_id, url_id from unnest($1::bigint[], $2::bigint[]) as ended (host_id, url_id)
        ), unqueued as (
            delete from queue q using ended e where q.host_id = e.host_id and q.url_id = e.url_id
        ), unpushed as (
            delete from websub_subscriptions w using ended e where w.host_id = e.host_id and w.url_id = e.url_id
        ), rested as (
            update visits v set next_due = null from ended e where v.host_id = e.host_id and v.url_id = e.url_id
        )
        delete from seen c using ended e
        where c.host_id = e.host_id and c.url_id = e.url_id
            and not exists (select from visits v where v.host_id = e.host_id and v.url_id = e.url_id)",
        &ended.hosts,
        &ended.urls
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes those feeds and sitemaps with the log of their visits.
pub(crate) async fn forget_channels(
    connection: &mut PgConnection,
    site_id: &str,
) -> Result<(), StoreError> {
    let gone = ChannelsElsewhere::of(connection, site_id).await?;
    sqlx::query!(
        "with gone as (
            select host_id, url_id from unnest($1::bigint[], $2::bigint[]) as gone (host_id, url_id)
        ), logged as (
            delete from fetches f using gone g where f.host_id = g.host_id and f.url_id = g.url_id
        ), named as (
            delete from discoveries d using gone g where d.host_id = g.host_id and d.url_id = g.url_id
        ), visited as (
            delete from visits v using gone g where v.host_id = g.host_id and v.url_id = g.url_id
        )
        delete from seen c using gone g where c.host_id = g.host_id and c.url_id = g.url_id",
        &gone.hosts,
        &gone.urls
    )
    .execute(connection)
    .await?;
    Ok(())
}
