//! Stored readings of pages, to compare new ones with.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use store_macros::retried;

use crate::{PageKey, Store, StoreError};

/// The stored reading of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// Page type, by its snake-case name.
    pub page_type: String,
    /// `model:<version>`, `rule:<name>` or `human`.
    pub label_source: String,
    /// The article version that the page shows, an object with the columns of the table `articles`; `None`: rejected.
    pub article: Option<Value>,
    /// Whether that version was made from this page. If not, another page with the same content made it, and a new reading
    /// of this page changes it only if the content differs.
    pub made_here: bool,
}

impl Store {
    /// The stored readings of these pages, as far as there are any.
    #[retried]
    pub async fn kept(&self, keys: &[PageKey]) -> Result<HashMap<PageKey, Kept>, StoreError> {
        let times: Vec<DateTime<Utc>> = keys.iter().map(|key| key.fetched_at).collect();
        let ids: Vec<i64> = keys.iter().map(|key| key.page_id).collect();
        let rows = sqlx::query!(
            r#"select d.fetched_at, d.page_id, d.page_type, d.label_source,
                to_jsonb(a) - 'search' - 'derived_hash' as article,
                coalesce(a.fetched_at = d.fetched_at and a.page_id = d.page_id, false) as "made_here!"
            from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join verdicts d on d.fetched_at = key.fetched_at and d.page_id = key.page_id
            left join articles a on a.article_id = d.article_id and a.version = d.article_version"#,
            &times,
            &ids
        )
        .fetch_all(&self.pool)
        .await?;
        let kept = rows.into_iter().map(|row| {
            let key = PageKey {
                fetched_at: row.fetched_at,
                page_id: row.page_id,
            };
            let kept = Kept {
                page_type: row.page_type,
                label_source: row.label_source,
                article: row.article,
                made_here: row.made_here,
            };
            (key, kept)
        });
        Ok(kept.collect())
    }
}
