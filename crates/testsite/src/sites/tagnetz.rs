//! tagnetz (de): web components, JSON-LD in a graph, rights reserved by every known sign, and most
//! of the page kinds that are no article.

use serde_json::json;

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
    id: "tagnetz",
    name: "tagnetz",
    motto: "tagnetz: was heute geschieht",
    country: "DE",
    language: Language::German,
    index: 4,
    first_id: 900_000,
    paths: Paths {
        section: "/r/*",
        tag: "/t/*",
        author: "/team/*",
        archive: "/verlauf",
        page: "blatt",
        search: "/suchen",
        imprint: "/impressum",
        privacy: "/datenschutz",
        terms: "/agb",
        contact: "/kontakt",
        login: "/konto/anmelden",
    },
    feeds: &["/feed.json"],
    article_path,
    frame,
    article,
    teaser,
    own: |_, _| None,
    finish,
};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:46rem;color:#1c1c28}tn-kopf{display:flex;justify-content:space-between;border-bottom:3px solid #e4572e}tn-kopf a{font-weight:800;font-size:28px;color:#1c1c28;text-decoration:none}nav ul,footer ul{display:flex;flex-wrap:wrap;gap:.8rem;list-style:none;padding:0}.dek{font-size:18px;color:#444}.meta{font-size:13px;color:#777}tn-bild{display:block;background:#dfe6ee;padding:1rem;font-size:13px}.karte{padding:.6rem 0;border-bottom:1px solid #eee}.hinweis{background:#fff4e0;padding:.7rem;font-size:14px}time{font-variant-numeric:tabular-nums}";

fn article_path(brief: &Brief) -> String {
    let section = crate::site::slug(brief.section);
    format!("/{section}/{},{}", brief.slug(Language::German), brief.id)
}

fn frame(desk: &Desk, head: &Head, main: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"de-DE\"><head><meta charset=\"UTF-8\"><title>{} – tagnetz.de</title><meta name=\"description\" content=\"{}\"><meta name=\"robots\" content=\"index, follow, noai, noimageai\"><meta name=\"tdm-reservation\" content=\"1\"><meta name=\"tdm-policy\" content=\"{}\"><link rel=\"canonical\" href=\"{}\">{}<style>{STYLE}</style></head><body><tn-kopf><a href=\"/\">tagnetz</a><nav><ul>{}</ul></nav></tn-kopf><main id=\"inhalt\">{main}</main><div class=\"hinweis\"><p>{}</p><button>Zustimmen und weiter</button></div>{}<footer><ul>{}</ul><p>{}</p></footer><span aria-hidden=\"true\" style=\"display: none\">{}</span><noscript><p>Bitte schalten Sie JavaScript ein, um alle Funktionen von tagnetz zu nutzen.</p></noscript></body></html>",
        escape(head.title),
        escape(head.description),
        desk.url("/agb"),
        escape(&desk.url(&head.canonical)),
        head.extra,
        furniture::navigation(desk, head.section),
        furniture::cookies(Language::German),
        furniture::newsletter_form(desk),
        furniture::service(desk),
        escape(&furniture::copyright(desk)),
        furniture::hidden(Language::German),
    )
}

const PIECES: Pieces = Pieces {
    paragraph: "<p class=\"absatz\">*</p>",
    heading: "<h2 class=\"zwischen\">*</h2>",
    list: "<ol>*</ol>",
    item: "<li>*</li>",
};

fn article(desk: &Desk, article: &Article) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let published = calendar::rfc3339(brief.published, Language::German);
    let person = format!("{}#autor", desk.url(&brief.path));
    let mut graph = vec![
        json!({"@type": "WebSite", "name": "tagnetz", "url": desk.url("/")}),
        json!({"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": brief.section}]}),
        json!({
            "@type": "NewsArticle",
            "headline": brief.title,
            "datePublished": published,
            "dateModified": calendar::rfc3339(brief.modified, Language::German),
            "author": {"@id": person},
            "articleSection": brief.section,
            "keywords": article.tags.join(", "),
        }),
    ];
    if let Some(words) = article.walled
        && let Some(data) = graph.last_mut().and_then(serde_json::Value::as_object_mut)
    {
        data.insert("isAccessibleForFree".to_owned(), json!(false));
        data.insert("wordCount".to_owned(), json!(words));
        data.insert(
            "hasPart".to_owned(),
            json!({"@type": "WebPageElement", "isAccessibleForFree": false, "cssSelector": ".paywall"}),
        );
    }
    graph.push(match (&brief.author, brief.agency) {
        (Some(name), _) => json!({"@type": "Person", "@id": person, "name": name}),
        (None, agency) => json!({"@type": "Organization", "@id": person, "name": agency}),
    });
    let data = json!({"@context": "https://schema.org", "@graph": graph});
    let main = if brief.agency.is_some() {
        furniture::ticker(desk, article, &PIECES, &published)
    } else {
        report(desk, article, &published)
    };
    let head = Head {
        title: &brief.title,
        description: &story.standfirst,
        canonical: brief.path.clone(),
        extra: format!(
            "<script type=\"application/ld+json\">{}</script>",
            data.to_string().replace("</", "<\\/")
        ),
        section: Some(brief.topic),
        home: false,
    };
    frame(desk, &head, &main)
}

/// An article of the site's own, with picture and debate.
fn report(desk: &Desk, article: &Article, published: &str) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let author = brief.author.as_deref().unwrap_or_default();
    let byline = link(&desk.site.author_path(author), author);
    let comments = furniture::comments(Language::German, brief.number);
    let language = Language::German;
    let inset = format!("<p class=\"absatz\">{}</p>", boxes::application(language));
    let mut end = vec![boxes::life(desk, author)];
    if brief.number.is_multiple_of(2) {
        end.push(boxes::disclaimer(language).to_owned());
    }
    end.push(boxes::appeal(language).to_owned());
    let end = joined(
        end.iter()
            .map(|text| format!("<p class=\"absatz\">{text}</p>")),
    );
    let end = if article.walled.is_some() {
        series::wall(desk)
    } else {
        end
    };
    format!(
        "<tn-artikel><p class=\"meta\">{}</p><h1>{}</h1><p class=\"dek\">{}</p><p class=\"meta\">{byline} · <time datetime=\"{published}\">{}</time> · Lesezeit 3 Min.</p><tn-bild><span class=\"bu\">{}</span> <small>{}</small></tn-bild><div itemprop=\"articleBody\">{}{end}</div></tn-artikel><section class=\"auch\"><h2>Auch interessant</h2><ul>{}</ul></section><section class=\"debatte\"><h2>Debatte</h2>{}</section>",
        escape(brief.section),
        escape(&brief.title),
        escape(&story.standfirst),
        calendar::long(brief.published, Language::German),
        escape(&story.caption),
        escape(&story.credit),
        PIECES.body(&story.parts, &desk.tag_links(article), &inset),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
        joined(comments.iter().map(|(name, text)| format!(
            "<blockquote><cite>{name}</cite><p>{text}</p></blockquote>"
        ))),
    )
}

fn teaser(_: &Desk, brief: &Brief) -> String {
    format!(
        "<div class=\"karte\"><span class=\"meta\">{}</span> <b>{}</b></div>",
        escape(brief.section),
        link(&brief.path, &brief.title),
    )
}

/// Every answer carries the reservation of rights as a header too.
fn finish(desk: &Desk, _: &Ask, reply: Reply) -> Reply {
    let policy = desk.url("/agb");
    reply
        .header("tdm-reservation", "1")
        .header("tdm-policy", policy)
}
