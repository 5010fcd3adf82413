//! Discovered URLs that are not requested, with the reason.

use serde::Serialize;
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, column, url_hash},
};

/// Maximum number of URLs of a host stored for each reason.
pub(crate) const MAX_PER_REASON: i64 = 10_000;
/// Maximum number of URLs shown for each reason.
const MAX_EXAMPLES: i32 = 5;

/// A URL from a page or channel that is not requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedUrl {
    /// The URL, in canonical spelling.
    pub url: String,
    /// The reason, in readable form.
    pub reason: &'static str,
}

/// The URLs of a site that are not requested for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SkippedCount {
    /// The reason, in readable form.
    pub reason: String,
    /// Number of URLs; at most 10,000 of each host are counted for a reason.
    pub urls: i64,
    /// Some of them, newest first.
    pub examples: Vec<String>,
}

impl Store {
    /// Saves URLs found on a host that are not requested, once for each reason.
    #[retried]
    pub async fn save_skipped(&self, host_id: i64, urls: &[SkippedUrl]) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into skipped_urls (host_id, reason, url_hash, url)
            select $1, named.why, named.hash, min(named.address)
            from (select host_id from hosts where host_id = $1 for key share) there,
                unnest($2::text[], $3::uuid[], $4::text[]) as named (why, hash, address)
            where exists (select from hosts h where h.host_id = $1) and named.why not in (
                select s.reason from skipped_urls s where s.host_id = $1 group by s.reason having count(*) >= $5)
            group by named.why, named.hash
            order by named.why, named.hash
            on conflict do nothing",
            host_id,
            &column(urls, |skipped| skipped.reason.to_owned()),
            &column(urls, |skipped| url_hash(&skipped.url)),
            &column(urls, |skipped| text::owned(&skipped.url)),
            MAX_PER_REASON
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The URLs of a site that are not requested, by reason, most frequent first. Those that have
    /// been requested since are left out.
    #[retried]
    pub async fn skipped(&self, site_id: &str) -> Result<Vec<SkippedCount>, StoreError> {
        let counts = sqlx::query_as!(
            SkippedCount,
            r#"select reason as "reason!", count(*) as "urls!", (array_agg(url order by at desc, url))[:$2] as "examples!"
            from (
                select s.reason, s.url, s.skipped_at as at
                from skipped_urls s join hosts h using (host_id)
                where h.site_id = $1
                    and not exists (select from seen k where k.url_hash = s.url_hash
                        and k.host_id in (select o.host_id from hosts o where o.site_id = $1))
                union all
                select coalesce(f.detail, 'disallowed by robots.txt'), k.url, v.visited_at
                from visits v join hosts h using (host_id) join seen k using (host_id, url_id)
                left join fetches f on f.host_id = v.host_id and f.url_id = v.url_id and f.fetched_at = v.visited_at
                where h.site_id = $1 and v.outcome = 'disallowed'
                union all -- the sitemaps that were not requested, as those over the bound of a night
                select coalesce(f.detail, v.outcome), k.url, v.visited_at
                from hosts h join seen k on k.host_id = h.host_id and k.kind <> 'page' -- the condition of the index `seen_channels`
                    and k.kind in ('sitemap', 'news_sitemap')
                join visits v on v.host_id = k.host_id and v.url_id = k.url_id
                left join fetches f on f.host_id = v.host_id and f.url_id = v.url_id and f.fetched_at = v.visited_at
                where h.site_id = $1 and v.outcome = 'skipped' and v.http_status is null
            ) skipped
            group by reason
            order by count(*) desc, reason"#,
            site_id,
            MAX_EXAMPLES
        );
        Ok(counts.fetch_all(&self.pool).await?)
    }
}
