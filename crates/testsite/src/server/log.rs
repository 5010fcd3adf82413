//! The log of requests, by which a crawl is judged.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use axum::{extract::Request as HttpRequest, http::header};
use chrono::{DateTime, Utc};

/// One request and how it was answered.
#[derive(Debug, Clone)]
pub struct Request {
    /// When the request's head had arrived.
    pub at: DateTime<Utc>,
    /// The same moment on the monotonic clock, for measuring gaps.
    pub started: Instant,
    /// When the last byte was handed to the connection, or the client hung up; `None` before that.
    pub ended: Option<Instant>,
    /// Host name without port, as `morgenblatt.localhost`.
    pub host: String,
    /// Path with query, as requested.
    pub path: String,
    /// Status of the answer.
    pub status: u16,
    /// Whether it carried `If-None-Match` or `If-Modified-Since`.
    pub conditional: bool,
    /// Its `User-Agent`.
    pub user_agent: Option<String>,
    /// Bytes of body handed to the connection so far.
    pub bytes: u64,
}

impl Request {
    /// A request whose head has just arrived, without an answer.
    pub(crate) fn arriving(request: &HttpRequest) -> Self {
        let headers = request.headers();
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let authority = text(header::HOST).unwrap_or_default();
        let host = authority.split(':').next().unwrap_or_default();
        let path = request.uri().path_and_query();
        Self {
            at: Utc::now(),
            started: Instant::now(),
            ended: None,
            host: host.to_ascii_lowercase(),
            path: path.map_or_else(|| "/".to_owned(), ToString::to_string),
            status: 0,
            conditional: headers.contains_key(header::IF_NONE_MATCH)
                || headers.contains_key(header::IF_MODIFIED_SINCE),
            user_agent: text(header::USER_AGENT).map(str::to_owned),
            bytes: 0,
        }
    }
}

/// Requests in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Vec<Request>>);

impl Log {
    fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a request and returns its place.
    pub(crate) fn begin(&self, request: Request) -> usize {
        let mut requests = self.requests();
        requests.push(request);
        requests.len() - 1
    }

    /// Notes the end of the answer to the request at `place`, unless the log was cleared since.
    pub(crate) fn end(&self, place: usize, started: Instant, bytes: u64) {
        let mut requests = self.requests();
        if let Some(request) = requests.get_mut(place).filter(|r| r.started == started) {
            request.ended = Some(Instant::now());
            request.bytes = bytes;
        }
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        self.requests().clone()
    }

    pub(crate) fn len(&self) -> usize {
        self.requests().len()
    }

    pub(crate) fn clear(&self) {
        self.requests().clear();
    }
}
