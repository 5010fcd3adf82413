//! Clean-up of the tables without articles: URLs of which nothing is kept, verdicts whose pages
//! have been deleted, old runs, old counts. `docs/OPERATIONS.md` lists what bounds each table.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use store_macros::retried;

use crate::{PageKey, Pruned, Store, StoreError, extract::extract_queue::before_all_pages};

/// Days for which daily counts, runs and sizes are kept individually.
const DAYS: i64 = 400;
/// Days for which the verdict of a deleted page is kept, for the comparison of the layouts of the last weeks.
const VERDICT_DAYS: i64 = 90;
/// Maximum number of URL patterns counted for a host: those with the most pages. A site has tens.
const PATTERNS: i64 = 2_000;
/// Maximum number of rows deleted in one transaction.
pub(crate) const DELETE_BATCH: i64 = 5_000;

/// The day under which the counts of all old days are summed up.
fn long_ago() -> NaiveDate {
    DateTime::UNIX_EPOCH.date_naive()
}

impl Store {
    /// Deletes what is no longer needed. `stop` is checked between transactions; what is left is deleted the next time.
    pub(crate) async fn clean_up(
        &self,
        url_days: u32,
        stop: &(dyn Fn() -> bool + Sync),
        pruned: &mut Pruned,
    ) -> Result<(), StoreError> {
        let before = Utc::now() - TimeDelta::days(DAYS);
        if !stop() {
            self.sum_up_days(before.date_naive()).await?;
            self.sum_up_runs(before).await?;
            self.delete_leftovers(before.date_naive()).await?;
        }
        let mut after = Some(before_all_pages());
        while let Some(key) = after
            && !stop()
        {
            after = self.delete_verdicts_without_pages(key).await?;
        }
        if let Some(before) = url_cutoff(url_days) {
            for host in self.hosts_with_old_urls(before).await? {
                let mut after = Some(0);
                while let Some(url_id) = after
                    && !stop()
                {
                    let (urls, last) = self.delete_old_urls(host, before, url_id).await?;
                    pruned.urls += urls;
                    after = last;
                }
            }
        }
        Ok(())
    }

