//! Articles out, in an order that loses nothing.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::{boxed, retried};

use crate::{Store, StoreError, text};

/// One article version with the names and the order of the article record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArticleRow {
    /// Version of the record.
    pub schema_version: i32,
    /// Hash of the normalised URL.
    pub id: String,
    /// 1, 2, …
    pub version: i32,
    /// `id:version`.
    pub version_id: String,
    /// Newest version.
    pub is_latest: bool,
    /// Final URL after redirects.
    pub url: String,
    /// URL as discovered.
    pub url_requested: Option<String>,
    /// rel=canonical or og:url if on the same site.
    pub url_canonical: Option<String>,
    /// Seed id.
    pub source_id: String,
    /// Registrable domain.
    pub source_domain: String,
    /// Outlet.
    pub source_name: Option<String>,
    /// ISO 3166-1.
    pub country: Option<String>,
    /// Headline.
    pub title: Option<String>,
    /// Raw `<title>`.
    pub title_page: Option<String>,
    /// Title in feed or news sitemap.
    pub title_feed: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Main text.
    pub text: String,
    /// Cleaned HTML.
    pub text_html: Option<String>,
    /// Persons.
    pub authors: Vec<String>,
    /// Agencies.
    pub agencies: Vec<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Offset in minutes.
    pub date_published_tz: Option<i32>,
    /// second, minute, day, month.
    pub date_published_precision: Option<String>,
    /// Where the date comes from.
    pub date_published_source: Option<String>,
    /// Modified date.
    pub date_modified: Option<DateTime<Utc>>,
    /// Fetch time of this version.
    pub date_crawled: DateTime<Utc>,
    /// URL first found.
    pub date_first_seen: Option<DateTime<Utc>>,
    /// Content last seen unchanged.
    pub date_last_seen: Option<DateTime<Utc>>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// 0..=1.
    pub language_score: Option<f32>,
    /// Section.
    pub section: Option<String>,
    /// Keywords.
    pub tags: Vec<String>,
    /// Lead image.
    pub image_url: Option<String>,
    /// Images.
    pub images: Option<serde_json::Value>,
    /// Page type.
    pub page_type: String,
    /// Classifier's probability.
    pub news_score: Option<f32>,
    /// What decided.
    pub label_source: Option<String>,
    /// Publisher's claim.
    pub is_free: Option<bool>,
    /// Our finding.
    pub is_truncated: Option<bool>,
    /// Words.
    pub word_count: Option<i32>,
    /// Characters.
    pub char_count: Option<i32>,
    /// Tokens; only in some exports.
    pub token_count: Option<i32>,
    /// SHA-256 of the normalised text.
    pub content_hash: String,
    /// Representative.
    pub duplicate_of: Option<String>,
    /// Group of near copies.
    pub dup_group_id: Option<String>,
    /// Story.
    pub story_id: Option<String>,
    /// Names with offsets.
    pub entities: Option<serde_json::Value>,
    /// How the URL was found.
    pub discovered_via: Option<String>,
    /// HTTP status.
    pub http_status: Option<i32>,
    /// Content type.
    pub content_type: Option<String>,
    /// Entity tag.
    pub etag: Option<String>,
    /// Last-Modified.
    pub last_modified: Option<String>,
    /// Extractor.
    pub extractor: Option<String>,
    /// Its version.
    pub extractor_version: Option<String>,
    /// Its confidence.
    pub extraction_score: Option<f32>,
    /// robots.txt rule at fetch time.
    pub robots_rule: Option<String>,
    /// Text and data mining reserved.
    pub tdm_reserved: Option<bool>,
    /// Its policy.
    pub tdm_policy_url: Option<String>,
    /// Opt-outs from AI use.
    pub ai_optout: Option<Vec<String>>,
    /// Licence.
    pub license: Option<String>,
    /// Day of the crawl.
    pub dump: Option<String>,
    /// Locator in an archive.
    pub file_path: Option<String>,
    /// Kinds of opt-outs seen at fetch time: tdm, ai, noindex, noarchive, nosnippet.
    pub opt_outs: Vec<String>,
    /// Organisations named as authors that are no agencies: the outlet, a desk.
    pub organizations: Vec<String>,
    /// Where the value of each field was found.
    pub field_sources: Option<serde_json::Value>,
    /// Entries of a live blog: `{at, offset_minutes, title, text, in_text}`.
    pub live_entries: Option<serde_json::Value>,
    /// Addresses of the further pages of which the text is made.
    pub parts: Option<Vec<String>>,
    /// When its page first answered that it is gone; `None`: it is there, as far as is known.
    pub date_gone: Option<DateTime<Utc>>,
    /// The article as which it went on at another address.
    pub moved_to: Option<String>,
    /// Give the last one back to go on; not part of the record.
    #[serde(skip)]
    pub cursor: i64,
}

