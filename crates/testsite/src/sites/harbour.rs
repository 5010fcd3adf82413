//! harbour-gazette (en): `<section>` and `<article>`, `OpenGraph` but no JSON-LD, AMP, gzip.

use std::fmt::Write as _;

use crate::{
    article::{Article, Brief},
    boxes, calendar,
    desk::Desk,
    furniture,
    html::{Pieces, escape, items, joined, link},
    reply::Reply,
    series,
    site::{Ask, Head, Language, Paths, Site},
};

pub(crate) static SITE: Site = Site {
    id: "harbour-gazette",
    name: "Harbour Gazette",
    motto: "News from the coast",
    country: "GB",
    language: Language::English,
    index: 2,
    first_id: 310_000,
    paths: Paths {
        section: "/news/*",
        tag: "/topic/*",
        author: "/by/*",
        archive: "/archive",
        page: "page",
        search: "/search",
        imprint: "/about",
        privacy: "/privacy",
        terms: "/terms",
        contact: "/contact",
        login: "/account/sign-in",
    },
    feeds: &[],
    article_path,
    frame,
    article,
    teaser,
    own,
    finish: |_, _, reply| reply,
};

const STYLE: &str = "body{font:17px/1.55 'Times New Roman',serif;max-width:56rem;margin:auto;color:#111}header.top{border-bottom:4px double #111;text-align:center}header.top a{font-size:40px;text-decoration:none;color:#111}nav ul,footer ul{display:flex;flex-wrap:wrap;gap:1.2rem;justify-content:center;list-style:none;padding:0;font-variant:small-caps}.lede{font-style:italic;font-size:19px}.by{font-size:14px;color:#444}.promo{background:#f4efe2;padding:.7rem}.consent{border:1px solid #999;padding:.6rem;font-size:13px}.card{display:block;border-top:1px solid #ddd}.sr{position:absolute;left:-9999px}";

fn article_path(brief: &Brief) -> String {
    let date = calendar::local(brief.published, Language::English);
    let date = date.format("%Y/%b/%d").to_string().to_lowercase();
    format!("/{date}/{}-{}", brief.slug(Language::English), brief.id)
}

fn frame(desk: &Desk, head: &Head, main: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en-GB\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>{} - Harbour Gazette</title>\n<meta name=\"description\" content=\"{}\">\n<link rel=\"canonical\" href=\"{}\">\n{}\n<style>{STYLE}</style></head>\n<body>\n<section class=\"consent\" aria-label=\"cookies\"><p>{}</p><button>Accept all</button><button>Reject</button></section>\n<header class=\"top\"><a href=\"/\">Harbour Gazette</a><p>Incorporating the Saltmere Packet</p></header>\n<nav><ul>{}</ul></nav>\n<main>{main}</main>\n<section class=\"promo\"><h2>Never miss a tide</h2>{}</section>\n<footer><ul>{}</ul><p>{}</p></footer>\n<p class=\"sr\" hidden>{}</p>\n</body></html>\n",
        escape(head.title),
        escape(head.description),
        escape(&desk.url(&head.canonical)),
        head.extra,
        furniture::cookies(Language::English),
        furniture::navigation(desk, head.section),
        furniture::newsletter_form(desk),
        furniture::service(desk),
        escape(&furniture::copyright(desk)),
        furniture::hidden(Language::English),
    )
}

const PIECES: Pieces = Pieces {
    paragraph: "<p>*</p>",
    heading: "<h3>*</h3>",
    list: "<ul>*</ul>",
    item: "<li>*</li>",
};

