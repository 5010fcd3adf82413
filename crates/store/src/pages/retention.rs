//! Retention: pages, visits and URLs are deleted after a time; articles stay.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use store_macros::{boxed, retried};

use crate::{
    NewVerdict, PageKey, Store, StoreError, article_id,
    articles::ArticleColumns,
    extract::extract_queue::before_all_pages,
    pages::import::IMPORTED,
    text::column,
    upkeep::{DELETE_BATCH, url_cutoff},
};

/// Days after which data is deleted. Zero keeps it for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RetentionDays {
    /// Pages.
    pub page_days: u32,
    /// Rejected pages (neither an article nor a further page of one), with their verdicts.
    pub rejected_page_days: u32,
    /// Visits in the log; those of stored pages stay as long as the pages.
    pub visit_days: u32,
}

/// How long pages, visits and URLs are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Retention {
    /// Days after which a URL is deleted of which neither an article nor a page is kept. Zero keeps it for ever.
    pub url_days: u32,
    /// For all sites not listed in `sites`.
    pub default: RetentionDays,
    /// By site id.
    pub sites: BTreeMap<String, RetentionDays>,
}

/// The cutoff for data that is kept for ever.
fn never() -> DateTime<Utc> {
    before_all_pages().fetched_at
}

/// The last of the cutoffs.
fn newest(cutoffs: &[DateTime<Utc>]) -> DateTime<Utc> {
    cutoffs.iter().max().copied().unwrap_or_else(never)
}

/// Counts of what was or would be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Pruned {
    /// Pages, including rejected ones.
    pub pages: u64,
    /// Rejected pages.
    pub rejected: u64,
    /// Visits in the log.
    pub visits: u64,
    /// URLs of which nothing is kept.
    pub urls: u64,
}

/// The key of a visit in the log: host, URL and time.
type VisitKey = (i64, i64, DateTime<Utc>);

/// For each host, the times before which its data is deleted. Parallel vectors.
#[derive(Debug, Default)]
struct Cutoffs {
    hosts: Vec<i64>,
    pages: Vec<DateTime<Utc>>,
    rejected: Vec<DateTime<Utc>>,
    visits: Vec<DateTime<Utc>>,
}

