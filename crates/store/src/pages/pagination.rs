//! The stored pages of paginated articles. Each URL may have been fetched more than once.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    PageKey, Store, StoreError,
    text::{column, url_hash},
};

impl Store {
    /// The keys of the pages at these URLs that belong to `first`, the first page of an article, in the order of the URLs. For each URL, this
    /// is the page last fetched before the first page was fetched with other content; pages fetched
    /// shortly before that (within an hour, and within half of the time between) belong to the later
    /// visit. If there is none before, it is the page fetched first. URLs without a page are left out.
    #[retried]
    pub async fn further_pages(
        &self,
        first: PageKey,
        urls: &[String],
    ) -> Result<Vec<PageKey>, StoreError> {
        let keys = sqlx::query_as!(
            PageKey,
            r#"select p.fetched_at as "fetched_at!", p.page_id as "page_id!"
            from pages f
            left join lateral (
                select n.fetched_at from pages n
                where n.host_id = f.host_id and n.url_id = f.url_id
                    and (n.fetched_at, n.page_id) > (f.fetched_at, f.page_id)
                order by n.fetched_at, n.page_id limit 1
            ) next on true
            cross join lateral (select coalesce(
                next.fetched_at - least(interval '1 hour', (next.fetched_at - f.fetched_at) / 2), 'infinity') as until) t
            cross join unnest($3::uuid[]) with ordinality as url (hash, place)
            join seen s on s.host_id = f.host_id and s.url_hash = url.hash
            cross join lateral (
                (select 1 as choice, b.fetched_at, b.page_id from pages b
                where b.host_id = s.host_id and b.url_id = s.url_id and b.fetched_at < t.until
                order by b.fetched_at desc, b.page_id desc limit 1)
                union all
                (select 2, a.fetched_at, a.page_id from pages a
                where a.host_id = s.host_id and a.url_id = s.url_id and a.fetched_at >= t.until
                order by a.fetched_at, a.page_id limit 1)
                order by choice limit 1
            ) p
            where f.fetched_at = $1 and f.page_id = $2
            order by url.place"#,
            first.fetched_at,
            first.page_id,
            &column(urls, |url| url_hash(url))
        );
        Ok(keys.fetch_all(&self.pool).await?)
    }

    /// The pages at a URL to which a further page fetched at this time may belong, oldest first:
    /// the last one up to then, and all later ones.
    #[retried]
    pub async fn first_pages(
        &self,
        host_id: i64,
        url: &str,
        at: DateTime<Utc>,
    ) -> Result<Vec<PageKey>, StoreError> {
        let keys = sqlx::query_as!(
            PageKey,
            "select p.fetched_at, p.page_id
            from seen s join pages p on p.host_id = s.host_id and p.url_id = s.url_id
            where s.host_id = $1 and s.url_hash = $2 and p.fetched_at >= coalesce(
                (select max(b.fetched_at) from pages b
                where b.host_id = s.host_id and b.url_id = s.url_id and b.fetched_at <= $3), $3)
            order by 1, 2",
            host_id,
            url_hash(url),
            at
        );
        Ok(keys.fetch_all(&self.pool).await?)
    }
}
