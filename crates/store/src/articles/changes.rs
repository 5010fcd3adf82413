//! Article changes: new, changed, gone, moved.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use store_macros::{boxed, retried};

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// Length of the first time span that is searched for changes.
const FIRST_SPAN: TimeDelta = TimeDelta::days(1);
/// Maximum length of a span.
const MAX_SPAN: TimeDelta = TimeDelta::days(4096);

names! {
    /// The kind of a change.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ChangeKind {
        /// The article's first version.
        New => "new",
        /// A version with different content.
        Changed => "changed",
        /// The page now answers that it is gone.
        Gone => "gone",
        /// The article has moved to another URL.
        Moved => "moved",
    }
}

/// A row of `news.changes`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Article id.
    pub id: String,
    /// The new version, or the latest one of an article that is gone or has moved.
    pub version: i32,
    /// The kind of the change.
    pub change: ChangeKind,
    /// When it was first seen.
    pub changed_at: DateTime<Utc>,
    /// Site id.
    pub source_id: String,
    /// URL of the article.
    pub url: String,
    /// Headline.
    pub title: Option<String>,
    /// Number of words of the text.
    pub word_count: i32,
    /// Number of words of the previous version.
    pub word_count_before: Option<i32>,
    /// Present URL of an article that has moved.
    pub moved_to: Option<String>,
}

impl Store {
    /// The last `limit` content changes at or after `since`, in chronological order. Extracting stored pages again changes no
    /// content.
    #[boxed]
    pub async fn changes(
        &self,
        since: DateTime<Utc>,
        site: Option<&str>,
        limit: i64,
    ) -> Result<Vec<Change>, StoreError> {
        // The view has to read all rows before it can sort them, so ever longer spans are read until there are enough.
        let wanted = usize::try_from(limit).unwrap_or_default();
        let mut changes = Vec::new();
        let mut next = self.last_change(since, None).await?;
        let mut span = FIRST_SPAN;
        while let Some(to) = next
            && changes.len() < wanted
        {
            let from = since.max(to - span);
            changes.extend(self.changes_between(from, to, site, limit).await?);
            next = self.last_change(since, Some(from)).await?;
            span = (span * 2).min(MAX_SPAN);
        }
        changes.truncate(wanted);
        changes.reverse();
        Ok(changes)
    }

    /// A time not before the last change at or after `since` and before `before`.
    #[retried]
    async fn last_change(
        &self,
        since: DateTime<Utc>,
        before: Option<DateTime<Utc>>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let last = sqlx::query_scalar!(
            "select greatest(
                (select max(fetched_at) from articles
                    where fetched_at >= $1 and fetched_at < coalesce($2::timestamptz, 'infinity')),
                (select max(lost_at) from visits
                    where lost is not null and lost_at >= $1 and lost_at < coalesce($2::timestamptz, 'infinity')),
                (select max(moved_at) from article_heads
                    where moved_to is not null and moved_at >= $1 and moved_at < coalesce($2::timestamptz, 'infinity')))",
            since,
            before
        );
        Ok(last.fetch_one(&self.pool).await?)
    }

    /// The last changes in a time span that includes both ends, the last one first.
    #[retried]
    async fn changes_between(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        site: Option<&str>,
        limit: i64,
    ) -> Result<Vec<Change>, StoreError> {
        let changes = sqlx::query_as!(
            Change,
            r#"select c.id as "id!", c.version as "version!", c.change as "change!: ChangeKind", c.changed_at as "changed_at!",
                c.source_id as "source_id!", c.url as "url!", c.title, c.word_count as "word_count!", c.word_count_before,
                (select at.url from article_heads heads join articles at on at.article_id = heads.moved_to and at.is_latest
                    where heads.article_id = c.id and c.change = 'moved') as moved_to
            from news.changes c
            where c.changed_at >= $1 and c.changed_at <= $2 and ($3::text is null or c.source_id = $3)
            order by c.changed_at desc, c.id desc, c.version desc limit $4"#,
            from,
            to,
            text::optional(site),
            limit
        );
        Ok(changes.fetch_all(&self.pool).await?)
    }

    /// Links these articles, those at URLs that redirect to theirs, and others of their sites with the same text to the article
    /// at their new URL, or unlinks them. Texts with fewer than `least_words` words never count as the same.
    /// Returns the number of articles found to have moved. Idempotent.
    #[retried]
    pub async fn link_moved(&self, ids: &[String], least_words: i32) -> Result<u64, StoreError> {
        let moved = sqlx::query_file_scalar!("queries/link_moved.sql", ids, least_words)
            .fetch_one(&self.pool)
            .await?;
        Ok(u64::try_from(moved).unwrap_or(0))
    }
}
