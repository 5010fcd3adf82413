//! Export of article versions in the order of a cursor that misses no change.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::AssertSqlSafe;
use store_macros::{boxed, retried};

use super::{
    cursor::Token,
    row::ArticleRow,
    search::{self, SearchCursor, SearchQuery},
};
use crate::{Cursor, Series, Store, StoreError, text};

/// Filters and columns of an export. Empty lists mean all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportQuery {
    /// Columns of the view `news.articles` to read; fewer are faster.
    pub columns: Vec<String>,
    /// Site ids.
    pub sites: Vec<String>,
    /// Languages (ISO 639-1).
    pub languages: Vec<String>,
    /// Ids of stories.
    pub stories: Vec<String>,
    /// Only the latest version of each article; of one that has moved, only the article at its new URL.
    pub latest: bool,
    /// Only the first text of each group of copies.
    pub leaders: bool,
    /// Published at this time or later.
    pub published_since: Option<DateTime<Utc>>,
    /// Published before this time.
    pub published_until: Option<DateTime<Utc>>,
    /// Versions with one of these opt-outs are left out: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    pub without: Vec<String>,
}

/// Columns of the view that `publications` also has.
const PUBLISHED: [&str; 9] = [
    "url_requested",
    "date_first_seen",
    "char_count",
    "duplicate_of",
    "dup_group_id",
    "story_id",
    "entities",
    "discovered_via",
    "moved_to",
];

/// The columns as SQL, always including the opt-outs.
fn columns_sql(columns: &[String]) -> String {
    let quoted = |name: &str| {
        let table = if PUBLISHED.contains(&name) {
            "batch"
        } else {
            "a"
        };
        format!("{table}.\"{}\"", name.replace('"', "\"\""))
    };
    let missing = !columns.iter().any(|name| name == "opt_outs");
    let columns = columns.iter().map(String::as_str);
    let columns = columns.chain(missing.then_some("opt_outs"));
    columns.map(quoted).collect::<Vec<_>>().join(", ")
}

/// A batch of article versions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExportBatch {
    /// In cursor order.
    pub rows: Vec<ArticleRow>,
    /// Matching versions that were left out because of their opt-outs.
    pub left_out: u64,
    /// Withdrawn versions of any site, in cursor order.
    pub withdrawn: Vec<Withdrawal>,
    /// The cursor to continue after, past what was left out. `None` if there is nothing more.
    pub next: Option<Cursor>,
}

impl ExportBatch {
    /// The whole cursor of a row or withdrawal of this batch, by its number.
    pub fn cursor(&self, number: i64) -> Cursor {
        let token = self.next.and_then(|next| next.token);
        Cursor { number, token }
    }

    /// Leaves out versions with one of these opt-outs.
    fn without(mut self, without: &[String]) -> Self {
        let found = self.rows.len();
        let opts_out = |row: &ArticleRow| {
            let kinds = row["opt_outs"].as_array().into_iter().flatten();
            let mut kinds = kinds.filter_map(Value::as_str);
            kinds.any(|kind| without.iter().any(|unwanted| unwanted == kind))
        };
        self.rows.retain(|row| !opts_out(row));
        self.left_out = (found - self.rows.len()) as u64;
        self
    }
}

/// A withdrawn version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Withdrawal {
    /// Its position among the changes.
    pub cursor: i64,
    /// Article id.
    pub id: String,
    /// Number of the version.
    pub version: i32,
    /// Id and number, as in exports.
    pub version_id: String,
    /// When it was withdrawn.
    pub withdrawn_at: DateTime<Utc>,
}

/// Maximum number of characters in the texts of a window, unless the first text is longer. Bounds the memory of an export.
const WINDOW_CHARACTERS: i64 = 4_000_000;
/// Changes that get their cursors in one transaction. Others that need cursors wait for it.
const PUBLISH_BATCH: i64 = 10_000;
/// Minimum number of leading digits that identify an article or a story.
pub const MIN_ID_DIGITS: usize = 4;

impl Store {
    /// Assigns cursors to committed changes. Called after each batch of verdicts and before each export.
    pub(crate) async fn publish(&self) -> Result<(), StoreError> {
        while self.publish_some().await? == PUBLISH_BATCH {}
        Ok(())
    }

