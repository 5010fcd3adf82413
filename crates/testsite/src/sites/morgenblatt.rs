//! morgenblatt (de): a modern template with `<article>`, JSON-LD and `<time>`.

use std::fmt::Write as _;

use serde_json::json;

use crate::{
    article::{Article, Brief},
    boxes, calendar,
    desk::Desk,
    furniture,
    html::{Pieces, escape, items, joined, link},
    pages::framed,
    reply::Reply,
    site::{Ask, Head, Language, Paths, Site},
};

pub(crate) static SITE: Site = Site {
    id: "morgenblatt",
    name: "Morgenblatt",
    motto: "Morgenblatt – die Zeitung für den Norden",
    country: "DE",
    language: Language::German,
    index: 0,
    first_id: 40_000,
    paths: Paths {
        section: "/*/",
        tag: "/thema/*/",
        author: "/autor/*/",
        archive: "/archiv/",
        page: "seite",
        search: "/suche",
        imprint: "/impressum",
        privacy: "/datenschutz",
        terms: "/agb",
        contact: "/kontakt",
        login: "/anmelden",
    },
    feeds: &["/rss.xml"],
    article_path,
    frame,
    article,
    teaser,
    own,
    finish: |_, _, reply| reply,
};

const STYLE: &str = "body{font:17px/1.5 Georgia,serif;max-width:60rem;margin:auto;color:#222}header,footer,nav,aside,.kommentare{font-family:sans-serif;font-size:14px}nav ul,footer ul{display:flex;gap:1rem;list-style:none;padding:0}.marke{font-size:38px;font-family:Georgia}.vorspann{font-weight:bold}figure{margin:1rem 0}figure div{height:12rem;background:#cbd6dd}figcaption{font:13px sans-serif;color:#555}.cookie{background:#eee;padding:.6rem;font:13px sans-serif}.teaser{border-top:1px solid #ccc}.unsichtbar{display:none}a{color:#0b4f7d}";

fn article_path(brief: &Brief) -> String {
    let section = crate::site::slug(brief.section);
    format!(
        "/{section}/{}-{}.html",
        brief.slug(Language::German),
        brief.id
    )
}

fn frame(desk: &Desk, head: &Head, main: &str) -> String {
    let title = if head.home {
        head.title.to_owned()
    } else {
        format!("{} | Morgenblatt", head.title)
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"de\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<meta name=\"description\" content=\"{}\">\n<link rel=\"canonical\" href=\"{}\">\n{}\n<style>{STYLE}</style>\n</head>\n<body>\n<div class=\"cookie\" role=\"dialog\"><p>{}</p><button>Einverstanden</button> <button>Einstellungen</button></div>\n<header><a class=\"marke\" href=\"/\">Morgenblatt</a> <span>Unabhängig seit 1871</span></header>\n<nav><ul>{}</ul></nav>\n<main>\n{main}\n</main>\n<aside><h2>Newsletter</h2>{}</aside>\n<footer><ul>{}</ul><p>{}</p></footer>\n<div class=\"unsichtbar\" style=\"display:none\">{}</div>\n<script>window.dataLayer=[];dataLayer.push({{\"seite\":\"x\"}});</script>\n</body>\n</html>\n",
        escape(&title),
        escape(head.description),
        escape(&desk.url(&head.canonical)),
        head.extra,
        furniture::cookies(Language::German),
        furniture::navigation(desk, head.section),
        furniture::newsletter_form(desk),
        furniture::service(desk),
        escape(&furniture::copyright(desk)),
        furniture::hidden(Language::German),
    )
}

const PIECES: Pieces = Pieces {
    paragraph: "<p>*</p>",
    heading: "<h2>*</h2>",
    list: "<ul class=\"punkte\">*</ul>",
    item: "<li>*</li>",
};

