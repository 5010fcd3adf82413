//! Receives pushes: each is acknowledged at once, then processed if its signature is valid.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::PushedFeed;

use crate::hubs::callbacks::Callbacks;
use crate::hubs::signature;

/// Maximum size of a push in bytes. Hubs push what is new, not archives.
const MAX_BODY: usize = 2 << 20;
/// Maximum time to receive a push.
const MAX_DURATION: Duration = Duration::from_secs(30);

/// Receives a push. 202: accepted or ignored; 410: no such subscription; 413, 408, 503: rejected.
pub(crate) async fn receive(
    State(callbacks): State<Callbacks>,
    Path(callback): Path<String>,
    request: Request,
) -> Response {
    let Ok(permit) = callbacks.pending.clone().try_acquire_owned() else {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            [(header::RETRY_AFTER, "60")],
        )
            .into_response();
    };
    let feed = match callbacks.store.pushed_feed(&callback).await {
        Ok(Some(feed)) => feed,
        Ok(None) => return StatusCode::GONE.into_response(),
        Err(error) => {
            tracing::error!(%error, "a push could not be received");
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let (head, body) = request.into_parts();
    let body = match tokio::time::timeout(MAX_DURATION, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    callbacks.tasks.clone().spawn(async move {
        process(&callbacks, &feed, &head.headers, &body).await;
        drop(permit);
    });
    StatusCode::ACCEPTED.into_response()
}

async fn process(callbacks: &Callbacks, feed: &PushedFeed, headers: &HeaderMap, body: &Bytes) {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let signed = text("x-hub-signature")
        .is_some_and(|header| signature::is_valid(header, &feed.secret, body));
    let done = if signed {
        crawl::record_push(
            &callbacks.store,
            &callbacks.settings,
            feed,
            body,
            text("content-type"),
        )
        .await
        .map(Some)
    } else {
        callbacks.store.ignore_push(feed).await.map(|()| None)
    };
    match done {
        Ok(Some(items)) => {
            tracing::info!(feed.url, items, "received a push");
            callbacks.pushed.notify_one();
        }
        Ok(None) => tracing::warn!(feed.url, "a push without a valid signature was ignored"),
        Err(error) => tracing::error!(feed.url, %error, "a push was lost"),
    }
}
