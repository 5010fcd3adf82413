//! Sites: the seeded ones, and those that imports added; how they stand, and how they are paused, retried and removed.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    CooldownReason, Outcome, Store, StoreError,
    text::{self, names},
};

/// A news site as its seed describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Slug, unique.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// The publisher, if the seed names one: outlets of one publisher are one owner.
    pub publisher: Option<String>,
    /// Absolute URL of the front page.
    pub home: String,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Canonical URLs of feeds.
    pub feeds: Vec<String>,
    /// Canonical URLs of sitemaps.
    pub sitemaps: Vec<String>,
    /// Canonical URLs of Google-News sitemaps.
    pub news_sitemaps: Vec<String>,
    /// Whether its pages are rendered.
    pub render: Render,
}

/// Which pages of a site are rendered in a browser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Render {
    /// None.
    #[default]
    Never,
    /// Those that are empty without one: see [`Store::queue_renderings`].
    Auto,
    /// The front page and all pages, each time they are visited.
    Always,
}

names!(Render {
    Never => "never",
    Auto => "auto",
    Always => "always",
});

struct SiteRow {
    id: String,
    name: String,
    publisher: Option<String>,
    home: String,
    country: Option<String>,
    language: Option<String>,
    feeds: Vec<String>,
    sitemaps: Vec<String>,
    news_sitemaps: Vec<String>,
    render: String,
}

impl TryFrom<SiteRow> for Site {
    type Error = StoreError;

    fn try_from(row: SiteRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            publisher: row.publisher,
            home: row.home,
            country: row.country,
            language: row.language,
            feeds: row.feeds,
            sitemaps: row.sitemaps,
            news_sitemaps: row.news_sitemaps,
            render: row.render.parse()?,
        })
    }
}

impl Store {
    /// All sites by id, also those that only imports added.
    #[retried]
    pub async fn sites(&self) -> Result<Vec<Site>, StoreError> {
        let sites = sqlx::query_as!(
            SiteRow,
            "select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps, render
            from sites order by site_id"
        )
        .fetch_all(&self.pool)
        .await?;
        sites.into_iter().map(Site::try_from).collect()
    }

    /// One site.
    #[retried]
    pub async fn site(&self, site_id: &str) -> Result<Option<Site>, StoreError> {
        let site = sqlx::query_as!(
            SiteRow,
            "select site_id as id, name, publisher, home, country, language, feeds, sitemaps, news_sitemaps, render
            from sites where site_id = $1",
            site_id
        );
        let site = site.fetch_optional(&self.pool).await?;
        site.map(Site::try_from).transpose()
    }

    /// Whether a site has this id, this domain or this host, as a filter names it.
    #[retried]
    pub async fn is_site(&self, name: &str) -> Result<bool, StoreError> {
        let is_site = sqlx::query_scalar!(
            r#"select exists (select from sites where (site_id = $1 or domain = $1) and state <> 'forgotten')
                or exists (select from hosts where authority = $1 or domain = $1) as "is!""#,
            text::owned(name)
        );
        Ok(is_site.fetch_one(&self.pool).await?)
    }
}

/// What may be done with a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// It is crawled.
    Active,
    /// Nothing of it is fetched until it is resumed.
    Paused,
    /// Nothing of it is fetched until a seed names it again; its articles stay.
    Removed,
    /// It is being deleted.
    Forgotten,
}

names!(Lifecycle {
    Active => "active",
    Paused => "paused",
    Removed => "removed",
    Forgotten => "forgotten",
});

/// The last visit of a front page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HomeVisit {
    /// How it ended.
    pub outcome: Outcome,
    /// HTTP status.
    pub http_status: Option<i16>,
    /// The same in detail.
    pub detail: Option<String>,
    /// When.
    pub at: DateTime<Utc>,
}

/// How a site stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteOverview {
    /// Its id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Absolute URL of the front page.
    pub home: String,
    /// Registrable domain.
    pub domain: String,
    /// `false`: known only from imports.
    pub seeded: bool,
    /// The file that named it last.
    pub seed_file: Option<String>,
    /// What may be done with it.
    pub lifecycle: Lifecycle,
    /// Why the last crawl of its main host ended early.
    pub cooldown: Option<CooldownReason>,
    /// When its main host is due; `None`: never by itself.
    pub main_host_at: Option<DateTime<Utc>>,
    /// When the first of its hosts is due; `None`: never by itself, or the site is not crawled.
    pub next_at: Option<DateTime<Utc>>,
    /// The last visit of its front page.
    pub home_visit: Option<HomeVisit>,
    /// Status of its main host's robots.txt; `None`: no answer, or not requested yet.
    pub robots_status: Option<i16>,
    /// When that was fetched; `None`: never.
    pub robots_at: Option<DateTime<Utc>>,
    /// Since when it can no longer be fetched.
    pub robots_unreachable_since: Option<DateTime<Utc>>,
    /// Kinds of opt-outs that the last visit of its front page found.
    pub opt_outs: Vec<String>,
    /// Visits, however they ended. Of a site with articles, visits, answers and pages are 0 unless counts were asked for.
    pub visits: i64,
    /// Visits that brought a body, or that it is unchanged.
    pub answers: i64,
    /// Pages that were read.
    pub pages: i64,
    /// What most of them were.
    pub mostly: Option<String>,
    /// Fetch time of the newest article.
    pub last_article: Option<DateTime<Utc>>,
    /// Articles (latest versions), if they were asked for.
    pub articles: Option<i64>,
}