    /// Sums up the counts of days before this one, in one row for each host and outcome or page type.
    #[retried]
    async fn sum_up_days(&self, before: NaiveDate) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query!(
            "with old as (
                delete from visit_days where day < $1 and day <> $2 returning *
            )
            insert into visit_days as d (host_id, day, outcome, visits, bytes, last_at, guesses)
            select host_id, $2, outcome, sum(visits), sum(bytes), max(last_at), sum(guesses) from old group by host_id, outcome order by 1, 3
            on conflict (host_id, day, outcome) do update set visits = d.visits + excluded.visits, bytes = d.bytes + excluded.bytes,
                last_at = greatest(d.last_at, excluded.last_at), guesses = d.guesses + excluded.guesses",
            before,
            long_ago()
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!(
            "with old as (
                delete from verdict_days where day < $1 and day <> $2 returning *
            )
            insert into verdict_days as d (host_id, day, page_type, pages, articles)
            select host_id, $2, page_type, sum(pages), sum(articles) from old group by host_id, page_type order by 1, 3
            on conflict (host_id, day, page_type) do update set pages = d.pages + excluded.pages,
                articles = d.articles + excluded.articles",
            before,
            long_ago()
        )
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Replaces the runs that began before this time by counts. Lost runs are not counted.
    #[retried]
    async fn sum_up_runs(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        sqlx::query!(
            "with old as (
                delete from runs
                where started_at < $1 and (run_state(state, session) <> 'running' or session is null)
                returning command, state
            )
            insert into runs_before as r (command, state, runs)
            select command, state, count(*) from old where state <> 'running' group by command, state order by 1, 2
            on conflict (command, state) do update set runs = r.runs + excluded.runs",
            before
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Deletes sizes of days before this one, and patterns beyond the most frequent.
    #[retried]
    async fn delete_leftovers(&self, before: NaiveDate) -> Result<(), StoreError> {
        sqlx::query!("delete from size_days where day < $1", before)
            .execute(&self.pool)
            .await?;
        sqlx::query!(
            "delete from pattern_stats p using (
                select host_id, pattern, row_number() over (partition by host_id order by pages desc, pattern) as place from pattern_stats
            ) ranked
            where ranked.place > $1 and p.host_id = ranked.host_id and p.pattern = ranked.pattern",
            PATTERNS
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Deletes verdicts whose pages have been deleted, except those of pages that made a version: those
    /// after a key, as many as one transaction may. Returns the last of them; none if there are no more.
    #[retried]
    async fn delete_verdicts_without_pages(
        &self,
        after: PageKey,
    ) -> Result<Option<PageKey>, StoreError> {
        let gone = sqlx::query_as!(
            PageKey,
            "with old as materialized (
                select d.fetched_at, d.page_id from verdicts d
                where d.fetched_at < $1 and (d.fetched_at, d.page_id) > ($3, $4) and d.article_id is not null
                    and not exists (select from pages p where p.fetched_at = d.fetched_at and p.page_id = d.page_id)
                    and not exists (select from articles a where a.fetched_at = d.fetched_at and a.page_id = d.page_id)
                order by d.fetched_at, d.page_id limit $2
            ), gone as (
                delete from verdicts d using old where d.fetched_at = old.fetched_at and d.page_id = old.page_id
            )
            select fetched_at, page_id from old order by fetched_at desc, page_id desc limit 1",
            Utc::now() - TimeDelta::days(VERDICT_DAYS),
            DELETE_BATCH,
            after.fetched_at,
            after.page_id
        );
        Ok(gone.fetch_optional(&self.pool).await?)
    }

    #[retried]
    async fn hosts_with_old_urls(&self, before: DateTime<Utc>) -> Result<Vec<i64>, StoreError> {
        let hosts = sqlx::query_scalar!(
            "select host_id from hosts h
            where exists (select from seen s where s.host_id = h.host_id and s.first_seen < $1) order by host_id",
            before
        );
        Ok(hosts.fetch_all(&self.pool).await?)
    }

    /// Deletes URLs of pages that were found before this time and of which nothing is kept: no article, page or
    /// label. Deletes those after a URL, as many as one transaction may; `queries/prunable.sql` counts the same for all hosts. Returns
    /// their number, and the last of them; none if there are no more. A URL that the site still
    /// links is crawled once more. URLs of a host that is being crawled stay, since its crawler holds them.
    #[retried]
    async fn delete_old_urls(
        &self,
        host: i64,
        before: DateTime<Utc>,
        after: i64,
    ) -> Result<(u64, Option<i64>), StoreError> {
        let old = sqlx::query!(
            r#"with free as materialized (
                select host_id from hosts
                where host_id = $1 and (leased_until is null or leased_until < now()) for no key update skip locked
            ), old as materialized (
                select s.host_id, s.url_id, s.url_hash from seen s
                where s.host_id = $1 and s.url_id > $4 and s.kind = 'page' and s.first_seen < $2
                    and exists (select from free)
                    and not exists (select from articles a where a.host_id = s.host_id and a.url_id = s.url_id)
                    and not exists (select from pages p where p.host_id = s.host_id and p.url_id = s.url_id)
                    and not exists (select from page_labels l where l.host_id = s.host_id and l.url_id = s.url_id)
                    and not exists (select from block_labels l where l.host_id = s.host_id and l.url_id = s.url_id)
                order by s.url_id limit $3
            ), queue_gone as (
                delete from queue q using old where q.host_id = old.host_id and q.url_id = old.url_id
            ), discoveries_gone as (
                delete from discoveries d using old where d.host_id = old.host_id and d.url_id = old.url_id
            ), visits_gone as (
                delete from visits v using old where v.host_id = old.host_id and v.url_id = old.url_id
            ), renderings_gone as (
                delete from renderings r using old where r.host_id = old.host_id and r.url_id = old.url_id
            ), variants_gone as (
                delete from url_variants k using old where k.kept_hash = old.url_hash
            ), seen_gone as (
                delete from seen s using old where s.host_id = old.host_id and s.url_id = old.url_id
            )
            select count(*) as "urls!", max(url_id) as last from old"#,
            host,
            before,
            DELETE_BATCH,
            after
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((old.urls.cast_unsigned(), old.last))
    }
}

/// The time before which a URL must have been found to be deleted. `None` if URLs are kept for ever.
pub(crate) fn url_cutoff(days: u32) -> Option<DateTime<Utc>> {
    let days = (days > 0).then(|| TimeDelta::days(days.into()))?;
    Utc::now().checked_sub_signed(days)
}
