//! The pages that every site has: home page, lists, service pages and articles.

use super::{
    article::{Article, ArticleMeta},
    channels::feed_link,
    events,
    history::ArticleStatus,
    metadata, other_pages,
    site::{RequestPath, numbers, slug},
    site_day::SiteDay,
    templates::{self, Head, Home, List, Login, Search, Service, error, framed, rendered, teasers},
    traps,
};
use crate::{markup::escape, prose, server::reply::Reply};

/// Number of articles on a home page, and on the pages of keywords and reporters.
const ON_HOME: usize = 12;
/// Number of articles on a page of a section.
const IN_SECTION: usize = 10;
/// Number of articles on a page of the archive.
const IN_ARCHIVE: usize = 20;
/// Number of the newest articles that are searched for a keyword or a reporter.
const MAX_SEARCHED: usize = 300;

/// Path and query without the page number, and the page number.
fn page_of(day: &SiteDay, request: &RequestPath) -> Option<(String, usize)> {
    let name = &day.site.paths.page;
    let page = request
        .parameter(name)
        .map_or(Some(1), |n| n.parse().ok())?;
    let counts = format!("{name}=");
    let rest = request
        .query
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with(&counts));
    let query = rest.collect::<Vec<_>>().join("&");
    let path = request.path;
    Some((
        RequestPath {
            path,
            query: &query,
        }
        .full(),
        page,
    ))
}

/// The part of a path that `*` stands for in a pattern.
fn wildcard<'p>(pattern: &str, path: &'p str) -> Option<&'p str> {
    let (before, after) = pattern.split_once('*')?;
    path.strip_prefix(before)?.strip_suffix(after)
}

/// Home page, sections, archive, keywords, reporters.
pub(crate) fn list(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let (bare, page) = page_of(day, request)?;
    let (site, language) = (day.site, day.site.language);
    if bare == "/" {
        return Some(home(day));
    }
    if let Some(topic) = (0..prose::TOPICS).find(|topic| bare == site.section_path(*topic)) {
        return numbered(day, &bare, page, Some(topic));
    }
    if bare == site.paths.archive {
        return numbered(day, &bare, page, None);
    }
    let newest = || day.newest().take(MAX_SEARCHED);
    if let Some(found) = wildcard(&site.paths.tag, &bare) {
        let tags = prose::known_tags(language).into_iter();
        let tag = tags
            .chain(events::known_tags())
            .find(|tag| slug(tag) == found)?;
        let title = format!(
            "{} {tag}",
            day.text("Alle Beiträge zum Thema", "All stories on")
        );
        let articles = newest().filter(|meta| meta.tags().contains(&tag));
        return Some(about(day, "tag", &bare, &title, &tag, articles));
    }
    let found = wildcard(&site.paths.author, &bare)?;
    let name = day
        .reporters()
        .into_iter()
        .find(|name| slug(name) == found)?;
    let articles = newest().filter(|meta| meta.author.as_ref() == Some(&name));
    Some(about(day, "author", &bare, &name, &name, articles))
}

fn home(day: &SiteDay) -> Reply {
    let main = Home {
        day,
        teasers: teasers(day, day.newest().take(ON_HOME)),
        links: other_pages::links(day).chain(traps::links(day)).collect(),
    };
    let head = Head {
        title: &day.site.motto,
        description: &day.site.motto,
        canonical: "/",
        extra: feed_link(day),
        section: None,
        home: true,
    };
    framed(day, "home", &head, &rendered(&main))
}

/// The page of a keyword or a reporter.
fn about(
    day: &SiteDay,
    page_type: &'static str,
    path: &str,
    title: &str,
    name: &str,
    articles: impl Iterator<Item = ArticleMeta>,
) -> Reply {
    let main = List {
        day,
        title,
        paragraphs: day.texts().long(page_type, name),
        teasers: teasers(day, articles.take(ON_HOME)),
        pager: None,
    };
    let head = Head {
        title,
        canonical: path,
        extra: metadata::page(day, page_type, title),
        ..Head::default()
    };
    framed(day, page_type, &head, &rendered(&main))
}

/// A page of a section, or of the archive.
fn numbered(day: &SiteDay, path: &str, page: usize, section: Option<usize>) -> Option<Reply> {
    let (title, numbers, size) = match section {
        Some(topic) => (
            day.site.sections().get(topic)?.as_str(),
            day.in_section(topic),
            IN_SECTION,
        ),
        None => (
            day.text("Archiv", "Archive"),
            day.newest_numbers().collect(),
            IN_ARCHIVE,
        ),
    };
    let pages = numbers.len().div_ceil(size).max(1);
    if page == 0 || page > pages {
        return None;
    }
    let numbers = numbers.into_iter().skip((page - 1) * size).take(size);
    let main = List {
        day,
        title,
        // A section has an introduction on its first page.
        paragraphs: match section {
            Some(_) if page == 1 => day.texts().long("section", title),
            _ => Vec::new(),
        },
        teasers: teasers(day, numbers.filter_map(|number| day.meta(number))),
        pager: Some((path, page, pages)),
    };
    let head = Head {
        title,
        canonical: &day.list_path(path, page),
        extra: metadata::page(day, "section", title),
        section,
        ..Head::default()
    };
    Some(framed(day, "section", &head, &rendered(&main)))
}

