//! How a fetch ended.

use serde::{Deserialize, Serialize};

use crate::names::names;

/// How a fetch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A body came back.
    Fetched,
    /// 304.
    NotModified,
    /// A redirect that leads elsewhere.
    Redirected,
    /// robots.txt says no; nothing was requested.
    Disallowed,
    /// The body exceeds the bound.
    TooLarge,
    /// No connection: DNS, TCP or TLS failed.
    Unreachable,
    /// 401, 403, 451 and other refusals.
    Refused,
    /// 404 or 410.
    NotFound,
    /// 5xx.
    ServerError,
    /// 429 or 503: come back later.
    Busy,
    /// Too slow.
    Timeout,
    /// The answer is no HTTP or cannot be decoded.
    Malformed,
    /// Not requested, by our own choice (type, scope, budget, private address).
    Skipped,
}

names!(Outcome {
    Fetched => "fetched",
    NotModified => "not_modified",
    Redirected => "redirected",
    Disallowed => "disallowed",
    TooLarge => "too_large",
    Unreachable => "unreachable",
    Refused => "refused",
    NotFound => "not_found",
    ServerError => "server_error",
    Busy => "busy",
    Timeout => "timeout",
    Malformed => "malformed",
    Skipped => "skipped",
});

impl Outcome {
    /// Did the site fail to give what was asked for?
    pub(crate) fn is_failure(self) -> bool {
        match self {
            Self::Fetched
            | Self::NotModified
            | Self::Redirected
            | Self::Disallowed
            | Self::Skipped => false,
            Self::TooLarge
            | Self::Unreachable
            | Self::Refused
            | Self::NotFound
            | Self::ServerError
            | Self::Busy
            | Self::Timeout
            | Self::Malformed => true,
        }
    }
}
