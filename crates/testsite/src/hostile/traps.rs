//! Crawler traps: endless URLs.

use std::fmt::Write as _;

use super::request::{RequestHead, Response};

fn list(title: &str, links: &[String]) -> Response {
    let mut out =
        format!("<!doctype html><html lang=\"de\"><title>{title}</title><h1>{title}</h1><ul>");
    for link in links {
        let _ = write!(out, "<li><a href=\"{link}\">{link}</a>");
    }
    out.push_str("</ul></html>");
    Response::html(out)
}

/// Months and days, endless in both directions.
pub(super) fn calendar(request: &RequestHead) -> Option<Response> {
    let rest = request.path.strip_prefix("/kalender/")?;
    let mut parts = rest.split('/').map(|part| part.parse::<u32>().unwrap_or(1));
    let (year, month) = (parts.next()?, parts.next().unwrap_or(1).clamp(1, 12));
    let (before, after) = (year * 12 + month - 2, year * 12 + month);
    let month_of = |count: u32| format!("/kalender/{}/{:02}", count / 12, count % 12 + 1);
    let mut links = vec![month_of(before), month_of(after)];
    links.extend((1..=28).map(|day| format!("/kalender/{year}/{month:02}/{day:02}")));
    Some(list(&format!("Termine {month}/{year}"), &links))
}

/// A list that always has another page.
pub(super) fn pages(request: &RequestHead) -> Option<Response> {
    let page = request.number_after("/liste?seite=")?;
    let links = [1, 2, 3, 10, 100].map(|step| format!("/liste?seite={}", page + step));
    Some(list(&format!("Liste, Seite {page}"), &links))
}

/// Every link adds a filter or changes one.
pub(super) fn filters(request: &RequestHead) -> Option<Response> {
    let query = request.path.strip_prefix("/stellen?")?;
    let links: Vec<String> = (0..12)
        .map(|n: usize| {
            let name = char::from(b'a' + u8::try_from(n % 6).unwrap_or_default());
            let path = format!("/stellen?{query}&{name}={}", (query.len() + n) % 40);
            path.chars().take(600).collect()
        })
        .collect();
    Some(list("Stellen", &links))
}

/// Relative links from pages that exist at any depth.
pub(super) fn deeper(request: &RequestHead) -> Option<Response> {
    request.path.strip_prefix("/ort/")?;
    let links = ["hier/", "dort/", "hier/dort/", "seite.html"].map(str::to_owned);
    Some(list("Orte", &links))
}

/// One page with a new session id in every link.
pub(super) fn sessions(request: &RequestHead) -> Option<Response> {
    let (path, sid) = request
        .path
        .split_once("sid=")
        .unwrap_or((request.path, "1"));
    if !path.starts_with("/mit") {
        return None;
    }
    let number = u64::from_str_radix(sid, 16).unwrap_or(1);
    let links = [1, 2, 3].map(|step| {
        format!(
            "/mit?sid={:032x}",
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ step
        )
    });
    Some(list("Mit Sitzung", &links))
}
