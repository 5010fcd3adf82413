//! Heads of answers that do not come, do not end or are none.

use std::time::Duration;

use super::{act::Act, scene::Asked};

/// Takes the request and says nothing.
pub(super) fn silent(asked: &Asked) -> Option<Act> {
    (asked.path == "/silence").then_some(Act::Silence)
}

/// A header line that comes letter by letter.
pub(super) fn slow(asked: &Asked) -> Option<Act> {
    (asked.path == "/slow").then(|| Act::Repeat {
        head: b"HTTP/1.1 200 OK\r\nX-Slow: ".to_vec(),
        piece: b"s".to_vec(),
        times: 100_000,
        pause: Duration::from_millis(100),
    })
}

/// Header after header, and one header of 1 GiB.
pub(super) fn endless(asked: &Asked) -> Option<Act> {
    let piece = match asked.path {
        "/many" => b"X-And-So-On: for ever and ever and ever\r\n".repeat(1_000),
        "/long" => vec![b'x'; 1 << 16],
        _ => return None,
    };
    let times = (1 << 30) / piece.len() as u64;
    Some(Act::Repeat {
        head: b"HTTP/1.1 200 OK\r\nX-Long: ".to_vec(),
        piece,
        times,
        pause: Duration::ZERO,
    })
}

/// Another protocol, and a status that there is not.
pub(super) fn no_http(asked: &Asked) -> Option<Act> {
    Some(match asked.path {
        "/greeting" => Act::Close(b"220 mail.example ESMTP ready\r\n".to_vec()),
        "/status" => Act::Close(b"HTTP/1.1 99999 Whatever\r\n\r\n<p>?".to_vec()),
        _ => return None,
    })
}