fn article(desk: &Desk, article: &Article) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let mut extra = format!(
        "<meta property=\"og:type\" content=\"article\"><meta property=\"og:title\" content=\"{}\"><meta property=\"og:description\" content=\"{}\"><meta property=\"og:url\" content=\"{}\"><meta property=\"og:image\" content=\"{}\"><meta property=\"og:site_name\" content=\"Harbour Gazette\">\n<meta property=\"article:published_time\" content=\"{}\"><meta property=\"article:modified_time\" content=\"{}\"><meta property=\"article:section\" content=\"{}\">\n<link rel=\"amphtml\" href=\"{}\">",
        escape(&brief.title),
        escape(&story.standfirst),
        escape(&desk.url(&brief.path)),
        desk.url(&format!("/media/{}.jpg", brief.id)),
        calendar::rfc3339(brief.published, Language::English),
        calendar::rfc3339(brief.modified, Language::English),
        escape(brief.section),
        escape(&desk.url(&format!("/amp{}", brief.path))),
    );
    for tag in &article.tags {
        let _ = write!(
            extra,
            "<meta property=\"article:tag\" content=\"{}\">",
            escape(tag)
        );
    }
    let byline = match (&brief.author, brief.agency) {
        (Some(name), _) => {
            let _ = write!(extra, "<meta name=\"author\" content=\"{}\">", escape(name));
            format!("By {}", link(&desk.site.author_path(name), name))
        }
        (None, agency) => escape(agency.unwrap_or_default()),
    };
    let comments = furniture::comments(Language::English, brief.number);
    let language = Language::English;
    let offer = if brief.number % 3 == 1 {
        String::new()
    } else {
        format!("<p>{}</p>", boxes::application(language))
    };
    let mut end = vec![boxes::appeal(language).to_owned()];
    if let Some(author) = &brief.author {
        end.push(boxes::life(desk, author));
    }
    if brief.number.is_multiple_of(3) {
        end.push(boxes::disclaimer(language).to_owned());
    }
    let end = joined(end.iter().map(|text| format!("<p>{text}</p>\n")));
    let inset = format!(
        "{offer}<aside class=\"promo\"><p>Read more: {}</p></aside>",
        desk.related(brief)
            .first()
            .map_or_else(String::new, |(path, title)| link(path, title))
    );
    let main = format!(
        "<article><header><h1>{}</h1><p class=\"lede\">{}</p><p class=\"by\">{byline} · {}</p></header>\n<figure><img src=\"/media/{}.jpg\" alt=\"\" width=\"1\"><figcaption>{}</figcaption><small>{}</small></figure>\n<section class=\"copy\">\n{}{}{end}</section></article>\n<section class=\"related\"><h2>Related stories</h2><ul>{}</ul></section>\n<section class=\"comments\"><h2>{} comments</h2>{}</section>",
        escape(&brief.title),
        escape(&story.standfirst),
        calendar::long(brief.published, Language::English),
        brief.id,
        escape(&story.caption),
        escape(&story.credit),
        PIECES.body(&story.parts, &desk.tag_links(article), &inset),
        series::pager(desk, article, "<p class=\"pages\">", "</p>"),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
        comments.len(),
        joined(comments.iter().map(|(name, text)| format!(
            "<div class=\"comment\"><h4>{name}</h4><p>{text}</p></div>"
        ))),
    );
    let head = Head {
        title: &brief.title,
        description: &story.standfirst,
        canonical: brief.path.clone(),
        extra,
        section: Some(brief.topic),
        home: false,
    };
    frame(desk, &head, &main)
}

fn teaser(_: &Desk, brief: &Brief) -> String {
    format!(
        "<section class=\"card\"><h3>{}</h3><p>{}</p></section>\n",
        link(&brief.path, &brief.title),
        escape(&brief.standfirst()),
    )
}

/// The AMP variant, with the canonical address.
fn own(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let path = ask.path.strip_prefix("/amp")?;
    let number = ask.last_number()?.checked_sub(desk.site.first_id)?;
    let brief = desk
        .brief(number)
        .filter(|brief| brief.path == path && desk.stands(number))?;
    let article = Article::new(brief);
    let html = format!(
        "<!doctype html><html amp lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><link rel=\"canonical\" href=\"{1}\"><script async src=\"https://cdn.example/v0.js\"></script></head><body><h1>{0}</h1><p>{2}</p>{3}<p>{4}</p></body></html>",
        escape(&article.brief.title),
        escape(&desk.url(&article.brief.path)),
        escape(&article.story.standfirst),
        PIECES.body(&article.story.parts, &[], ""),
        link(&article.brief.path, "Full version"),
    );
    Some(Reply::page("article", html).changed(article.brief.modified))
}
