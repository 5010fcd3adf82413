//! The pages that all sites have in common, and each site's frame around them: one struct per file in `templates`.

use askama::Template;

use super::{
    article::{Article, ArticleMeta},
    metadata,
    site_day::SiteDay,
};
use crate::{prose::Story, server::reply::Reply};

/// What a page declares in its head.
#[derive(Debug, Default)]
pub(crate) struct Head<'a> {
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    /// Path of the canonical page.
    pub(crate) canonical: &'a str,
    /// Further HTML.
    pub(crate) extra: String,
    /// The section that the navigation marks.
    pub(crate) section: Option<usize>,
    /// Whether this is the home page.
    pub(crate) home: bool,
}

#[derive(Template)]
#[template(path = "frame.html")]
struct Frame<'a> {
    day: &'a SiteDay<'a>,
    head: &'a Head<'a>,
    main: &'a str,
}

#[derive(Template)]
#[template(path = "teaser.html")]
struct Teaser<'a> {
    day: &'a SiteDay<'a>,
    meta: &'a ArticleMeta,
}

#[derive(Template)]
#[template(path = "article_head.html")]
struct ArticleHead<'a> {
    day: &'a SiteDay<'a>,
    article: &'a Article,
    meta: &'a ArticleMeta,
    story: &'a Story,
}

#[derive(Template)]
#[template(path = "article.html")]
struct ArticleMain<'a> {
    day: &'a SiteDay<'a>,
    article: &'a Article,
    meta: &'a ArticleMeta,
    story: &'a Story,
}

/// The print or AMP variant of an article.
#[derive(Template)]
#[template(path = "variant.html")]
struct Variant<'a> {
    day: &'a SiteDay<'a>,
    article: &'a Article,
    meta: &'a ArticleMeta,
    story: &'a Story,
}

#[derive(Template)]
#[template(path = "pages/home.html")]
pub(crate) struct Home<'a> {
    pub(crate) day: &'a SiteDay<'a>,
    pub(crate) teasers: String,
    /// Path and text.
    pub(crate) links: Vec<(String, String)>,
}

/// Some paragraphs, then teasers.
#[derive(Template)]
#[template(path = "pages/list.html")]
pub(crate) struct List<'a> {
    pub(crate) day: &'a SiteDay<'a>,
    pub(crate) title: &'a str,
    pub(crate) paragraphs: Vec<String>,
    pub(crate) teasers: String,
    /// Path of the list, number of this page, and number of pages.
    pub(crate) pager: Option<(&'a str, usize, usize)>,
}

/// Imprint, privacy policy, terms, contact.
#[derive(Template)]
#[template(path = "pages/service.html")]
pub(crate) struct Service<'a> {
    pub(crate) title: &'a str,
    pub(crate) paragraphs: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/login.html")]
pub(crate) struct Login<'a> {
    pub(crate) day: &'a SiteDay<'a>,
    pub(crate) title: &'a str,
    pub(crate) paragraphs: Vec<String>,
}

#[derive(Template)]
#[template(path = "pages/search.html")]
pub(crate) struct Search<'a> {
    pub(crate) day: &'a SiteDay<'a>,
    pub(crate) title: &'a str,
    pub(crate) query: &'a str,
    /// Teaser and first paragraph.
    pub(crate) hits: Vec<(String, String)>,
}

/// One paragraph.
#[derive(Template)]
#[template(path = "pages/notice.html")]
struct Notice<'a> {
    title: &'a str,
    text: &'a str,
}

/// Renders a template. Writing to a string cannot fail.
pub(crate) fn rendered(template: &impl Template) -> String {
    template.render().unwrap_or_default()
}

/// A page in the site's frame.
pub(crate) fn framed(day: &SiteDay, page_type: &'static str, head: &Head, main: &str) -> Reply {
    let frame = Frame { day, head, main };
    Reply::page(page_type, rendered(&frame)).changed(day.changed())
}

/// A page with one paragraph.
pub(crate) fn notice(day: &SiteDay, page_type: &'static str, title: &str, text: &str) -> Reply {
    let head = Head {
        title,
        ..Head::default()
    };
    framed(day, page_type, &head, &rendered(&Notice { title, text }))
}

/// An error page.
pub(crate) fn error(day: &SiteDay, status: u16) -> Reply {
    let title = day.text("Seite nicht gefunden", "Page not found");
    let text = day.text(
        "Die gewünschte Seite gibt es nicht oder nicht mehr. Vielleicht hilft die Suche weiter.",
        "The page you asked for does not exist or is no longer here. Perhaps the search can help.",
    );
    let mut reply = notice(day, "error", title, text).status(status);
    reply.changed = None;
    reply
}

/// Teasers of articles.
pub(crate) fn teasers(day: &SiteDay, articles: impl Iterator<Item = ArticleMeta>) -> String {
    let teaser = |meta: ArticleMeta| rendered(&Teaser { day, meta: &meta });
    articles.map(teaser).collect()
}

/// A page of an article.
pub(crate) fn article(day: &SiteDay, article: &Article) -> Reply {
    let (meta, story) = (&article.meta, &article.story);
    let own = day
        .site
        .pagination
        .as_ref()
        .is_some_and(|pagination| pagination.own_canonical);
    let page = if own { article.page.number } else { 1 };
    let head = Head {
        title: &meta.title,
        description: &story.standfirst,
        canonical: &day.page_path(meta, page),
        extra: rendered(&ArticleHead {
            day,
            article,
            meta,
            story,
        }),
        section: Some(meta.topic),
        home: false,
    };
    let main = rendered(&ArticleMain {
        day,
        article,
        meta,
        story,
    });
    framed(day, "article", &head, &main).changed(meta.modified)
}

/// The print or AMP variant of an article, with its canonical URL.
pub(crate) fn variant(day: &SiteDay, meta: ArticleMeta) -> Reply {
    let article = Article::free(meta);
    let (meta, story) = (&article.meta, &article.story);
    let main = rendered(&Variant {
        day,
        article: &article,
        meta,
        story,
    });
    let reply = match day.site.id.as_str() {
        // AMP has no frame.
        "harbour-gazette" => Reply::page("article", main),
        id => {
            let head = Head {
                title: &meta.title,
                canonical: &meta.path,
                ..Head::default()
            };
            let reply = framed(day, "article", &head, &main);
            if id == "morgenblatt" {
                reply.header("x-robots-tag", "noindex")
            } else {
                reply
            }
        }
    };
    reply.changed(meta.modified)
}
