//! robots.txt and sitemaps that are too long, too deep or too many.

use std::fmt::Write as _;

use super::{
    bodies::zipped_zeros,
    request::{RequestHead, Response, ordinary},
};

/// A robots.txt of 5 MB, with a rule at its beginning and one at its end, beyond what a crawler must read.
pub(super) fn long_robots(request: &RequestHead) -> Option<Response> {
    Some(match request.path {
        "/robots.txt" => {
            let filler = "# a line that says nothing at all, and there are many of them\n";
            let middle = filler.repeat((5 << 20) / filler.len());
            let text = format!("User-agent: *\nDisallow: /early\n{middle}Disallow: /late\n");
            Response::ok("text/plain", text)
        }
        "/early" | "/late" => Response::html(ordinary("what robots.txt forbids")),
        _ => return None,
    })
}

fn robots(request: &RequestHead, sitemap: &str) -> Option<Response> {
    let line = format!(
        "User-agent: *\nDisallow:\nSitemap: {}\n",
        request.url(request.host, sitemap)
    );
    (request.path == "/robots.txt").then(|| Response::ok("text/plain", line))
}

/// A compressed sitemap of 10 GiB.
pub(super) fn sitemap_bomb(request: &RequestHead) -> Option<Response> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nConnection: close\r\n\r\n";
    match request.path {
        "/sitemap.xml.gz" => Some(zipped_zeros(head.to_vec())),
        _ => robots(request, "/sitemap.xml.gz"),
    }
}

fn sitemap(root: &str, entry: &str, entries: impl Iterator<Item = (String, String)>) -> Response {
    let mut out = format!(
        "<?xml version=\"1.0\"?><{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
    );
    for (url, modified) in entries {
        let _ = write!(
            out,
            "<{entry}><loc>{url}</loc><lastmod>{modified}</lastmod></{entry}>"
        );
    }
    let _ = write!(out, "</{root}>");
    Response::ok("application/xml", out)
}

/// The day before today by this number of days.
fn days_ago(days: u64) -> String {
    let day = chrono::Utc::now().date_naive() - chrono::Days::new(days);
    day.to_string()
}

/// An index of 3,000 sitemaps, each of which names one page.
pub(super) fn sitemap_swarm(request: &RequestHead) -> Option<Response> {
    if request.path == "/index.xml" {
        let sitemaps = (0..3_000).map(|n| {
            let url = request.url(request.host, &format!("/swarm-{n}.xml"));
            (url, days_ago(n % 20))
        });
        return Some(sitemap("sitemapindex", "sitemap", sitemaps));
    }
    let Some(number) = request.number_after("/swarm-") else {
        return robots(request, "/index.xml");
    };
    let url = request.url(request.host, &format!("/nothing/{number}.html"));
    let page = std::iter::once((url, days_ago(0)));
    Some(sitemap("urlset", "url", page))
}
