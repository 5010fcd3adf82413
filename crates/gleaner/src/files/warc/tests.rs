use std::io::Write as _;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use super::*;

const LIMIT: usize = 10_000;

fn record(kind: &str, url: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T12:30:00.5Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn answer(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n");
    record(
        "response",
        "https://example.org/a",
        &[head.as_bytes(), body].concat(),
    )
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn all(file: &[u8]) -> (Vec<Record>, Option<WarcError>) {
    let mut reader = Reader::new(file, LIMIT);
    let mut records = Vec::new();
    loop {
        match reader.next_record() {
            Ok(Some(record)) => records.push(record),
            Ok(None) => return (records, None),
            Err(error) => return (records, Some(error)),
        }
    }
}

fn only(file: &[u8]) -> Response {
    match all(file) {
        (records, None) if records.len() == 1 => match records.into_iter().next() {
            Some(Record::Response(response)) => *response,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn fault(file: &[u8]) -> Fault {
    match all(file).0.remove(0) {
        Record::Faulty { fault, .. } => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_response_is_read_with_address_date_status_and_headers() {
    let response = only(&answer("X-Twice: a\r\nContent-Length: 4\r\n", b"body"));
    assert_eq!(response.url, "https://example.org/a");
    assert_eq!(
        response.date.unwrap().to_rfc3339(),
        "2026-03-01T12:30:00.500+00:00"
    );
    assert_eq!(response.status, 200);
    assert_eq!(
        response.headers,
        [
            ("content-type".to_owned(), "text/html".to_owned()),
            ("x-twice".to_owned(), "a".to_owned())
        ]
    );
    assert_eq!(response.body, b"body");
}

#[test]
fn requests_revisits_and_dns_answers_are_passed_over() {
    let file = [
        record("warcinfo", "", b"software: x"),
        record(
            "request",
            "https://example.org/a",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        record("revisit", "https://example.org/a", b""),
        record("response", "dns:example.org", b"20260301 1.2.3.4"),
        answer("", b"body"),
    ]
    .concat();
    let (records, error) = all(&file);
    assert!(error.is_none());
    assert_eq!(records.len(), 5);
    for (at, wanted) in [(1, "request"), (2, "revisit"), (3, "response")] {
        assert!(matches!(records[at], Record::Other(kind) if kind == wanted));
    }
    assert!(matches!(&records[4], Record::Response(_)));
}

#[test]
fn an_html_resource_of_the_web_is_a_page() {
    let resource = |url: &str, content_type: &str| {
        let field = format!("Content-Type: {content_type}\r\nContent-Length");
        let record = record("resource", url, b"<p>hello");
        let text = String::from_utf8(record).unwrap();
        text.replace("Content-Length", &field).into_bytes()
    };
    let page = only(&resource(
        "https://example.org/a",
        "text/html; charset=utf-8",
    ));
    assert_eq!((page.status, &page.body[..]), (200, &b"<p>hello"[..]));
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(page.date.is_some() && page.is_page());
    for (url, content_type) in [
        ("https://example.org/a", "image/png"),
        ("urn:x-wget:log", "text/html"),
        ("file:///a.html", "text/html"),
    ] {
        let (records, _) = all(&resource(url, content_type));
        assert!(matches!(records[..], [Record::Other("resource")]), "{url}");
    }
    let (records, _) = all(&record("a\u{1b}type", "https://example.org/", b""));
    assert!(matches!(records[..], [Record::Other("unknown")]));
}

#[test]
fn version_1_0_with_brackets_folded_lines_and_coarse_dates_is_read() {
    let file = b"WARC/1.0\r\nwarc-type: response\r\nWARC-Target-URI: <http://example.org/>\r\nWARC-Date: 2016-09\r\nX: a\r\n b\r\nContent-Length: 19\r\n\r\nHTTP/1.0 404 Gone\n\n\r\n\r\n";
    let response = only(file);
    assert_eq!(response.url, "http://example.org/");
    assert_eq!(
        response.date.unwrap().to_rfc3339(),
        "2016-09-01T00:00:00+00:00"
    );
    assert_eq!(response.status, 404);
}

#[test]
fn a_chunked_and_compressed_body_is_decoded() {
    let compressed = gz(b"hello, world");
    let chunked = [
        format!("{:x}\r\n", compressed.len()).as_bytes(),
        &compressed,
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    let fields = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n";
    assert_eq!(only(&answer(fields, &chunked)).body, b"hello, world");
}

#[test]
fn a_body_is_decoded_unless_it_is_plain_or_its_coding_is_none() {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(b"hello").unwrap();
    let zlib = zlib.finish().unwrap();
    let raw = &zlib[2..zlib.len() - 4];
    // "hello" as one uncompressed meta-block of RFC 7932.
    let brotli = [0x0b, 0x02, 0x80, b'h', b'e', b'l', b'l', b'o', 0x03];
    let zstd = zstd::encode_all(&b"hello"[..], 3).unwrap();
    for (coding, body) in [
        ("deflate", &zlib[..]),
        ("deflate", raw),
        ("br", &brotli[..]),
        ("zstd", &zstd[..]),
    ] {
        let fields = format!("Content-Encoding: {coding}\r\n");
        assert_eq!(only(&answer(&fields, body)).body, b"hello", "{coding}");
    }
    // unpacked by the writer, or no coding at all
    for (chunked, codings, body) in [
        (
            "Transfer-Encoding: chunked\r\n",
            "gzip br deflate zstd",
            &b"<p>plain"[..],
        ),
        ("", "ISO-8859-1 text/html windows-1251 *", b"\n<p>plain"),
    ] {
        for coding in codings.split(' ') {
            let fields = format!("{chunked}Content-Encoding: {coding}\r\n");
            assert_eq!(only(&answer(&fields, body)).body, body, "{coding}");
        }
    }
}

#[test]
fn a_gzipped_body_ends_with_its_stream_as_in_the_crawl() {
    let compressed = gz(b"hello");
    let mut wrong = compressed.clone();
    let checksum = wrong.len() - 8;
    wrong[checksum] ^= 1;
    for body in [
        [&compressed[..], &[0; 100]].concat(),
        [&compressed[..], b"<!-- cached -->"].concat(),
        compressed[..compressed.len() - 8].to_vec(),
        compressed[..compressed.len() - 3].to_vec(),
        wrong,
    ] {
        let answer = answer("Content-Encoding: gzip\r\n", &body);
        assert_eq!(only(&answer).body, b"hello", "{body:?}");
    }
}

#[test]
fn an_unknown_coding_a_bomb_and_a_giant_are_faults_of_their_record_only() {
    let bomb = gz(&vec![b'x'; 20_000]);
    let unknown = answer("Content-Encoding: sdch\r\n", b"?");
    let compressed = answer("Content-Encoding: gzip\r\n", &bomb);
    let giant = answer("", &vec![b'x'; 20_000]);
    let nothing = record("response", "http://example.org/", b"\x00\x01 nothing");
    assert!(matches!(fault(&nothing), Fault::NotHttp(_)));
    assert_eq!(fault(&unknown), Fault::UnknownCoding("sdch".to_owned()));
    assert_eq!(fault(&compressed), Fault::Bomb { limit: 10_000 });
    assert!(matches!(
        fault(&giant),
        Fault::TooLarge { limit: 10_000, .. }
    ));
    let (records, error) = all(&[unknown, compressed, giant, answer("", b"good")].concat());
    assert!(error.is_none());
    assert!(matches!(&records[3], Record::Response(good) if good.body == b"good"));
}

#[test]
fn status_lines_of_http_2_and_of_a_browsers_cache_are_understood() {
    for line in ["HTTP/2 200", "HTTP/1.1 0 OK"] {
        let message = format!("{line}\r\nserver: x\r\n\r\nbody");
        let file = record("response", "http://example.org/", message.as_bytes());
        let response = only(&file);
        assert_eq!((response.status, &response.body[..]), (200, &b"body"[..]));
    }
}

#[test]
fn a_truncated_file_gives_its_whole_records_and_says_where_it_breaks() {
    let first = answer("", b"first");
    let whole = [first.clone(), answer("", b"second")].concat();
    for end in first.len() + 1..whole.len() - 4 {
        let (records, error) = all(&whole[..end]);
        assert_eq!(records.len(), 1, "cut at {end}");
        match error {
            Some(WarcError::Truncated { offset }) => assert_eq!(offset, first.len() as u64),
            None => assert!(end <= first.len()),
            other => panic!("cut at {end}: {other:?}"),
        }
    }
}

#[test]
fn garbage_is_named_with_its_offset() {
    let error = all(b"\x89PNG\r\n\x1a\nrest of a picture").1.unwrap();
    assert!(
        error
            .to_string()
            .starts_with("not a WARC file: a record should begin at byte 0, "),
        "{error}"
    );
    let error = all(&[answer("", b"good"), b"garbage".to_vec()].concat())
        .1
        .unwrap();
    assert!(
        matches!(error, WarcError::NotWarc { offset, .. } if offset > 0),
        "{error}"
    );
}

#[test]
fn an_endless_header_is_refused() {
    let file = [b"WARC/1.0\r\nX: ".to_vec(), vec![b'x'; 100_000]].concat();
    assert!(matches!(all(&file).1, Some(WarcError::Truncated { .. })));
    let blank = vec![b'\n'; 10_000];
    assert!(matches!(
        all(&blank).1,
        Some(WarcError::NotWarc { .. }) | None
    ));
}

#[test]
fn a_record_with_a_long_header_does_not_hide_the_next() {
    for (before, length) in [(70_000, 0), (0, 70_000), (65_400, 200_000)] {
        let field = |name: &str, length: usize| format!("{name}: {}\r\n", "x".repeat(length));
        let head = format!(
            "WARC/1.1\r\n{}WARC-Target-URI: https://example.org/\r\n{}Content-Length: 5\r\n\r\n",
            field("A", before),
            field("B", length)
        );
        let long = [head.as_bytes(), b"hello\r\n\r\n"].concat();
        let (records, error) = all(&[long, answer("", b"good")].concat());
        assert!(error.is_none(), "{error:?}");
        let [Record::Faulty { fault, .. }, Record::Response(next)] = &records[..] else {
            panic!("{records:?}");
        };
        assert_eq!(
            (fault, next.body.as_slice()),
            (&Fault::LongHeader, &b"good"[..])
        );
    }
}

#[test]
fn bytes_that_are_nearly_a_warc_file_are_read_up_to_the_first_fault() {
    let seeds = [
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <https://a.example/>\r\nWARC-Date: 2026-11-20T10:00:00Z\r\n\
          Content-Type: application/http; msgtype=response\r\nContent-Length: 87\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\
          Content-Encoding: br\r\n\r\n2\r\nhi\r\n0\r\n\r\n\r\n\r\n",
        "WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\nContent-Length: 13\r\n\r\nsoftware: x\r\n\r\n\r\n",
    ];
    let words = [
        &b"WARC/1.1\r\n"[..],
        b"Content-Length: 18446744073709551615\r\n",
        b"Content-Encoding: gzip, deflate\r\n",
        b"\r\n\r\n",
        b"ffffffffffffffff\r\n",
        b"\x28\xb5\x2f\xfd",
        b"WARC-Truncated: length\r\n",
    ];
    testsite::try_mutated(&seeds, &words, 3_000, |file| {
        let (records, _) = all(file);
        assert!(records.len() <= file.len(), "more records than bytes");
        for record in records {
            if let Record::Response(response) = record {
                assert!(response.body.len() <= LIMIT);
            }
        }
    });
}
