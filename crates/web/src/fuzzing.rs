//! Invariants for untrusted input of any kind, checked by the targets in `fuzz/` and by the tests below, which mutate valid
//! inputs.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use axum::extract::Query;
use axum::http::Uri;
use chrono::{DateTime, Datelike as _};
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};
use store::{LabelCursor, RejectedCursor, SearchCursor, SearchQuery, StoryCursor};
use url::form_urlencoded::Serializer;

use crate::hubs::signature;
use crate::hubs::verify::{MAX_LEASE, VerificationRequest};
use crate::reader::api::queries;
use crate::reader::search::Params;

/// The key of the signatures.
const SECRET: &str = "secret";
/// Maximum length of the query of a URL in bytes. A longer one does not fit into a URL again.
const MAX_QUERY: usize = 8_192;

/// Checks the parsers for `WebSub` on any bytes. The first line is the query or the signature of a hub, the rest is the body of a push.
/// A lease is within its bounds, a request survives a round trip through its query, and only signed bodies are valid.
///
/// # Panics
/// If one of these does not hold.
pub fn websub(message: &[u8]) {
    let mut parts = message.splitn(2, |byte| *byte == b'\n');
    let head = String::from_utf8_lossy(parts.next().unwrap_or_default());
    let body = parts.next().unwrap_or_default();
    let request = VerificationRequest::parse(&head);
    assert!((Duration::from_secs(1)..=MAX_LEASE).contains(&request.granted()));
    assert_eq!(
        VerificationRequest::parse(&to_query(&request)),
        request,
        "{head:?}"
    );
    let signed = [
        signed::<Hmac<Sha1>>("sha1", body),
        signed::<Hmac<Sha256>>("sha256", body),
        signed::<Hmac<Sha384>>("sha384", body),
        signed::<Hmac<Sha512>>("sha512", body),
    ];
    for signature in &signed {
        assert!(signature::is_valid(signature, SECRET, body), "{signature}");
        assert!(
            !signature::is_valid(signature, "other", body),
            "{signature}"
        );
        let cut = &signature[..signature.len() - 2];
        assert!(!signature::is_valid(cut, SECRET, body), "{cut}");
    }
    if signature::is_valid(&head, SECRET, body) {
        let claimed: String = head.split_whitespace().collect();
        assert!(signed.contains(&claimed.to_ascii_lowercase()), "{head:?}");
    }
}

/// Formats a request as a query.
fn to_query(request: &VerificationRequest) -> String {
    let mut query = Serializer::new(String::new());
    query.append_pair("hub.mode", &request.mode);
    query.append_pair("hub.topic", &request.topic);
    query.append_pair("hub.challenge", &request.challenge);
    if let Some(lease) = request.lease {
        query.append_pair("hub.lease_seconds", &lease.as_secs().to_string());
    }
    query.append_pair("hub.reason", &request.reason);
    query.finish()
}

/// The signature header of a body.
fn signed<M: Mac + KeyInit>(method: &str, body: &[u8]) -> String {
    let code = <M as KeyInit>::new_from_slice(SECRET.as_bytes()).map(|mut mac| {
        mac.update(body);
        hex::encode(mac.finalize().into_bytes())
    });
    format!("{method}={}", code.unwrap_or_default())
}

/// Checks the parsers for queries of URLs on any text. Limits and times are within bounds, cursors survive a round trip, and links to
/// other pages of a search lead to that search.
///
/// # Panics
/// If one of these does not hold.
pub fn filter(query: &str) {
    assert_round_trips::<StoryCursor>(query);
    assert_round_trips::<RejectedCursor>(query);
    assert_round_trips::<LabelCursor>(query);
    assert_round_trips::<SearchCursor>(query);
    if query.len() > MAX_QUERY {
        return;
    }
    let Ok(address) = format!("/search?{query}").parse::<Uri>() else {
        return;
    };
    for query in queries(&address) {
        assert!((1..=100).contains(&query.limit), "{}", query.limit);
        let times = [query.since, query.until];
        let is_storable = |year| (1..=9999).contains(&year);
        assert!(
            times
                .into_iter()
                .flatten()
                .all(|time| is_storable(time.year())),
            "{times:?}"
        );
        if let Some(after) = &query.after {
            assert_round_trips::<SearchCursor>(&after.to_string());
        }
    }
    if let Some(params) = params(&address) {
        let after: Option<SearchCursor> = params.after.parse().ok();
        let link = params.address(&params.q, after.as_ref());
        let again = link.parse().ok().and_then(|link| self::params(&link));
        let is_same = again.is_some_and(|again| {
            again.q == params.q
                && again.is_by_date() == params.is_by_date()
                && again.after.parse().ok() == after
        });
        assert!(is_same, "{link:?}");
        let search = |text: &str| SearchQuery::parse(text, DateTime::UNIX_EPOCH);
        // Blanks inserted between the pieces of a longer query may make it too long.
        if params.q.len() <= 1_000
            && let Ok(query) = search(&params.q)
        {
            for key in ["lang", "site"] {
                let rest = SearchQuery::without(&params.q, key);
                let mut expected = query.clone();
                match key {
                    "lang" => expected.languages.any.clear(),
                    _ => expected.sites.any.clear(),
                }
                assert_eq!(search(&rest), Ok(expected), "{:?}", params.q);
            }
        }
    }
}

fn params(address: &Uri) -> Option<Params> {
    let Query(params) = Query::try_from_uri(address).ok()?;
    Some(params)
}

fn assert_round_trips<C: FromStr + Display + PartialEq>(text: &str) {
    if let Ok(cursor) = text.parse::<C>() {
        let written = cursor.to_string();
        assert!(
            written.parse().is_ok_and(|again: C| again == cursor),
            "{text:?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use testsite::mutated;

    use super::*;

    /// Number of inputs of each kind.
    const COUNT: usize = 3_000;

    #[test]
    fn mutated_hub_requests_do_no_harm() {
        let seeds: [&[u8]; 3] = [
            b"hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.example%2Ffeed&hub.challenge=a+b&hub.lease_seconds=864000\n",
            b"hub.mode=denied&hub.topic=https://a.example/feed&hub.reason=no%20%C3%A4&hub.lease_seconds=0\n",
            b"sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79\n<feed><entry><link href='/1'/></entry></feed>",
        ];
        let dictionary: [&[u8]; 6] = [
            b"hub.lease_seconds=18446744073709551615",
            b"&hub.challenge=",
            b"%ff",
            b"+",
            b"sha512=",
            b"\n",
        ];
        mutated(&seeds, &dictionary, COUNT).for_each(|message| websub(&message));
    }

    #[test]
    fn mutated_url_queries_do_no_harm() {
        let seeds: [&[u8]; 4] = [
            b"q=haus+site%3Aa+lang%3Ade+%22rote+H%C3%A4user%22+OR+-brand&order=newest&after=d1764072000000000.00ff&limit=20",
            b"language=de&source=a.example&author=anna&story=00ff&since=7d&until=2026-11-30&limit=100&after=b1764072000000000.9",
            b"3f800000.1764072000000000.00ff",
            b"1764072000000000.00ff.1.anna",
        ];
        let dictionary: [&[u8]; 8] = [
            b"site:",
            b"lang:%22",
            b"%22",
            b"&after=r",
            b"&since=",
            b"9999-12-31",
            b"%00",
            b"&limit=-1",
        ];
        mutated(&seeds, &dictionary, COUNT)
            .for_each(|query| filter(&String::from_utf8_lossy(&query)));
    }
}
