//! The state of sites: lifecycle, last visit of the front page, visits, pages and articles.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{CooldownReason, Outcome, Store, StoreError, text::names};

names! {
    /// The lifecycle state of a site.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Lifecycle {
        /// The site is crawled.
        #[default]
        Active => "active",
        /// Nothing is fetched until the site is resumed.
        Paused => "paused",
        /// Nothing is fetched until a seed names the site again; its articles stay.
        Removed => "removed",
        /// The site is being deleted.
        Forgotten => "forgotten",
    }
}

/// The last visit of a front page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HomeVisit {
    /// Its outcome.
    pub outcome: Outcome,
    /// HTTP status.
    pub http_status: Option<i16>,
    /// Details in words.
    pub detail: Option<String>,
    /// The site to which the host belongs that it was redirected to, if that is another one.
    pub other_site: Option<String>,
    /// When it took place.
    pub at: DateTime<Utc>,
}

/// The last visit of a feed or sitemap, or of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChannelVisit {
    /// Its URL.
    pub url: String,
    /// Its outcome.
    pub outcome: Outcome,
    /// HTTP status.
    pub http_status: Option<i16>,
    /// Details in words.
    pub detail: Option<String>,
}

/// The state of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SiteOverview {
    /// The site's id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Absolute URL of the front page.
    pub home: String,
    /// Registrable domain.
    pub domain: String,
    /// Whether it was seeded; if not, it is known only from imports.
    pub seeded: bool,
    /// The last seed file that named it.
    pub seed_file: Option<String>,
    /// The tags in its seed.
    pub tags: Vec<String>,
    /// Its lifecycle state.
    pub lifecycle: Lifecycle,
    /// Why the last crawl of its main host ended early.
    pub cooldown: Option<CooldownReason>,
    /// When its main host is due; `None` if never by itself.
    pub main_host_at: Option<DateTime<Utc>>,
    /// When the first of its hosts is due; `None` if never by itself, or if the site is not crawled.
    pub next_at: Option<DateTime<Utc>>,
    /// The last visit of its front page.
    pub home_visit: Option<HomeVisit>,
    /// The feed or sitemap that failed last, if it names any and none of them works.
    pub broken_channel: Option<ChannelVisit>,
    /// Until when a worker holds one of its hosts; `None` if none does, or if the site is not crawled.
    #[serde(skip)] // of use only while a crawl ends
    pub held_until: Option<DateTime<Utc>>,
    /// What most pages that its channels and links named answered, if none was fetched and there is no article.
    #[serde(skip)] // `Diagnosis::why`, which stands beside it, says it in words
    pub failed_page: Option<ChannelVisit>,
    /// HTTP status of its main host's robots.txt; `None` if there was no answer, or no request yet.
    pub robots_status: Option<i16>,
    /// When the robots.txt was fetched; `None` if never.
    pub robots_at: Option<DateTime<Utc>>,
    /// Since when the robots.txt has been unreachable.
    pub robots_unreachable_since: Option<DateTime<Utc>>,
    /// Kinds of opt-outs found by the last visit of its front page.
    pub opt_outs: Vec<String>,
    /// Visits of any outcome. For a site with articles, visits, answers and pages are 0 unless counting was requested.
    pub visits: i64,
    /// Visits that returned a body, or found it unchanged.
    pub answers: i64,
    /// Extracted pages.
    pub pages: i64,
    /// The most frequent page type.
    pub mostly: Option<String>,
    /// The reason for which most of its URLs are not requested, if pages of it were extracted and none is an article.
    #[serde(skip)] // `Diagnosis::why`, which stands beside it, says it in words
    pub skipped: Option<String>,
    /// When the newest article was first fetched.
    pub last_article: Option<DateTime<Utc>>,
    /// Articles (latest versions), if counting was requested.
    pub articles: Option<i64>,
}

/// A host of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteHost {
    /// `host[:port]`.
    pub authority: String,
    /// Whether it is being crawled.
    pub leased: bool,
    /// When it is due; `None` if never by itself, or if its site is not crawled.
    pub next_at: Option<DateTime<Utc>>,
    /// Consecutive failed crawls.
    pub failures: i16,
    /// Why its last crawl ended early.
    pub cooldown_reason: Option<String>,
    /// Details in words.
    pub cooldown_detail: Option<String>,
    /// HTTP status of its robots.txt; `None` if there was no answer.
    pub robots_status: Option<i16>,
    /// When the robots.txt was fetched; `None` if never.
    pub robots_at: Option<DateTime<Utc>>,
    /// Since when the robots.txt has been unreachable.
    pub robots_unreachable_since: Option<DateTime<Utc>>,
    /// Known URLs.
    pub urls: i64,
    /// Due URLs; 0 if its site is not crawled.
    pub due: i64,
}

/// A feed or sitemap of a site that was requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteChannel {
    /// Its URL.
    pub url: String,
    /// When it was last requested.
    pub visited_at: DateTime<Utc>,
    /// How that ended.
    pub outcome: String,
    /// The HTTP status of the response; `None` if there was none.
    pub http_status: Option<i16>,
    /// Details in words, such as up to which entry a damaged one was read.
    pub detail: Option<String>,
    /// When it is due again; `None` if it is queued, or never.
    pub next_at: Option<DateTime<Utc>>,
    /// Extracted pages that it named first.
    pub pages: i64,
    /// Articles among them.
    pub articles: i64,
}

