//! The log of requests, with which tests check a crawl.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use axum::{extract::Request as HttpRequest, http::header};

/// A request and its response.
#[derive(Debug, Clone)]
pub struct Request {
    /// When the head of the request had arrived.
    pub started: Instant,
    /// When it was answered.
    pub ended: Instant,
    /// Host name without port, such as `morgenblatt.localhost`.
    pub host: String,
    /// Path with query, as requested.
    pub path: String,
    /// Status of the response.
    pub status: u16,
    /// Its `User-Agent`.
    pub user_agent: Option<String>,
}

impl Request {
    /// A request whose head has just arrived, without a response.
    pub(crate) fn arriving(request: &HttpRequest) -> Self {
        let now = Instant::now();
        let headers = request.headers();
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let authority = text(header::HOST).unwrap_or_default();
        let host = authority.split(':').next().unwrap_or_default();
        let path = request.uri().path_and_query();
        Self {
            started: now,
            ended: now,
            host: host.to_ascii_lowercase(),
            path: path.map_or_else(|| "/".to_owned(), ToString::to_string),
            status: 0,
            user_agent: text(header::USER_AGENT).map(str::to_owned),
        }
    }
}

/// Requests in the order of their answers.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<Vec<Request>>);

impl Log {
    fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends a request that is answered now.
    pub(crate) fn add(&self, request: Request) {
        let ended = Instant::now();
        self.requests().push(Request { ended, ..request });
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
