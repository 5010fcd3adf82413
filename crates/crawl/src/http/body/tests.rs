use brotli::enc::BrotliEncoderParams;
use reqwest::header::HeaderValue;

use super::*;

const LIMIT: usize = 100_000;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut input = bytes;
    brotli::BrotliCompress(&mut input, &mut out, &BrotliEncoderParams::default()).unwrap();
    out
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 19).unwrap()
}

fn received(coding: &'static str, bytes: &[u8], pieces: usize) -> Result<Vec<u8>, Fault> {
    let headers =
        HeaderMap::from_iter([(header::CONTENT_ENCODING, HeaderValue::from_static(coding))]);
    let mut body = Body::new(&headers, LIMIT).unwrap();
    for piece in bytes.chunks(pieces) {
        body.push(piece)?;
    }
    body.finish()
}

type Encode = fn(&[u8]) -> Vec<u8>;

const CODERS: [(&str, Encode); 4] = [
    ("gzip", gzip),
    ("X-GZip", gzip),
    ("br", brotli),
    ("zstd", zstd),
];

#[test]
fn a_body_is_the_same_in_every_coding_however_it_is_cut() {
    let text: Vec<u8> = (0..LIMIT)
        .map(|n| (n * n).to_le_bytes()[0] ^ n.to_le_bytes()[1])
        .collect();
    for (coding, encode) in CODERS {
        let coded = encode(&text);
        for pieces in [1, 7, 4096, usize::MAX] {
            let body = received(coding, &coded, pieces).unwrap();
            assert!(body == text, "{coding} in pieces of {pieces}");
        }
        assert_eq!(received(coding, b"", 1), Ok(Vec::new()), "{coding}");
        assert_eq!(
            received(coding, &encode(b""), 1),
            Ok(Vec::new()),
            "{coding}"
        );
    }
    assert_eq!(received("utf-8", b"<p>", 1).unwrap(), b"<p>");
    assert_eq!(received("identity", b"<p>", 1).unwrap(), b"<p>");
    let two = [gzip(b"one "), gzip(b"two")].concat();
    assert_eq!(received("gzip", &two, 5).unwrap(), b"one two");
    let two = [zstd(b"one "), zstd(b"two")].concat();
    assert_eq!(received("zstd", &two, 5).unwrap(), b"one two");
}

#[test]
fn a_body_that_fills_the_decoders_buffer_to_the_brim_is_whole() {
    for bytes in [BUFFER - 1, BUFFER, BUFFER + 1, 4 * BUFFER] {
        let text: Vec<u8> = (0..bytes).map(|n| (n * n).to_le_bytes()[1]).collect();
        for (coding, encode) in CODERS {
            for pieces in [100, usize::MAX] {
                let body = received(coding, &encode(&text), pieces);
                assert!(
                    body.is_ok_and(|body| body == text),
                    "{coding}, {bytes} bytes"
                );
            }
        }
    }
}

#[test]
fn a_bomb_costs_no_more_than_a_large_page() {
    let zeros = vec![0; 64 << 20];
    for (coding, encode) in CODERS {
        let bomb = encode(&zeros);
        assert!(bomb.len() < LIMIT, "{coding}");
        let headers =
            HeaderMap::from_iter([(header::CONTENT_ENCODING, HeaderValue::from_static(coding))]);
        let mut body = Body::new(&headers, LIMIT).unwrap();
        let pushed = bomb.chunks(1_000).try_for_each(|piece| body.push(piece));
        assert_eq!(pushed, Err(Fault::TooLarge), "{coding}");
        assert_eq!(body.held(), LIMIT, "{coding}");
        assert_eq!(body.beginning().len(), LIMIT, "{coding}");
    }
}

#[test]
fn a_body_is_bounded_as_it_comes_too() {
    let mut body = Body::as_it_comes(10);
    assert_eq!(body.push(b"0123456789"), Ok(()));
    assert_eq!(body.push(b"x"), Err(Fault::TooLarge));
    assert_eq!(body.beginning(), b"0123456789");
    // Empty members: no output, and yet no end.
    let nothing = gzip(b"").repeat(LIMIT / 20 + 1);
    assert_eq!(received("gzip", &nothing, 4096), Err(Fault::TooLarge));
}

#[test]
fn what_breaks_off_or_is_not_what_it_says_is_damaged() {
    let text = b"<p>A page that is long enough to be cut in the middle of it.</p>".repeat(20);
    for (coding, encode) in CODERS {
        let coded = encode(&text);
        let cut = &coded[..coded.len() / 2];
        assert_eq!(received(coding, cut, 100), Err(Fault::Damaged), "{coding}");
        let other = received(coding, b"<html>no such thing</html>", 100);
        assert_eq!(other, Err(Fault::Damaged), "{coding}");
    }
}

#[test]
fn a_window_that_would_take_all_memory_is_refused() {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 3).unwrap();
    encoder.window_log(27).unwrap();
    encoder.include_contentsize(false).unwrap();
    encoder.write_all(&[7; 4_000]).unwrap();
    let coded = encoder.finish().unwrap();
    assert_eq!(received("zstd", &coded, 100), Err(Fault::Damaged));
}

#[test]
fn codings_that_were_not_asked_for_are_refused() {
    for coding in ["deflate", "compress", "gzip, br", "dcb"] {
        let headers =
            HeaderMap::from_iter([(header::CONTENT_ENCODING, HeaderValue::from_static(coding))]);
        assert!(Body::new(&headers, LIMIT).is_err(), "{coding}");
    }
}
