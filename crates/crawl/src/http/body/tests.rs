use std::io::Write as _;

use brotli::enc::BrotliEncoderParams;
use futures_util::FutureExt as _;
use reqwest::header::HeaderValue;

use super::*;
use crate::tests::made::gzip;

const LIMIT: usize = 100_000;
/// Size of the buffers of decoders.
const BUFFER: usize = 16 << 10;

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut input = bytes;
    brotli::BrotliCompress(&mut input, &mut out, &BrotliEncoderParams::default()).unwrap();
    out
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 19).unwrap()
}

fn coding_of(value: &'static str) -> Result<Coding, String> {
    let value = HeaderValue::from_static(value);
    Coding::of(&HeaderMap::from_iter([(header::CONTENT_ENCODING, value)]))
}

fn body(coding: &'static str, limit: usize, bytes: &[u8], pieces: usize) -> Body {
    let pieces: Vec<_> = bytes.chunks(pieces).map(Bytes::copy_from_slice).collect();
    let coding = coding_of(coding).unwrap();
    Body::new(coding, limit, stream::iter(pieces).map(Ok))
        .now_or_never()
        .unwrap()
}

/// Reads a body to its end. Returns the error, if there is one.
fn read(body: &mut Body) -> Option<BodyError> {
    loop {
        match body.read().now_or_never().unwrap() {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(error),
        }
    }
}

fn received(coding: &'static str, bytes: &[u8], pieces: usize) -> Result<Vec<u8>, BodyError> {
    let mut body = body(coding, LIMIT, bytes, pieces);
    read(&mut body).map_or(Ok(body.bytes), Err)
}

