//! Conditional requests by `ETag` and `If-None-Match` (RFC 9110). There is no `Last-Modified`, because what is extracted
//! later may have been fetched earlier.

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

/// Maximum size of a response in bytes; generous, because the responses are our own.
const MAX_BODY: usize = 256 << 20;

/// Sets `ETag` to a hash of the body, unless that is streamed, and answers 304 if the client already has it.
pub(super) async fn conditional(request: Request, next: Next) -> Response {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let headers = request.headers().clone();
    let response = next.run(request).await;
    let is_stream = response.body().size_hint().exact().is_none();
    if !is_read || is_stream || response.status() != StatusCode::OK {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let hash = Sha256::digest(&body);
    let tag = format!("\"{}\"", hex::encode(hash.get(..16).unwrap_or_default()));
    let is_known = is_known(&headers, &tag);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        head.headers.insert(header::ETAG, tag);
    }
    if is_known {
        head.status = StatusCode::NOT_MODIFIED;
        head.headers.remove(header::CONTENT_LENGTH);
        head.headers.remove(header::CONTENT_TYPE);
        return Response::from_parts(head, Body::empty());
    }
    Response::from_parts(head, Body::from(body))
}

/// What Apache adds to the tag of a response that it passes on compressed.
const ADDED: [&str; 2] = ["-gzip\"", "-br\""];

/// Whether `If-None-Match` names the tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let tags = headers.get_all(header::IF_NONE_MATCH).iter();
    let tags = tags.filter_map(|tags| tags.to_str().ok());
    let mut tags = tags.flat_map(|tags| tags.split(',')).map(str::trim);
    let bare = tag.trim_end_matches('"');
    tags.any(|known| {
        let known = known.trim_start_matches("W/");
        let mut added = ADDED.into_iter();
        let before = added.find_map(|added| known.strip_suffix(added));
        known == "*" || known == tag || before == Some(bare)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_known_by_its_tag() {
        let known = |tags: &'static str| {
            let tags = (header::IF_NONE_MATCH, HeaderValue::from_static(tags));
            is_known(&[tags].into_iter().collect(), "\"a\"")
        };
        assert!(known("\"b\", W/\"a\""));
        assert!(known("\"a-gzip\"") && known("W/\"a-br\""));
        assert!(!known("\"a-zip\""));
        assert!(known("*"));
        assert!(!known("\"b\""));
        assert!(!is_known(&HeaderMap::new(), "\"a\""));
    }
}
