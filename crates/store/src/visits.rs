//! Visits: one fetch, one outcome, one transaction.

use crate::{Lease, NewPage, NewUrl, Store, StoreError};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How a fetch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A body came back.
    Fetched,
    /// 304.
    NotModified,
    /// A redirect that leads elsewhere.
    Redirected,
    /// robots.txt says no; nothing was requested.
    Disallowed,
    /// The body exceeds the bound.
    TooLarge,
    /// No connection: DNS, TCP or TLS failed.
    Unreachable,
    /// 401, 403, 451 and other refusals.
    Refused,
    /// 404 or 410.
    NotFound,
    /// 5xx.
    ServerError,
    /// 429 or 503: come back later.
    Busy,
    /// Too slow.
    Timeout,
    /// The answer is no HTTP or cannot be decoded.
    Malformed,
    /// Not requested, by our own choice (type, scope, budget, private address).
    Skipped,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Self; 13] = [
        Self::Fetched,
        Self::NotModified,
        Self::Redirected,
        Self::Disallowed,
        Self::TooLarge,
        Self::Unreachable,
        Self::Refused,
        Self::NotFound,
        Self::ServerError,
        Self::Busy,
        Self::Timeout,
        Self::Malformed,
        Self::Skipped,
    ];
}

/// One fetch and all that is to be remembered of it.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The URL's id, from [`crate::Due`].
    pub url_id: i64,
    /// The URL, for messages.
    pub url: String,
    /// When it was fetched. Together with the URL the key of the visit: recording it twice is harmless.
    pub fetched_at: DateTime<Utc>,
    /// How it ended.
    pub outcome: Outcome,
    /// HTTP status, if there was an answer.
    pub http_status: Option<i16>,
    /// Time from request to last byte.
    pub duration_ms: i32,
    /// Bytes of body received.
    pub size_bytes: i64,
    /// The page. A body equal to the last one of this URL is not stored again: the visit then counts as unchanged.
    pub page: Option<NewPage>,
    /// URLs found; unknown ones enter the frontier, hosts new to it are made on the fly in the same site.
    /// The caller sees to it that all are of the lease's registrable domain.
    pub links: Vec<NewUrl>,
    /// For the next conditional request.
    pub etag: Option<String>,
    /// For the next conditional request.
    pub last_modified: Option<String>,
    /// When to visit again; `None`: never again by itself.
    pub next_due: Option<DateTime<Utc>>,
    /// Earliest next request to this host.
    pub next_request_at: DateTime<Utc>,
    /// robots.txt group and rule that decided.
    pub robots_rule: Option<String>,
    /// Opt-out signals: an object; keys the views know: `tdm_reserved` (bool), `tdm_policy_url` (string), `ai_optout` (list of strings).
    pub opt_out: serde_json::Value,
    /// Error text or other remark.
    pub detail: Option<String>,
}

impl Store {
    /// Records a visit in one transaction: fetch record, page, links, next due, the host's next request.
    /// The lease lives on at least as long as before. `false`: the lease is lost, nothing was written.
    pub async fn complete(&self, lease: &Lease, visit: &Visit) -> Result<bool, StoreError> {
        let _ = (lease, visit);
        todo!()
    }
}
