//! What must hold for any bytes of strangers: for the targets in `fuzz/`, and for the tests below, which try inputs that are
//! nearly right.

use chrono::DateTime;
use store::SearchQuery;

use crate::files::warc::{Limits, Reader, Record};
use crate::settings;

/// Bytes of a record.
const RECORD: usize = 1 << 16;

/// Any bytes are records up to a fault, and each record is within its bound.
///
/// # Panics
/// If one is not, or if there is no end.
pub fn warc(file: &[u8]) {
    let limits = Limits {
        record_bytes: RECORD,
    };
    let mut reader = Reader::new(file, limits);
    let mut records = 0;
    while let Ok(Some(record)) = reader.next_record() {
        records += 1;
        assert!(records <= file.len(), "records come of nothing");
        if let Record::Response(response) = record {
            assert!(response.body.len() <= RECORD);
        }
    }
}

/// Any text is a file of settings, or what is wrong with it is said on one line.
///
/// # Panics
/// If it is not.
pub fn settings(text: &str) {
    if let Err(error) = settings::read_text(text) {
        let said = error.to_string();
        assert!(!said.is_empty() && !said.contains('\n'), "{said:?}");
    }
}

/// Any text is a query, or it is said why it is none; a query asks for no more than was typed.
///
/// # Panics
/// If it does.
pub fn query(text: &str) {
    match SearchQuery::parse(text, DateTime::UNIX_EPOCH) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(query) => {
            assert!(query.text.len() <= 2 * text.len() + 2, "{:?}", query.text);
            let choices = [
                &query.sites,
                &query.languages,
                &query.authors,
                &query.stories,
            ];
            let values = choices
                .into_iter()
                .flat_map(|choice| choice.any.iter().chain(&choice.none));
            assert!(values.map(String::len).sum::<usize>() <= 4 * text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use testsite::mutated;

    use super::*;

    /// So many inputs are tried of each kind.
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
}
