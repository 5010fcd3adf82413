//! Runs: one row and its counts per command that works through a stage.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::{boxed, retried};

use crate::{
    Store, StoreError,
    text::{self, names},
};

/// The state of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Begun, and not ended as far as is known.
    Running,
    /// Not ended, and its program has gone: it was killed, or has lost the database. Never stored.
    Lost,
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
    /// Its state.
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

names!(RunState {
    Running => "running",
    Lost => "lost",
    Done => "done",
    Stopped => "stopped",
    Failed => "failed",
});

impl Store {
    /// Records that a run begins; gives its id.
    #[boxed]
    pub async fn begin_run(&self, command: &str) -> Result<i64, StoreError> {
        let session = self
            .heartbeat
            .lock_number(&self.pool.connect_options())
            .await;
        let run = sqlx::query_scalar!(
            "insert into runs (command, session) values ($1, $2) returning run_id",
            text::owned(command),
            session
        );
        Ok(run.fetch_one(&self.pool).await?)
    }

    /// Records how a run ended ([`RunState::Running`]: only what it counted so far).
    #[retried]
    pub async fn finish_run(
        &self,
        id: i64,
        state: RunState,
        counts: &serde_json::Value,
        detail: Option<&str>,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "update runs set state = $2, counts = $3, detail = $4,
                finished_at = case when $2 <> 'running' then now() end
            where run_id = $1",
            id,
            state.as_str(),
            text::json_object(counts),
            text::optional(detail)
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The last runs, newest first.
    #[retried]
    pub async fn runs(&self, limit: i64) -> Result<Vec<Run>, StoreError> {
        let rows = sqlx::query!(
            r#"select run_id, command, state, started_at, finished_at, counts, detail,
                state = 'running' and session is not null and not session_lives(session) as "lost!"
            from runs order by started_at desc, run_id desc limit $1"#,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(Run {
                    id: row.run_id,
                    command: row.command,
                    state: if row.lost {
                        RunState::Lost
                    } else {
                        row.state.parse()?
                    },
                    started_at: row.started_at,
                    finished_at: row.finished_at,
                    counts: row.counts,
                    detail: row.detail,
                })
            })
            .collect()
    }
}