/// Which articles are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportQuery {
    /// Site ids; empty means all.
    pub sites: Vec<String>,
    /// Versions with one of these opt-outs are left out: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    pub without: Vec<String>,
}

/// Some article versions, and how to go on.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportBatch {
    /// In cursor order.
    pub rows: Vec<ArticleRow>,
    /// Versions of the wanted sites that were left out because of their opt-outs.
    pub left_out: u64,
    /// Give this back to go on; it passes what was left out. `None`: there is nothing more.
    pub next: Option<i64>,
}

/// A version that was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawal {
    /// Give the last one back to go on.
    pub cursor: i64,
    /// Article id.
    pub id: String,
    /// Version.
    pub version: i32,
    /// When.
    pub withdrawn_at: DateTime<Utc>,
}

impl Store {
    /// Gives committed changes their place in the export. Done after each batch of readings and before each
    /// export, so that nobody else needs to.
    #[retried]
    pub(crate) async fn publish(&self) -> Result<(), StoreError> {
        sqlx::query_scalar!("select publish_articles()")
            .fetch_one(&self.pool)
            .await?;
        Ok(())
    }

    /// Article versions after a cursor (0: from the beginning), in cursor order. A version whose content or
    /// derived fields change gets a new cursor, and none ever appears behind one already given.
    /// (A newer version of the same id makes an older one cease to be the latest without a new cursor.)
    #[boxed]
    pub async fn export(
        &self,
        after_cursor: i64,
        limit: i64,
    ) -> Result<Vec<ArticleRow>, StoreError> {
        let all = ExportQuery::default();
        Ok(self.export_some(after_cursor, limit, &all).await?.rows)
    }

    /// The same, of `limit` versions those that are wanted.
    #[boxed]
    pub async fn export_some(
        &self,
        after_cursor: i64,
        limit: i64,
        query: &ExportQuery,
    ) -> Result<ExportBatch, StoreError> {
        self.publish().await?;
        self.try_export(after_cursor, limit, query).await
    }

    #[retried]
    async fn try_export(
        &self,
        after_cursor: i64,
        limit: i64,
        query: &ExportQuery,
    ) -> Result<ExportBatch, StoreError> {
        // One view of the database: a version that changes meanwhile moves behind the window, not out of the count.
        let mut transaction = self
            .pool
            .begin_with("begin isolation level repeatable read read only")
            .await?;
        let window = sqlx::query!(
            r#"select max(cursor) as next,
                count(*) filter (where opt_outs && $4::text[]
                    and (cardinality($3::text[]) = 0 or source_id = any($3))) as "left_out!"
            from (
                select cursor, source_id, opt_outs from news.articles where cursor > $1 order by cursor limit $2
            ) candidates"#,
            after_cursor,
            limit,
            &query.sites,
            &query.without
        )
        .fetch_one(&mut *transaction)
        .await?;
        let rows = match window.next {
            Some(next) => {
                let rows = sqlx::query_file_as!(
                    ArticleRow,
                    "queries/export.sql",
                    after_cursor,
                    next,
                    &query.sites,
                    &query.without
                );
                rows.fetch_all(&mut *transaction).await?
            }
            None => Vec::new(),
        };
        transaction.commit().await?;
        Ok(ExportBatch {
            rows,
            left_out: u64::try_from(window.left_out).unwrap_or_default(),
            next: window.next,
        })
    }

    /// Withdrawals after a cursor, on the same scale as [`Store::export`].
    #[retried]
    pub async fn withdrawals(
        &self,
        after_cursor: i64,
        limit: i64,
    ) -> Result<Vec<Withdrawal>, StoreError> {
        self.publish().await?;
        let rows = sqlx::query_as!(
            Withdrawal,
            r#"select cursor as "cursor!", id as "id!", version as "version!", withdrawn_at as "withdrawn_at!"
            from news.withdrawals where cursor > $1 order by cursor limit $2"#,
            after_cursor,
            limit
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// One article's versions, newest first.
    #[retried]
    pub async fn article(&self, id: &str) -> Result<Vec<ArticleRow>, StoreError> {
        let id = text::owned(id);
        let rows = sqlx::query_file_as!(ArticleRow, "queries/article.sql", id);
        Ok(rows.fetch_all(&self.pool).await?)
    }
}
