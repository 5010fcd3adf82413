//! Bodies that are too large or not as announced.

use std::{io::Read, sync::OnceLock};

use super::request::{RequestHead, Response, ordinary};
use crate::server::reply::gzip;

/// 1 GiB of zeros as 809 bytes of brotli.
const ZEROS: &[u8] = include_bytes!("zeros.br");
/// Number of zeros in a member of the gzip file or a frame of the zstd file, and number of those: 10 GiB together.
const MEMBER: usize = 4 << 20;
const MEMBERS: u64 = 2_560;

/// 10 GiB of zeros as a gzip file of many members.
pub(super) fn zipped_zeros(head: Vec<u8>) -> Response {
    static ONE: OnceLock<Vec<u8>> = OnceLock::new();
    Response::Repeat {
        head,
        piece: ONE.get_or_init(|| gzip(&vec![0; MEMBER])).clone(),
        times: MEMBERS,
    }
}

pub(super) fn gzip_bomb(request: &RequestHead) -> Option<Response> {
    let head = Response::open_head("Content-Encoding: gzip\r\n");
    (request.path == "/bomb").then(|| zipped_zeros(head))
}

pub(super) fn brotli_bomb(request: &RequestHead) -> Option<Response> {
    let lines = "Content-Type: text/html\r\nContent-Encoding: br\r\n";
    (request.path == "/bomb").then(|| Response::new("200 OK", lines, ZEROS))
}

pub(super) fn zstd_bomb(request: &RequestHead) -> Option<Response> {
    let frame = || zstd::stream::encode_all(std::io::repeat(0).take(MEMBER as u64), 1);
    (request.path == "/bomb").then(|| Response::Repeat {
        head: Response::open_head("Content-Encoding: zstd\r\n"),
        piece: frame().unwrap_or_default(),
        times: MEMBERS,
    })
}

/// Paragraphs until the client disconnects, at most 4 GiB.
pub(super) fn endless(request: &RequestHead) -> Option<Response> {
    (request.path == "/stream").then(|| Response::Repeat {
        head: Response::open_head(""),
        piece: "<p>And so on, without end and without sense.</p>\n"
            .repeat(512)
            .into_bytes(),
        times: 170_000,
    })
}

/// A body shorter than announced, and a reset.
pub(super) fn broken_off(request: &RequestHead) -> Option<Response> {
    let mut begun = Response::open_head("Content-Length: 9000\r\n");
    begun.extend_from_slice(b"<title>Half</title><p>This page breaks ");
    Some(match request.path {
        "/half" => Response::Close(begun),
        "/reset" => Response::Reset(begun),
        _ => return None,
    })
}

/// A body longer than announced: after the page follows the response to a request that was not made.
pub(super) fn smuggled(request: &RequestHead) -> Option<Response> {
    Some(match request.path {
        "/more" => {
            let page = ordinary("what was announced");
            let poison = "<title>Poison</title><p>This was not asked for.</p>";
            let (length, extra) = (page.len(), poison.len());
            Response::Send(format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{page}HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {extra}\r\n\r\n{poison}").into_bytes())
        }
        "/victim" => Response::html(ordinary("the victim")),
        _ => return None,
    })
}
