//! Mazes: endless pages that no URL reveals, because each looks like an ordinary one.

use std::fmt::Write as _;

use super::request::{RequestHead, Response};
use crate::random::{mix, words};

/// A page with the same text as all pages of mazes, its name in title, breadcrumb and headline, and links to further ones.
fn page(name: &str, links: &[(String, String)]) -> Response {
    let mut out = format!(
        "<!doctype html><html lang=\"de\"><title>{name} - Stadtblatt</title><nav>Start &gt; {name}</nav><h1>{name}</h1>\
         <p>Hier finden Sie alles, was in der Stadt und auf dem Land in diesen Tagen zu sehen und zu hören ist, von den \
         Märkten am Morgen bis zu den Konzerten am Abend, und wer etwas vermisst, schreibt der Redaktion einen Brief.</p><ul>"
    );
    for (path, text) in links {
        let _ = write!(out, "<li><a href=\"{path}\">{text}</a>");
    }
    out.push_str("</ul></html>");
    Response::html(out)
}

/// A calendar with weeks in the path.
pub(super) fn weeks(request: &RequestHead) -> Option<Response> {
    let week = request.number_after("/wochen/woche/")?;
    let link = |n: u64| (format!("/wochen/woche/{}", week + n), format!("Woche {n}"));
    Some(page(
        &format!("Woche {week}"),
        &(1..9).map(link).collect::<Vec<_>>(),
    ))
}

/// The same five pages with another session in the path of each link.
pub(super) fn session_path(request: &RequestHead) -> Option<Response> {
    request.path.strip_prefix("/s-")?;
    let session = mix(1, request.path);
    let link = |n: u64| {
        (
            format!("/s-{:x}/seite/{n}", session ^ n),
            format!("Seite {n}"),
        )
    };
    Some(page("Unsere Seite", &(1..6).map(link).collect::<Vec<_>>()))
}

/// Headlines that lead to more headlines.
pub(super) fn slugs(request: &RequestHead) -> Option<Response> {
    let slug = request.path.strip_prefix("/mehr/")?;
    let link = |n: u64| {
        let word = words(&format!("{} {n}", request.path), 1);
        let path = format!("/mehr/{word}-{}-{}", &word[1..], &word[2..]);
        (path, word)
    };
    let links: Vec<_> = (0..8).map(link).collect();
    Some(page(&slug.replace('-', " "), &links))
}

/// Relative links from pages that exist at any depth.
pub(super) fn mirrors(request: &RequestHead) -> Option<Response> {
    request.path.strip_prefix("/spiegel/")?;
    let names = [
        "stadt", "land", "fluss", "wald", "berg", "see", "tal", "feld",
    ];
    let links = names.map(|name| (format!("{name}/"), name.to_owned()));
    Some(page("Umgebung", &links))
}
