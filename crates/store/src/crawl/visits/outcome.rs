//! How a fetch ended.

use serde::{Deserialize, Serialize};

use crate::text::names;

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
    /// No connection, or one that broke.
    Unreachable,
    /// The name leads to no address.
    DnsFailure,
    /// No TLS: the certificate is not to be trusted, or there is no common ground.
    TlsFailure,
    /// 401, 403, 451 and other refusals.
    Refused,
    /// A bot wall stands in front of it and wants proof of a person.
    Challenge,
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
    /// Redirects that lead in a circle, or on and on.
    RedirectLoop,
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
    /// Did the site fail to give what was asked for?
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
