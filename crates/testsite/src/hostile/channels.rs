//! robots.txt, sitemaps and feeds that are too long, too deep, too many or of the wrong type.

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

/// An index that names itself and two more indexes, endlessly.
pub(super) fn sitemap_circle(request: &RequestHead) -> Option<Response> {
    let Some(number) = request.number_after("/index-") else {
        return robots(request, "/index-1.xml");
    };
    let mut out = String::from(
        "<?xml version=\"1.0\"?><sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    );
    for next in [number, 2 * number, 2 * number + 1] {
        let url = request.url(request.host, &format!("/index-{next}.xml"));
        let _ = write!(out, "<sitemap><loc>{url}</loc></sitemap>");
    }
    out.push_str("</sitemapindex>");
    Some(Response::ok("application/xml", out))
}

/// Entities that expand to 3 GB ("billion laughs").
pub(super) fn sitemap_laughs(request: &RequestHead) -> Option<Response> {
    if request.path != "/sitemap.xml" {
        return robots(request, "/sitemap.xml");
    }
    let mut out = String::from("<?xml version=\"1.0\"?><!DOCTYPE urlset [<!ENTITY l0 \"lol\">");
    for level in 1..10 {
        let before = format!("&l{};", level - 1).repeat(10);
        let _ = write!(out, "<!ENTITY l{level} \"{before}\">");
    }
    let url = request.url(request.host, "/");
    let _ = write!(
        out,
        "]><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>{url}&l9;</loc></url></urlset>"
    );
    Some(Response::ok("application/xml", out))
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

/// A home page that names feeds: one cut off, one of 10,000 items, one with items of another site, and one that is not a feed.
pub(super) fn feeds(request: &RequestHead) -> Option<Response> {
    let rss = |items: &str, end: &str| {
        let head = "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Feed</title><link>/</link><description>.</description>";
        Response::ok("application/rss+xml", format!("{head}{items}{end}"))
    };
    let item = |url: String, number: usize| {
        format!("<item><title>Item {number}</title><link>{url}</link></item>")
    };
    let end = "</channel></rss>";
    Some(match request.path {
        "/" => {
            let links = ["/cut.xml", "/many.xml", "/foreign.xml", "/none.xml"].map(|path| {
                format!("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"{path}\">")
            });
            let (head, body) = (
                links.concat(),
                ["1", "2"]
                    .map(|n| format!("<a href=\"/ordinary/{n}\">{n}</a>"))
                    .concat(),
            );
            Response::html(format!(
                "<!doctype html><html><head><title>Feeds</title>{head}</head><body>{body}</body></html>"
            ))
        }
        "/cut.xml" => {
            let items = (0..20).map(|n| item(request.url("feeds", &format!("/cut/{n}.html")), n));
            rss(
                &items.collect::<String>(),
                "<item><title>And then &unknown; <b",
            )
        }
        "/many.xml" => {
            let items =
                (0..10_000).map(|n| item(request.url("feeds", &format!("/many/{n}.html")), n));
            rss(&items.collect::<String>(), end)
        }
        "/foreign.xml" => {
            let items = (0..50).map(|n| item(request.url("elsewhere", &format!("/{n}.html")), n));
            rss(&items.collect::<String>(), end)
        }
        "/none.xml" => {
            Response::html("<!doctype html><title>Oops</title><p>Our feed has moved.</p>")
        }
        path if path.starts_with("/cut/") || path.starts_with("/many/") => {
            Response::html(ordinary(path))
        }
        _ => return None,
    })
}
