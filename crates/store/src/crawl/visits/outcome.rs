//! Outcomes of fetches.

use serde::{Deserialize, Serialize};

use crate::text::names;

names! {
    /// The outcome of a fetch.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Outcome {
        /// A body was received.
        Fetched => "fetched",
        /// 304.
        NotModified => "not_modified",
        /// A redirect to another URL.
        Redirected => "redirected",
        /// Disallowed by robots.txt; nothing was requested.
        Disallowed => "disallowed",
        /// The body exceeds the size limit.
        TooLarge => "too_large",
        /// No connection, or a broken one.
        Unreachable => "unreachable",
        /// The host name does not resolve.
        DnsFailure => "dns_failure",
        /// The TLS handshake failed: untrusted certificate, or nothing in common.
        TlsFailure => "tls_failure",
        /// 401, 403, 451 and other refusals.
        Refused => "refused",
        /// A bot wall demands proof that the client is human.
        Challenge => "challenge",
        /// 404 or 410.
        NotFound => "not_found",
        /// 5xx.
        ServerError => "server_error",
        /// 429 or 503: to be retried later.
        Busy => "busy",
        /// The request took too long.
        Timeout => "timeout",
        /// The response is not HTTP, or cannot be decoded.
        Malformed => "malformed",
        /// A redirect cycle, or too many redirects.
        RedirectLoop => "redirect_loop",
        /// Not requested by policy (type, scope, budget, private address).
        Skipped => "skipped",
    }
}

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
