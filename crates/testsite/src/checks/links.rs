//! Every link resolves, and every expected page is linked.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::{get, state, text};
use crate::{
    Expected,
    newsroom::{SITES, State},
};

/// Absolute URLs of the links of a page.
fn links(url: &str, html: &str) -> BTreeSet<String> {
    let root = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    let html = html.replace("HREF=", "href=");
    html.split("<a ")
        .chain(html.split("<A "))
        .skip(1)
        .filter_map(|tag| {
            tag.split('>')
                .next()?
                .split_once("href=")
                .map(|(_, href)| href)
        })
        .map(|href| {
            href.trim_start_matches(['"', '\''])
                .split(['"', '\'', ' '])
                .next()
                .unwrap()
        })
        .map(|href| href.replace("&amp;", "&"))
        .filter(|href| !href.starts_with('#'))
        .map(|href| match href {
            _ if href.starts_with("http") => href,
            _ if href.starts_with('/') => format!("{root}{href}"),
            _ => format!("{}/{href}", url.rsplit_once('/').unwrap().0),
        })
        .collect()
}

/// Follows every link of a site except those into traps and to forbidden or foreign URLs.
fn walk(state: &State, expected: &Expected, site: &str) -> HashSet<String> {
    let home = state.url(site, "/");
    let mut seen = HashSet::from([home.clone()]);
    let mut queue = VecDeque::from([home]);
    let avoid: Vec<_> = expected
        .disallowed
        .iter()
        .chain(&expected.foreign)
        .collect();
    while let Some(url) = queue.pop_front() {
        let reply = get(state, &url);
        if let Some((_, to)) = reply.headers.iter().find(|(name, _)| *name == "location") {
            queue.extend(seen.insert(to.clone()).then(|| to.clone()));
            continue;
        }
        let failing = expected.failing.iter().find(|(failing, _)| *failing == url);
        let status = failing.map_or(200, |(_, status)| *status);
        assert_eq!(reply.status, status, "{url}");
        for link in links(&url, &text(&reply)) {
            let lost = expected.traps.iter().any(|trap| trap.catches(&link));
            let forbidden = avoid.iter().any(|prefix| link.starts_with(*prefix));
            if !lost && !forbidden && seen.insert(link.clone()) {
                queue.push_back(link);
            }
        }
    }
    seen
}

#[test]
fn every_link_resolves_and_every_expected_page_is_linked() {
    let state = state();
    let expected = Expected::of(&state);
    for site in SITES.iter() {
        let seen = walk(&state, &expected, &site.id);
        let home = state.url(&site.id, "/");
        let pages = expected.not_articles.iter().map(|page| &page.url);
        for url in expected
            .articles
            .iter()
            .map(|article| &article.url)
            .chain(pages)
        {
            assert!(
                !url.starts_with(&home) || seen.contains(url),
                "{url} is not linked"
            );
        }
    }
}