fn is_damaged(coding: &'static str, bytes: &[u8], pieces: usize) -> bool {
    matches!(received(coding, bytes, pieces), Err(BodyError::Damaged))
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn raw(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

type Encode = fn(&[u8]) -> Vec<u8>;

const CODERS: [(&str, Encode); 6] = [
    ("gzip", gzip),
    ("X-GZip", gzip),
    ("br", brotli),
    ("zstd", zstd),
    ("deflate", zlib),
    ("deflate", raw),
];

#[test]
fn a_body_is_the_same_in_every_coding_however_it_is_cut() {
    for (coding, encode) in CODERS {
        // around the buffers of the decoders, and up to the limit
        for bytes in [BUFFER - 1, BUFFER, BUFFER + 1, 4 * BUFFER, LIMIT] {
            let byte = |n: usize| (n * n).to_le_bytes()[0] ^ n.to_le_bytes()[1];
            let text: Vec<u8> = (0..bytes).map(byte).collect();
            let coded = encode(&text);
            for pieces in [1, 7, 4096, usize::MAX] {
                let body = received(coding, &coded, pieces).unwrap();
                assert!(
                    body == text,
                    "{coding}, {bytes} bytes in pieces of {pieces}"
                );
            }
        }
    }
    for (coding, encode) in CODERS {
        for nothing in [Vec::new(), encode(b"")] {
            let body = received(coding, &nothing, 1).unwrap();
            assert!(body.is_empty(), "{coding}");
        }
    }
    assert_eq!(received("utf-8", b"<p>", 1).unwrap(), b"<p>");
    assert_eq!(received("identity", b"<p>", 1).unwrap(), b"<p>");
    let two = [zstd(b"one "), zstd(b"two")].concat();
    assert_eq!(received("zstd", &two, 5).unwrap(), b"one two");
}

#[test]
fn a_bomb_costs_no_more_than_a_large_page() {
    let zeros = vec![0; 64 << 20];
    for (coding, encode) in CODERS {
        let bomb = encode(&zeros);
        assert!(bomb.len() < LIMIT, "{coding}");
        let mut body = body(coding, LIMIT, &bomb, 1_000);
        let end = read(&mut body);
        assert!(
            matches!(end, Some(BodyError::TooLarge)),
            "{coding}: {end:?}"
        );
        assert_eq!(body.bytes.len(), LIMIT, "{coding}");
    }
}

#[test]
fn what_breaks_off_or_is_not_what_it_says_is_damaged() {
    let text = b"<p>A page that is long enough to be cut in the middle of it.</p>".repeat(20);
    for (coding, encode) in CODERS {
        let coded = encode(&text);
        assert!(
            is_damaged(coding, &coded[..coded.len() / 2], 100),
            "{coding}"
        );
        let other = b"\x11\x01\x02\x03\x04: no such thing";
        assert!(is_damaged(coding, other, 100), "{coding}");
    }
}

#[test]
fn a_gzipped_body_is_whole_once_its_stream_has_ended() {
    let text = b"<p>A page that is long enough to be packed.</p>".repeat(20);
    let coded = gzip(&text);
    let stream = &coded[..coded.len() - 8];
    for (ending, what) in [
        (&b""[..], "no checksum"),
        (&coded[coded.len() - 8..coded.len() - 3], "half of one"),
        (&[0; 8], "a wrong one"),
        (&[0; 700], "zeros"),
        (b"12345678<!-- cached -->", "a remark"),
        (&coded[..], "another one"),
    ] {
        let body = [stream, ending].concat();
        for pieces in [1, 7, usize::MAX] {
            let received = received("gzip", &body, pieces);
            assert!(received.is_ok_and(|body| body == text), "{what}");
        }
    }
    assert!(is_damaged("gzip", &stream[..stream.len() - 1], 7));
}

#[test]
fn the_head_of_a_gzipped_body_may_have_every_field() {
    let mut encoder = flate2::GzBuilder::new()
        .filename("a.html")
        .comment("a page")
        .extra("extra")
        .write(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"<p>").unwrap();
    let coded = encoder.finish().unwrap();
    for pieces in [1, 3, usize::MAX] {
        assert_eq!(received("gzip", &coded, pieces).unwrap(), b"<p>");
    }
    let endless = [&[0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0][..], &[b'a'; 8_000]].concat();
    assert!(is_damaged("gzip", &endless, 10));
}

#[test]
fn a_window_that_would_take_all_memory_is_refused() {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 3).unwrap();
    encoder.window_log(27).unwrap();
    encoder.include_contentsize(false).unwrap();
    encoder.write_all(&[7; 4_000]).unwrap();
    let coded = encoder.finish().unwrap();
    assert!(is_damaged("zstd", &coded, 100));
}

#[test]
fn a_body_is_decoded_as_what_it_is_and_not_as_its_header_says() {
    let text = "<p>Sjöfartsverket: «ferry is late».</p>\n".repeat(20);
    let text = text.as_bytes();
    let after = |before: &[u8], body: Vec<u8>| [before, &body].concat();
    for (header, body) in [
        ("gzip", text.to_vec()),
        ("br", text.to_vec()),
        ("zstd", text.to_vec()),
        ("deflate", text.to_vec()),
        ("gzip", zlib(text)),
        ("gzip", raw(text)),
        ("gzip", zstd(text)),
        ("deflate", gzip(text)),
        ("zstd", gzip(text)),
        ("br", gzip(text)),
        ("br", zstd(text)),
        ("gzip, gzip", gzip(text)),
        ("gzip, aws-chunked", gzip(text)),
        ("utf-8, gzip", gzip(text)),
        ("gzip", after(b"\xef\xbb\xbf", gzip(text))),
        ("gzip", after(b"\r\n", gzip(text))),
    ] {
        for pieces in [1, 7, usize::MAX] {
            let received = received(header, &body, pieces);
            assert!(
                received.is_ok_and(|body| body == text),
                "{header}: {body:?}"
            );
        }
    }
    for text in ["{}", "User-agent: *", "Straße: ä", "ja"] {
        assert_eq!(
            received("gzip", text.as_bytes(), 1).unwrap(),
            text.as_bytes()
        );
    }
}

#[test]
fn codings_that_cannot_be_decoded_are_refused() {
    for coding in ["x-compress", "compress", "gzip, br", "dcb"] {
        assert!(coding_of(coding).is_err(), "{coding}");
    }
}
