//! valley-observer (en): tables, open tags, windows-1252 that is said wrongly or only in a meta tag.

use crate::{
    article::{Article, Brief},
    boxes, calendar,
    desk::Desk,
    furniture,
    html::{Pieces, escape, items, joined, link},
    random::mix,
    reply::{Payload, Reply},
    site::{Ask, Head, Language, Paths, Site},
    windows1252,
};

pub(crate) static SITE: Site = Site {
    id: "valley-observer",
    name: "Valley Observer",
    motto: "Your valley, every week",
    country: "GB",
    language: Language::English,
    index: 3,
    first_id: 1_000,
    paths: Paths {
        section: "/section.php?s=*",
        tag: "/tag.php?t=*",
        author: "/staff.php?who=*",
        archive: "/back.php",
        page: "p",
        search: "/search.php",
        imprint: "/aboutus.php",
        privacy: "/privacy.php",
        terms: "/terms.php",
        contact: "/contact.php",
        login: "/login.php",
    },
    feeds: &[],
    article_path,
    frame,
    article,
    teaser,
    own: |_, _| None,
    finish,
};

fn article_path(brief: &Brief) -> String {
    let folder = if brief.moved { "/archive" } else { "" };
    format!("{folder}/story.php?id={}", brief.id)
}

fn frame(desk: &Desk, head: &Head, main: &str) -> String {
    let session = mix(desk.site.first_id as u64, &head.canonical) % 0xffff_ffff;
    let popular = [1, 3, 5].map(|topic| {
        let path = desk
            .site
            .section_path(topic)
            .replace(".php", &format!(".php;jsessionid={session:08X}"));
        format!("<li>{}", link(&path, desk.site.sections()[topic]))
    });
    format!(
        "<HTML><HEAD>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=iso-8859-1\">\n<TITLE>Valley Observer: {}</TITLE>\n{}</HEAD>\n<BODY BGCOLOR=\"#FFFFF4\" TEXT=\"#000000\" LINK=\"#003399\">\n<TABLE WIDTH=\"100%\" CELLPADDING=4><TR><TD COLSPAN=3 BGCOLOR=\"#DDE3CC\"><FONT SIZE=6><A HREF=\"/\">Valley Observer</A></FONT><BR><FONT SIZE=2>Your valley, every week</FONT>\n<TR VALIGN=top><TD WIDTH=150><FONT SIZE=2><UL>{}</UL><B>Popular</B><UL>{}</UL></FONT>\n<TD>\n{main}\n<TD WIDTH=160><FONT SIZE=2>{}</FONT>\n<TR><TD COLSPAN=3 BGCOLOR=\"#DDE3CC\"><FONT SIZE=1><UL>{}</UL>{}<BR>{}</FONT></TABLE>\n<!-- {} -->\n<DIV STYLE=\"visibility:hidden;display:none\">{}</DIV></BODY></HTML>\n",
        escape(head.title),
        head.extra,
        furniture::navigation(desk, head.section),
        popular.concat(),
        furniture::newsletter_form(desk),
        furniture::service(desk),
        escape(&furniture::copyright(desk)),
        furniture::cookies(Language::English),
        "generated",
        furniture::hidden(Language::English),
    )
}

const PIECES: Pieces = Pieces {
    paragraph: "<P>*",
    heading: "<P><B>*</B>",
    list: "<UL>*</UL>",
    item: "<LI>*",
};

fn article(desk: &Desk, article: &Article) -> String {
    let (brief, story) = (&article.brief, &article.story);
    let byline = match (&brief.author, brief.agency) {
        (Some(name), _) => format!(
            "By {}, Staff Writer",
            link(&desk.site.author_path(name), name)
        ),
        (None, agency) => format!("From {} reports", agency.unwrap_or_default()),
    };
    let comments = furniture::comments(Language::English, brief.number);
    let inset = format!(
        "<P>{}\n<P><I>{}</I>\n",
        boxes::newsletter(Language::English),
        boxes::also(desk, brief)
    );
    let main = format!(
        "<H1><FONT SIZE=5>{}</FONT></H1>\n<FONT SIZE=2>Published: {}<BR>{byline}</FONT>\n<P><I>{}</I>\n<TABLE ALIGN=right WIDTH=180><TR><TD BGCOLOR=\"#CCCCCC\" HEIGHT=90>&nbsp;<TR><TD><FONT SIZE=1>{}<BR>{}</FONT></TABLE>\n{}<P>{}\n<P>{}\n<HR>\n<FONT SIZE=2><B>Other stories</B><UL>{}</UL></FONT>\n<HR><FONT SIZE=2><B>Letters</B><DL>{}</DL></FONT>",
        escape(&brief.title),
        calendar::day_english(brief.published),
        escape(&story.standfirst),
        escape(&story.caption),
        escape(&story.credit),
        PIECES.body(&story.parts, &desk.tag_links(article), &inset),
        boxes::disclaimer(Language::English),
        boxes::legal(desk),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
        joined(
            comments
                .iter()
                .map(|(name, text)| format!("<DT>{name}<DD>{text}"))
        ),
    );
    let head = Head {
        title: &brief.title,
        canonical: brief.path.clone(),
        section: Some(brief.topic),
        ..Head::default()
    };
    frame(desk, &head, &main)
}

fn teaser(_: &Desk, brief: &Brief) -> String {
    format!(
        "<P><B>{}</B><BR>{} <FONT SIZE=1>{}</FONT>\n",
        link(&brief.path, &brief.title),
        escape(&brief.standfirst()),
        calendar::day_english(brief.published),
    )
}

/// Encodes every page. Most name the encoding only in a meta tag; every fourth names it in the header
/// while the meta tag says UTF-8; every seventh names it nowhere.
fn finish(_: &Desk, ask: &Ask, mut reply: Reply) -> Reply {
    let (Payload::Whole(bytes), Some(_)) = (&reply.payload, reply.page_type) else {
        return reply;
    };
    let text = String::from_utf8_lossy(bytes);
    let id = ask.parameter("id").and_then(|id| id.parse::<usize>().ok());
    let id = id.unwrap_or(1);
    let (kind, text) = match (id % 4, id % 7) {
        (0, _) => (
            "text/html; charset=windows-1252",
            text.replace("charset=iso-8859-1", "charset=utf-8"),
        ),
        (_, 0) => ("text/html", text.replace("; charset=iso-8859-1", "")),
        _ => ("text/html", text.into_owned()),
    };
    reply.payload = Payload::Whole(windows1252::encode(&text));
    reply.header("content-type", kind)
}
