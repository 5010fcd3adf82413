//! Forgetting a site: all its data is deleted, except the ids of its articles among the withdrawals.

use serde::Serialize;
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use crate::{
    Lifecycle, RunState, Store, StoreError, article_id, crawl::channels::forget_channels,
    crawl::forgotten::record_forgotten, crawl::sites::changes::empty_queue, text,
    upkeep::DELETE_BATCH,
};

/// Deletes statistics, which hold samples of text: `analyze` keeps those of an empty table. Needs a superuser.
const DELETE_STATISTICS: &str = "delete from pg_statistic s using pg_class c
    where c.oid = s.starelid and c.relnamespace = 'public'::regnamespace and has_table_privilege('pg_statistic', 'delete')";
/// Recomputes those statistics.
const ANALYZE: &str = "analyze sites, hosts, seen, discoveries, visits, url_variants, skipped_urls, aliases, robots, opt_out_files, pages, fetches, \
    verdicts, articles, article_heads, article_changes, article_search, publications, stories, story_articles, story_links, article_terms, copies, runs";

/// What forgetting a site deleted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Forgotten {
    /// Versions of articles.
    pub versions: u64,
    /// Pages.
    pub pages: u64,
    /// Logged visits.
    pub visits: u64,
    /// URLs.
    pub urls: u64,
    /// Whether stories and copies of all sites were deleted, since some may contain text of this one.
    pub regroups: bool,
    /// Whether it ended early on request; the same call continues.
    pub stopped: bool,
}

/// The site that has taken over the host of another site's home page, with its articles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// Its id.
    pub site_id: String,
    /// Whether the other site has no host left, so that nothing is stored under its id.
    pub has_all: bool,
}

impl Store {
    /// The site to which the host of a site's home page belongs, if that is another one: it was seeded after the site was removed.
    #[retried]
    pub async fn successor(&self, site_id: &str) -> Result<Option<Successor>, StoreError> {
        let owner = sqlx::query_as!(
            Successor,
            r#"select h.site_id, not exists (select from hosts own where own.site_id = s.site_id) as "has_all!"
            from sites s join hosts h on h.authority = substring(s.home from '^[a-z]+://([^/?#]+)')
            where s.site_id = $1 and h.site_id <> s.site_id"#,
            text::owned(site_id)
        );
        Ok(owner.fetch_optional(&self.pool).await?)
    }

