//! Live progress: one task queries the database once a second for any number of viewers, and none runs without viewers.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use chrono::Utc;
use futures_util::stream;
use serde::Serialize;
use store::{Activity, Store};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::StartedRun;
use super::describe::{Progress, progress};
use crate::reader::Reader;

/// Maximum number of pages that watch at a time.
const MAX_VIEWERS: usize = 64;
/// Interval between two queries.
const PERIOD: Duration = Duration::from_secs(1);

/// The state that all viewers share.
#[derive(Debug)]
pub(in crate::reader) struct Live {
    /// The newest event, as JSON.
    sender: watch::Sender<Option<Arc<str>>>,
    /// Whether the task that queries the database is running.
    polling: Mutex<bool>,
    viewers: Arc<Semaphore>,
    /// The last run that a page started.
    pub(super) started: Mutex<Option<StartedRun>>,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            sender: watch::Sender::new(None),
            polling: Mutex::new(false),
            viewers: Arc::new(Semaphore::new(MAX_VIEWERS)),
            started: Mutex::default(),
        }
    }
}

/// One event.
#[derive(Debug, Serialize)]
struct LiveEvent {
    /// The current run.
    run: Option<i64>,
    #[serde(flatten)]
    progress: Option<Progress>,
    hosts_leased: i64,
    hosts_due: i64,
    urls_queued: i64,
    pages_unread: i64,
}

impl From<Activity> for LiveEvent {
    fn from(activity: Activity) -> Self {
        Self {
            run: activity.run.as_ref().map(|run| run.id),
            progress: activity.run.as_ref().map(|run| progress(run, Utc::now())),
            hosts_leased: activity.hosts_leased,
            hosts_due: activity.hosts_due,
            urls_queued: activity.urls_queued,
            pages_unread: activity.pages_unread,
        }
    }
}

impl Live {
    /// Subscribes to the events; `None` if there are too many viewers.
    fn watch(
        self: &Arc<Self>,
        store: &Store,
    ) -> Option<(watch::Receiver<Option<Arc<str>>>, OwnedSemaphorePermit)> {
        let permit = Arc::clone(&self.viewers).try_acquire_owned().ok()?;
        let mut polling = self.polling.lock().unwrap_or_else(PoisonError::into_inner);
        let mut receiver = self.sender.subscribe();
        if *polling {
            receiver.mark_changed(); // the last event is shown at once
        } else {
            *polling = true;
            self.sender.send_replace(None);
            receiver.mark_unchanged();
            tokio::spawn(Arc::clone(self).poll(store.clone()));
        }
        Some((receiver, permit))
    }

    /// Queries the database until the last viewer has left.
    async fn poll(self: Arc<Self>, store: Store) {
        loop {
            match store.activity().await {
                Ok(activity) => {
                    if let Ok(event) = serde_json::to_string(&LiveEvent::from(activity)) {
                        self.sender.send_replace(Some(event.into()));
                    }
                }
                Err(error) => tracing::warn!(%error, "the progress could not be read"),
            }
            tokio::time::sleep(PERIOD).await;
            let mut polling = self.polling.lock().unwrap_or_else(PoisonError::into_inner);
            if self.sender.receiver_count() == 0 {
                *polling = false;
                return;
            }
        }
    }
}

/// Sends the activity once a second until the connection ends.
pub(super) async fn events(State(reader): State<Reader>) -> Response {
    let Some(watched) = reader.live.watch(&reader.store) else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "30")],
            "Too many pages are watching. Close some of them, or reload this one.\n",
        )
            .into_response();
    };
    let events = stream::unfold(watched, |(mut receiver, permit)| async move {
        loop {
            // The sender lives as long as the server.
            receiver.changed().await.ok()?;
            let event = receiver.borrow_and_update().clone();
            if let Some(event) = event {
                let event = Event::default().data(&*event);
                return Some((Ok::<_, Infallible>(event), (receiver, permit)));
            }
        }
    });
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}
