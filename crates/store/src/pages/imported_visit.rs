//! What an archive tells of the visits that brought its pages.

use sqlx::PgConnection;

use crate::{PageKey, StoreError, text};

/// The remark on a page of which nobody says how it was fetched.
const FOREIGN: &str = "imported";

/// What an archive tells of the visit that brought a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedVisit {
    /// HTTP status.
    pub http_status: i16,
    /// Time from request to last byte; `None`: the archive tells nothing of the visit itself.
    pub duration_ms: Option<i32>,
    /// robots.txt group and rule that decided.
    pub robots_rule: Option<String>,
    /// Opt-out signals: an object, as of [`crate::Visit`].
    pub opt_out: serde_json::Value,
}

impl ImportedVisit {
    /// Puts the visit into the log, from where articles take the wishes of their publishers.
    pub(crate) async fn insert(
        &self,
        connection: &mut PgConnection,
        host_id: i64,
        url_id: i64,
        page: PageKey,
        size: i64,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into fetches (host_id, url_id, fetched_at, outcome, http_status, duration_ms, size_bytes,
                changed, page_id, robots_rule, opt_out, detail)
            values ($1, $2, $3, 'fetched', $4, $5, $6, true, $7, $8, $9, $10)
            on conflict do nothing",
            host_id,
            url_id,
            page.fetched_at,
            self.http_status.clamp(0, 999),
            self.duration_ms.unwrap_or(0).max(0),
            size,
            page.page_id,
            text::optional(self.robots_rule.as_deref()),
            text::json_object(&self.opt_out),
            self.duration_ms.is_none().then_some(FOREIGN)
        )
        .execute(connection)
        .await?;
        Ok(())
    }
}
