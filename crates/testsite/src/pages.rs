//! The pages that every site has, and the order in which a path is looked up.

use crate::{
    article::{Article, Brief},
    desk::Desk,
    edition::Fate,
    feeds,
    html::{escape, joined},
    lists, longer, maze,
    reply::Reply,
    robots, series,
    site::{Ask, Head},
    sitemaps, specials,
};

/// The article of harbour-gazette that answers 429 to its first request.
pub(crate) const BUSY_ARTICLE: usize = 3;
/// Site of that article.
pub(crate) const BUSY_SITE: &str = "harbour-gazette";

/// The answer of a site.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Reply {
    let reply = (desk.site.own)(desk, ask)
        .or_else(|| robots::answer(desk, ask))
        .or_else(|| sitemaps::answer(desk, ask))
        .or_else(|| feeds::answer(desk, ask))
        .or_else(|| maze::answer(desk, ask))
        .or_else(|| specials::answer(desk, ask))
        .or_else(|| series::answer(desk, ask))
        .or_else(|| lists::answer(desk, ask))
        .or_else(|| service(desk, ask))
        .or_else(|| article(desk, ask))
        .unwrap_or_else(|| error(desk, 404));
    (desk.site.finish)(desk, ask, reply)
}

/// A page in the site's frame.
pub(crate) fn framed(desk: &Desk, page_type: &'static str, head: &Head, main: &str) -> Reply {
    Reply::page(page_type, (desk.site.frame)(desk, head, main))
        .changed(desk.edition.changed(&desk.state.settings))
}

/// A page of apology.
pub(crate) fn error(desk: &Desk, status: u16) -> Reply {
    let title = desk
        .site
        .language
        .say("Seite nicht gefunden", "Page not found");
    let text = desk.site.language.say(
        "Die gewünschte Seite gibt es nicht oder nicht mehr. Vielleicht hilft die Suche weiter.",
        "The page you asked for does not exist or is no longer here. Perhaps the search can help.",
    );
    let head = Head {
        title,
        ..Head::default()
    };
    let mut reply = framed(
        desk,
        "error",
        &head,
        &format!("<h1>{title}</h1><p>{text}</p>"),
    )
    .status(status);
    reply.changed = None;
    reply
}

/// Imprint, privacy, terms, contact, login, search.
fn service(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let (paths, language) = (&desk.site.paths, desk.site.language);
    let place = [paths.imprint, paths.privacy, paths.terms, paths.contact];
    let full = ask.full();
    if let Some(which) = place.iter().position(|path| *path == full) {
        let (title, paragraphs) = legal(desk, which)?;
        let text = joined(paragraphs.map(|line| format!("<p>{}</p>\n", escape(&line))));
        let head = Head {
            title,
            canonical: full,
            ..Head::default()
        };
        let page_type = if which == 3 { "other" } else { "legal" };
        return Some(framed(
            desk,
            page_type,
            &head,
            &format!("<h1>{title}</h1>\n{text}"),
        ));
    }
    if full == paths.login {
        let title = language.say("Anmelden", "Sign in");
        let (name, word) = language.say(
            ("E-Mail-Adresse", "Passwort"),
            ("Email address", "Password"),
        );
        let main = format!(
            "<h1>{title}</h1><form method=\"post\" action=\"{}\"><label>{name} <input name=\"user\"></label> <label>{word} <input type=\"password\" name=\"word\"></label> <button>{title}</button></form>{}",
            paths.login,
            longer::paragraphs(desk, "login", ""),
        );
        let head = Head {
            title,
            canonical: full,
            ..Head::default()
        };
        return Some(framed(desk, "login", &head, &main));
    }
    if ask.path == paths.search {
        let title = language.say("Suche", "Search");
        let query = escape(ask.parameter("q").unwrap_or_default());
        let found = language.say("Treffer", "results");
        let main = format!(
            "<h1>{title}</h1><form action=\"{}\"><input name=\"q\" value=\"{query}\"><button>{title}</button></form><p>5 {found}</p>{}",
            paths.search,
            joined(desk.newest().take(5).map(|brief| hit(desk, brief)))
        );
        let head = Head {
            title,
            canonical: full,
            ..Head::default()
        };
        return Some(framed(desk, "search", &head, &main));
    }
    None
}

/// An article as a search finds it: announced as everywhere, with its first paragraph.
fn hit(desk: &Desk, brief: Brief) -> String {
    let teaser = (desk.site.teaser)(desk, &brief);
    let article = Article::new(brief);
    let opening = article.paragraphs().into_iter().next().unwrap_or_default();
    format!("{teaser}<p>… {} …</p>\n", escape(&opening))
}

/// Title and paragraphs of the legal text `which`.
fn legal(desk: &Desk, which: usize) -> Option<(&'static str, impl Iterator<Item = String>)> {
    let text = desk.site.language.say(
        include_str!("prose/legal_de.txt"),
        include_str!("prose/legal_en.txt"),
    );
    let part = text.split("# ").nth(which + 1)?;
    let (title, lines) = part.split_once('\n')?;
    let name = desk.site.name;
    Some((
        title,
        lines.lines().map(move |line| line.replace("{name}", name)),
    ))
}

fn article(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let full = ask.full();
    let numbers = Ask::numbers(&full).filter_map(|id| id.checked_sub(desk.site.first_id));
    let brief = numbers
        .filter_map(|number| desk.brief(number))
        .find(|brief| brief.path == full || brief.moved && brief.first_path(desk.site) == full)?;
    if brief.path != full {
        return Some(Reply::redirect(301, &desk.url(&brief.path)));
    }
    if brief.fate == Fate::Withdrawn {
        return Some(error(desk, 410));
    }
    if brief.number == BUSY_ARTICLE
        && desk.site.id == BUSY_SITE
        && desk.state.first_request(&format!("busy {full}"))
    {
        let seconds = desk.state.settings.retry_after.as_secs();
        return Some(error(desk, 429).header("retry-after", seconds.to_string()));
    }
    let changed = brief.modified;
    let article = series::sheets(desk, brief).into_iter().next()?;
    Some(Reply::page("article", (desk.site.article)(desk, &article)).changed(changed))
}
