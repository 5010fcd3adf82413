//! Details of one site: its visits by outcome, the latest fetches and rejected pages, its queue, its robots.txt and opt-outs.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Outcome, RejectedPage, Store, StoreError, Via};

/// How far back the log is read for the latest rows of a site, step by step until there are enough. The log has no
/// index by host and time. The first step is nearly always enough, and cheap regardless of the length of the log.
const WINDOWS: [TimeDelta; 3] = [
    TimeDelta::minutes(15),
    TimeDelta::days(1),
    TimeDelta::days(30),
];
/// Maximum number of hosts whose robots.txt and opt-outs are shown.
const MAX_HOSTS: i64 = 20;
/// Maximum number of bytes shown of such a file.
const MAX_SHOWN_BYTES: i32 = 8 * 1024;

/// The visits of one site, from the daily counts, without guessed feeds and sitemaps that are not there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SiteVisits {
    /// Visits of the last days, by outcome.
    pub recent: BTreeMap<String, i64>,
    /// All visits, by outcome, as far as their counts are kept.
    pub ever: BTreeMap<String, i64>,
    /// Time of the last visit.
    pub last_visit: Option<DateTime<Utc>>,
    /// Time of the last visit that returned a body, or found it unchanged.
    pub last_success: Option<DateTime<Utc>>,
}

/// A logged visit of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteFetch {
    /// The requested URL.
    pub url: String,
    /// When.
    pub at: DateTime<Utc>,
    /// Its outcome.
    pub outcome: Outcome,
    /// HTTP status.
    pub http_status: Option<i16>,
    /// Duration in milliseconds.
    pub duration_ms: i32,
    /// Received bytes.
    pub size_bytes: i64,
    /// Whether the body differs from the previous one; `None` if there is no body.
    pub changed: Option<bool>,
    /// The robots.txt rule that allowed or disallowed it.
    pub robots_rule: Option<String>,
    /// Details of the outcome.
    pub detail: Option<String>,
    /// Kinds of opt-outs in the response.
    pub opt_outs: Vec<String>,
}

/// A URL in the queue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QueuedUrl {
    /// The URL.
    pub url: String,
    /// Its kind: `home`, `feed`, `page`, …
    pub kind: String,
    /// How it was found.
    pub via: Via,
    /// When.
    pub first_seen: DateTime<Utc>,
}

