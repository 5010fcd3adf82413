//! Headers that never arrive, never end or are not HTTP.

use std::time::Duration;

use super::request::{RequestHead, Response};

/// Accepts the request and does not answer.
pub(super) fn silent(request: &RequestHead) -> Option<Response> {
    (request.path == "/silence").then_some(Response::Silence)
}

/// A header line that is sent letter by letter.
pub(super) fn slow(request: &RequestHead) -> Option<Response> {
    (request.path == "/slow").then(|| Response::Repeat {
        head: b"HTTP/1.1 200 OK\r\nX-Slow: ".to_vec(),
        piece: b"s".to_vec(),
        times: 100_000,
        pause: Duration::from_millis(100),
    })
}

/// Header after header, or a single header, of 1 GiB.
pub(super) fn endless(request: &RequestHead) -> Option<Response> {
    let piece = match request.path {
        "/many" => b"X-And-So-On: for ever and ever and ever\r\n".repeat(1_000),
        "/long" => vec![b'x'; 1 << 16],
        _ => return None,
    };
    let times = (1 << 30) / piece.len() as u64;
    Some(Response::Repeat {
        head: b"HTTP/1.1 200 OK\r\nX-Long: ".to_vec(),
        piece,
        times,
        pause: Duration::ZERO,
    })
}

/// Another protocol, and a status that does not exist.
pub(super) fn no_http(request: &RequestHead) -> Option<Response> {
    Some(match request.path {
        "/greeting" => Response::Close(b"220 mail.example ESMTP ready\r\n".to_vec()),
        "/status" => Response::Close(b"HTTP/1.1 99999 Whatever\r\n\r\n<p>?".to_vec()),
        _ => return None,
    })
}
