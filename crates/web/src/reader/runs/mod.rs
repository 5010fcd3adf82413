//! Runs: their counts and errors, and the progress of the current one.

mod describe;
mod start;

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use store::{Activity, Run, RunState};

use super::guard::Writing;
use super::page::{Answer, Frame, PageError, Part, cut, render};
use super::{Reader, format};
use describe::{Counts, Progress, counts, progress, took};

pub(super) use describe::{ending, tone};

pub use start::{RunRequest, StartedRun};
pub(super) use start::{crawl_all, start};

/// Runs per page.
const RUNS_PER_PAGE: i64 = 50;

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/runs", get(runs))
        .route("/run/{id}", get(run))
        .route("/run/{id}/stop", post(start::stop))
}

#[derive(Debug, Default, Deserialize)]
struct Params {
    /// Only runs before this one.
    before: Option<i64>,
}

#[derive(Template)]
#[template(path = "runs/list.html")]
struct RunsPage {
    frame: Frame,
    now: DateTime<Utc>,
    runs: Vec<Run>,
    activity: Activity,
    progress: Option<Progress>,
    before: Option<i64>,
    is_first: bool,
}

impl RunsPage {
    fn took(&self, run: &Run) -> String {
        took(run, self.now).unwrap_or_else(|| "unknown".to_owned())
    }

    /// Whether the progress of a run is shown above the list.
    fn is_live(&self, run: &Run) -> bool {
        let live = self.activity.run.as_ref();
        live.is_some_and(|live| live.id == run.id)
    }

    fn tone(run: &Run) -> &'static str {
        tone(run.state)
    }

    fn counted(run: &Run, name: &str) -> String {
        run.count(name)
            .map_or_else(|| "–".to_owned(), |count| format::thousands(&count))
    }
}

async fn runs(State(reader): State<Reader>, Query(params): Query<Params>) -> Answer {
    let before = params.before.unwrap_or(i64::MAX);
    let (mut runs, activity) = tokio::try_join!(
        reader.store.runs_before(before, RUNS_PER_PAGE + 1),
        reader.store.activity(),
    )?;
    let now = Utc::now();
    render(&RunsPage {
        frame: Frame::of(Part::Runs, reader.zone),
        now,
        before: cut(&mut runs, RUNS_PER_PAGE).map(|run| run.id),
        progress: activity.run.as_ref().map(|run| progress(run, now)),
        activity,
        runs,
        is_first: params.before.is_none(),
    })
}

#[derive(Template)]
#[template(path = "runs/run.html")]
struct RunPage {
    frame: Frame,
    run: Run,
    /// How long it took, if that is known.
    took: Option<String>,
    tone: &'static str,
    ending: Option<&'static str>,
    /// The stage in which it was killed.
    killed_in: Option<Progress>,
    work: Counts,
    others: Counts,
    activity: Option<Activity>,
    progress: Option<Progress>,
    /// Whether this browser may stop it.
    can_stop: bool,
}

async fn run(State(reader): State<Reader>, headers: HeaderMap, Path(id): Path<String>) -> Answer {
    let id = id.parse().map_err(|_| PageError::NotFound("run"))?;
    let run = reader.store.run(id).await?;
    let run = run.ok_or(PageError::NotFound("run"))?;
    let now = Utc::now();
    let is_running = run.state == RunState::Running;
    let activity = if is_running {
        Some(reader.store.activity().await?)
    } else {
        None
    };
    let (work, others) = counts(&run);
    render(&RunPage {
        frame: Frame::of(Part::Runs, reader.zone),
        took: took(&run, now),
        tone: tone(run.state),
        ending: ending(&run),
        killed_in: (run.state == RunState::Lost && run.counts["stage"].is_string())
            .then(|| progress(&run, now)),
        work,
        others,
        progress: is_running.then(|| progress(&run, now)),
        can_stop: is_running
            && start::started(&reader, run.id).is_some()
            && reader.access.writing(&headers) == Writing::Allowed,
        activity,
        run,
    })
}
