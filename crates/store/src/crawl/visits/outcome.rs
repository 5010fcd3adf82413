//! Outcomes of fetches.

use serde::{Deserialize, Serialize};

use crate::text::names;

/// The outcome of a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A body was received.
    Fetched,
    /// 304.
    NotModified,
    /// A redirect to another URL.
    Redirected,
    /// Disallowed by robots.txt; nothing was requested.
    Disallowed,
    /// The body exceeds the size limit.
    TooLarge,
    /// No connection, or a broken one.
    Unreachable,
    /// The host name does not resolve.
    DnsFailure,
    /// The TLS handshake failed: untrusted certificate, or nothing in common.
    TlsFailure,
    /// 401, 403, 451 and other refusals.
    Refused,
    /// A bot wall demands proof that the client is human.
    Challenge,
    /// 404 or 410.
    NotFound,
    /// 5xx.
    ServerError,
    /// 429 or 503: to be retried later.
    Busy,
    /// The request took too long.
    Timeout,
    /// The response is not HTTP, or cannot be decoded.
    Malformed,
    /// A redirect cycle, or too many redirects.
    RedirectLoop,
    /// Not requested by policy (type, scope, budget, private address).
    Skipped,
}

names!(Outcome {
    Fetched => "fetched",
    NotModified => "not_modified",
    Redirected => "redirected",
    Disallowed => "disallowed",
    TooLarge => "too_large",
    Unreachable => "unreachable",
    DnsFailure => "dns_failure",
    TlsFailure => "tls_failure",
    Refused => "refused",
    Challenge => "challenge",
    NotFound => "not_found",
    ServerError => "server_error",
    Busy => "busy",
    Timeout => "timeout",
    Malformed => "malformed",
    RedirectLoop => "redirect_loop",
    Skipped => "skipped",
});

impl Outcome {
    /// Whether the site failed to deliver what was requested.
    pub fn is_failure(self) -> bool {
        match self {
            Self::Fetched
            | Self::NotModified
            | Self::Redirected
            | Self::Disallowed
            | Self::Skipped => false,
            Self::TooLarge
            | Self::Unreachable
            | Self::DnsFailure
            | Self::TlsFailure
            | Self::Refused
            | Self::Challenge
            | Self::NotFound
            | Self::ServerError
            | Self::Busy
            | Self::Timeout
            | Self::Malformed
            | Self::RedirectLoop => true,
        }
    }
}