/// Imprint, privacy, terms, contact, login, search.
pub(crate) fn service(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let (paths, full) = (&day.site.paths, request.full());
    let texts = [&paths.imprint, &paths.privacy, &paths.terms, &paths.contact];
    let (page_type, title, main) = if let Some(which) = texts.iter().position(|path| **path == full)
    {
        let text = day.texts().service()[which];
        let lines = text.paragraphs.iter();
        let paragraphs = lines
            .map(|line| line.replace("{name}", &day.site.name))
            .collect();
        let page_type = if *texts[which] == paths.contact {
            "other"
        } else {
            "legal"
        };
        let title = text.title.as_str();
        (page_type, title, rendered(&Service { title, paragraphs }))
    } else if full == paths.login {
        let title = day.text("Anmelden", "Sign in");
        let paragraphs = day.texts().long("login", "");
        (
            "login",
            title,
            rendered(&Login {
                day,
                title,
                paragraphs,
            }),
        )
    } else if request.path == paths.search {
        let title = day.text("Suche", "Search");
        let query = request.parameter("q").unwrap_or_default();
        let hits = day.newest().take(5).map(|meta| {
            let teaser = teasers(day, [meta.clone()].into_iter());
            let opening = Article::free(meta).paragraphs().into_iter().next();
            (teaser, opening.unwrap_or_default())
        });
        let hits = hits.collect();
        (
            "search",
            title,
            rendered(&Search {
                day,
                title,
                query,
                hits,
            }),
        )
    } else {
        return None;
    };
    let head = Head {
        title,
        canonical: &full,
        ..Head::default()
    };
    Some(framed(day, page_type, &head, &main))
}

/// An article, one of its further pages, or its print or AMP variant.
pub(crate) fn article(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let full = request.full();
    let ids = numbers(&full).filter_map(|id| id.checked_sub(day.site.first_id));
    let mut articles = ids.filter_map(|number| day.meta(number));
    let meta = articles.find(|meta| meta.path == full || meta.first_path == full)?;
    if meta.path != full {
        return Some(Reply::redirect(301, &day.url(&meta.path)));
    }
    if meta.status == ArticleStatus::Withdrawn {
        return Some(error(day, 410));
    }
    let article = Article::pages(day.site, meta).into_iter().next()?;
    Some(templates::article(day, &article))
}

/// A page of an article after its first.
pub(crate) fn further_page(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let full = request.full();
    let pagination = day.site.pagination.as_ref()?;
    let meta = day
        .meta(pagination.article)
        .filter(|meta| day.is_present(meta.number))?;
    let mut pages = 2..=pagination.pages;
    let page = pages.find(|page| day.page_path(&meta, *page) == full)?;
    let article = Article::pages(day.site, meta).into_iter().nth(page - 1)?;
    Some(templates::article(day, &article))
}

/// The print or AMP variant of an article.
pub(crate) fn variant(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let full = request.full();
    let path = if day.site.variant.as_ref()?.contains('?') {
        &full
    } else {
        request.path
    };
    let ids = numbers(path).filter_map(|id| id.checked_sub(day.site.first_id));
    let mut articles = ids.filter_map(|number| day.meta(number));
    let meta = articles.find(|meta| day.variant_path(meta).as_deref() == Some(path))?;
    day.is_present(meta.number)
        .then(|| templates::variant(day, meta))
}

/// The home page, and every list and service page of a site: path and page type.
pub(crate) fn inventory(day: &SiteDay) -> Vec<(String, &'static str)> {
    let paths = &day.site.paths;
    let mut out = vec![("/".to_owned(), "home")];
    let mut paged = |path: &str, count: usize, size: usize| {
        let pages = 1..=count.div_ceil(size).max(1);
        out.extend(pages.map(|page| (day.list_path(path, page), "section")));
    };
    for topic in 0..prose::TOPICS {
        paged(
            &day.site.section_path(topic),
            day.in_section(topic).len(),
            IN_SECTION,
        );
    }
    paged(&paths.archive, day.newest_numbers().count(), IN_ARCHIVE);
    let reporters = day.reporters().into_iter();
    out.extend(reporters.map(|name| (day.site.author_path(&name), "author")));
    let tags = day
        .newest()
        .take(MAX_SEARCHED)
        .flat_map(|meta| linked_tags(day, meta));
    out.extend(tags.map(|path| (path, "tag")));
    let service = [
        (&paths.imprint, "legal"),
        (&paths.privacy, "legal"),
        (&paths.terms, "legal"),
        (&paths.contact, "other"),
        (&paths.login, "login"),
        (&paths.search, "search"),
    ];
    out.extend(service.map(|(path, page_type)| (path.clone(), page_type)));
    out.sort();
    out.dedup();
    out
}

/// Paths of the keywords to which an article links.
fn linked_tags(day: &SiteDay, meta: ArticleMeta) -> Vec<String> {
    let pages = Article::pages(day.site, meta);
    let bodies: String = pages.iter().map(|page| day.rest(page)).collect();
    let tags = pages
        .first()
        .map(|page| page.tags.as_slice())
        .unwrap_or_default();
    let paths = tags.iter().map(|tag| day.site.tag_path(tag));
    paths
        .filter(|path| bodies.contains(&format!("\"{}\"", escape(path))))
        .collect()
}
