//! What lines give, and when reading a file stops.

use std::io::Write as _;
use std::os::fd::AsRawFd as _;

use super::*;

#[test]
fn lines_of_data_frames_and_of_other_crawlers_are_pages() {
    let read = |fields: &str| {
        let line = format!(r#"{{"url":"https://news.example/a","html":"<p>x"{fields}}}"#);
        let mut records = Vec::new();
        let mut take = |record| {
            records.push(record);
            true
        };
        jsonl::read(line.as_bytes(), 1000, &mut take).unwrap();
        match records.remove(0) {
            ImportRecord::Page(page) => {
                let time = page.fetched_at.map(|at| at.to_rfc3339());
                let server = page.page.headers["server"].as_str().map(str::to_owned);
                Ok((page.page.http_status, time, server))
            }
            ImportRecord::Faulty(why) => Err(why),
            _ => panic!("{line}"),
        }
    };
    let time = Some("2026-01-02T00:00:00+00:00".to_owned());
    for at in [
        "1767312000000",
        "1767312000",
        "1767312000.0",
        "1767312000000000",
        "1767312000000000000",
        r#""2026-01-02T01:00:00+01:00""#,
        r#"" 2026-01-02 00:00:00 UTC""#,
    ] {
        let page = read(&format!(
            r#","fetched_at":{at},"status":null,"headers":null"#
        ));
        assert_eq!(page, Ok((200, time.clone(), None)), "{at}");
    }
    for (fields, server) in [
        (
            r#","status":404.0,"headers":{"Server":["a","b"],"X":null}"#,
            "a, b",
        ),
        (
            r#","status":"404","headers":{"Server":"a"},"fetched_at":"""#,
            "a",
        ),
        (r#","status":404,"headers":{"Server":7}"#, "7"),
    ] {
        assert_eq!(
            read(fields),
            Ok((404, None, Some(server.to_owned()))),
            "{fields}"
        );
    }
    for (fields, named) in [
        (
            r#","fetched_at":"yesterday""#,
            r#"fetched_at is "yesterday""#,
        ),
        (r#","status":"fine""#, r#"status is "fine""#),
        (r#","status":-1"#, "status is -1"),
    ] {
        let fault = read(fields).unwrap_err();
        assert!(fault.contains(named), "{fault}");
    }
}

#[test]
fn a_copy_in_the_wayback_machine_is_stored_as_its_original() {
    let line = r#"{"url":"http://web.archive.org/web/20191005120000id_/https://www.news.example/a","html":"<p>x"}"#;
    let mut pages = Vec::new();
    let mut take = |record| {
        if let ImportRecord::Page(page) = record {
            let at = page.fetched_at.map(|at| at.to_rfc3339());
            pages.push((page.url, page.url_canonical_authority, page.domain, at));
        }
        true
    };
    jsonl::read(line.as_bytes(), 1000, &mut take).unwrap();
    let at = Some("2019-10-05T12:00:00+00:00".to_owned());
    let wanted = [
        "https://www.news.example/a",
        "www.news.example",
        "news.example",
    ];
    let [url, host, domain] = wanted.map(str::to_owned);
    assert_eq!(pages, [(url, host, domain, at)]);
}

#[test]
fn a_line_without_end_can_be_stopped() {
    let (pipe, mut end) = io::pipe().unwrap();
    let stop = CancellationToken::new();
    let token = stop.clone();
    let writing = std::thread::spawn(move || {
        let mut written = 0;
        let mut line = b"{\"url\": \"".to_vec();
        while end.write_all(&line).is_ok() {
            line = vec![b'x'; 1 << 16];
            written += line.len();
            if written == 1 << 20 {
                token.cancel();
            }
            assert!(written < 1 << 28, "it reads on");
        }
    });
    let mut reader = PageReader::new(mpsc::channel(1).0, stop);
    let file = format!("/dev/fd/{}", pipe.as_raw_fd());
    assert!(!reader.file(Path::new(&file), 1000));
    drop(pipe);
    writing.join().unwrap();
    let report = reader.finish();
    assert!(report.stopped && report.broken.is_empty(), "{report:?}");
}

#[test]
fn a_file_without_pages_can_be_stopped_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let lines = "{\"url\": \"https://news.example/a\"}\n".repeat(100);
    let image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n.";
    let record = |kind: &str, body: &str| {
        let length = body.len();
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Target-URI: https://news.example/a\r\n\
            WARC-Date: 2026-11-20T10:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
        )
    };
    let bad = "WARC/1.0\r\nContent-Length: none\r\n\r\n";
    for path in [
        file("lines.jsonl", lines),
        file("images.warc", record("response", image).repeat(100)),
        file(
            "requests.warc",
            record("request", "GET /").repeat(100) + bad,
        ),
        file(
            "metadata.warc",
            record("metadata", "a: b").repeat(100) + bad,
        ),
    ] {
        let stop = CancellationToken::new();
        let mut reader = PageReader::new(mpsc::channel(1).0, stop.clone());
        stop.cancel();
        assert!(!reader.file(&path, 1000), "{}", path.display());
        let report = reader.finish();
        let read = report.skipped + report.faulty;
        assert!(report.stopped && read < 2, "{}: {report:?}", path.display());
        assert!(report.broken.is_empty(), "{report:?}");
    }
}
