//! Queries of URLs that are nearly right.

use std::fmt::Display;
use std::str::FromStr;

use axum::extract::Query;
use axum::http::Uri;
use chrono::{DateTime, Datelike as _};
use store::{
    ArticleChangeCursor, Field, FreshCursor, RejectedCursor, SearchCursor, SearchQuery, StoryCursor,
};

use crate::reader::api::queries;
use crate::reader::search::Params;

/// Maximum length of the query of a URL in bytes. A longer one does not fit into a URL again.
const MAX_QUERY: usize = 8_192;

/// Checks the parsers for queries of URLs on any text. Limits and times are within bounds, cursors survive a round trip, and links to
/// other pages of a search lead to that search.
fn check_query(query: &str) {
    assert_round_trips::<ArticleChangeCursor>(query);
    assert_round_trips::<FreshCursor>(query);
    assert_round_trips::<StoryCursor>(query);
    assert_round_trips::<RejectedCursor>(query);
    assert_round_trips::<SearchCursor>(query);
    if query.len() > MAX_QUERY {
        return;
    }
    let Ok(address) = format!("/search?{query}").parse::<Uri>() else {
        return;
    };
    for query in queries(&address) {
        assert!((1..=100).contains(&query.limit), "{}", query.limit);
        for time in [query.since, query.until].into_iter().flatten() {
            assert!((1..=9999).contains(&time.year()), "{time}");
        }
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
            for field in [Field::Language, Field::Site] {
                let rest = search(&SearchQuery::without(&params.q, field));
                let chosen = query.chosen(field).to_vec();
                let values = rest.map(|rest| rest.narrowed(field, chosen).values(field).len());
                assert_eq!(values, Ok(query.values(field).len()), "{:?}", params.q);
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
        let again: Result<C, _> = cursor.to_string().parse();
        assert!(again.is_ok_and(|again| again == cursor), "{text:?}");
    }
}

#[test]
fn what_is_nearly_the_query_of_a_url_does_no_harm() {
    let seeds = [
        "q=haus+site%3Aa+lang%3Ade+%22rote+H%C3%A4user%22+OR+-brand&order=newest&after=d1764072000000000.00ff&limit=20",
        "language=de&source=a.example&author=anna&story=00ff&since=7d&until=2026-11-30&limit=100&after=b1764072000000000.9",
        // a cursor: [1065353216,"2025-11-25T12:00:00Z","00ff"]
        "5b313036353335333231362c22323032352d31312d32355431323a30303a30305a222c2230306666225d",
    ];
    let words = [
        "site:",
        "lang:%22",
        "%22",
        "&after=r",
        "&since=",
        "9999-12-31",
        "%00",
        "&limit=-1",
    ];
    testsite::try_mutated(&seeds, &words, 3_000, |query| {
        check_query(&String::from_utf8_lossy(query));
    });
}
