//! Serves the newsroom: faults, conditional requests, compression.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Request as HttpRequest,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
    serve::ListenerExt as _,
};
use chrono::DateTime;
use tokio::{net::TcpListener, time::sleep};

use super::{
    site::{self, EntityTag, Site},
    state::{Fault, State},
};
use crate::{
    language::http_date,
    random::mix,
    server::{log::Request, reply::Reply},
};

/// Serves until the newsroom stops.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut stopped = state.stopped();
    let router = Router::new().fallback(move |request: HttpRequest| {
        let state = Arc::clone(&state);
        async move { answer(state, request).await }
    });
    let listener = listener.tap_io(|stream| {
        // A failure costs only a delay.
        let _ = stream.set_nodelay(true);
    });
    // Accepting fails permanently only if the listener is gone.
    let _ = axum::serve(listener, router)
        .with_graceful_shutdown(async move {
            let _ = stopped.wait_for(|stop| *stop).await;
        })
        .await;
}

async fn answer(state: Arc<State>, request: HttpRequest) -> Response {
    let mut logged = Request::arriving(&request);
    let headers = request.headers();
    let fault = state.fault(&logged.host);
    if let Fault::Slow(wait) = fault {
        sleep(wait).await;
    }
    let mut reply = match fault {
        Fault::Fail(status) => Reply::page(
            "error",
            "<!doctype html><title>Störung</title><p>Bitte später.",
        )
        .status(status),
        Fault::None | Fault::Slow(_) => {
            let reply = super::answer(&state, &logged.host, &logged.path);
            validated(&logged.host, reply, headers)
        }
    };
    if request.method() == Method::HEAD {
        reply.body.clear();
    }
    logged.status = reply.status;
    state.log.add(logged);
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    for (name, value) in reply.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The site of a host, if it is one of the five.
fn site_of(host: &str) -> Option<&'static Site> {
    site::by_id(host.strip_suffix(".localhost").unwrap_or(host))
}

/// Adds the validators of the host, and answers 304 to a request with a current validator.
fn validated(host: &str, mut reply: Reply, headers: &HeaderMap) -> Reply {
    if reply.status != 200 {
        return reply;
    }
    let bytes = &reply.body;
    let digest = bytes.iter().fold(bytes.len() as u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let site = site_of(host);
    let tag = match site.map_or(EntityTag::Strong, |site| site.etag) {
        EntityTag::None => None,
        EntityTag::Weak => Some(format!("W/\"{:x}\"", mix(digest, host))),
        EntityTag::Strong => Some(format!("\"{:x}\"", mix(digest, host))),
    };
    let date = reply
        .changed
        .filter(|_| site.is_none_or(|site| site.last_modified));
    let known = match (
        text(headers, header::IF_NONE_MATCH),
        text(headers, header::IF_MODIFIED_SINCE),
    ) {
        (Some(tags), _) => tag.as_deref().is_some_and(|tag| {
            let bare = tag.trim_start_matches("W/");
            let mut tags = tags.split(',').map(str::trim);
            tags.any(|tag| tag.trim_start_matches("W/") == bare || tag == "*")
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
        reply = reply.header("last-modified", http_date(date));
    }
    if known {
        reply.status = 304;
        reply.headers.retain(|(name, _)| *name != "content-type");
        reply.body.clear();
    }
    reply
}
