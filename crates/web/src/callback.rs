//! The addresses that hubs call: verification of intent by GET, content by POST (`WebSub`, sections 5.3 and 7).

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use store::{Store, StoreError};
use tokio::sync::{Notify, Semaphore};
use tokio_util::task::TaskTracker;

use crate::{BoxFuture, push};

/// Pushes in hand at most; a hub tries again where it is turned away.
const IN_HAND: usize = 32;
/// Longest challenge that is given back, in bytes.
const MAX_CHALLENGE: usize = 4_096;
/// The lease of a hub that names none, and the longest that is believed.
const USUAL_LEASE: Duration = Duration::from_hours(24 * 10);
const MAX_LEASE: Duration = Duration::from_hours(24 * 90);

/// What the callbacks work with.
#[derive(Debug, Clone)]
pub struct Callbacks {
    pub(crate) store: Store,
    pub(crate) settings: Arc<crawl::Settings>,
    /// Told whenever a push has entered the frontier.
    pub(crate) pushed: Arc<Notify>,
    pub(crate) in_hand: Arc<Semaphore>,
    /// Pushes answered and not yet worked through.
    pub(crate) working: TaskTracker,
}

impl Callbacks {
    /// Callbacks into `store`; `pushed` hears of every push that has entered the frontier.
    pub fn new(store: &Store, settings: &crawl::Settings, pushed: Arc<Notify>) -> Self {
        Self {
            store: store.clone(),
            settings: Arc::new(settings.clone()),
            pushed,
            in_hand: Arc::new(Semaphore::new(IN_HAND)),
            working: TaskTracker::new(),
        }
    }

    /// Waits until every push that was answered has been worked through.
    pub fn finish(&self) -> BoxFuture<'_, ()> {
        self.working.close();
        Box::pin(self.working.wait())
    }
}

/// The routes: `/websub/{callback}`.
pub fn websub(callbacks: Callbacks) -> Router {
    Router::new()
        .route("/websub/{callback}", get(verify).post(receive))
        .with_state(callbacks)
}

async fn receive(
    State(callbacks): State<Callbacks>,
    Path(callback): Path<String>,
    request: Request,
) -> Response {
    push::receive(&callbacks, &callback, request).await
}

/// What a hub asks, or tells, before it pushes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Question {
    mode: String,
    topic: String,
    challenge: String,
    lease: Option<Duration>,
    reason: String,
}

impl Question {
    fn read(query: &str) -> Self {
        let mut question = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "hub.mode" => question.mode = value.into_owned(),
                "hub.topic" => question.topic = value.into_owned(),
                "hub.challenge" => question.challenge = value.into_owned(),
                "hub.lease_seconds" => question.lease = value.parse().ok().map(Duration::from_secs),
                "hub.reason" => question.reason = value.into_owned(),
                _ => {}
            }
        }
        question
    }
}

async fn verify(
    State(callbacks): State<Callbacks>,
    Path(callback): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let question = Question::read(query.as_deref().unwrap_or_default());
    let answered = answer(&callbacks.store, &callback, &question).await;
    match answered {
        Ok(true) if question.mode == "denied" => StatusCode::OK.into_response(),
        Ok(true) => challenge(question.challenge),
        // Nobody learns whether the address or the topic was wrong.
        Ok(false) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "a hub's question could not be answered");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// Whether this is what we asked for.
async fn answer(store: &Store, callback: &str, question: &Question) -> Result<bool, StoreError> {
    let topic = &question.topic;
    match question.mode.as_str() {
        "denied" => {
            let denied = store
                .deny_subscription(callback, topic, &question.reason)
                .await?;
            if denied {
                tracing::warn!(
                    feed.topic = topic,
                    reason = question.reason,
                    "the hub refuses"
                );
            }
            Ok(denied)
        }
        _ if question.challenge.is_empty() || question.challenge.len() > MAX_CHALLENGE => Ok(false),
        "subscribe" => {
            let lease = question.lease.unwrap_or(USUAL_LEASE);
            let lease = lease.clamp(Duration::from_secs(1), MAX_LEASE);
            let ours = store.confirm_subscription(callback, topic, lease).await?;
            if ours {
                tracing::info!(
                    feed.topic = topic,
                    lease_s = lease.as_secs(),
                    "a hub pushes"
                );
            }
            Ok(ours)
        }
        "unsubscribe" => store.confirm_unsubscribe(callback, topic).await,
        _ => Ok(false),
    }
}

/// The challenge as plain text, whatever it holds: it must not become a page of ours in a browser.
fn challenge(text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_from_its_query() {
        let query = "hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.example%2Ffeed&hub.challenge=a+b&hub.lease_seconds=60&x=1";
        let wanted = Question {
            mode: "subscribe".to_owned(),
            topic: "https://a.example/feed".to_owned(),
            challenge: "a b".to_owned(),
            lease: Some(Duration::from_mins(1)),
            reason: String::new(),
        };
        assert_eq!(Question::read(query), wanted);
        assert_eq!(Question::read("hub.lease_seconds=-1").lease, None);
    }
}
