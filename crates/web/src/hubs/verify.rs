//! Verification of intent: a hub asks whether a subscription is ours (`WebSub`, section 5.3).

use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use store::{Store, StoreError};

use crate::hubs::callbacks::Callbacks;

/// Maximum length of an echoed challenge in bytes.
const MAX_CHALLENGE: usize = 4_096;
/// The lease if a hub names none, and the maximum lease.
const DEFAULT_LEASE: Duration = Duration::from_hours(24 * 10);
pub(crate) const MAX_LEASE: Duration = Duration::from_hours(24 * 90);

/// A hub's verification of intent, or its denial (`WebSub`, section 5).
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct VerificationRequest {
    pub(crate) mode: String,
    pub(crate) topic: String,
    pub(crate) challenge: String,
    pub(crate) lease: Option<Duration>,
    pub(crate) reason: String,
}

impl VerificationRequest {
    pub(crate) fn parse(query: &str) -> Self {
        let mut request = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match name.as_ref() {
                "hub.mode" => request.mode = value.into_owned(),
                "hub.topic" => request.topic = value.into_owned(),
                "hub.challenge" => request.challenge = value.into_owned(),
                "hub.lease_seconds" => request.lease = value.parse().ok().map(Duration::from_secs),
                "hub.reason" => request.reason = value.into_owned(),
                _ => {}
            }
        }
        request
    }

    /// The lease, clamped to its bounds.
    pub(crate) fn granted(&self) -> Duration {
        let lease = self.lease.unwrap_or(DEFAULT_LEASE);
        lease.clamp(Duration::from_secs(1), MAX_LEASE)
    }
}

/// Answers the hub: its challenge if the subscription is ours, 404 if not.
pub(crate) async fn verify(
    State(callbacks): State<Callbacks>,
    Path(callback): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let request = VerificationRequest::parse(query.as_deref().unwrap_or_default());
    let answered = answer(&callbacks.store, &callback, &request).await;
    match answered {
        Ok(true) if request.mode == "denied" => StatusCode::OK.into_response(),
        Ok(true) => challenge(request.challenge),
        // The response does not reveal whether the callback or the topic was wrong.
        Ok(false) => StatusCode::NOT_FOUND.into_response(),
        Err(error) => {
            tracing::error!(%error, "a hub's request could not be answered");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    }
}

/// Applies the request to the subscription. Returns whether the subscription is ours.
async fn answer(
    store: &Store,
    callback: &str,
    request: &VerificationRequest,
) -> Result<bool, StoreError> {
    let topic = &request.topic;
    match request.mode.as_str() {
        "denied" => {
            let denied = store
                .deny_subscription(callback, topic, &request.reason)
                .await?;
            if denied {
                tracing::warn!(
                    feed.topic = topic,
                    reason = request.reason,
                    "the hub denied the subscription"
                );
            }
            Ok(denied)
        }
        _ if request.challenge.is_empty() || request.challenge.len() > MAX_CHALLENGE => Ok(false),
        "subscribe" => {
            let lease = request.granted();
            let ours = store.confirm_subscription(callback, topic, lease).await?;
            if ours {
                tracing::info!(
                    feed.topic = topic,
                    lease_s = lease.as_secs(),
                    "subscription confirmed"
                );
            }
            Ok(ours)
        }
        "unsubscribe" => store.confirm_unsubscribe(callback, topic).await,
        _ => Ok(false),
    }
}

/// The challenge as plain text, so that no browser renders it as a page of ours.
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
    fn a_verification_request_is_parsed_from_its_query() {
        let query = "hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.example%2Ffeed&hub.challenge=a+b&hub.lease_seconds=60&x=1";
        let expected = VerificationRequest {
            mode: "subscribe".to_owned(),
            topic: "https://a.example/feed".to_owned(),
            challenge: "a b".to_owned(),
            lease: Some(Duration::from_mins(1)),
            reason: String::new(),
        };
        assert_eq!(VerificationRequest::parse(query), expected);
        assert_eq!(
            VerificationRequest::parse("hub.lease_seconds=-1").lease,
            None
        );
    }
}
