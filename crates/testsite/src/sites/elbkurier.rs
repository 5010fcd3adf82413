//! elbkurier (de): nothing but `<div>`, dates only as text, tags left open, a byte order mark.

use crate::{
    article::{Article, Brief},
    boxes, calendar,
    desk::Desk,
    furniture,
    html::{Pieces, escape, items, joined, link},
    pages::framed,
    random::mix,
    reply::Reply,
    series,
    site::{Ask, Head, Language, Paths, Site},
};

pub(crate) static SITE: Site = Site {
    id: "elbkurier",
    name: "Elbkurier",
    motto: "Nachrichten von der Unterelbe",
    country: "DE",
    language: Language::German,
    index: 1,
    first_id: 7_000,
    paths: Paths {
        section: "/rubrik/*",
        tag: "/stichwort/*",
        author: "/redaktion/*",
        archive: "/alle",
        page: "s",
        search: "/finden",
        imprint: "/impressum.html",
        privacy: "/datenschutzerklaerung.html",
        terms: "/nutzungsbedingungen.html",
        contact: "/kontakt.html",
        login: "/login.html",
    },
    feeds: &[],
    article_path,
    frame,
    article,
    teaser,
    own,
    finish: |_, _, reply| reply,
};

const STYLE: &str = "body{font:15px/1.45 Verdana,sans-serif;background:#f3f1ec;margin:0}#wrap{max-width:980px;margin:auto;background:#fff;padding:0 1em}#logo{font-size:30px;font-weight:bold;color:#8c1c13}#nav ul{list-style:none;padding:0}#nav li{display:inline;margin-right:1em}.hl{font-size:26px;font-weight:bold}.vs{font-weight:bold;margin:.5em 0}.dt,.au{color:#777;font-size:12px}.abs{margin:.7em 0}.zw{font-weight:bold;margin-top:1em}.box{background:#eee;padding:.5em;margin:1em 0}.ck{background:#333;color:#fff;padding:.5em;font-size:12px}";

fn article_path(brief: &Brief) -> String {
    format!("/artikel/{}/{}", brief.id, brief.slug(Language::German))
}

/// Session ids that differ from page to page, and markup that is never closed.
fn frame(desk: &Desk, head: &Head, main: &str) -> String {
    let session = mix(desk.site.first_id as u64, &head.canonical) % 0xffff_ffff;
    let read = [1, 2, 4].map(|topic| {
        let path = desk.site.section_path(topic);
        format!(
            "<div><a href='{path}?sid={session:08x}'>{}</a>",
            desk.site.sections()[topic]
        )
    });
    format!(
        "\u{feff}<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n<title>Elbkurier - {}</title>\n<meta name=description content=\"{}\">\n<link rel=canonical href=\"{}\">\n{}\n<style>{STYLE}</style>\n<body>\n<div id=wrap>\n<div id=top><div id=logo><a href=/>Elbkurier</a></div></div>\n<div id=nav><ul>{}</ul></div>\n<div id=main>\n{main}\n</div>\n<div class=box><div><b>Meistgelesen</b></div>{}</div>\n<div class=box>{}</div>\n<div id=foot><ul>{}</ul><div>{}</div>\n<div class=ck><div>{}</div><div><a href=#>OK</a></div></div>\n<div style=\"display:none\"><p>{}</div>\n</body>\n",
        escape(head.title),
        escape(head.description),
        escape(&desk.url(&head.canonical)),
        head.extra,
        furniture::navigation(desk, head.section),
        read.concat(),
        furniture::newsletter_form(desk),
        furniture::service(desk),
        escape(&furniture::copyright(desk)),
        furniture::cookies(Language::German),
        furniture::hidden(Language::German),
    )
}

const PIECES: Pieces = Pieces {
    paragraph: "<div class=abs>*</div>",
    heading: "<div class=zw><b>*</div></b>",
    list: "<ul class=abs>*</ul>",
    item: "<li>*",
};

fn main(desk: &Desk, article: &Article) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let byline = match (&brief.author, brief.agency) {
        (Some(name), _) => format!("von {}", link(&desk.site.author_path(name), name)),
        (None, agency) => agency.unwrap_or_default().to_owned(),
    };
    let life = brief.author.as_deref().map(|name| boxes::life(desk, name));
    let end = life.into_iter().chain([
        boxes::appeal(Language::German).to_owned(),
        boxes::legal(desk),
    ]);
    let end = joined(end.map(|text| format!("<div class=abs>{text}</div>\n")));
    let image = format!(
        "<div class=bild><img src=/img/{}.jpg alt=\"\" width=1><div class=bu>{} ({})</div></div>",
        brief.id,
        escape(&story.caption),
        escape(&story.credit)
    );
    format!(
        "<div class=art>\n<div class=dt>{} | {}</div>\n<div class=hl>{}</div>\n<div class=vs>{}</div>\n<div class=au>{byline}</div>\n{}{}{end}</div>\n",
        escape(brief.section),
        calendar::short_german(brief.published),
        escape(&brief.title),
        escape(&story.standfirst),
        PIECES.body(&story.parts, &desk.tag_links(article), &image),
        series::pager(desk, article, "<div class=seiten>", "</div>"),
    )
}

fn article(desk: &Desk, article: &Article) -> String {
    let brief = &article.brief;
    let comments = furniture::comments(Language::German, brief.number);
    let print = if brief.number.is_multiple_of(5) {
        format!(
            "<div class=tool><a href=\"{}?view=print\">Artikel drucken</a></div>",
            brief.path
        )
    } else {
        String::new()
    };
    let main = format!(
        "{}{print}<div class=box><div><b>Das könnte Sie auch interessieren</b></div><ul>{}</ul></div>\n<div class=leser><div>Leserkommentare</div>{}</div>",
        main(desk, article),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
        joined(
            comments.iter().map(|(name, text)| format!(
                "<div class=komm><i>{name} schrieb:</i><br>{text}</div>"
            ))
        ),
    );
    let head = Head {
        title: &brief.title,
        description: &article.story.standfirst,
        canonical: series::canonical(desk, article),
        extra: series::relations(desk, article),
        section: Some(brief.topic),
        ..Head::default()
    };
    frame(desk, &head, &main)
}

fn teaser(_: &Desk, brief: &Brief) -> String {
    format!(
        "<div class=tz><div class=dt>{}</div><div>{}</div><div>{} <a href=\"{}\">mehr</a></div></div>\n",
        calendar::short_german(brief.published),
        link(&brief.path, &brief.title),
        escape(&brief.standfirst()),
        escape(&brief.path),
    )
}

/// `?view=print`, with the canonical address.
fn own(desk: &Desk, ask: &Ask) -> Option<Reply> {
    if ask.query != "view=print" {
        return None;
    }
    let number = ask
        .path
        .split('/')
        .nth(2)?
        .parse::<usize>()
        .ok()?
        .checked_sub(desk.site.first_id)?;
    let brief = desk
        .brief(number)
        .filter(|brief| brief.path == ask.path && desk.stands(number))?;
    let article = Article::new(brief);
    let head = Head {
        title: &article.brief.title,
        canonical: article.brief.path.clone(),
        ..Head::default()
    };
    Some(framed(desk, "article", &head, &main(desk, &article)).changed(article.brief.modified))
}