    /// Deletes a site with all its data: articles, pages, the log of its visits, labels and what is known
    /// about its hosts. Its articles are withdrawn: their ids, which are hashes, stay with a cursor of
    /// their own, so that exports list them. If it had articles, stories, copies and the aggregation state
    /// are deleted for all sites, since they contain text of these; the next aggregation makes them again.
    ///
    /// Works in batches, each a transaction: after `stop` or a kill, the same call continues. The
    /// site is not crawled from the first batch on.
    #[boxed]
    pub async fn forget_site(
        &self,
        site_id: &str,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Forgotten, StoreError> {
        self.publish().await?;
        let had_articles = self.had_articles(site_id).await?;
        self.end_site(site_id, Lifecycle::Forgotten).await?;
        let hosts = self.host_ids_of(site_id).await?;
        let mut gone = Forgotten::default();
        for step in Step::ALL {
            loop {
                if stop() {
                    gone.stopped = true;
                    return Ok(gone);
                }
                let rows = self.forget_batch(step, &hosts).await?;
                match step {
                    Step::Articles => gone.versions += rows,
                    Step::Pages => gone.pages += rows,
                    Step::Visits => gone.visits += rows,
                    Step::Queue => {}
                    Step::Urls => gone.urls += rows,
                }
                if rows == 0 {
                    break;
                }
            }
        }
        self.forget_rest(site_id, &hosts).await?;
        self.publish().await?;
        // After the articles are deleted, so that a concurrent aggregation cannot save them again;
        // before the site is deleted, so that the same call continues after a kill.
        gone.regroups = had_articles || gone.versions > 0;
        if gone.regroups {
            self.forget_aggregates().await?;
        }
        self.forget_name(site_id).await?;
        Ok(gone)
    }

    /// Forgets a site, and records the counts in a started run. The record identifies the site only by a hash.
    #[boxed]
    pub async fn forget_in_run(
        &self,
        run: i64,
        site_id: &str,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Forgotten, StoreError> {
        let done = self.forget_site(site_id, stop).await;
        let state = match &done {
            Ok(gone) if gone.stopped => RunState::Stopped,
            Ok(_) => RunState::Done,
            Err(_) => RunState::Failed,
        };
        let gone = done.as_ref().ok().copied().unwrap_or_default();
        let counts = serde_json::json!({
            "site": article_id(site_id),
            "versions_deleted": gone.versions,
            "pages_deleted": gone.pages,
            "visits_deleted": gone.visits,
        });
        let recorded = self.finish_run(run, state, &counts, None).await;
        let gone = done?;
        recorded?;
        Ok(gone)
    }

    /// Whether a site has or had articles. An earlier call may have deleted them; some were
    /// withdrawn, and they or their text may still be grouped.
    #[retried]
    async fn had_articles(&self, site_id: &str) -> Result<bool, StoreError> {
        let had = sqlx::query_scalar!(
            r#"select exists (select from sites where site_id = $1 and state = 'forgotten')
                or exists (select from articles join hosts h using (host_id) where h.site_id = $1)
                or exists (select from publications p join seen n on n.url_hash = left(p.article_id, 32)::uuid
                    join hosts h on h.host_id = n.host_id where p.withdrawn_at is not null and h.site_id = $1)
                or exists (select from publications where withdrawn_at is not null
                    and content_cursor > coalesce((select cursor from cursors where stage = 'copies'), 0)) as "had!""#,
            site_id
        );
        Ok(had.fetch_one(&self.pool).await?)
    }

    #[retried]
    async fn forget_batch(&self, step: Step, hosts: &[i64]) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let rows = step.delete(&mut transaction, hosts).await?;
        transaction.commit().await?;
        Ok(rows)
    }

    /// Deletes what is left, and the hosts with all that refers to them. The site is locked, so that verdicts of its pages are
    /// either saved before or find no page.
    #[retried]
    async fn forget_rest(&self, site_id: &str, hosts: &[i64]) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        let connection = &mut *transaction;
        sqlx::query!(
            "select site_id from sites where site_id = $1 for update",
            site_id
        )
        .fetch_optional(&mut *connection)
        .await?;
        // The hosts are locked: pages are imported and skipped URLs saved before that, or find no host.
        sqlx::query!(
            "select host_id from hosts where host_id = any($1) order by host_id for update",
            hosts
        )
        .fetch_all(&mut *connection)
        .await?;
        for step in Step::ALL {
            while step.delete(connection, hosts).await? > 0 {}
        }
        forget_channels(connection, site_id).await?;
        // versions of articles that have moved to another site
        sqlx::query!(
            "with gone as (delete from articles where host_id = any($1) returning article_id, version)
            insert into outbox (article_id, version) select article_id, version from gone",
            hosts
        )
        .execute(&mut *connection)
        .await?;
        // What belongs to the hosts goes by cascade; other rows only name them.
        sqlx::query!(
            "with gone as (
                delete from hosts where host_id = any($1) returning authority, domain
            ), of_variants as (
                delete from url_variants where substring(alternate from '^[a-zA-Z]+://([^/?#]+)') in (select authority from gone)
            ), of_aliases as (
                delete from aliases where substring(origin from '//(.*)$') in (select authority from gone)
                    or substring(preferred from '//(.*)$') in (select authority from gone)
            ), of_slots as (
                delete from request_slots where key in (
                    select 'host:' || authority from gone
                    union all
                    select 'domain:' || gone.domain from gone where not exists (
                        select from hosts other where other.domain = gone.domain and other.host_id <> all($1)))
            ), of_skipped as (
                delete from skipped_urls where substring(url from '^[a-zA-Z]+://([^/?#]+)') in (select authority from gone)
            )
            update runs set detail = null, counts = case when counts ->> 'site' = $2 then counts - 'site' else counts end
            where strpos(detail, $2) > 0 or counts ->> 'site' = $2
                or exists (select from gone where strpos(detail, gone.authority) > 0)",
            hosts,
            site_id
        )
        .execute(&mut *connection)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Deletes the site itself, records by hashes that it was forgotten, and refreshes the statistics, which hold samples of text.
    #[retried]
    async fn forget_name(&self, site_id: &str) -> Result<(), StoreError> {
        // In one transaction, so that the same call continues after a kill.
        let mut transaction = self.pool.begin().await?;
        let unsampled = sqlx::raw_sql(DELETE_STATISTICS)
            .execute(&mut *transaction)
            .await;
        if let Err(error) = unsampled {
            tracing::debug!(%error, "statistics of empty tables stay until there are rows again");
            transaction.rollback().await?;
            transaction = self.pool.begin().await?;
        }
        record_forgotten(&mut transaction, site_id).await?;
        sqlx::query!("delete from sites where site_id = $1", site_id)
            .execute(&mut *transaction)
            .await?;
        sqlx::raw_sql(ANALYZE).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// The data deleted in batches, in this order.
#[derive(Debug, Clone, Copy)]
enum Step {
    Articles,
    Pages,
    Visits,
    Queue,
    Urls,
}

impl Step {
    const ALL: [Self; 5] = [
        Self::Articles,
        Self::Pages,
        Self::Visits,
        Self::Queue,
        Self::Urls,
    ];

    /// Deletes a batch. Returns the number of rows, 0 if none are left.
    async fn delete(self, connection: &mut PgConnection, hosts: &[i64]) -> Result<u64, StoreError> {
        let rows = match self {
            Self::Articles => return forget_articles(connection, hosts).await,
            Self::Queue => return empty_queue(connection, hosts, DELETE_BATCH).await,
            Self::Pages => {
                sqlx::query_scalar!(
                    r#"with old as materialized (
                        select fetched_at, page_id from pages where host_id = any($1) limit $2
                    ), read as (
                        delete from verdicts d using old where d.fetched_at = old.fetched_at and d.page_id = old.page_id
                    ), unread as (
                        delete from extract_queue q using old where q.fetched_at = old.fetched_at and q.page_id = old.page_id
                    ), gone as (
                        delete from pages p using old where p.fetched_at = old.fetched_at and p.page_id = old.page_id
                    )
                    select count(*) as "rows!" from old"#,
                    hosts,
                    DELETE_BATCH
                )
                .fetch_one(connection)
                .await?
            }
            Self::Visits => {
                sqlx::query_scalar!(
                    r#"with old as materialized (
                        select host_id, url_id, fetched_at from fetches where host_id = any($1) limit $2
                    ), gone as (
                        delete from fetches f using old
                        where f.host_id = old.host_id and f.url_id = old.url_id and f.fetched_at = old.fetched_at
                    )
                    select count(*) as "rows!" from old"#,
                    hosts,
                    DELETE_BATCH
                )
                .fetch_one(connection)
                .await?
            }
            Self::Urls => {
                sqlx::query_scalar!(
                    r#"with old as materialized (
                        select host_id, url_id, url_hash from seen where host_id = any($1) limit $2
                    ), named as (
                        delete from discoveries d using old where d.host_id = old.host_id and d.url_id = old.url_id
                    ), visited as (
                        delete from visits v using old where v.host_id = old.host_id and v.url_id = old.url_id
                    ), spelled as (
                        delete from url_variants k using old where k.kept_hash = old.url_hash
                    ), gone as (
                        delete from seen s using old where s.host_id = old.host_id and s.url_id = old.url_id
                    )
                    select count(*) as "rows!" from old"#,
                    hosts,
                    DELETE_BATCH
                )
                .fetch_one(connection)
                .await?
            }
        };
        Ok(rows.cast_unsigned())
    }
}

