//! Bodies that are too large, too slow or not what was announced.

use std::{io::Read, sync::OnceLock, time::Duration};

use super::{
    act::Act,
    scene::{Asked, ordinary},
};
use crate::server::gzip;

/// 1 GiB of zeros in 809 bytes of brotli.
const ZEROS: &[u8] = include_bytes!("zeros.br");
/// Zeros in a member of the gzip file or a frame of the zstd file, and how many of those there are: 10 GiB.
const MEMBER: usize = 4 << 20;
const MEMBERS: u64 = 2_560;

/// 10 GiB of zeros as a gzip file of many members.
pub(super) fn zipped_zeros(head: Vec<u8>) -> Act {
    static ONE: OnceLock<Vec<u8>> = OnceLock::new();
    Act::Repeat {
        head,
        piece: ONE.get_or_init(|| gzip(&vec![0; MEMBER])).clone(),
        times: MEMBERS,
        pause: Duration::ZERO,
    }
}

pub(super) fn gzip_bomb(asked: &Asked) -> Option<Act> {
    let head = Act::open_head("Content-Encoding: gzip\r\n");
    (asked.path == "/bomb").then(|| zipped_zeros(head))
}

pub(super) fn brotli_bomb(asked: &Asked) -> Option<Act> {
    let lines = "Content-Type: text/html\r\nContent-Encoding: br\r\n";
    (asked.path == "/bomb").then(|| Act::answer("200 OK", lines, ZEROS))
}

pub(super) fn zstd_bomb(asked: &Asked) -> Option<Act> {
    let frame = || zstd::stream::encode_all(std::io::repeat(0).take(MEMBER as u64), 1);
    (asked.path == "/bomb").then(|| Act::Repeat {
        head: Act::open_head("Content-Encoding: zstd\r\n"),
        piece: frame().unwrap_or_default(),
        times: MEMBERS,
        pause: Duration::ZERO,
    })
}

/// Paragraphs for as long as anybody listens, at most 4 GiB.
pub(super) fn endless(asked: &Asked) -> Option<Act> {
    (asked.path == "/stream").then(|| Act::Repeat {
        head: Act::open_head(""),
        piece: "<p>And so on, without end and without sense.</p>\n"
            .repeat(512)
            .into_bytes(),
        times: 170_000,
        pause: Duration::ZERO,
    })
}

/// Announces 8 GiB.
pub(super) fn announced(asked: &Asked) -> Option<Act> {
    (asked.path == "/announced").then(|| Act::Repeat {
        head: Act::open_head("Content-Length: 8589934592\r\n"),
        piece: vec![b' '; 1 << 16],
        times: 131_072,
        pause: Duration::ZERO,
    })
}

/// A byte now and then: never silent for long, never done.
pub(super) fn trickle(asked: &Asked) -> Option<Act> {
    (asked.path == "/drop").then(|| Act::Repeat {
        head: Act::open_head(""),
        piece: b".".to_vec(),
        times: 100_000,
        pause: Duration::from_millis(100),
    })
}

/// Less than was announced, an end without goodbye, a chunk that does not come, a packing that is none.
pub(super) fn broken_off(asked: &Asked) -> Option<Act> {
    let begun = |lines: &str| {
        let mut bytes = Act::open_head(lines);
        bytes.extend_from_slice(b"1f4\r\n<title>Half</title><p>This page breaks ");
        bytes
    };
    Some(match asked.path {
        "/half" => Act::Close(begun("Content-Length: 9000\r\n")),
        "/reset" => Act::Reset(begun("Content-Length: 9000\r\n")),
        "/chunk" => Act::Close(begun("Transfer-Encoding: chunked\r\n")),
        "/damaged" => {
            let lines = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
            Act::answer("200 OK", lines, b"<p>This was never packed.</p>")
        }
        _ => return None,
    })
}

/// Sends behind a page more than it announced: an answer to a question nobody has asked yet.
pub(super) fn smuggled(asked: &Asked) -> Option<Act> {
    Some(match asked.path {
        "/more" => {
            let page = ordinary("what was announced");
            let poison = "<title>Poison</title><p>This was not asked for.</p>";
            let (length, extra) = (page.len(), poison.len());
            Act::Say(format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{page}HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {extra}\r\n\r\n{poison}").into_bytes())
        }
        "/victim" => Act::html(ordinary("the victim")),
        _ => return None,
    })
}
