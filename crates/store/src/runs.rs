//! Runs: one row and its counts per command that works through a stage.

use crate::{Store, StoreError};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Begun and not heard of since.
    Running,
    /// Done.
    Done,
    /// Ended early by request.
    Stopped,
    /// Ended by an error.
    Failed,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Run {
    /// Its id.
    pub id: i64,
    /// The command: `nightly`, `crawl`, …
    pub command: String,
    /// How it stands.
    pub state: RunState,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its numbers: an object.
    pub counts: serde_json::Value,
    /// The error, or another remark.
    pub detail: Option<String>,
}

impl Store {
    /// Records that a run begins; gives its id.
    pub async fn begin_run(&self, command: &str) -> Result<i64, StoreError> {
        let _ = command;
        todo!()
    }

    /// Records how a run ended.
    pub async fn finish_run(
        &self,
        id: i64,
        state: RunState,
        counts: &serde_json::Value,
        detail: Option<&str>,
    ) -> Result<(), StoreError> {
        let _ = (id, state, counts, detail);
        todo!()
    }
}
