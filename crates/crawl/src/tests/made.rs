//! Values of which a test states only what matters to it.

use std::io::Write as _;

use chrono::{DateTime, Utc};
use store::{Due, NewUrl, Outcome, RobotsTxt, UrlHistory, UrlKind, Via};
use url::Url;

use crate::settings::Settings;

pub(crate) fn settings() -> Settings {
    Settings::with_contact("https://example.org/bot").unwrap()
}

/// A URL on `https://a.example`, unless it is absolute.
pub(crate) fn url(reference: &str) -> Url {
    let base = Url::parse("https://a.example/").unwrap();
    base.join(reference).unwrap()
}

/// A due URL at depth 1 that was not visited yet.
pub(crate) fn due(kind: UrlKind, via: Via, reference: &str) -> Due {
    Due {
        url_id: 1,
        url: url(reference).into(),
        kind,
        via,
        depth: 1,
        etag: None,
        last_modified: None,
        render: false,
        history: None,
    }
}

/// A history of one visit, which failed this number of times if it did.
pub(crate) fn history(at: DateTime<Utc>, outcome: Outcome, failures: i32) -> UrlHistory {
    UrlHistory {
        first_seen: at,
        visited_at: at,
        outcome,
        changed_at: None,
        unchanged_at: None,
        visits: 1,
        changes: 0,
        failures,
        body_hash: None,
    }
}

/// A discovered URL at depth 1.
pub(crate) fn link(kind: UrlKind, via: Via, reference: &str) -> NewUrl {
    NewUrl {
        url: url(reference).into(),
        authority: "a.example".to_owned(),
        kind,
        via,
        priority: 1,
        depth: 1,
        title: None,
        published: None,
        changed: None,
    }
}

/// A robots.txt that was fetched just now.
pub(crate) fn robots_txt(status: Option<i16>, body: impl Into<Vec<u8>>) -> RobotsTxt {
    RobotsTxt {
        fetched_at: Utc::now(),
        status,
        body: body.into(),
    }
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}