fn article(desk: &Desk, article: &Article) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let published = calendar::rfc3339(brief.published, Language::German);
    let author = match (&brief.author, brief.agency) {
        (Some(name), _) => {
            json!({"@type": "Person", "name": name, "url": desk.url(&desk.site.author_path(name))})
        }
        (None, agency) => json!({"@type": "Organization", "name": agency.unwrap_or("Morgenblatt")}),
    };
    let data = json!({
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": brief.title,
        "description": story.standfirst,
        "datePublished": published,
        "dateModified": calendar::rfc3339(brief.modified, Language::German),
        "author": [author],
        "publisher": {"@type": "Organization", "name": "Morgenblatt"},
        "mainEntityOfPage": desk.url(&brief.path),
        "image": [desk.url(&format!("/bilder/{}.jpg", brief.id))],
        "articleSection": brief.section,
        "keywords": article.tags,
        "isAccessibleForFree": true,
    });
    let extra = format!(
        "<meta property=\"og:type\" content=\"article\">\n<meta property=\"og:title\" content=\"{}\">\n<meta property=\"og:site_name\" content=\"Morgenblatt\">\n<script type=\"application/ld+json\">{}</script>",
        escape(&brief.title),
        data.to_string().replace("</", "<\\/"),
    );
    let main = if brief.agency.is_some() {
        furniture::ticker(desk, article, &PIECES, &published)
    } else {
        report(desk, article, &published)
    };
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

/// An article of the site's own, with picture and comments.
fn report(desk: &Desk, article: &Article, published: &str) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let author = brief.author.as_deref().unwrap_or("Redaktion");
    let byline = format!(
        "Von <a rel=\"author\" href=\"{}\">{}</a>",
        desk.site.author_path(author),
        escape(author)
    );
    let figure = |caption: &str, credit: &str| {
        format!(
            "<figure><div></div><figcaption>{} <small>{}</small></figcaption></figure>",
            escape(caption),
            escape(credit)
        )
    };
    let print = if brief.number.is_multiple_of(4) {
        format!(
            "<p class=\"werkzeuge\"><a href=\"/druck/{}\">Druckansicht</a></p>",
            brief.id
        )
    } else {
        String::new()
    };
    let comments = furniture::comments(Language::German, brief.number);
    let language = Language::German;
    let mut inset = format!("<p><em>{}</em></p>\n", boxes::also(desk, brief));
    if brief.number.is_multiple_of(2) {
        let _ = writeln!(inset, "<p>{}</p>", boxes::newsletter(language));
    }
    let end = format!(
        "<p>{}</p>\n<p>{}</p>\n",
        boxes::life(desk, author),
        boxes::appeal(language)
    );
    format!(
        "<article>\n<header><p class=\"ressort\">{}</p><h1>{}</h1>\n<p class=\"vorspann\">{}</p>\n<p class=\"autor\">{byline} <time datetime=\"{published}\">{}</time></p></header>\n{}\n<div class=\"text\">\n{}{end}</div>\n{print}</article>\n<aside class=\"verwandt\"><h2>Mehr zum Thema</h2><ul>{}</ul></aside>\n<section class=\"kommentare\"><h2>Kommentare ({})</h2>{}</section>",
        escape(brief.section),
        escape(&brief.title),
        escape(&story.standfirst),
        calendar::long(brief.published, Language::German),
        figure(&story.caption, &story.credit),
        PIECES.body(&story.parts, &desk.tag_links(article), &inset),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
        comments.len(),
        joined(comments.iter().map(|(name, text)| format!(
            "<div class=\"kommentar\"><b>{name}</b><p>{text}</p></div>"
        ))),
    )
}

fn teaser(_: &Desk, brief: &Brief) -> String {
    format!(
        "<div class=\"teaser\"><p class=\"ressort\">{}</p><h3>{}</h3><p>{}</p></div>\n",
        escape(brief.section),
        link(&brief.path, &brief.title),
        escape(&brief.standfirst()),
    )
}

/// The print view: the article again, for paper, with its canonical address.
fn own(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let id: usize = ask.path.strip_prefix("/druck/")?.parse().ok()?;
    let brief = desk
        .brief(id.checked_sub(desk.site.first_id)?)
        .filter(|brief| desk.stands(brief.number))?;
    let article = Article::new(brief);
    let main = format!(
        "<h1>{}</h1><p>{}</p>{}",
        escape(&article.brief.title),
        escape(&article.story.standfirst),
        PIECES.body(&article.story.parts, &[], ""),
    );
    let head = Head {
        title: &article.brief.title,
        canonical: article.brief.path.clone(),
        ..Head::default()
    };
    Some(
        framed(desk, "article", &head, &main)
            .changed(article.brief.modified)
            .header("x-robots-tag", "noindex"),
    )
}