    /// Assigns cursors to the oldest committed changes. Returns the number of changes; if it is smaller than [`PUBLISH_BATCH`], there are no
    /// more.
    #[retried]
    async fn publish_some(&self) -> Result<i64, StoreError> {
        let taken =
            sqlx::query_scalar!(r#"select publish_articles($1) as "taken!""#, PUBLISH_BATCH);
        Ok(taken.fetch_one(&self.pool).await?)
    }

    /// The largest cursor so far; 0 if there is none. A larger one belongs to another database, or to a time after a backup.
    #[retried]
    pub async fn last_cursor(&self) -> Result<i64, StoreError> {
        let last =
            sqlx::query_scalar!(r#"select coalesce(max(cursor), 0) as "last!" from publications"#);
        Ok(last.fetch_one(&self.pool).await?)
    }

    /// The article versions after a number (0: from the beginning), in cursor order. A version whose content, derived fields,
    /// copies, story or entities change gets a new cursor, and no cursor ever appears before one that was already returned.
    /// The history of the database is not checked: readers that come back after a while use [`Store::export_some`].
    #[boxed]
    pub async fn export(&self, after: i64, limit: i64) -> Result<Vec<ArticleRow>, StoreError> {
        self.publish().await?;
        let Some(next) = self.next_window(after, limit).await? else {
            return Ok(Vec::new());
        };
        let all = ExportQuery::default();
        Ok(self.export_rows(after, next, &all).await?.rows)
    }

    /// Like [`Store::export`], with withdrawals, and only the versions that match `query` among the
    /// next `limit` changes, or fewer if their texts are long.
    ///
    /// # Errors
    /// Those of [`Store::export_window`].
    #[boxed]
    pub async fn export_some(
        &self,
        after: Cursor,
        limit: i64,
        query: &ExportQuery,
    ) -> Result<ExportBatch, StoreError> {
        Ok(match self.export_window(after, limit).await? {
            Some(next) => self.export_rows(after.number, next, query).await?,
            None => ExportBatch::default(),
        })
    }

    /// The last cursor of the next `limit` changes after a cursor, or of fewer if their texts are
    /// long. `None` if there is nothing more.
    ///
    /// # Errors
    /// [`StoreError::OtherHistory`] if the database was restored from a backup that is older than the cursor, or is another one.
    #[boxed]
    pub async fn export_window(
        &self,
        after: Cursor,
        limit: i64,
    ) -> Result<Option<Cursor>, StoreError> {
        self.publish().await?;
        self.check_cursor(Series::Changes, after).await?;
        self.next_window(after.number, limit).await
    }

    #[retried]
    async fn next_window(&self, after: i64, limit: i64) -> Result<Option<Cursor>, StoreError> {
        let next = sqlx::query!(
            "select next, (select token from history where series = 'changes' and last >= next order by last limit 1) as token
            from (
                select max(cursor) filter (where characters <= $3 or place = 1) as next
                from (
                    select cursor, row_number() over versions as place,
                        coalesce(sum(char_count) over versions, 0) as characters
                    from (select cursor, char_count from publications where cursor > $1 order by cursor limit $2) p
                    window versions as (order by cursor rows unbounded preceding)
                ) batch
            ) found",
            after,
            limit,
            WINDOW_CHARACTERS
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(next.next.map(|number| Cursor {
            number,
            token: next.token.map(Token),
        }))
    }

    /// The withdrawals and matching versions after one cursor and up to another, in cursor order. A version
    /// that has changed since the window was determined has a cursor beyond it, and comes with a later window.
    #[retried]
    pub async fn export_rows(
        &self,
        after: i64,
        to: Cursor,
        query: &ExportQuery,
    ) -> Result<ExportBatch, StoreError> {
        let rows = self.article_rows(after, to.number, None, query).await?;
        let withdrawn = sqlx::query_as!(
            Withdrawal,
            r#"select cursor as "cursor!", id as "id!", version as "version!", id || ':' || version as "version_id!",
                withdrawn_at as "withdrawn_at!"
            from news.withdrawals where cursor > $1 and cursor <= $2 order by cursor"#,
            after,
            to.number
        );
        let batch = ExportBatch {
            rows,
            left_out: 0,
            withdrawn: withdrawn.fetch_all(&self.pool).await?,
            next: Some(to),
        };
        Ok(batch.without(&query.without))
    }

    /// The last cursor so far, with a token that is recorded for it; 0 if there is none.
    ///
    /// # Errors
    /// Those of the database.
    #[boxed]
    pub async fn export_end(&self) -> Result<Cursor, StoreError> {
        self.publish().await?;
        let last = self.last_cursor().await?;
        Ok(self.next_window(last - 1, 1).await?.unwrap_or_default())
    }

    /// The latest versions that match a search and changed after a cursor, the newest first, and where the next ones begin: after
    /// [`SearchQuery::after`], among the next [`SearchQuery::limit`] matches. They come in the same order however long it takes; an
    /// article that is added meanwhile may be missing, and has a cursor beyond [`Store::export_end`] of the beginning.
    ///
    /// # Errors
    /// Those of the database.
    #[retried]
    pub async fn export_matches(
        &self,
        search: &SearchQuery,
        after: i64,
        query: &ExportQuery,
    ) -> Result<(ExportBatch, Option<SearchCursor>), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let (ids, next) = search::newest_ids(&mut connection, search).await?;
        drop(connection);
        let batch = ExportBatch {
            rows: self
                .article_rows(after, i64::MAX, Some(&ids), query)
                .await?,
            ..ExportBatch::default()
        };
        Ok((batch.without(&query.without), next))
    }

    /// The matching versions between two cursors; of some articles the latest, in their order.
    async fn article_rows(
        &self,
        after: i64,
        to: i64,
        ids: Option<&[String]>,
        query: &ExportQuery,
    ) -> Result<Vec<ArticleRow>, StoreError> {
        let columns = match query.columns.as_slice() {
            [] => columns_sql(&self.article_columns().await?),
            some => columns_sql(some),
        };
        let (some, order) = match ids {
            Some(_) => (
                "and article_id = any($10)",
                "array_position($10, batch.article_id)",
            ),
            None => ("and $10::text[] is null", "batch.cursor"),
        };
        // `offset 0` forces a lookup of each row by its key, whatever the planner's statistics.
        // Tables of which no column is selected are not read.
        let rows = sqlx::query(AssertSqlSafe(format!(
            "with batch as materialized (
                select * from publications
                where cursor > $1 and cursor <= $2 and withdrawn_at is null {some}
                    and (cardinality($5::text[]) = 0 or story_id = any($5))
                    and (not $7 or duplicate_of is null)
            )
            select batch.cursor, {columns} from batch cross join lateral (
                select * from news.articles where id = batch.article_id and version = batch.version offset 0
            ) a
            where (cardinality($3::text[]) = 0 or a.source_id = any($3))
                and (cardinality($4::text[]) = 0 or a.language = any($4))
                and (not $6 or a.is_latest and batch.moved_to is null)
                and ($8::timestamptz is null or a.date_published >= $8)
                and ($9::timestamptz is null or a.date_published < $9)
            order by {order}"
        )))
        .bind(after)
        .bind(to)
        .bind(text::list(&query.sites))
        .bind(text::list(&query.languages))
        .bind(text::list(&query.stories))
        .bind(query.latest || ids.is_some())
        .bind(query.leaders)
        .bind(query.published_since)
        .bind(query.published_until)
        .bind(ids)
        .fetch_all(&self.pool)
        .await?;
        Ok(ArticleRow::all(&rows)?)
    }

    /// The columns of the view, in order.
    async fn article_columns(&self) -> Result<Vec<String>, sqlx::Error> {
        let names = sqlx::query_scalar!(
            r#"select attname::text as "name!" from pg_attribute
            where attrelid = 'news.articles'::regclass and attnum > 0 and attname <> 'cursor' order by attnum"#
        );
        names.fetch_all(&self.pool).await
    }

    /// The id of the article whose id begins with `prefix`, of at least [`MIN_ID_DIGITS`] digits.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if several do.
    #[retried]
    pub async fn article_with_prefix(&self, prefix: &str) -> Result<Option<String>, StoreError> {
        if prefix.len() < MIN_ID_DIGITS || !prefix.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let prefix = text::owned(&prefix.to_ascii_lowercase());
        let found = sqlx::query_scalar!(
            // of hexadecimal digits
            "select article_id from article_heads where article_id >= $1 and article_id < $1 || 'g' order by 1 limit 2",
            prefix
        );
        match found.fetch_all(&self.pool).await?.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one.clone())),
            _ => Err(StoreError::Invalid(format!(
                "the ids of several articles begin with {prefix:?}"
            ))),
        }
    }

    /// The versions of an article, the latest first.
    #[retried]
    pub async fn article(&self, id: &str) -> Result<Vec<ArticleRow>, StoreError> {
        let rows = sqlx::query(
            "select * from news.articles where id = $1 order by is_latest desc, date_crawled desc",
        );
        let rows = rows.bind(text::owned(id)).fetch_all(&self.pool).await?;
        Ok(ArticleRow::all(&rows)?)
    }

    /// One version of an article.
    #[retried]
    pub async fn article_version(
        &self,
        id: &str,
        version: i32,
    ) -> Result<Option<ArticleRow>, StoreError> {
        let rows = sqlx::query("select * from news.articles where id = $1 and version = $2");
        let rows = rows.bind(text::owned(id)).bind(version);
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(ArticleRow::all(&rows)?.pop())
    }

    /// The number of each version of an article and when it was crawled, the latest first. A live blog has hundreds of versions.
    #[retried]
    pub async fn article_versions(
        &self,
        id: &str,
    ) -> Result<Vec<(i32, DateTime<Utc>)>, StoreError> {
        let versions = sqlx::query_as(
            "select version, date_crawled from news.articles where id = $1 order by is_latest desc, date_crawled desc",
        );
        let versions = versions.bind(text::owned(id));
        Ok(versions.fetch_all(&self.pool).await?)
    }
}
