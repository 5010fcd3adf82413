//! Site rules. When they change, the stored pages of the site are queued for extraction.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::PgConnection;
use store_macros::retried;

use crate::{
    PageKey, Store, StoreError, StoredPage,
    text::{self, column},
};

/// The rules of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteRules {
    /// The site.
    pub site_id: String,
    /// The rules in force: a JSON object, as in a seed.
    pub rules: Value,
    /// The last rules of its seed. Those in force differ if they were changed since.
    pub seeded: Value,
    /// Grows with each change.
    pub revision: i32,
}

/// Stored pages for testing rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPages {
    /// Pages with a verdict: articles first, then the newest.
    pub pages: Vec<StoredPage>,
    /// Number of pages from which they were chosen.
    pub stored: i64,
    /// Whether pages of the site are queued for extraction.
    pub has_queued: bool,
}

/// Number of the newest pages of a site from which test pages are chosen.
const NEWEST_PAGES: i64 = 2000;
/// One in this many test pages is not an article.
const REJECTED_EVERY: i64 = 4;

impl Store {
    /// The rules of these sites. A site that never had any is left out.
    #[retried]
    pub async fn site_rules(&self, sites: &[String]) -> Result<Vec<SiteRules>, StoreError> {
        let rules = sqlx::query_as!(
            SiteRules,
            "select site_id, rules, rules_seeded as seeded, rules_revision as revision from sites
            where site_id = any($1) and rules_revision > 0",
            sites
        );
        Ok(rules.fetch_all(&self.pool).await?)
    }

    /// Changes the rules of a site, if the current ones still have this revision, and queues its stored pages
    /// for extraction. Returns whether the rules are in force. They stay in force until the seed's rules change.
    #[retried]
    pub async fn change_rules(
        &self,
        site_id: &str,
        rules: &Value,
        revision: i32,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let changed = sqlx::query!(
            "update sites set rules = $2, rules_revision = rules_revision + 1, updated_at = now()
            where site_id = $1 and rules_revision = $3 and rules <> $2 and state <> 'forgotten'",
            text::owned(site_id),
            text::json_object(rules),
            revision
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        if changed > 0 {
            requeue_site(&mut transaction, site_id, true).await?;
            transaction.commit().await?;
            return Ok(true);
        }
        // They were already in force, or an earlier attempt whose answer was lost has set them.
        let in_force = sqlx::query_scalar!(
            r#"select rules = $2 as "same!" from sites where site_id = $1"#,
            text::owned(site_id),
            text::json_object(rules)
        )
        .fetch_optional(&mut *transaction)
        .await?;
        Ok(in_force == Some(true))
    }

    /// Up to `limit` stored pages of a site that have a verdict, each URL once: the newest, with
    /// three articles to one other page as far as there are both. Up to half of them are pages whose path and query match one
    /// of the patterns, in which `*` matches any text.
    #[retried]
    pub async fn test_pages(
        &self,
        site_id: &str,
        limit: i64,
        patterns: &[String],
    ) -> Result<TestPages, StoreError> {
        let patterns: Vec<String> = patterns.iter().map(|pattern| like(pattern)).collect();
        let rows = sqlx::query_file!(
            "queries/test_keys.sql",
            site_id,
            limit,
            NEWEST_PAGES,
            REJECTED_EVERY,
            &patterns
        )
        .fetch_all(&self.pool)
        .await?;
        let stored = rows.first().map_or(0, |row| row.stored);
        let keys = column(&rows, |row| PageKey::new(row.fetched_at, row.page_id));
        let queued = sqlx::query_scalar!(
            r#"select exists (
                select from extract_queue u
                join pages p on p.fetched_at = u.fetched_at and p.page_id = u.page_id
                join hosts h on h.host_id = p.host_id where h.site_id = $1
            ) as "unread!""#,
            site_id
        );
        let has_queued = queued.fetch_one(&self.pool).await?;
        let mut pages = self.pages(&keys).await?;
        let order: HashMap<PageKey, usize> = keys.into_iter().zip(0..).collect();
        pages.sort_by_key(|page| order.get(&page.key).copied());
        Ok(TestPages {
            pages,
            stored,
            has_queued,
        })
    }

    /// Whether stored pages of one of these sites with rules wait for extraction.
    #[retried]
    pub async fn has_queued_pages(&self, sites: &[String]) -> Result<bool, StoreError> {
        let queued = sqlx::query_scalar!(
            r#"select exists (
                select from extract_queue u
                join pages p on p.fetched_at = u.fetched_at and p.page_id = u.page_id
                join hosts h on h.host_id = p.host_id
                join sites s on s.site_id = h.site_id
                where s.site_id = any($1) and s.rules_revision > 0
            ) as "queued!""#,
            sites
        );
        Ok(queued.fetch_one(&self.pool).await?)
    }
}

/// A pattern with `*` as one of `like`.
fn like(pattern: &str) -> String {
    let mut like = String::with_capacity(pattern.len());
    for char in pattern.chars().filter(|char| *char != '\0') {
        match char {
            '*' => like.push('%'),
            '%' | '_' | '\\' => like.extend(['\\', char]),
            _ => like.push(char),
        }
    }
    like
}

/// Saves the rules of a seed if they differ from those it had before: rules changed since then stay
/// in force as long as the seed does not change. Returns whether the rules in force changed.
pub(crate) async fn save(
    connection: &mut PgConnection,
    site_id: &str,
    rules: &Value,
) -> Result<bool, StoreError> {
    let changed = sqlx::query_scalar!(
        r#"update sites s set rules = $2, rules_seeded = $2, rules_revision = s.rules_revision + (s.rules <> $2)::integer,
            updated_at = now()
        from (select site_id, rules from sites where site_id = $1) before
        where s.site_id = before.site_id and s.rules_seeded <> $2
        returning before.rules <> $2 as "changed!""#,
        text::owned(site_id),
        text::json_object(rules)
    )
    .fetch_optional(connection)
    .await?;
    Ok(changed == Some(true))
}

/// Queues all pages of a site for extraction if its rules have changed, or if it has rules and has adopted hosts
/// whose pages were extracted without them. What is known of its hosts stays, so that rules that change nothing give no new versions;
/// each page replaces its own part of it.
pub(crate) async fn requeue_site(
    connection: &mut PgConnection,
    site_id: &str,
    changed: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into extract_queue (fetched_at, page_id)
        select p.fetched_at, p.page_id
        from sites s join hosts h using (site_id) join pages p using (host_id)
        where s.site_id = $1 and ($2 or s.rules <> '{}')
        order by 1, 2
        on conflict do nothing",
        text::owned(site_id),
        changed
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The current rule revisions for these pages, by host. They are locked until the transaction ends:
/// a transaction that changes rules waits, and then requeues what was saved here.
pub(crate) async fn lock_revisions(
    connection: &mut PgConnection,
    keys: &[PageKey],
) -> Result<HashMap<i64, i32>, StoreError> {
    let rows = sqlx::query!(
        "select h.host_id, s.rules_revision from hosts h join sites s using (site_id)
        where h.host_id in (
            select p.host_id from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join pages p on p.fetched_at = key.fetched_at and p.page_id = key.page_id)
        order by s.site_id
        for share of s",
        &column(keys, |key| key.fetched_at),
        &column(keys, |key| key.page_id)
    )
    .fetch_all(connection)
    .await?;
    let revisions = rows.into_iter();
    Ok(revisions
        .map(|row| (row.host_id, row.rules_revision))
        .collect())
}