/// A policy file of a host for crawlers, as last fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PolicyFile {
    /// `robots.txt`, `tdmrep.json`, `ai.txt`.
    pub name: String,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None` if there was no answer.
    pub status: Option<i16>,
    /// Since when it has been unreachable.
    pub unreachable_since: Option<DateTime<Utc>>,
    /// The beginning of its body.
    pub text: String,
    /// Size of the whole body in bytes.
    pub bytes: i32,
}

/// The policy files of one host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SitePolicy {
    /// `host[:port]`.
    pub authority: String,
    /// Its files, robots.txt first.
    pub files: Vec<PolicyFile>,
}

impl Store {
    /// The visits of every visited site, by id; `recent` covers the last `days` including today.
    #[retried]
    pub async fn site_visits(&self, days: i32) -> Result<BTreeMap<String, SiteVisits>, StoreError> {
        let rows = sqlx::query!(
            r#"select h.site_id as "site_id!", d.outcome as "outcome!", sum(d.visits - d.guesses)::bigint as "ever!", max(d.last_at) as "last_at!",
                coalesce(sum(d.visits - d.guesses) filter (where d.day > (now() at time zone 'UTC')::date - $1::integer), 0)::bigint as "recent!"
            from visit_days d join hosts h using (host_id)
            where d.outcome <> 'imported'
            group by 1, 2 order by 1, 2"#,
            days
        )
        .fetch_all(&self.pool)
        .await?;
        let mut sites: BTreeMap<String, SiteVisits> = BTreeMap::new();
        for row in rows {
            let site = sites.entry(row.site_id).or_default();
            let last = Some(row.last_at);
            site.last_visit = site.last_visit.max(last);
            if ["fetched", "not_modified"].contains(&row.outcome.as_str()) {
                site.last_success = site.last_success.max(last);
            }
            if row.recent > 0 {
                site.recent.insert(row.outcome.clone(), row.recent);
            }
            if row.ever > 0 {
                site.ever.insert(row.outcome, row.ever);
            }
        }
        Ok(sites)
    }

    /// The last visits of a site, newest first; for a rarely visited site, those of the thirty days up to its last visit.
    #[retried]
    pub async fn site_fetches(
        &self,
        site_id: &str,
        limit: usize,
    ) -> Result<Vec<SiteFetch>, StoreError> {
        let last = sqlx::query_scalar!(
            "select max(d.last_at) from visit_days d join hosts h using (host_id) where h.site_id = $1 and d.outcome <> 'imported'",
            site_id
        );
        let mut found = Vec::new();
        if let Some(last) = last.fetch_one(&self.pool).await? {
            for window in WINDOWS {
                found = self.fetches_since(site_id, last - window, limit).await?;
                if found.len() >= limit {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The rejected pages of a site, newest first.
    #[retried]
    pub async fn site_rejected(
        &self,
        site_id: &str,
        limit: i64,
    ) -> Result<Vec<RejectedPage>, StoreError> {
        let pages = sqlx::query_as!(
            RejectedPage,
            r#"select coalesce(p.url_final, '') as "url!", d.site_id as "source_id!", d.page_type as "page_type!", d.news_score as "news_score!",
                d.label_source as "label_source!", d.reason as "reason!", d.fetched_at as "date_crawled!"
            from (
                select h.site_id, v.* from hosts h
                cross join lateral (
                    select * from verdicts n where n.host_id = h.host_id and is_rejected(n.article_id, n.label_source)
                    order by n.fetched_at desc limit $2
                ) v
                where h.site_id = $1 order by v.fetched_at desc, v.page_id desc limit $2
            ) d
            left join pages p on p.fetched_at = d.fetched_at and p.page_id = d.page_id
            order by d.fetched_at desc, d.page_id desc"#,
            site_id,
            limit
        );
        Ok(pages.fetch_all(&self.pool).await?)
    }

    /// The queued URLs of a site, in the order in which they are requested.
    #[retried]
    pub async fn site_queue(
        &self,
        site_id: &str,
        limit: i64,
    ) -> Result<Vec<QueuedUrl>, StoreError> {
        let urls = sqlx::query_as!(
            QueuedUrl,
            r#"select s.url as "url!", s.kind as "kind!", s.via as "via!: Via", s.first_seen as "first_seen!"
            from hosts h
            cross join lateral (
                select * from queue w where w.host_id = h.host_id order by w.priority, w.url_id limit $2
            ) q
            join seen s on s.host_id = q.host_id and s.url_id = q.url_id
            where h.site_id = $1 order by q.priority, q.url_id limit $2"#,
            site_id,
            limit
        );
        Ok(urls.fetch_all(&self.pool).await?)
    }

    /// The robots.txt and opt-out files of a site's hosts, by host; only of the first hosts if there are very many.
    #[retried]
    pub async fn site_policies(&self, site_id: &str) -> Result<Vec<SitePolicy>, StoreError> {
        let rows = sqlx::query!(
            r#"select h.authority as "authority!", f.name as "name!", f.fetched_at as "fetched_at!", f.status as "status?",
                f.unreachable_since as "unreachable_since?", substr(f.body, 1, $3) as "head!", length(f.body) as "bytes!"
            from (select * from hosts o where o.site_id = $1 order by o.authority limit $2) h
            join (
                select 0 as place, r.host_id, case when r.scheme = o.scheme then 'robots.txt' else 'robots.txt at ' || r.scheme end as name,
                    r.fetched_at, r.status, r.unreachable_since, r.body
                from robots r join hosts o on o.host_id = r.host_id
                union all
                select 1, host_id, name, fetched_at, status, null, body from opt_out_files
            ) f using (host_id)
            order by h.authority, f.place, f.name"#,
            site_id,
            MAX_HOSTS,
            MAX_SHOWN_BYTES
        )
        .fetch_all(&self.pool)
        .await?;
        let mut hosts: Vec<SitePolicy> = Vec::new();
        for row in rows {
            let file = PolicyFile {
                name: row.name,
                fetched_at: row.fetched_at,
                status: row.status,
                unreachable_since: row.unreachable_since,
                text: String::from_utf8_lossy(&row.head).into_owned(),
                bytes: row.bytes,
            };
            match hosts.last_mut() {
                Some(host) if host.authority == row.authority => host.files.push(file),
                _ => hosts.push(SitePolicy {
                    authority: row.authority,
                    files: vec![file],
                }),
            }
        }
        Ok(hosts)
    }

    #[retried]
    async fn fetches_since(
        &self,
        site_id: &str,
        since: DateTime<Utc>,
        limit: usize,
    ) -> Result<Vec<SiteFetch>, StoreError> {
        let fetches = sqlx::query_as!(
            SiteFetch,
            r#"select s.url as "url!", f.fetched_at as "at!", f.outcome as "outcome!: Outcome", f.http_status, f.duration_ms as "duration_ms!",
                f.size_bytes as "size_bytes!", f.changed, f.robots_rule, f.detail, opt_out_kinds(f.opt_out) as "opt_outs!"
            from hosts h join fetches f using (host_id) join seen s on s.host_id = f.host_id and s.url_id = f.url_id
            where h.site_id = $1 and f.fetched_at >= $2
            order by f.fetched_at desc, f.url_id limit $3"#,
            site_id,
            since,
            i64::try_from(limit).unwrap_or(i64::MAX)
        );
        Ok(fetches.fetch_all(&self.pool).await?)
    }
}
