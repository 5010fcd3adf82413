//! Home page, sections, archive, keywords, authors: everything that lists articles.

use std::fmt::Write as _;

use crate::{
    article::Brief,
    describe,
    desk::Desk,
    feeds, furniture,
    html::{escape, items, joined, link},
    longer,
    pages::framed,
    prose,
    random::mix,
    reply::Reply,
    site::{Ask, Head, slug},
    specials, traps,
};

/// Articles announced on a home page.
const ON_HOME: usize = 12;
/// Articles on one page of a section.
pub(crate) const IN_SECTION: usize = 10;
/// Articles on one page of the archive.
pub(crate) const IN_ARCHIVE: usize = 20;
/// How many of the newest articles are looked through for a keyword or an author.
pub(crate) const WINDOW: usize = 300;
/// Reporters of a site.
pub(crate) const REPORTERS: usize = 6;

/// Path and query without page number, and the page number.
fn page_of(desk: &Desk, ask: &Ask) -> Option<(String, usize)> {
    let name = desk.site.paths.page;
    let page = ask.parameter(name).map_or(Some(1), |n| n.parse().ok())?;
    let rest: Vec<_> = ask
        .query
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with(&format!("{name}=")))
        .collect();
    let bare = if rest.is_empty() {
        ask.path.to_owned()
    } else {
        format!("{}?{}", ask.path, rest.join("&"))
    };
    Some((bare, page))
}

/// What stands for the `*` of a template.
fn wildcard<'p>(template: &str, path: &'p str) -> Option<&'p str> {
    let (before, after) = template.split_once('*')?;
    path.strip_prefix(before)?.strip_suffix(after)
}

/// Numbers of a section's articles that stand, newest first.
pub(crate) fn in_section(desk: &Desk, topic: usize) -> Vec<usize> {
    (0..desk.edition.count)
        .rev()
        .filter(|number| desk.stands(*number))
        .filter(|number| Brief::topic(&desk.state.settings, desk.site, *number) == topic)
        .collect()
}

pub(crate) fn reporter(desk: &Desk, which: usize) -> String {
    prose::reporter(
        desk.site.language,
        mix(desk.state.settings.seed, desk.site.id),
        which,
    )
}

pub(crate) fn teasers(desk: &Desk, briefs: impl Iterator<Item = Brief>) -> String {
    joined(briefs.map(|brief| (desk.site.teaser)(desk, &brief)))
}

pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let (bare, page) = page_of(desk, ask)?;
    let (site, language) = (desk.site, desk.site.language);
    if bare == "/" {
        return Some(home(desk));
    }
    for topic in 0..prose::TOPICS {
        if bare == site.section_path(topic) {
            let name = site.sections().get(topic).copied().unwrap_or_default();
            return numbered(
                desk,
                &bare,
                name,
                page,
                &in_section(desk, topic),
                IN_SECTION,
                Some(topic),
            );
        }
    }
    if bare == site.paths.archive {
        let numbers: Vec<_> = desk.newest_numbers().collect();
        return numbered(
            desk,
            &bare,
            language.say("Archiv", "Archive"),
            page,
            &numbers,
            IN_ARCHIVE,
            None,
        );
    }
    if let Some(found) = wildcard(site.paths.tag, &bare) {
        let tag = prose::known_tags(language)
            .into_iter()
            .find(|tag| slug(tag) == found)?;
        let hits = desk
            .newest()
            .take(WINDOW)
            .filter(|brief| brief.tags().contains(&tag))
            .take(ON_HOME);
        let title = language.say(
            format!("Alle Beiträge zum Thema {tag}"),
            format!("All stories on {tag}"),
        );
        let main = format!(
            "<h1>{}</h1>{}{}",
            escape(&title),
            longer::paragraphs(desk, "tag", &tag),
            teasers(desk, hits)
        );
        let head = Head {
            title: &title,
            canonical: bare.clone(),
            extra: describe::head(desk, "tag", &title),
            ..Head::default()
        };
        return Some(framed(desk, "tag", &head, &main));
    }
    let found = wildcard(site.paths.author, &bare)?;
    let name = (0..REPORTERS)
        .map(|which| reporter(desk, which))
        .find(|name| slug(name) == found)?;
    let hits = desk
        .newest()
        .take(WINDOW)
        .filter(|brief| brief.author.as_ref() == Some(&name))
        .take(ON_HOME);
    let main = format!(
        "<h1>{}</h1>{}{}",
        escape(&name),
        longer::paragraphs(desk, "author", &name),
        teasers(desk, hits)
    );
    let head = Head {
        title: &name,
        canonical: bare.clone(),
        extra: describe::head(desk, "author", &name),
        ..Head::default()
    };
    Some(framed(desk, "author", &head, &main))
}

fn home(desk: &Desk) -> Reply {
    let (site, language) = (desk.site, desk.site.language);
    let mut main = teasers(desk, desk.newest().take(ON_HOME));
    let more = specials::links(desk).into_iter().chain(traps::links(desk));
    let _ = write!(
        main,
        "<div class=\"more\"><h2>{}</h2><ul>{}</ul></div>",
        language.say("Mehr aus der Redaktion", "More from the newsroom"),
        items(more.map(|(path, text)| link(&path, &text))),
    );
    let authors = (0..REPORTERS).map(|which| reporter(desk, which));
    let _ = write!(
        main,
        "<div class=\"authors\"><h2>{}</h2><ul>{}</ul></div>",
        language.say("Unsere Autorinnen und Autoren", "Our writers"),
        items(authors.map(|name| link(&site.author_path(&name), &name))),
    );
    let head = Head {
        title: site.motto,
        description: site.motto,
        canonical: "/".to_owned(),
        extra: feeds::discovery(desk),
        home: true,
        ..Head::default()
    };
    framed(desk, "home", &head, &main)
}

fn numbered(
    desk: &Desk,
    path: &str,
    title: &str,
    page: usize,
    numbers: &[usize],
    size: usize,
    section: Option<usize>,
) -> Option<Reply> {
    let pages = numbers.len().div_ceil(size).max(1);
    if page == 0 || page > pages {
        return None;
    }
    let briefs = numbers
        .iter()
        .skip((page - 1) * size)
        .take(size)
        .filter_map(|n| desk.brief(*n));
    // The desk introduces itself on its first page.
    let intro = match section {
        Some(_) if page == 1 => longer::paragraphs(desk, "section", title),
        _ => String::new(),
    };
    let main = format!(
        "<h1>{}</h1>{intro}{}{}",
        escape(title),
        teasers(desk, briefs),
        furniture::pager(desk, path, page, pages),
    );
    let canonical = furniture::page_path(desk, path, page);
    let head = Head {
        title,
        canonical,
        extra: describe::head(desk, "section", title),
        section,
        ..Head::default()
    };
    Some(framed(desk, "section", &head, &main))
}
