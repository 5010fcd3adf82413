//! URL variants: one article under many URLs, all linked.

use super::request::{RequestHead, Response, ordinary};

/// The URLs of the article, the canonical one last but one. All answer alike.
pub(super) const LINKS: &[&str] = &[
    "/Stadt/Br%c3%bccke.html",
    "/Stadt/Br%C3%BCcke.html",
    "/Stadt/Brücke.html",
    "/Stadt/./Brücke.html",
    "/x/../Stadt/Brücke.html",
    "/%53tadt/Brücke.html",
    "/Stadt/Brücke.html#kommentare",
    "/Stadt/Brücke.html?utm_source=rss&utm_medium=feed",
    "/Stadt/Brücke.html?fbclid=IwAR0x",
    "/Stadt/Brücke.html?PHPSESSID=0123456789abcdef0123456789abcdef",
    "/Stadt/Brücke.html;jsessionid=9C0FEE00",
    "/Stadt/Brücke.html?print=1",
    "/amp/Stadt/Brücke.html",
    "/Stadt/Brücke.html",
    "/index.html",
];

/// Path of the article in its canonical link.
const CANONICAL: &str = "/Stadt/Br%C3%BCcke.html";

/// The response of both hosts of the site; `www.` answers without a redirect.
pub(super) fn answer(request: &RequestHead) -> Option<Response> {
    let path = request.path.split(['?', ';']).next().unwrap_or_default();
    let path = path.strip_prefix("/amp").unwrap_or(path);
    let canonical = request.url("spellings", CANONICAL);
    if path.eq_ignore_ascii_case(CANONICAL)
        || path.eq_ignore_ascii_case("/%53tadt/Br%C3%BCcke.html")
    {
        let link = format!("<link rel=\"canonical\" href=\"{canonical}\"><title>");
        return Some(Response::html(
            ordinary("the bridge").replacen("<title>", &link, 1),
        ));
    }
    None
}
