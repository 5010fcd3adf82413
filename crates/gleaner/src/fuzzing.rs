//! What holds for any input, tried with mutated valid inputs.

use std::iter::once;

use chrono::{DateTime, Datelike as _, Utc};
use clap::Parser;
use store::{Field, SearchQuery};
use testsite::mutated;

use crate::commands::export;
use crate::files::export::folder::Selection;
use crate::files::export::{PageCursor, Since};
use crate::files::warc::{Limits, Reader, Record};
use crate::settings;

/// Maximum bytes of a record.
const MAX_RECORD_BYTES: usize = 1 << 16;

/// Arbitrary bytes are read as records up to the first fault, and every record is within its size limit.
fn warc(file: &[u8]) {
    let limits = Limits {
        record_bytes: MAX_RECORD_BYTES,
    };
    let mut reader = Reader::new(file, limits);
    let mut records = 0;
    while let Ok(Some(record)) = reader.next_record() {
        records += 1;
        assert!(records <= file.len(), "more records than bytes");
        if let Record::Response(response) = record {
            assert!(response.body.len() <= MAX_RECORD_BYTES);
        }
    }
}

/// Any text is either a valid settings file or refused with an error message on one line.
fn settings(text: &str) {
    if let Err(error) = settings::read_text(text) {
        let message = error.to_string();
        assert!(
            !message.is_empty() && !message.contains('\n'),
            "{message:?}"
        );
    }
}

/// Any text is either a query or refused with an error message; a query is never much larger than the text typed.
fn query(text: &str) {
    match SearchQuery::parse(text, DateTime::UNIX_EPOCH) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(query) => {
            let fields = [Field::Site, Field::Language, Field::Author, Field::Story];
            let values = fields.into_iter().flat_map(|field| query.values(field));
            assert!(values.map(|value| value.len()).sum::<usize>() <= 4 * text.len());
        }
    }
}

/// The arguments of `gleaner export`.
#[derive(Debug, Parser)]
struct Export {
    #[command(flatten)]
    args: export::Args,
}

/// The words of any text are either arguments of an export or refused with an error message. The times and cursors can be stored in
/// the database, and the filters survive a round trip through a manifest.
fn filter(text: &str) {
    let args = match Export::try_parse_from(once("export").chain(text.split_whitespace())) {
        Ok(Export { args }) => args,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    match args.since {
        Some(Since::Number(cursor)) => assert!(cursor.number >= 0, "{cursor}"),
        Some(Since::Page(key)) => {
            assert!(is_storable(key.fetched_at), "{key:?}");
            // A time before all pages parses as the beginning.
            let written = PageCursor(key).to_string();
            let again = written.parse().map(|since: Since| match since {
                Since::Number(_) => "0".to_owned(),
                Since::Page(key) => PageCursor(key).to_string(),
            });
            assert_eq!(again, Ok(written));
        }
        None => {}
    }
    let Some(Ok(wanted)) = args
        .format
        .unwrap_or(export::Format::Jsonl)
        .encoding()
        .map(|kind| args.articles(kind))
    else {
        return;
    };
    let times = [
        wanted.selection.published_since,
        wanted.selection.published_until,
    ];
    assert!(times.into_iter().flatten().all(is_storable), "{times:?}");
    let written = serde_json::to_string(&wanted.selection).unwrap_or_default();
    let again: Option<Selection> = serde_json::from_str(&written).ok();
    assert_eq!(again, Some(wanted.selection.sorted()), "{written}");
}

/// Whether the database can store a time and RFC 3339 can represent it.
fn is_storable(time: DateTime<Utc>) -> bool {
    (1..=9999).contains(&time.year())
}

/// Number of mutated inputs per kind.
const COUNT: usize = 3_000;

#[test]
fn bytes_that_are_nearly_a_warc_file_do_no_harm() {
    let seeds: [&[u8]; 2] = [
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <https://a.example/>\r\nWARC-Date: 2026-11-20T10:00:00Z\r\n\
          Content-Type: application/http; msgtype=response\r\nContent-Length: 87\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\
          Content-Encoding: br\r\n\r\n2\r\nhi\r\n0\r\n\r\n\r\n\r\n",
        b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\nContent-Length: 13\r\n\r\nsoftware: x\r\n\r\n\r\n",
    ];
    let dictionary: [&[u8]; 7] = [
        b"WARC/1.1\r\n",
        b"Content-Length: 18446744073709551615\r\n",
        b"Content-Encoding: gzip, deflate\r\n",
        b"\r\n\r\n",
        b"ffffffffffffffff\r\n",
        b"\x28\xb5\x2f\xfd",
        b"WARC-Truncated: length\r\n",
    ];
    mutated(&seeds, &dictionary, COUNT).for_each(|file| warc(&file));
}

#[test]
fn text_that_is_nearly_a_file_of_settings_does_no_harm() {
    let seeds: [&[u8]; 2] = [
        b"[crawl]\ncontact = 'https://a.example/'\ndelay_seconds = 9\nresolve = { 'a.example' = '203.0.113.7' }\n[crawl.revisit]\npage_hours = 3\n",
        b"[retention]\npage_days = 90\nsites = { 'a' = { visit_days = 3 } }\n[classify]\nthreshold = 0.5\n[notify]\non = 'always'\n",
    ];
    let dictionary: [&[u8]; 8] = [
        b"[crawl", b"]\n", b"= -1", b"= nan", b"= 1e999", b"'''", b"= []", b"= {",
    ];
    mutated(&seeds, &dictionary, COUNT / 10)
        .for_each(|text| settings(&String::from_utf8_lossy(&text)));
}

#[test]
fn text_that_is_nearly_a_query_does_no_harm() {
    let seeds: [&[u8]; 2] = [
        b"storm -coast \"storm surge\" OR flood site:example -lang:de author:\"anna smith\"",
        "Zeit: die since:2026-11-01 until:7d story:0000 „Flüsse“".as_bytes(),
    ];
    let dictionary: [&[u8]; 8] = [
        b"site:",
        b"-",
        b"\"",
        b" OR ",
        b"since:9999999999d",
        b"until:-1h",
        b"author:\"",
        b"\xe3\x80\x80",
    ];
    mutated(&seeds, &dictionary, COUNT).for_each(|text| query(&String::from_utf8_lossy(&text)));
}

#[test]
fn words_that_are_nearly_arguments_of_an_export_do_no_harm() {
    let seeds: [&[u8]; 3] = [
        b"--since 1200 --language de --published-since 2026-11-01 --published-until 2026-11-21T08:00:00+01:00 --fields id,url,title",
        b"--format warc --out archive --site tagnetz --since 2026-11-21T08:00:00.123456Z/42 --without-opt-outs=tdm,ai --revisits",
        b"--format csv --profile share --sentences --latest --leaders --story 00ff --site b --site a --without-opt-outs --force",
    ];
    let dictionary: [&[u8]; 8] = [
        b" --since=-",
        b" --since +",
        b" --published-since=",
        b"0000-01-01",
        b"+262142-12-31",
        b"23:59:60Z",
        b" --",
        b",",
    ];
    mutated(&seeds, &dictionary, COUNT).for_each(|text| filter(&String::from_utf8_lossy(&text)));
}