/// Channels of a site that are shown.
const MAX_CHANNELS: i64 = 20;

impl Store {
    /// The state of these sites (empty: all), by id. With `count`, articles, visits and pages of
    /// all of them are counted, otherwise only visits and pages of sites without articles.
    #[retried]
    pub async fn site_overviews(
        &self,
        site_ids: &[String],
        count: bool,
    ) -> Result<Vec<SiteOverview>, StoreError> {
        let rows = sqlx::query_file!("queries/site_overview.sql", site_ids, count)
            .fetch_all(&self.pool)
            .await?;
        let visit = |url: Option<String>, outcome: Option<Outcome>, http_status, detail| {
            Some(ChannelVisit {
                url: url?,
                outcome: outcome?,
                http_status,
                detail,
            })
        };
        let sites = rows.into_iter().map(|row| SiteOverview {
            home_visit: row
                .outcome
                .zip(row.visited_at)
                .map(|(outcome, at)| HomeVisit {
                    outcome,
                    http_status: row.http_status,
                    detail: row.detail,
                    other_site: row.other_site,
                    at,
                }),
            broken_channel: visit(
                row.channel,
                row.channel_outcome,
                row.channel_status,
                row.channel_detail,
            ),
            failed_page: visit(row.page, row.page_outcome, row.page_status, None),
            id: row.id,
            name: row.name,
            home: row.home,
            domain: row.domain,
            seeded: row.seeded,
            seed_file: row.seed_file,
            tags: row.tags,
            lifecycle: row.state,
            // a word of another version says nothing
            cooldown: row
                .cooldown_reason
                .and_then(|reason| reason.parse().ok())
                .map(|reason| CooldownReason {
                    reason,
                    detail: row.cooldown_detail,
                }),
            main_host_at: row.next_fetch_at,
            next_at: row.next_at,
            held_until: row.held_until,
            robots_status: row.robots_status,
            robots_at: row.robots_at,
            robots_unreachable_since: row.robots_unreachable_since,
            opt_outs: row.opt_outs,
            visits: row.visits,
            answers: row.answers,
            pages: row.pages,
            mostly: row.mostly,
            skipped: row.skipped,
            last_article: row.last_article,
            articles: row.articles,
        });
        Ok(sites.collect())
    }

    /// The feeds and sitemaps of a site that were requested, those with most articles first, twenty at most. Addresses that do not
    /// exist, and those that were only tried and are no feed or sitemap, are left out.
    #[retried]
    pub async fn site_channels(&self, site_id: &str) -> Result<Vec<SiteChannel>, StoreError> {
        let channels = sqlx::query_as!(
            SiteChannel,
            r#"select c.url, v.visited_at, v.outcome, v.http_status, v.next_due as next_at, f.detail as "detail?",
                coalesce(y.pages, 0)::bigint as "pages!", coalesce(y.articles, 0)::bigint as "articles!"
            from sites s
            join hosts h on h.site_id = s.site_id or h.authority = any(authorities_of(s.channels))
            join seen c on c.host_id = h.host_id and c.kind in ('feed', 'sitemap', 'news_sitemap') and (c.url = any(s.channels) or h.site_id = s.site_id
                and not exists (select from sites o where o.channels @> array[c.url] and o.site_id <> s.site_id))
            join visits v on v.host_id = c.host_id and v.url_id = c.url_id
            left join fetches f on f.host_id = v.host_id and f.url_id = v.url_id and f.fetched_at = v.visited_at
            left join lateral (select sum(y.pages) as pages, sum(y.articles) as articles from channel_yields y where y.channel_id = c.url_id) y on true
            where s.site_id = $1 and (c.url = any(s.channels) or y.pages > 0 or v.outcome in ('fetched', 'not_modified')
                or v.outcome <> 'not_found' and c.via <> 'well_known')
            order by y.articles desc nulls last, c.url limit $2"#,
            site_id,
            MAX_CHANNELS
        );
        Ok(channels.fetch_all(&self.pool).await?)
    }

    /// The hosts of a site, by name.
    #[retried]
    pub async fn site_hosts(&self, site_id: &str) -> Result<Vec<SiteHost>, StoreError> {
        let hosts = sqlx::query_as!(
            SiteHost,
            r#"select h.authority, coalesce(h.leased_until > now(), false) as "leased!",
                case when s.state = 'active' and h.next_fetch_at is not null then greatest(h.next_fetch_at, h.next_request_at) end as next_at,
                h.failures, h.cooldown_reason, h.cooldown_detail,
                r.status as "robots_status?", r.fetched_at as "robots_at?", r.unreachable_since as "robots_unreachable_since?",
                (select count(*) from seen n where n.host_id = h.host_id) as "urls!",
                case when s.state = 'active' then (select count(*) from queue q where q.host_id = h.host_id)
                    + (select count(*) from visits v where v.host_id = h.host_id and v.next_due <= now()) else 0 end as "due!"
            from hosts h join sites s using (site_id) left join robots r on r.host_id = h.host_id and r.scheme = h.scheme
            where h.site_id = $1 order by h.authority"#,
            site_id
        );
        Ok(hosts.fetch_all(&self.pool).await?)
    }
}
