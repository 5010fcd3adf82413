//! Crawler traps, failing pages, forbidden paths, redirects and notices.

use askama::Template;

use super::{
    site::{Failing, RequestPath},
    site_day::SiteDay,
    templates::{Head, List, error, framed, notice, rendered, teasers},
};
use crate::server::reply::Reply;

/// A host of tagnetz whose robots.txt is unavailable, so that nothing on it may be fetched.
pub(crate) const CLOSED_HOST: &str = "archiv.tagnetz";
/// A host that is linked but belongs to no seed, and must be left alone.
pub(crate) const FOREIGN_HOST: &str = "elsewhere";

/// A month of an endless calendar.
#[derive(Template)]
#[template(path = "pages/calendar_month.html")]
struct CalendarMonth<'a> {
    day: &'a SiteDay<'a>,
    title: &'a str,
    before: String,
    after: String,
}

/// Links of the home page besides those to pages: traps, failing and forbidden paths, other hosts. Path and text.
pub(crate) fn links(day: &SiteDay) -> Vec<(String, String)> {
    let (site, state) = (day.site, day.state);
    let link = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let traps = site.traps.iter().map(|trap| link(&trap.path, &trap.title));
    let archive = day.text("Aus dem Archiv", "From the archive");
    let failing = site
        .failing
        .iter()
        .map(|failing| link(&failing.path, archive));
    let background = day.text("Hintergrund", "Background");
    let forbidden = site
        .forbidden
        .iter()
        .map(|forbidden| link(&forbidden.path, background));
    let partner = state.url(FOREIGN_HOST, &format!("/von/{}", site.id));
    let foreign = link(&partner, day.text("Unser Partner", "Our partner"));
    let others = site.links.iter().map(|other| match &other.host {
        Some(host) => link(&state.url(host, &other.path), &other.title),
        None => link(&other.path, &other.title),
    });
    let own = traps.chain(failing).chain(forbidden);
    own.chain([foreign]).chain(others).collect()
}

/// The response of a trap, a failing page or a forbidden one.
pub(crate) fn answer(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let site = day.site;
    let mut failing = site.failing.iter();
    if let Some(Failing { status, .. }) = failing.find(|failing| failing.path == request.path) {
        return Some(error(day, *status));
    }
    if let Some(redirect) = site
        .redirects
        .iter()
        .find(|redirect| redirect.path == request.path)
    {
        return Some(Reply::redirect(redirect.status, &day.url(&redirect.to)));
    }
    if let Some(page) = site
        .notices
        .iter()
        .find(|notice| notice.path == request.path)
    {
        return Some(notice(day, "other", &page.title, &page.text));
    }
    match (site.id.as_str(), request.path) {
        ("morgenblatt", path) if path.starts_with("/termine/") => calendar(day, path),
        ("elbkurier", "/neueste") => Some(endless_list(day, request)),
        _ => forbidden(day, request),
    }
}

/// A page that robots.txt forbids. Search pages are real pages.
fn forbidden(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let full = request.full();
    let mut forbidden = day.site.forbidden.iter();
    forbidden.find(|forbidden| forbidden.path == full && request.path != day.site.paths.search)?;
    let text = "Diese Seite ist nur für die Redaktion bestimmt; robots.txt sagt es.";
    Some(notice(day, "other", "Intern", text))
}

/// A month of a calendar that is endless in both directions.
fn calendar(day: &SiteDay, path: &str) -> Option<Reply> {
    let mut numbers = path["/termine/".len()..]
        .split('/')
        .filter_map(|part| part.parse().ok());
    let (year, month): (u32, u32) = (numbers.next()?, numbers.next()?);
    let month = month.clamp(1, 12);
    let title = &format!("{} {year}", day.site.language.month(month));
    let path = |year: u32, month: u32| format!("/termine/{year}/{month:02}");
    let main = rendered(&CalendarMonth {
        day,
        title,
        before: match month {
            1 => path(year.saturating_sub(1), 12),
            _ => path(year, month - 1),
        },
        after: match month {
            12 => path(year.saturating_add(1), 1),
            _ => path(year, month + 1),
        },
    });
    Some(in_frame(day, "other", title, &main))
}

/// A list that always has another page, with the same articles.
fn endless_list(day: &SiteDay, request: &RequestPath) -> Reply {
    let page = request.parameter("seite").and_then(|n| n.parse().ok());
    let page = page.unwrap_or(1_usize).max(1);
    let count = day.history.count.max(1);
    let articles = (0..4).filter_map(|n| day.meta((page * 4 + n) % count));
    let title = "Neueste Meldungen";
    let main = List {
        day,
        title,
        paragraphs: Vec::new(),
        teasers: teasers(day, articles),
        pager: Some(("/neueste", page, usize::MAX)),
    };
    in_frame(day, "section", title, &rendered(&main))
}

fn in_frame(day: &SiteDay, page_type: &'static str, title: &str, main: &str) -> Reply {
    let head = Head {
        title,
        ..Head::default()
    };
    framed(day, page_type, &head, main)
}
