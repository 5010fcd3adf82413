//! Starts and stops runs. Each ends in the database, so that one that is killed loses nothing: the next run continues where it ended.

use std::sync::PoisonError;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect};
use tokio_util::sync::CancellationToken;

use crate::reader::Reader;
use crate::reader::page::{Answer, PageError};

/// A run that a page asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunRequest {
    /// Crawls this site, or all.
    Crawl(Option<String>),
    /// Extracts the stored pages of this site that wait for it, as after a change of its rules.
    Extract(String),
}

/// A run that has begun.
#[derive(Debug, Clone)]
pub struct StartedRun {
    /// Its id.
    pub id: i64,
    /// Ends it early.
    pub stop: CancellationToken,
}

/// Starts a run and redirects to its page, which shows its progress.
pub(in crate::reader) async fn start(reader: &Reader, request: RunRequest) -> Answer {
    let run = (reader.tools.start_run)(request).await;
    let run = run.map_err(PageError::Refused)?;
    let id = run.id;
    *reader
        .started
        .lock()
        .unwrap_or_else(PoisonError::into_inner) = Some(run);
    Ok(Redirect::to(&format!("/run/{id}")).into_response())
}

/// Starts a crawl of all sites.
pub(in crate::reader) async fn crawl_all(State(reader): State<Reader>) -> Answer {
    start(&reader, RunRequest::Crawl(None)).await
}

/// The run with this id, if it was started here.
pub(super) fn started(reader: &Reader, id: i64) -> Option<StartedRun> {
    let started = reader.started.lock();
    let started = started.unwrap_or_else(PoisonError::into_inner);
    started.clone().filter(|run| run.id == id)
}

/// Stops a run that was started here.
pub(super) async fn stop(State(reader): State<Reader>, Path(id): Path<String>) -> Answer {
    let run = id.parse().ok().and_then(|id| started(&reader, id));
    let run = run.ok_or(PageError::NotFound("run"))?;
    run.stop.cancel();
    Ok(Redirect::to(&format!("/run/{}", run.id)).into_response())
}
