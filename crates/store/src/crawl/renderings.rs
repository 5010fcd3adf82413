//! URLs whose pages are empty unless rendered in a browser, and the rendering quota.

use chrono::TimeDelta;
use store_macros::retried;

use crate::{
    Lease, Store, StoreError,
    crawl::{hosts::mark_hosts_due, quotas::WINDOW},
};

/// Maximum age of a page that is rendered after the fact.
const MAX_AGE: TimeDelta = TimeDelta::days(30);

impl Store {
    /// Makes URLs due for rendering whose newest page is empty without a browser: its verdict is
    /// `js_shell`, or a feed names it and it has no text. Only for sites with
    /// [`Render::Auto`](crate::Render::Auto). The URLs are rendered from now on. Returns how many are new.
    #[retried]
    pub async fn queue_renderings(&self) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let hosts = sqlx::query_scalar!(
            r#"with shells as (
                select v.host_id, v.url_id, d.page_type
                from sites s
                join hosts h on h.site_id = s.site_id
                cross join lateral (select * from verdicts d
                    where d.host_id = h.host_id and d.article_id is null and d.fetched_at > now() - $1::interval offset 0) d
                join visits v on v.host_id = d.host_id and v.url_id = d.url_id and v.page_id = d.page_id
                    and v.page_fetched_at = d.fetched_at
                join pages p on p.fetched_at = d.fetched_at and p.page_id = d.page_id
                where s.render = 'auto' and s.state = 'active' and not p.rendered
                    and (d.page_type = 'js_shell' or d.label_source = 'rule:no-text'
                        and exists (select from discoveries e
                            where e.host_id = v.host_id and e.url_id = v.url_id and e.via in ('feed', 'news_sitemap')))
                    and not exists (select from renderings r where r.host_id = v.host_id and r.url_id = v.url_id)
            ), asked as (
                insert into renderings (host_id, url_id, reason)
                select host_id, url_id, case page_type when 'js_shell' then 'its text comes by scripts'
                    else 'a feed names it, and it has no text' end
                from shells order by 1, 2
                on conflict do nothing
                returning host_id, url_id
            )
            update visits v set next_due = now() from asked
            where v.host_id = asked.host_id and v.url_id = asked.url_id
            returning v.host_id"#,
            sqlx::postgres::types::PgInterval::try_from(MAX_AGE).unwrap_or_default() as _
        )
        .fetch_all(&mut *transaction)
        .await?;
        mark_hosts_due(&mut transaction, &hosts).await?;
        transaction.commit().await?;
        Ok(hosts.len() as u64)
    }

    /// Takes one rendering from the site's quota of `max` per window, which is shared by all
    /// workers. Returns `false` if it is used up.
    #[retried(once)]
    pub async fn take_rendering(&self, lease: &Lease, max: i64) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(taken) = once.committed(&mut transaction).await? {
            return Ok(taken);
        }
        let taken = sqlx::query_scalar!(
            r#"insert into quotas as q (site_id, window_start, used, last_grant, renderings)
            select $1, now(), 0, 0, 1 where $2::bigint > 0
            on conflict (site_id) do update set
                window_start = case when q.window_start <= now() - $3::interval then now() else q.window_start end,
                used = case when q.window_start <= now() - $3 then 0 else q.used end,
                renderings = case when q.window_start <= now() - $3 then 1 else q.renderings + 1 end
            where q.window_start <= now() - $3 or q.renderings < $2
            returning renderings"#,
            lease.site_id,
            max,
            sqlx::postgres::types::PgInterval::try_from(WINDOW).unwrap_or_default() as _
        );
        let taken = taken.fetch_optional(&mut *transaction).await?.is_some();
        once.commit(transaction, taken).await
    }
}
