//! Sitemaps: plain, gzipped, index, Google News.

use std::fmt::Write as _;

use chrono::TimeDelta;

use crate::{
    article::Brief, calendar, desk::Desk, html::escape, reply::Reply, server::gzip, site::Ask,
};

/// Articles in one file of an index.
const PER_FILE: usize = 1_000;

/// The sitemaps of a site; elbkurier and valley-observer have none.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let number = || ask.last_number();
    match (desk.site.id, ask.path) {
        ("morgenblatt", "/sitemap.xml") => Some(index(
            desk,
            "/sitemaps/artikel-*.xml.gz",
            Some("/sitemaps/news.xml"),
        )),
        ("morgenblatt", "/sitemaps/news.xml") => Some(news(desk, "Morgenblatt")),
        ("morgenblatt", path) if path.starts_with("/sitemaps/artikel-") => {
            articles(desk, number()?, true)
        }
        ("harbour-gazette", "/sitemap-index.xml") => Some(index(desk, "/sitemap-*.xml", None)),
        ("harbour-gazette", "/news-sitemap.xml") => Some(news(desk, "Harbour Gazette")),
        ("harbour-gazette", path) if path.starts_with("/sitemap-") => {
            articles(desk, number()?, false)
        }
        ("tagnetz", "/news.xml") => Some(news(desk, "tagnetz")),
        _ => None,
    }
}

fn xml(desk: &Desk, text: String) -> Reply {
    Reply::bytes("application/xml; charset=utf-8", text)
        .changed(desk.edition.changed(&desk.state.settings))
}

/// An index; `*` in `files` counts from 1.
fn index(desk: &Desk, files: &str, further: Option<&str>) -> Reply {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let count = desk.edition.count.div_ceil(PER_FILE).max(1);
    let files = (1..=count).map(|number| files.replace('*', &number.to_string()));
    for path in files.chain(further.map(str::to_owned)) {
        let changed = desk.edition.changed(&desk.state.settings);
        let _ = writeln!(
            out,
            "<sitemap><loc>{}</loc><lastmod>{}</lastmod></sitemap>",
            escape(&desk.url(&path)),
            calendar::rfc3339(changed, desk.site.language),
        );
    }
    out.push_str("</sitemapindex>\n");
    xml(desk, out)
}

/// File `number` of the sitemap of all articles, oldest first.
fn articles(desk: &Desk, number: usize, zipped: bool) -> Option<Reply> {
    let from = number.checked_sub(1)? * PER_FILE;
    let to = (from + PER_FILE).min(desk.edition.count);
    if from >= to {
        return None;
    }
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for brief in (from..to)
        .filter(|n| desk.stands(*n))
        .filter_map(|n| desk.brief(n))
    {
        let _ = writeln!(
            out,
            "<url><loc>{}</loc><lastmod>{}</lastmod></url>",
            escape(&desk.url(&brief.path)),
            calendar::rfc3339(brief.modified, desk.site.language),
        );
    }
    out.push_str("</urlset>\n");
    if !zipped {
        return Some(xml(desk, out));
    }
    let changed = desk.edition.changed(&desk.state.settings);
    Some(Reply::bytes("application/gzip", gzip(out.as_bytes())).changed(changed))
}

/// Articles of the last two days with their titles, as Google News reads them.
fn news(desk: &Desk, name: &str) -> Reply {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\">\n",
    );
    let since = desk.edition.changed(&desk.state.settings) - TimeDelta::days(2);
    let recent = |brief: &Brief| brief.published > since;
    for brief in desk.newest().take(1_000).take_while(recent) {
        let _ = writeln!(
            out,
            "<url><loc>{}</loc><news:news><news:publication><news:name>{}</news:name><news:language>{}</news:language></news:publication><news:publication_date>{}</news:publication_date><news:title>{}</news:title></news:news></url>",
            escape(&desk.url(&brief.path)),
            escape(name),
            desk.site.language.code(),
            calendar::rfc3339(brief.published, desk.site.language),
            escape(&brief.title),
        );
    }
    out.push_str("</urlset>\n");
    xml(desk, out)
}
