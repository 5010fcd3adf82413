//! The server's own record of what was asked of it: the judge of a crawl.

use std::{
    sync::{Mutex, PoisonError},
    time::Instant,
};

use chrono::{DateTime, Utc};

/// One request and how it was answered.
#[derive(Debug, Clone)]
pub struct Request {
    /// When the request's head had arrived.
    pub at: DateTime<Utc>,
    /// The same moment on the monotonic clock, for measuring gaps.
    pub started: Instant,
    /// When the last byte was handed to the connection, or the client hung up; `None` while it goes on.
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

/// Requests in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Vec<Request>>);

impl Log {
    /// Appends a request and returns its place.
    pub(crate) fn begin(&self, request: Request) -> usize {
        let mut requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        requests.push(request);
        requests.len() - 1
    }

    /// Notes the end of the answer to the request at `place`, unless the log was cleared since.
    pub(crate) fn end(&self, place: usize, started: Instant, bytes: u64) {
        let mut requests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(request) = requests.get_mut(place).filter(|r| r.started == started) {
            request.ended = Some(Instant::now());
            request.bytes = bytes;
        }
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub(crate) fn clear(&self) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }
}