/// A host of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteHost {
    /// `host[:port]`.
    pub authority: String,
    /// Whether it is being crawled.
    pub leased: bool,
    /// When it is due; `None`: never by itself, or its site is not crawled.
    pub next_at: Option<DateTime<Utc>>,
    /// Crawls that failed in a row.
    pub failures: i16,
    /// Why its last crawl ended early.
    pub cooldown_reason: Option<String>,
    /// The same in detail.
    pub cooldown_detail: Option<String>,
    /// Status of its robots.txt; `None`: no answer.
    pub robots_status: Option<i16>,
    /// When that was fetched; `None`: never.
    pub robots_at: Option<DateTime<Utc>>,
    /// Since when it can no longer be fetched.
    pub robots_unreachable_since: Option<DateTime<Utc>>,
    /// URLs known.
    pub urls: i64,
    /// URLs that are due; 0 if its site is not crawled.
    pub due: i64,
}

/// What removing a site took out of the frontier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Removed {
    /// URLs that were due.
    pub urls: u64,
}

/// Rows deleted in one transaction, at most.
pub(crate) const BATCH: i64 = 5_000;

impl Store {
    /// How these sites stand (empty: all), by id. With `count`, articles, visits and pages of all of them are counted; else visits and
    /// pages of those without articles.
    #[retried]
    pub async fn site_overviews(
        &self,
        site_ids: &[String],
        count: bool,
    ) -> Result<Vec<SiteOverview>, StoreError> {
        let rows = sqlx::query_file!("queries/site_overview.sql", site_ids, count)
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter()
            .map(|row| {
                let home_visit = match (row.outcome, row.visited_at) {
                    (Some(outcome), Some(at)) => Some(HomeVisit {
                        outcome: outcome.parse()?,
                        http_status: row.http_status,
                        detail: row.detail,
                        at,
                    }),
                    _ => None,
                };
                Ok(SiteOverview {
                    id: row.id,
                    name: row.name,
                    home: row.home,
                    domain: row.domain,
                    seeded: row.seeded,
                    seed_file: row.seed_file,
                    lifecycle: row.state.parse()?,
                    cooldown: row.cooldown_reason.map(|reason| CooldownReason {
                        reason,
                        detail: row.cooldown_detail,
                    }),
                    main_host_at: row.next_fetch_at,
                    next_at: row.next_at,
                    home_visit,
                    robots_status: row.robots_status,
                    robots_at: row.robots_at,
                    robots_unreachable_since: row.robots_unreachable_since,
                    opt_outs: row.opt_outs,
                    visits: row.visits,
                    answers: row.answers,
                    pages: row.pages,
                    mostly: row.mostly,
                    last_article: row.last_article,
                    articles: row.articles,
                })
            })
            .collect()
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
            from hosts h join sites s using (site_id) left join robots r using (host_id)
            where h.site_id = $1 order by h.authority"#,
            site_id
        );
        Ok(hosts.fetch_all(&self.pool).await?)
    }

    /// Pauses an active site, or resumes a paused one. What is being crawled of it ends at once: its leases are void.
    /// `false`: it is in another state, and nothing was done.
    #[retried]
    pub async fn pause_site(&self, site_id: &str, pause: bool) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let (from, to) = if pause {
            ("active", "paused")
        } else {
            ("paused", "active")
        };
        let changed = sqlx::query!(
            "update sites set state = $3, updated_at = now() where site_id = $1 and state = $2",
            site_id,
            from,
            to
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        if changed > 0 && pause {
            void_leases(&mut transaction, site_id).await?;
        }
        transaction.commit().await?;
        Ok(changed > 0)
    }

    /// Ends every wait of a site: its hosts are due now, their robots.txt is requested again, and so are the front page
    /// and what brought nothing when it was last visited. Returns how many URLs became due.
    #[retried]
    pub async fn retry_site(&self, site_id: &str) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        // in the order of ids, as wherever hosts are locked: no deadlock
        sqlx::query!(
            "select host_id from hosts where site_id = $1 order by host_id for no key update",
            site_id
        )
        .fetch_all(&mut *transaction)
        .await?;
        sqlx::query!(
            "update robots r set fetched_at = least(r.fetched_at, now() - interval '1 day'),
                asked_at = case when r.asked_at is not null then least(r.asked_at, now() - interval '1 day') end
            from hosts h where h.site_id = $1 and r.host_id = h.host_id",
            site_id
        )
        .execute(&mut *transaction)
        .await?;
        let due = sqlx::query!(
            "update visits v set next_due = now()
            from hosts h join seen s on s.host_id = h.host_id
            where h.site_id = $1 and v.host_id = s.host_id and v.url_id = s.url_id and v.next_due > now()
                and (s.kind = 'home' or v.outcome not in ('fetched', 'not_modified'))",
            site_id
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        sqlx::query!(
            "update hosts h set failures = 0, cooldown_reason = null, cooldown_detail = null,
                next_request_at = least(next_request_at, now()),
                next_fetch_at = case when next_fetch_at is not null
                    or exists (select from queue q where q.host_id = h.host_id)
                    or exists (select from visits v where v.host_id = h.host_id and v.next_due <= now()) then now() end
            where site_id = $1",
            site_id
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(due)
    }

    /// Takes a site out of the crawl until a seed names it again; its articles and pages stay. Also one that was removed
    /// before, as far as that was not finished.
    #[boxed]
    pub async fn remove_site(&self, site_id: &str) -> Result<Removed, StoreError> {
        self.end_site(site_id, Lifecycle::Removed).await?;
        let hosts = self.host_ids_of(site_id).await?;
        let mut removed = Removed::default();
        loop {
            let urls = self.empty_queue_once(&hosts).await?;
            removed.urls += urls;
            if urls == 0 {
                return Ok(removed);
            }
        }
    }

    /// Ends all crawling of a site, and the pushes of its feeds.
    #[retried]
    pub(crate) async fn end_site(
        &self,
        site_id: &str,
        lifecycle: Lifecycle,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query!(
            "update sites set state = $2, updated_at = now() where site_id = $1 and state <> 'forgotten'",
            site_id,
            lifecycle.as_str()
        )
        .execute(&mut *transaction)
        .await?;
        void_leases(&mut transaction, site_id).await?;
        sqlx::query!(
            "delete from websub_subscriptions w using hosts h where h.site_id = $1 and w.host_id = h.host_id",
            site_id
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    #[retried]
    pub(crate) async fn host_ids_of(&self, site_id: &str) -> Result<Vec<i64>, StoreError> {
        let ids = sqlx::query_scalar!(
            "select host_id from hosts where site_id = $1 order by 1",
            site_id
        );
        Ok(ids.fetch_all(&self.pool).await?)
    }

    #[retried]
    async fn empty_queue_once(&self, hosts: &[i64]) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let urls = empty_queue(&mut transaction, hosts, BATCH).await?;
        transaction.commit().await?;
        Ok(urls)
    }

    /// Sites that came from these files or from below these folders, and are not among the named ones: id and file.
    #[retried]
    pub async fn sites_no_longer_named(
        &self,
        paths: &[String],
        named: &[String],
    ) -> Result<Vec<(String, String)>, StoreError> {
        let rows = sqlx::query!(
            r#"select site_id, seed_file as "seed_file!" from sites
            where seeded and state in ('active', 'paused') and site_id <> all($2)
                and exists (select from unnest($1::text[]) as path where seed_file = path or starts_with(seed_file, path || '/'))
            order by site_id"#,
            paths,
            named
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.site_id, row.seed_file))
            .collect())
    }
}

