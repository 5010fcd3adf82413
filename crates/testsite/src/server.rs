//! From a connection to an answer.

use std::{io::Write, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::Request as HttpRequest,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use chrono::DateTime;
use flate2::{Compression, write::GzEncoder};
use tokio::{net::TcpListener, time::sleep};

use crate::{
    body::Served,
    calendar, hosts,
    log::Request,
    random::mix,
    reply::{Payload, Reply},
    state::{Disturbance, State},
};

/// Serves until the state says stop.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut stopped = state.stopped();
    let router = Router::new().fallback(move |request: HttpRequest| {
        let state = Arc::clone(&state);
        async move { answer(state, request).await }
    });
    // Accepting can only fail for good when the listener is gone, and then there is nobody to tell.
    let _ = axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            let _ = stopped.wait_for(|stop| *stop).await;
        })
        .await;
}

async fn answer(state: Arc<State>, request: HttpRequest) -> Response {
    let mut asked = Request::arriving(&request);
    let (headers, started) = (request.headers(), asked.started);
    let disturbance = state.disturbance(&asked.host);
    if let Disturbance::Slow(wait) = disturbance {
        sleep(wait).await;
    }
    let mut reply = match disturbance {
        Disturbance::Fail(status) => Reply::page(
            "error",
            "<!doctype html><title>Störung</title><p>Bitte später.",
        )
        .status(status),
        Disturbance::BreakOff => {
            let mut reply = Reply::page("error", "");
            reply.payload = Payload::BreakOff;
            reply
        }
        Disturbance::None | Disturbance::Slow(_) => {
            let reply = hosts::answer(&state, &asked.host, &asked.path);
            let reply = validated(&asked.host, reply, headers);
            zipped(&asked.host, reply, headers)
        }
    };
    if request.method() == axum::http::Method::HEAD {
        reply.payload = Payload::Whole(Vec::new());
    }
    asked.status = reply.status;
    let place = state.log.begin(asked);
    let mut response = Response::new(Body::new(Served::new(
        reply.payload,
        Arc::clone(&state),
        place,
        started,
    )));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    for (name, value) in reply.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// Adds validators as the host has them, and answers 304 to a request that knows the page.
fn validated(host: &str, mut reply: Reply, headers: &HeaderMap) -> Reply {
    let Payload::Whole(bytes) = &reply.payload else {
        return reply;
    };
    if reply.status != 200 {
        return reply;
    }
    let digest = bytes.iter().fold(bytes.len() as u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // One site knows no entity tags, one no dates, one only weak tags.
    let tag = match host.split('.').next() {
        Some("harbour-gazette") => None,
        Some("tagnetz") => Some(format!("W/\"{:x}\"", mix(digest, host))),
        _ => Some(format!("\"{:x}\"", mix(digest, host))),
    };
    let date = reply.changed.filter(|_| !host.starts_with("elbkurier"));
    let asked = |name| {
        headers
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok())
    };
    let known = match (
        asked(header::IF_NONE_MATCH),
        asked(header::IF_MODIFIED_SINCE),
    ) {
        (Some(tags), _) => tag.as_deref().is_some_and(|tag| {
            let bare = tag.trim_start_matches("W/");
            tags.split(',')
                .any(|t| t.trim().trim_start_matches("W/") == bare || t.trim() == "*")
        }),
        (None, Some(since)) => date.is_some_and(|date| {
            DateTime::parse_from_rfc2822(since).is_ok_and(|since| date <= since)
        }),
        (None, None) => false,
    };
    if let Some(tag) = tag {
        reply = reply.header("etag", tag);
    }
    if let Some(date) = date {
        reply = reply.header("last-modified", calendar::http(date));
    }
    if known {
        reply.status = 304;
        reply.headers.retain(|(name, _)| *name != "content-type");
        reply.payload = Payload::Whole(Vec::new());
    }
    reply
}

/// Compresses the pages of the one host that does.
fn zipped(host: &str, mut reply: Reply, headers: &HeaderMap) -> Reply {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"));
    let text = reply
        .headers
        .iter()
        .any(|(name, value)| *name == "content-type" && value.starts_with("text/"));
    if let Payload::Whole(bytes) = &reply.payload
        && host.starts_with("harbour-gazette")
        && accepted
        && text
        && !bytes.is_empty()
    {
        reply.payload = Payload::Whole(gzip(bytes));
        reply = reply
            .header("content-encoding", "gzip")
            .header("vary", "Accept-Encoding");
    }
    reply
}

/// The bytes as a gzip file.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
