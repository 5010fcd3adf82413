use std::io::Read as _;

use chrono::{TimeZone as _, Utc};
use flate2::read::MultiGzDecoder;
use sha2::Digest as _;
use store::{Outcome, PageKey, RawPage, Via};

use super::*;

const INFO: &str = "<urn:uuid:00000000-0000-8000-8000-000000000000>";

fn page() -> RawPage {
    let body = "<p>Grüße".as_bytes().to_vec();
    RawPage {
        key: PageKey {
            fetched_at: Utc.timestamp_opt(1_700_000_000, 123_456_000).unwrap(),
            page_id: 7,
        },
        url: "https://news.example/a?b=c".to_owned(),
        url_requested: "https://news.example/a?b=c".to_owned(),
        site_id: "news".to_owned(),
        via: Via::Feed,
        http_status: 200,
        content_type: Some("text/html".to_owned()),
        headers: serde_json::json!({"content-type": "text/html", "x-robots-tag": "noai"}),
        body_hash: sha2::Sha256::digest(&body).to_vec(),
        body,
        outcome: Some(Outcome::Fetched),
        duration_ms: Some(12),
        robots_rule: Some("Allow: / (group *)".to_owned()),
        opt_out: serde_json::json!({"ai_optout": ["header:noai"]}),
        opt_outs: vec!["ai".to_owned()],
    }
}

/// The records of a page as written to a file.
fn written(page: &RawPage) -> Vec<String> {
    let records = records(page, INFO).unwrap();
    records.iter().map(decompressed).collect()
}

fn decompressed(record: &record::Record) -> String {
    let mut text = Vec::new();
    MultiGzDecoder::new(&record.compressed().unwrap()[..])
        .read_to_end(&mut text)
        .unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

/// The value of a named field of a record.
fn field<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let head = record.split("\r\n\r\n").next().unwrap();
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(key, _)| *key == name).map(|(_, value)| value)
}

#[test]
fn each_record_has_its_fields_and_ends_as_the_grammar_wants() {
    for record in written(&page()) {
        assert!(record.starts_with("WARC/1.1\r\nWARC-Type: "), "{record}");
        assert!(record.ends_with("\r\n\r\n"), "{record}");
        let (_, block) = record.split_once("\r\n\r\n").unwrap();
        let length: usize = field(&record, "Content-Length").unwrap().parse().unwrap();
        assert_eq!(block.len(), length + 4);
        assert_eq!(
            field(&record, "WARC-Date"),
            Some("2023-11-14T22:13:20.123456Z")
        );
        assert_eq!(
            field(&record, "WARC-Target-URI"),
            Some("https://news.example/a?b=c")
        );
        assert_eq!(field(&record, "WARC-Warcinfo-ID"), Some(INFO));
        let digest = record::digest(&sha2::Sha256::digest(&block.as_bytes()[..length]));
        assert_eq!(field(&record, "WARC-Block-Digest"), Some(digest.as_str()));
    }
}

#[test]
fn request_and_metadata_name_their_response() {
    let [response, request, metadata] = written(&page()).try_into().unwrap();
    let id = field(&response, "WARC-Record-ID");
    assert_eq!(field(&response, "WARC-Type"), Some("response"));
    assert_eq!(field(&request, "WARC-Concurrent-To"), id);
    assert_eq!(field(&metadata, "WARC-Concurrent-To"), id);
    assert!(request.contains("\r\n\r\nGET /a?b=c HTTP/1.1\r\nHost: news.example\r\n\r\n"));
    for line in [
        "source: news\r\n",
        "discovered-via: feed\r\n",
        "outcome: fetched\r\n",
        "fetchTimeMs: 12\r\n",
        "robots-rule: Allow: / (group *)\r\n",
        "opt-out: {\"ai_optout\":[\"header:noai\"]}\r\n",
    ] {
        assert!(metadata.contains(line), "{line} in {metadata}");
    }
    // The payload digest covers the body alone.
    let digest = record::digest(&page().body_hash);
    assert_eq!(
        field(&response, "WARC-Payload-Digest"),
        Some(digest.as_str())
    );
}

#[test]
fn ids_are_version_8_uuids_and_stay_the_same() {
    let id = |page: &RawPage| {
        field(&written(page)[0], "WARC-Record-ID")
            .unwrap()
            .to_owned()
    };
    let first = id(&page());
    assert_eq!(first, id(&page()));
    assert_eq!((first.len(), &first[24..25]), (47, "8"), "{first}");
    let mut other = page();
    other.key.page_id = 8;
    assert_ne!(first, id(&other));
}

#[test]
fn headers_about_the_compressed_body_get_another_name_and_none_can_break_out() {
    let mut odd = page();
    odd.headers = serde_json::json!({
        "content-encoding": "gzip",
        "content-length": "3",
        "x-evil": "a\r\nset-cookie: b",
        "not a name": "c",
        "x-number": 7,
        "warc-truncated": "length",
    });
    let response = written(&odd).remove(0);
    assert_eq!(field(&response, "WARC-Truncated"), Some("length"));
    let (_, http) = response.split_once("\r\n\r\n").unwrap();
    let head = http.split("\r\n\r\n").next().unwrap();
    let lines: Vec<&str> = head.lines().collect();
    let wanted = [
        "HTTP/1.1 200 OK",
        "x-crawler-content-encoding: gzip",
        "x-crawler-content-length: 3",
        "x-evil: a  set-cookie: b",
        "content-type: text/html",
        "content-length: 10",
    ];
    assert_eq!(lines, wanted);
}

#[test]
fn a_page_from_a_foreign_archive_claims_no_visit_of_ours() {
    let mut imported = page();
    imported.outcome = None;
    imported.duration_ms = None;
    let [_, request, metadata] = written(&imported).try_into().unwrap();
    assert_eq!(field(&request, "WARC-Type"), Some("request"));
    assert!(!metadata.contains("outcome:") && !metadata.contains("fetchTimeMs:"));
}

#[test]
fn a_url_that_is_not_http_has_no_records() {
    for url in [
        "hard::no url",
        "ftp://news.example/a",
        "mailto:a@b.example",
        "",
    ] {
        let mut odd = page();
        url.clone_into(&mut odd.url);
        assert!(records(&odd, INFO).is_none(), "{url}");
    }
}

#[test]
fn a_file_is_named_when_it_is_whole_and_the_next_records_begin_another() {
    let folder = tempfile::tempdir().unwrap();
    let begun = Utc.timestamp_opt(1_700_000_000, 7_000_000).unwrap();
    let mut files = Files::begin(folder.path(), begun, Vec::new());
    let first = files.open().unwrap();
    files.add(&[0; 990], 3).unwrap();
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<Vec<_>>()
    };
    let [one, two] = ["00001", "00002"].map(|n| format!("gleaner-20231114221320007-{n}.warc.gz"));
    assert_eq!(names(), [format!("{one}.partial")]);
    assert!(!files.close_if_full().unwrap());
    assert_eq!(files.open().unwrap(), first);
    files.close().unwrap();
    assert_eq!(names(), [one.as_str()]);
    assert_ne!(files.open().unwrap(), first);
    files.close().unwrap();
    for (done, name) in files.done().iter().zip([one, two]) {
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        assert_eq!((&done.file, done.bytes), (&name, bytes.len() as u64));
        assert_eq!(done.sha256, hex::encode(sha2::Sha256::digest(&bytes)));
    }
    assert_eq!(files.done()[0].records, 4);
}
