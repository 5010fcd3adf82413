//! RSS, Atom and JSON Feed of the newest articles.

use std::fmt::Write as _;

use serde_json::json;

use crate::{article::Brief, calendar, desk::Desk, html::escape, reply::Reply, site::Ask};

/// Entries of a feed.
const ENTRIES: usize = 15;

/// Path and media type of a site's feed; valley-observer has none.
fn feed(desk: &Desk) -> Option<(&'static str, &'static str)> {
    match desk.site.id {
        "morgenblatt" => Some(("/rss.xml", "application/rss+xml")),
        "elbkurier" => Some(("/feed/", "application/rss+xml")),
        "harbour-gazette" => Some(("/feed.atom", "application/atom+xml")),
        "tagnetz" => Some(("/feed.json", "application/feed+json")),
        _ => None,
    }
}

/// The link tag by which readers find the feed.
pub(crate) fn discovery(desk: &Desk) -> String {
    feed(desk).map_or_else(String::new, |(path, kind)| {
        format!(
            "<link rel=\"alternate\" type=\"{kind}\" title=\"{}\" href=\"{path}\">",
            desk.site.name
        )
    })
}

/// The feed of a site.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let (path, kind) = feed(desk)?;
    if ask.path != path {
        return None;
    }
    let body = match desk.site.id {
        "harbour-gazette" => atom(desk),
        "tagnetz" => json_feed(desk),
        _ => rss(desk),
    };
    Some(Reply::bytes(kind, body).changed(desk.edition.changed(&desk.state.settings)))
}

fn newest<'d>(desk: &'d Desk) -> impl Iterator<Item = (Brief, String)> + 'd {
    desk.newest().take(ENTRIES).map(|brief| {
        let summary = brief.standfirst();
        (brief, summary)
    })
}

fn rss(desk: &Desk) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>{}</title><link>{}</link><description>{}</description><language>{}</language>\n",
        escape(desk.site.name),
        desk.url("/"),
        escape(desk.site.motto),
        desk.site.language.code(),
    );
    for (brief, summary) in newest(desk) {
        let url = escape(&desk.url(&brief.path));
        let author = brief.author.as_deref().or(brief.agency).unwrap_or_default();
        let _ = writeln!(
            out,
            "<item><title>{}</title><link>{url}</link><guid isPermaLink=\"true\">{url}</guid><dc:creator>{}</dc:creator><category>{}</category><pubDate>{}</pubDate><description><![CDATA[<p>{}</p>]]></description></item>",
            escape(&brief.title),
            escape(author),
            escape(brief.section),
            brief.published.to_rfc2822(),
            escape(&summary),
        );
    }
    out.push_str("</channel></rss>\n");
    out
}

fn atom(desk: &Desk) -> String {
    let language = desk.site.language;
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>{}</title><id>{1}</id><link href=\"{1}\"/><link rel=\"self\" href=\"{2}\"/><updated>{3}</updated>\n",
        escape(desk.site.name),
        desk.url("/"),
        desk.url("/feed.atom"),
        calendar::rfc3339(desk.edition.changed(&desk.state.settings), language),
    );
    for (brief, summary) in newest(desk) {
        let url = escape(&desk.url(&brief.path));
        let author = brief.author.as_deref().or(brief.agency).unwrap_or_default();
        let _ = writeln!(
            out,
            "<entry><title>{}</title><id>{url}</id><link href=\"{url}\"/><author><name>{}</name></author><published>{}</published><updated>{}</updated><summary>{}</summary></entry>",
            escape(&brief.title),
            escape(author),
            calendar::rfc3339(brief.published, language),
            calendar::rfc3339(brief.modified, language),
            escape(&summary),
        );
    }
    out.push_str("</feed>\n");
    out
}

fn json_feed(desk: &Desk) -> String {
    let language = desk.site.language;
    let items: Vec<_> = newest(desk)
        .map(|(brief, summary)| {
            json!({
                "id": desk.url(&brief.path),
                "url": desk.url(&brief.path),
                "title": brief.title,
                "summary": summary,
                "date_published": calendar::rfc3339(brief.published, language),
                "date_modified": calendar::rfc3339(brief.modified, language),
                "authors": brief.author.iter().map(|name| json!({"name": name})).collect::<Vec<_>>(),
                "tags": [brief.section],
            })
        })
        .collect();
    json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": desk.site.name,
        "home_page_url": desk.url("/"),
        "feed_url": desk.url("/feed.json"),
        "language": language.code(),
        "items": items,
    })
    .to_string()
}
