//! Which host answers what.

use crate::{
    bench,
    desk::Desk,
    pages,
    reply::Reply,
    site::{self, Ask},
    state::State,
};

/// The one site that also has a `www.` name, which redirects.
const WITH_WWW: &str = "morgenblatt";
/// A host of tagnetz whose robots.txt cannot be had, so that nothing of it may be fetched.
pub(crate) const CLOSED: &str = "archiv.tagnetz";
/// A host that is linked, belongs to no seed and must be left alone.
pub(crate) const ELSEWHERE: &str = "elsewhere";

/// The answer of `host` to a request for `path`.
pub(crate) fn answer(state: &State, host: &str, path: &str) -> Reply {
    let name = host.strip_suffix(".localhost").unwrap_or(host);
    if let Some(site) = site::by_id(name) {
        let desk = Desk::new(state, site);
        return pages::answer(&desk, &Ask::new(&without_session(path)));
    }
    if let Some(bare) = name.strip_prefix("www.").filter(|bare| *bare == WITH_WWW) {
        return Reply::redirect(301, &state.url(bare, path));
    }
    // A bench host may have hosts below it, as `feeds.bench-000`, with the same pages.
    let bench = name.rsplit_once('.').map_or(name, |(_, below)| below);
    if let Some(number) = bench::host_number(&state.settings, bench) {
        return bench::answer(state, number, path);
    }
    match (name, path) {
        (CLOSED, "/robots.txt") => Reply::bytes("text/plain", "unavailable").status(503),
        (CLOSED | ELSEWHERE, _) => Reply::page(
            "other",
            "<!doctype html><title>Leer</title><p>Wer das liest, hätte nicht kommen sollen.</p>",
        ),
        _ => Reply::bytes("text/plain; charset=utf-8", index(state)).status(404),
    }
}

/// The path without session ids, which change nothing.
fn without_session(path: &str) -> String {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let path = path.split(";jsessionid=").next().unwrap_or(path);
    let query: Vec<_> = query
        .split('&')
        .filter(|p| !p.is_empty() && !p.starts_with("sid="))
        .collect();
    if query.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", query.join("&"))
    }
}

/// For a person who came without a host name.
fn index(state: &State) -> String {
    let mut out = String::from("The fixture newsroom. Its sites:\n\n");
    for site in site::SITES {
        out.push_str(&state.url(site.id, "/"));
        out.push('\n');
    }
    out
}
