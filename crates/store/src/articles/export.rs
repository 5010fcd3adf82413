//! Article versions in the order of a cursor that misses no change.

use std::ops::Index;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer, de::value::MapDeserializer};
use serde_json::Value;
use sqlx::{
    Column as _, FromRow, Row as _, TypeInfo as _,
    postgres::{PgColumn, PgRow},
};
use store_macros::{boxed, retried};

use crate::{Store, StoreError, text};

/// A row of the view `news.articles`: its columns but `cursor`, by their names and in their order.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleRow {
    /// Its position in the export: continue after the last one.
    pub cursor: i64,
    columns: Vec<(String, Value)>,
}

impl ArticleRow {
    /// The columns that `T` names.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] where `T` wants a column that is missing, or another type.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, StoreError> {
        let columns = self.columns.iter().map(|(name, value)| (&**name, value));
        T::deserialize(MapDeserializer::new(columns))
            .map_err(|error: serde_json::Error| StoreError::Invalid(error.to_string()))
    }
}

impl Index<&str> for ArticleRow {
    type Output = Value;

    /// The value of a column; null if there is no such column.
    fn index(&self, column: &str) -> &Value {
        let found = self.columns.iter().find(|(name, _)| name == column);
        found.map_or(&Value::Null, |(_, value)| value)
    }
}

impl Serialize for ArticleRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().map(|(name, value)| (name, value)))
    }
}

impl FromRow<'_, PgRow> for ArticleRow {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let others = row
            .columns()
            .iter()
            .filter(|column| column.name() != "cursor");
        let columns = others.map(|column| Ok((column.name().to_owned(), value(row, column)?)));
        Ok(Self {
            cursor: row.try_get::<Option<i64>, _>("cursor")?.unwrap_or(0),
            columns: columns.collect::<Result<_, sqlx::Error>>()?,
        })
    }
}

/// A value as the article record spells it.
fn value(row: &PgRow, column: &PgColumn) -> Result<Value, sqlx::Error> {
    let at = column.ordinal();
    Ok(match column.type_info().name() {
        "BOOL" => row.try_get::<Option<bool>, _>(at)?.into(),
        "INT4" => row.try_get::<Option<i32>, _>(at)?.into(),
        "FLOAT4" => row.try_get::<Option<f32>, _>(at)?.map(decimal).into(),
        "TEXT" => row.try_get::<Option<String>, _>(at)?.into(),
        "TEXT[]" => row.try_get::<Option<Vec<String>>, _>(at)?.into(),
        "JSONB" => row.try_get::<Option<Value>, _>(at)?.unwrap_or_default(),
        "TIMESTAMPTZ" => {
            let time: Option<DateTime<Utc>> = row.try_get(at)?;
            serde_json::to_value(time).unwrap_or_default()
        }
        other => {
            let error = format!("{} of news.articles has the type {other}", column.name());
            return Err(sqlx::Error::Decode(error.into()));
        }
    })
}

/// The double with the same shortest decimal spelling: 0.9, not 0.8999999761581421.
fn decimal(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}

/// Which articles are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExportQuery {
    /// Site ids; empty means all.
    pub sites: Vec<String>,
    /// Versions with one of these opt-outs are left out: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    pub without: Vec<String>,
}

/// A batch of article versions.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportBatch {
    /// In cursor order.
    pub rows: Vec<ArticleRow>,
    /// Versions of the wanted sites that were left out because of their opt-outs.
    pub left_out: u64,
    /// Continue after this; it is behind what was left out. `None`: there is no more.
    pub next: Option<i64>,
}

/// A version that was withdrawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Withdrawal {
    /// Its position in the export: continue after the last one.
    pub cursor: i64,
    /// Article id.
    pub id: String,
    /// Version.
    pub version: i32,
    /// When.
    pub withdrawn_at: DateTime<Utc>,
}

/// Digits of an id that may name an article, at least.
const LEAST_DIGITS: usize = 4;

impl Store {
    /// Assigns cursors to committed changes. Called after each batch of verdicts and before each export.
    #[retried]
    pub(crate) async fn publish(&self) -> Result<(), StoreError> {
        sqlx::query_scalar!("select publish_articles()")
            .fetch_one(&self.pool)
            .await?;
        Ok(())
    }

    /// Article versions after a cursor (0: from the beginning), in cursor order. A version whose content or
    /// derived fields change gets a new cursor, and no cursor ever appears before one that was already returned.
    #[boxed]
    pub async fn export(
        &self,
        after_cursor: i64,
        limit: i64,
    ) -> Result<Vec<ArticleRow>, StoreError> {
        let all = ExportQuery::default();
        Ok(self.export_some(after_cursor, limit, &all).await?.rows)
    }

    /// The same, but only the wanted ones of the next `limit` versions.
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
        // One snapshot: a version that changes meanwhile moves behind the window, not out of the count.
        let mut transaction = self
            .pool
            .begin_with("begin isolation level repeatable read read only")
            .await?;
        let window = sqlx::query!(
            r#"with batch as materialized (
                select cursor, article_id, version from publications
                where cursor > $1 and withdrawn_at is null order by cursor limit $2
            )
            select max(batch.cursor) as next,
                count(*) filter (where a.opt_outs && $4::text[]
                    and (cardinality($3::text[]) = 0 or a.source_id = any($3))) as "left_out!"
            from batch left join lateral (
                select source_id, opt_outs from news.articles where id = batch.article_id and version = batch.version offset 0
            ) a on true"#,
            after_cursor,
            limit,
            &query.sites,
            &query.without
        )
        .fetch_one(&mut *transaction)
        .await?;
        let rows = match window.next {
            Some(next) => {
                // `offset 0` has each row looked up by its key, whatever the planner believes of the tables.
                sqlx::query_as(
                    "with batch as materialized (
                        select cursor, article_id, version from publications
                        where cursor > $1 and cursor <= $2 and withdrawn_at is null
                    )
                    select a.* from batch cross join lateral (
                        select * from news.articles where id = batch.article_id and version = batch.version offset 0
                    ) a
                    where (cardinality($3::text[]) = 0 or a.source_id = any($3)) and not a.opt_outs && $4::text[]
                    order by batch.cursor",
                )
                .bind(after_cursor)
                .bind(next)
                .bind(&query.sites)
                .bind(&query.without)
                .fetch_all(&mut *transaction)
                .await?
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

    /// The id of the article whose id begins so, with four digits or more.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if several do.
    #[retried]
    pub async fn article_with_prefix(&self, prefix: &str) -> Result<Option<String>, StoreError> {
        if prefix.len() < LEAST_DIGITS || !prefix.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let prefix = text::owned(prefix);
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

    /// The versions of an article, newest first.
    #[retried]
    pub async fn article(&self, id: &str) -> Result<Vec<ArticleRow>, StoreError> {
        let id = text::owned(id);
        let rows =
            sqlx::query_as("select * from news.articles where id = $1 order by date_crawled desc");
        Ok(rows.bind(&id).fetch_all(&self.pool).await?)
    }
}