/// Withdraws a batch of articles whose latest version is from these hosts, with all their versions
/// from these hosts. An older version from another site becomes the latest.
async fn forget_articles(connection: &mut PgConnection, hosts: &[i64]) -> Result<u64, StoreError> {
    let ids = sqlx::query_scalar!(
        "select article_id from articles where host_id = any($1) and is_latest limit $2",
        hosts,
        DELETE_BATCH
    )
    .fetch_all(&mut *connection)
    .await?;
    if ids.is_empty() {
        return Ok(0);
    }
    // In id order, in which articles are always locked.
    sqlx::query!(
        "select article_id from article_heads where article_id = any($1) order by article_id for update",
        &ids
    )
    .fetch_all(&mut *connection)
    .await?;
    let gone = sqlx::query_scalar!(
        r#"with gone as (
            delete from articles where article_id = any($1) and host_id = any($2) returning article_id, version
        ), noted as (
            insert into outbox (article_id, version) select article_id, version from gone
        ), moved as (
            update article_heads set moved_to = null, moved_at = null where article_id = any($1) and moved_to is not null
        ), answers as (
            delete from pair_labels where a = any($1) or b = any($1)
        ), sampled as (
            delete from sampled_pairs where a = any($1) or b = any($1)
        )
        select count(*) as "rows!" from gone"#,
        &ids,
        hosts
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query!(
        "with newest as (
            select distinct on (article_id) article_id, version from articles where article_id = any($1)
            order by article_id, fetched_at desc, page_id desc
        ), latest as (
            update articles a set is_latest = true from newest n
            where a.article_id = n.article_id and a.version = n.version and not a.is_latest
            returning a.article_id, a.version
        )
        insert into outbox (article_id, version) select article_id, version from latest",
        &ids
    )
    .execute(connection)
    .await?;
    Ok(gone.cast_unsigned())
}
