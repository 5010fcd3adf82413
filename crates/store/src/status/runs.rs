//! Runs: one row with counts for each execution of a pipeline command.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::{boxed, retried};

use crate::{
    Store, StoreError,
    text::{self, names},
};

names! {
    /// The state of a run.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RunState {
        /// Started, and not known to have ended.
        Running => "running",
        /// Not ended, and its process is gone: it was killed or lost the database. Never stored.
        Lost => "lost",
        /// Completed.
        Done => "done",
        /// Ended early on request.
        Stopped => "stopped",
        /// Ended with an error.
        Failed => "failed",
    }
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Run {
    /// Its id.
    pub id: i64,
    /// The command: `nightly`, `crawl`, …
    pub command: String,
    /// `running`, `done`, `stopped`, `failed`, or `lost` (killed or cut off).
    #[schema(value_type = String)]
    pub state: RunState,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// Its counts: a JSON object.
    #[schema(value_type = Object)]
    pub counts: serde_json::Value,
    /// The error or another remark.
    pub detail: Option<String>,
}

impl Run {
    /// A count of pages or articles; `None` if it is unknown: of a stage that did not end, or of one that a crawl did not have. Counts of
    /// visits are not stored if they are zero.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        let is_of_crawl = ["fetched", "not_modified"].contains(&name);
        let has_ended = [RunState::Done, RunState::Stopped].contains(&self.state);
        let is_counted = match self.command.as_str() {
            "nightly" => has_ended,
            "crawl" => has_ended && is_of_crawl,
            "extract" => has_ended && !is_of_crawl,
            _ => false,
        };
        self.counts[name].as_u64().or(is_counted.then_some(0))
    }
}

/// A summary of the runs of one command.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LastRun {
    /// The command.
    pub command: String,
    /// When a run last completed.
    pub done_at: Option<DateTime<Utc>>,
    /// When a run last failed.
    pub failed_at: Option<DateTime<Utc>>,
    /// Duration of the last run that ended, in seconds.
    pub seconds: Option<f64>,
    /// Number of completed runs.
    pub done: i64,
    /// Number of failed runs.
    pub failed: i64,
    /// Number of runs stopped early.
    pub stopped: i64,
    /// Number of lost runs, as far as they are kept: they were killed or lost the database.
    pub lost: i64,
    /// Number of running runs.
    pub running: i64,
}

impl Store {
    /// Records the start of a run. Returns its id.
    #[retried(once)]
    pub async fn begin_run(&self, command: &str) -> Result<i64, StoreError> {
        let session = self
            .heartbeat
            .lock_number(&self.pool.connect_options())
            .await;
        let mut transaction = self.pool.begin().await?;
        if let Some(run) = once.committed(&mut transaction).await? {
            return Ok(run);
        }
        let run = sqlx::query_scalar!(
            "insert into runs (command, session) values ($1, $2) returning run_id",
            text::owned(command),
            session
        )
        .fetch_one(&mut *transaction)
        .await?;
        once.commit(transaction, run).await
    }

    /// Records how a run ended; with [`RunState::Running`], only what it has counted so far.
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

    /// Records what a run has counted so far. Does nothing if it has ended.
    #[retried]
    pub async fn record_run(&self, id: i64, counts: &serde_json::Value) -> Result<(), StoreError> {
        sqlx::query!(
            "update runs set counts = $2 where run_id = $1 and state = 'running'",
            id,
            text::json_object(counts)
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The last runs before the one with this id, newest first.
    #[retried]
    pub async fn runs_before(&self, id: i64, limit: i64) -> Result<Vec<Run>, StoreError> {
        let runs = sqlx::query_as!(
            Run,
            r#"select run_id as id, command, run_state(state, session) as "state!: RunState", started_at, finished_at, counts, detail
            from runs where run_id < $1 order by run_id desc limit $2"#,
            id,
            limit
        );
        Ok(runs.fetch_all(&self.pool).await?)
    }

    /// The last crawl of all sites among the last hundred runs: a nightly run, or one that names no site.
    #[boxed]
    pub async fn last_crawl(&self) -> Result<Option<Run>, StoreError> {
        let mut runs = self.runs_before(i64::MAX, 100).await?.into_iter();
        let is_crawl = |run: &Run| ["nightly", "crawl"].contains(&run.command.as_str());
        Ok(runs.find(|run| is_crawl(run) && run.counts.get("site").is_none()))
    }

    /// A run.
    #[boxed]
    pub async fn run(&self, id: i64) -> Result<Option<Run>, StoreError> {
        let runs = self.runs_before(id.saturating_add(1), 1).await?;
        Ok(runs.into_iter().find(|run| run.id == id))
    }

    /// The most recently started of the running runs, or of those whose program lives for sure.
    #[retried]
    pub async fn running(&self, for_sure: bool) -> Result<Option<Run>, StoreError> {
        let run = sqlx::query_as!(
            Run,
            r#"select run_id as id, command, run_state(state, session) as "state!: RunState", started_at, finished_at, counts, detail
            from runs where run_state(state, session) = 'running' and (session is not null or not $1)
            order by started_at desc, run_id desc limit 1"#,
            for_sure
        );
        Ok(run.fetch_optional(&self.pool).await?)
    }

    /// Summaries of the runs of each command, by name.
    #[retried]
    pub async fn last_runs(&self) -> Result<Vec<LastRun>, StoreError> {
        let runs = sqlx::query_as!(
            LastRun,
            r#"with recent as (
                select command, max(finished_at) filter (where state = 'done') as done_at,
                    max(finished_at) filter (where state = 'failed') as failed_at,
                    (array_agg(extract(epoch from finished_at - started_at)::float8 order by finished_at desc)
                        filter (where finished_at is not null))[1] as seconds,
                    count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed,
                    count(*) filter (where state = 'stopped') as stopped,
                    count(*) filter (where run_state(state, session) = 'lost') as lost,
                    count(*) filter (where run_state(state, session) = 'running') as running
                from runs group by command
            ), before as (
                select command, sum(runs) filter (where state = 'done') as done, sum(runs) filter (where state = 'failed') as failed,
                    sum(runs) filter (where state = 'stopped') as stopped
                from runs_before group by command
            )
            select command as "command!", done_at, failed_at, seconds,
                (coalesce(r.done, 0) + coalesce(b.done, 0))::bigint as "done!",
                (coalesce(r.failed, 0) + coalesce(b.failed, 0))::bigint as "failed!",
                (coalesce(r.stopped, 0) + coalesce(b.stopped, 0))::bigint as "stopped!", coalesce(r.lost, 0) as "lost!",
                coalesce(r.running, 0) as "running!"
            from recent r full join before b using (command) order by command"#
        );
        Ok(runs.fetch_all(&self.pool).await?)
    }
}