impl Store {
    /// Deletes pages, visits and URLs that are older than `retention` allows, and other data that is no
    /// longer needed; articles stay. A month of which nothing stays is dropped as a whole. Pages that
    /// wait for extraction and pages with labels stay; the further pages of an article stay as long as
    /// its first. `stop` is checked between transactions; what is left is deleted the next time.
    #[boxed]
    pub async fn prune(
        &self,
        retention: &Retention,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Pruned, StoreError> {
        let mut pruned = Pruned::default();
        self.check_retention(retention).await?;
        let cutoffs = self.cutoffs(retention).await?;
        // First, since months with queued pages are not dropped.
        self.delete_queued_without_pages().await?;
        if let Some(&before) = cutoffs.pages.iter().min() {
            for month in self.months_before("pages", before).await? {
                if stop() {
                    return Ok(pruned);
                }
                let (pages, rejected) = self.drop_month("pages", &month).await?;
                pruned.pages += pages;
                pruned.rejected += rejected;
            }
        }
        if let Some(&before) = cutoffs.visits.iter().min() {
            for month in self.months_before("fetches", before).await? {
                if stop() {
                    return Ok(pruned);
                }
                pruned.visits += self.drop_month("fetches", &month).await?.0;
            }
        }
        let mut after = Some(before_all_pages());
        while let Some(key) = after
            && !stop()
        {
            let (batch, last) = self.delete_old_pages(&cutoffs, key).await?;
            pruned.pages += batch.pages;
            pruned.rejected += batch.rejected;
            after = last;
        }
        let mut after = Some((0, 0, DateTime::UNIX_EPOCH)); // before every visit
        while let Some(key) = after
            && !stop()
        {
            let (visits, last) = self.delete_old_visits(&cutoffs, key).await?;
            pruned.visits += visits;
            after = last;
        }
        self.clean_up(retention.url_days, stop, &mut pruned).await?;
        Ok(pruned)
    }

    /// Deletes those pages of these verdicts that brought nothing new: another page of the same URL made a
    /// version of the same article with the same text, headline, authors, dates and other derived fields.
    /// Imported pages, pages that wait for extraction and pages with labels stay. Returns how many were deleted.
    #[retried]
    pub async fn delete_repeated_pages(&self, verdicts: &[NewVerdict]) -> Result<u64, StoreError> {
        let mut keys = Vec::new();
        let mut hashes = Vec::new();
        for verdict in verdicts {
            if let Some(article) = &verdict.article {
                keys.push(verdict.key);
                hashes.push(ArticleColumns::new(article)?.hash);
            }
        }
        let deleted = sqlx::query!(
            "delete from pages p
            using unnest($1::timestamptz[], $2::bigint[], $4::bytea[]) as key (fetched_at, page_id, derived), verdicts d, articles a, fetches f
            where p.fetched_at = key.fetched_at and p.page_id = key.page_id
                and f.host_id = p.host_id and f.url_id = p.url_id and f.fetched_at = p.fetched_at
                and f.detail is distinct from $3
                and d.fetched_at = key.fetched_at and d.page_id = key.page_id
                and a.article_id = d.article_id and a.version = d.article_version and a.derived_hash = key.derived
                and a.host_id = p.host_id and a.url_id = p.url_id and (a.fetched_at, a.page_id) <> (p.fetched_at, p.page_id)
                and not exists (select from extract_queue q where q.fetched_at = p.fetched_at and q.page_id = p.page_id)
                and not exists (select from page_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)
                and not exists (select from block_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)",
            &column(&keys, |key| key.fetched_at),
            &column(&keys, |key| key.page_id),
            IMPORTED,
            &hashes
        )
        .execute(&self.pool)
        .await?;
        Ok(deleted.rows_affected())
    }

    /// What [`Store::prune`] would delete now.
    #[retried]
    pub async fn prunable(&self, retention: &Retention) -> Result<Pruned, StoreError> {
        self.check_retention(retention).await?;
        let cutoffs = self.cutoffs(retention).await?;
        let old = sqlx::query_file!(
            "queries/prunable.sql",
            &cutoffs.hosts,
            &cutoffs.pages,
            &cutoffs.rejected,
            newest(&cutoffs.rejected),
            &cutoffs.visits,
            newest(&cutoffs.visits),
            url_cutoff(retention.url_days)
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Pruned {
            pages: old.pages.cast_unsigned(),
            rejected: old.rejected.cast_unsigned(),
            visits: old.visits.cast_unsigned(),
            urls: old.urls.cast_unsigned(),
        })
    }

    /// Checks that every site named in the settings is known or was forgotten.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if one is not: a typing error must not delete what someone meant to keep.
    #[retried]
    pub async fn check_retention(&self, retention: &Retention) -> Result<(), StoreError> {
        let named: Vec<String> = retention.sites.keys().cloned().collect();
        let unknown = sqlx::query_scalar!(
            r#"select wanted as "wanted!" from unnest($1::text[], $2::text[]) as named (wanted, wanted_hash)
            where not exists (select from sites where site_id = wanted)
                and not exists (select from forgotten_sites where site_hash = wanted_hash)"#,
            &named,
            &column(&named, |name| article_id(name))
        );
        match unknown.fetch_optional(&self.pool).await? {
            None => Ok(()),
            Some(name) => Err(StoreError::Invalid(format!(
                "retention.sites names the site {name}, which is unknown; correct the name, or remove it from the settings"
            ))),
        }
    }

    #[retried]
    async fn cutoffs(&self, retention: &Retention) -> Result<Cutoffs, StoreError> {
        let hosts = sqlx::query!(r#"select host_id, site_id, now() as "now!" from hosts"#)
            .fetch_all(&self.pool)
            .await?;
        let mut cutoffs = Cutoffs::default();
        for host in hosts {
            let days = retention
                .sites
                .get(&host.site_id)
                .unwrap_or(&retention.default);
            let before = |days: u32| match days {
                0 => never(),
                days => host
                    .now
                    .checked_sub_signed(TimeDelta::days(days.into()))
                    .map_or_else(never, |at| at.max(never())),
            };
            let pages = before(days.page_days);
            cutoffs.hosts.push(host.host_id);
            cutoffs.pages.push(pages);
            cutoffs
                .rejected
                .push(pages.max(before(days.rejected_page_days)));
            cutoffs.visits.push(before(days.visit_days));
        }
        Ok(cutoffs)
    }

    /// Deletes pages from the extraction queue that are not stored: each was queued again while it was deleted.
    #[retried]
    async fn delete_queued_without_pages(&self) -> Result<(), StoreError> {
        sqlx::query!(
            "delete from extract_queue q
            where not exists (select from pages p where p.fetched_at = q.fetched_at and p.page_id = q.page_id)"
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The months of a partitioned table that end before a time and may be dropped. For visits,
    /// only months without stored pages, whose opt-outs the visits hold.
    #[retried]
    async fn months_before(
        &self,
        table: &str,
        before: DateTime<Utc>,
    ) -> Result<Vec<String>, StoreError> {
        let months = sqlx::query_scalar!(
            r#"select month as "month!" from (
                select right(c.relname, 7) as month, to_timestamp(right(c.relname, 7), 'YYYY_MM') as begin
                from pg_inherits i join pg_class c on c.oid = i.inhrelid
                where i.inhparent = $1::text::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
            ) months
            where begin + interval '1 month' <= $2
                and ($1 = 'pages' or to_regclass('public.pages_' || month) is null)
            order by 1"#,
            table,
            before
        );
        Ok(months.fetch_all(&self.pool).await?)
    }

    /// Drops the partition of a month. Returns the number of its rows, and of rejected pages among them. Returns
    /// zeros, and drops nothing, if its pages wait for extraction or have labels, or if the table is in use for long.
    #[retried(once)]
    async fn drop_month(&self, table: &str, month: &str) -> Result<(u64, u64), StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(dropped) = once.committed(&mut transaction).await? {
            return Ok(dropped);
        }
        let dropped = sqlx::query!(
            r#"select rows as "rows!", rejected as "rejected!" from drop_month($1, $2)"#,
            table,
            month
        )
        .fetch_one(&mut *transaction)
        .await;
        match dropped {
            Ok(dropped) => {
                self.forget_months();
                let counts = (
                    dropped.rows.cast_unsigned(),
                    dropped.rejected.cast_unsigned(),
                );
                once.commit(transaction, counts).await
            }
            Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some("55P03") => {
                tracing::info!(
                    table,
                    month,
                    "the partition is in use; its rows are deleted instead"
                );
                Ok((0, 0))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes old pages after a key, as many as one transaction may; `queries/prunable.sql` counts the same. Returns their counts, and
    /// the last of them; none if there are no more.
    #[retried]
    async fn delete_old_pages(
        &self,
        cutoffs: &Cutoffs,
        after: PageKey,
    ) -> Result<(Pruned, Option<PageKey>), StoreError> {
        let old = sqlx::query!(
            r#"with old as materialized (
                select p.fetched_at, p.page_id, d.page_id is not null and d.article_id is null as no_article,
                    is_rejected(d.article_id, d.label_source) as rejected
                from pages p
                join unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as due (host_id, pages, rejected) using (host_id)
                left join verdicts d on d.fetched_at = p.fetched_at and d.page_id = p.page_id
                where p.fetched_at < $4 and (p.fetched_at, p.page_id) > ($6, $7)
                    and p.fetched_at < case when is_rejected(d.article_id, d.label_source) then due.rejected else due.pages end
                    and not exists (select from extract_queue q where q.fetched_at = p.fetched_at and q.page_id = p.page_id)
                    and not exists (select from page_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)
                    and not exists (select from block_labels l where l.fetched_at = p.fetched_at and l.page_id = p.page_id)
                order by p.fetched_at, p.page_id limit $5
            ), verdicts_gone as (
                delete from verdicts d using old
                where old.no_article and d.fetched_at = old.fetched_at and d.page_id = old.page_id
            ), pages_gone as (
                delete from pages p using old where p.fetched_at = old.fetched_at and p.page_id = old.page_id
            )
            select count(*) as "pages!", count(*) filter (where rejected) as "rejected!", 
                (array_agg(fetched_at order by fetched_at desc, page_id desc))[1] as last_at,
                (array_agg(page_id order by fetched_at desc, page_id desc))[1] as last_id
            from old"#,
            &cutoffs.hosts,
            &cutoffs.pages,
            &cutoffs.rejected,
            newest(&cutoffs.rejected),
            DELETE_BATCH,
            after.fetched_at,
            after.page_id
        )
        .fetch_one(&self.pool)
        .await?;
        let pruned = Pruned {
            pages: old.pages.cast_unsigned(),
            rejected: old.rejected.cast_unsigned(),
            ..Pruned::default()
        };
        let last = std::iter::zip(old.last_at, old.last_id).next();
        Ok((pruned, last.map(|(at, id)| PageKey::new(at, id))))
    }

    /// Deletes old visits after a key, as many as one transaction may; `queries/prunable.sql` counts the same. Visits of stored pages
    /// stay, since they hold the opt-outs of these pages. Returns their number, and the last of them; none if there are no more.
    #[retried]
    async fn delete_old_visits(
        &self,
        cutoffs: &Cutoffs,
        (host_id, url_id, fetched_at): VisitKey,
    ) -> Result<(u64, Option<VisitKey>), StoreError> {
        let old = sqlx::query!(
            r#"with old as materialized (
                select f.host_id, f.url_id, f.fetched_at
                from fetches f
                join unnest($1::bigint[], $2::timestamptz[]) as due (host_id, before) using (host_id)
                where f.fetched_at < $3 and f.fetched_at < due.before
                    and (f.host_id, f.url_id, f.fetched_at) > ($5, $6, $7)
                    and (f.page_id is null or not exists (
                        select from pages p where p.fetched_at = f.fetched_at and p.page_id = f.page_id))
                order by f.host_id, f.url_id, f.fetched_at limit $4
            ), gone as (
                delete from fetches f using old
                where f.host_id = old.host_id and f.url_id = old.url_id and f.fetched_at = old.fetched_at
            )
            select host_id, url_id, fetched_at, count(*) over () as "visits!" from old
            order by host_id desc, url_id desc, fetched_at desc limit 1"#,
            &cutoffs.hosts,
            &cutoffs.visits,
            newest(&cutoffs.visits),
            DELETE_BATCH,
            host_id,
            url_id,
            fetched_at
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(old.map_or((0, None), |last| {
            let key = (last.host_id, last.url_id, last.fetched_at);
            (last.visits.cast_unsigned(), Some(key))
        }))
    }
}
