//! Verdicts: the result of extractor and classifier for a page.

use std::collections::HashMap;
use std::ops::AddAssign;

use serde::Serialize;
use serde_json::Value;
use store_macros::retried;

use crate::{PageKey, Store, StoreError, text::column};

/// A verdict on a page by one version of the code, with its article.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVerdict {
    /// The page.
    pub key: PageKey,
    /// Version of the code.
    pub version: String,
    /// Page type, by its snake-case name.
    pub page_type: String,
    /// News score, 0..=1.
    pub news_score: f32,
    /// The classifier's features: a JSON object.
    pub features: Value,
    /// `model:<version>`, `rule:<name>` or `human`.
    pub label_source: String,
    /// The reason, in one line.
    pub reason: String,
    /// The URL pattern under which it is counted in `pattern_stats`; empty if it is not counted.
    pub pattern: String,
    /// Fingerprint of the page's layout, if it is an article and has one.
    pub layout: Option<u64>,
    /// Revision of the applied site rules; 0 if there are none.
    pub rules_revision: i32,
    /// The article, unless the page is rejected: a JSON object with the derived columns of the table
    /// `articles`, among them `identity`, the normalised URL that identifies it, and `content_hash`. A missing
    /// column keeps its value when the page is extracted again. Facts of the fetch come from the page.
    pub article: Option<Value>,
    /// Whether the stored body, or that of a further page of the article, is damaged, so that not
    /// all of it could be read. A verdict from before the damage stays, with its article.
    pub is_unreadable: bool,
}

/// The label source of a page whose text stands in for articles.
pub const STAND_IN: &str = "rule:stand-in";
/// Its reason.
pub const STAND_IN_REASON: &str = "different articles of its host have changed to this text, as a notice or a wall does in their place; \
    to take it back, delete its row of stand_in_texts and extract again";

impl NewVerdict {
    /// The verdict on the page if the database refuses its article or its features.
    pub(super) fn refused(&self, error: &StoreError) -> Self {
        Self {
            key: self.key,
            version: self.version.clone(),
            page_type: "error".to_owned(),
            news_score: 0.0,
            features: serde_json::json!({}),
            label_source: "rule:refused".to_owned(),
            reason: format!("its article cannot be stored: {error}"),
            pattern: String::new(),
            layout: None,
            rules_revision: self.rules_revision,
            article: None,
            is_unreadable: true,
        }
    }

    /// The verdict on the page if its text stands in for articles.
    pub(super) fn stand_in(&self) -> Self {
        Self {
            page_type: "other".to_owned(),
            label_source: STAND_IN.to_owned(),
            reason: STAND_IN_REASON.to_owned(),
            layout: None,
            article: None,
            ..self.clone()
        }
    }
}

/// The stored verdict of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredVerdict {
    /// Page type, by its snake-case name.
    pub page_type: String,
    /// `model:<version>`, `rule:<name>` or `human`.
    pub label_source: String,
    /// The article version that the page shows, a JSON object with the columns of the table `articles`; `None` if rejected.
    pub article: Option<Value>,
    /// Whether that version was made from this page. If not, it was made from another page with the same content, and a new
    /// verdict on this page changes it only if the content differs.
    pub made_here: bool,
}

/// Counts of what saving verdicts changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SaveCounts {
    /// New articles.
    pub added: u64,
    /// New versions of known articles.
    pub versions: u64,
    /// Versions whose derived fields changed when their page was extracted again.
    pub replaced: u64,
    /// Pages with an unchanged article.
    pub unchanged: u64,
    /// Pages that are not, or no longer, an article.
    pub rejected: u64,
    /// Pages with the same result as before: the same article, or none.
    pub again: u64,
    /// Pages whose stored body is damaged, or whose article the database refused.
    pub unreadable: u64,
    /// Versions withdrawn because their page is no longer an article.
    pub withdrawn: u64,
    /// Pages queued again, since their version was withdrawn.
    #[serde(skip)]
    pub requeued: u64,
}

impl AddAssign for SaveCounts {
    fn add_assign(&mut self, other: Self) {
        let Self {
            added,
            versions,
            replaced,
            unchanged,
            rejected,
            again,
            unreadable,
            withdrawn,
            requeued,
        } = other;
        self.added += added;
        self.versions += versions;
        self.replaced += replaced;
        self.unchanged += unchanged;
        self.rejected += rejected;
        self.again += again;
        self.unreadable += unreadable;
        self.withdrawn += withdrawn;
        self.requeued += requeued;
    }
}

impl Store {
    /// The stored verdicts of these pages. Pages without one are left out.
    #[retried]
    pub async fn stored_verdicts(
        &self,
        keys: &[PageKey],
    ) -> Result<HashMap<PageKey, StoredVerdict>, StoreError> {
        let rows = sqlx::query!(
            r#"select d.fetched_at, d.page_id, d.page_type, d.label_source,
                to_jsonb(a) - 'search' - 'derived_hash' as article,
                coalesce(a.fetched_at = d.fetched_at and a.page_id = d.page_id, false) as "made_here!"
            from unnest($1::timestamptz[], $2::bigint[]) as key (fetched_at, page_id)
            join verdicts d on d.fetched_at = key.fetched_at and d.page_id = key.page_id
            left join articles a on a.article_id = d.article_id and a.version = d.article_version"#,
            &column(keys, |key| key.fetched_at),
            &column(keys, |key| key.page_id)
        )
        .fetch_all(&self.pool)
        .await?;
        let verdicts = rows.into_iter().map(|row| {
            let key = PageKey::new(row.fetched_at, row.page_id);
            let verdict = StoredVerdict {
                page_type: row.page_type,
                label_source: row.label_source,
                article: row.article,
                made_here: row.made_here,
            };
            (key, verdict)
        });
        Ok(verdicts.collect())
    }
}