/// Makes the leases on a site's hosts void: their crawls store and request nothing more. A host that
/// is not due stays so.
async fn void_leases(connection: &mut PgConnection, site_id: &str) -> Result<(), StoreError> {
    sqlx::query!(
        "with leased as (
            select host_id from hosts where site_id = $1 and leased_until is not null order by host_id for no key update
        )
        update hosts h set lease_token = lease_token + 1, lease_worker = null, lease_session = null, leased_until = null
        from leased where h.host_id = leased.host_id",
        site_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes at most `limit` URLs of these hosts out of the queue: URLs that were never visited are deleted from `seen`, others
/// are due again when the site is crawled again. Returns how many.
pub(crate) async fn empty_queue(
    connection: &mut PgConnection,
    hosts: &[i64],
    limit: i64,
) -> Result<u64, StoreError> {
    let gone = sqlx::query_scalar!(
        r#"with chosen as (
            select host_id, priority, url_id from queue where host_id = any($1) order by host_id, priority, url_id limit $2
        ), gone as (
            delete from queue q using chosen c
            where q.host_id = c.host_id and q.priority = c.priority and q.url_id = c.url_id
            returning q.host_id, q.url_id
        ), known as (
            update visits v set next_due = now() from gone
            where v.host_id = gone.host_id and v.url_id = gone.url_id
            returning v.host_id, v.url_id
        ), unvisited as (
            select host_id, url_id from gone
            where not exists (select from visits v where v.host_id = gone.host_id and v.url_id = gone.url_id)
        ), named as (
            delete from discoveries d using unvisited u where d.host_id = u.host_id and d.url_id = u.url_id
        ), forgotten as (
            delete from seen s using unvisited u where s.host_id = u.host_id and s.url_id = u.url_id
        )
        select count(*) as "urls!" from gone"#,
        hosts,
        limit
    )
    .fetch_one(connection)
    .await?;
    Ok(gone.cast_unsigned())
}
