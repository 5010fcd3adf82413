//! Pages that look like articles and are none, or are articles of another kind.

mod material;
mod media;
mod trade;
mod walls;

use chrono::TimeDelta;

use self::material::Material;

use crate::{
    describe,
    desk::Desk,
    html::escape,
    pages::framed,
    prose::{self, Part, Plan},
    random::mix,
    reply::Reply,
    site::{Ask, Head},
};

/// A special page: its site, path, page type, seed and name in lists.
pub(crate) struct Special {
    site: &'static str,
    pub(crate) path: &'static str,
    pub(crate) page_type: &'static str,
    pub(crate) topic: usize,
    size: Size,
}

/// How much there is to read on a special page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// As much as such a page needs.
    Short,
    /// As much as on an article; and the page says what it is, if its site says such things.
    Long,
}

const fn short(
    site: &'static str,
    path: &'static str,
    page_type: &'static str,
    topic: usize,
) -> Special {
    Special {
        site,
        path,
        page_type,
        topic,
        size: Size::Short,
    }
}

const fn long(
    site: &'static str,
    path: &'static str,
    page_type: &'static str,
    topic: usize,
) -> Special {
    Special {
        size: Size::Long,
        ..short(site, path, page_type, topic)
    }
}

/// All of them.
static SPECIALS: [Special; 42] = [
    short("tagnetz", "/live/sturmnacht", "live_blog", 0),
    short("tagnetz", "/plus/hinter-den-kulissen", "paywall_teaser", 3),
    short("tagnetz", "/plus/was-der-umbau-kostet", "paywall_teaser", 0),
    long("tagnetz", "/plus/das-lange-warten", "paywall_teaser", 1),
    short("tagnetz", "/video/ruderregatta", "video", 5),
    short("tagnetz", "/galerie/hafenfest", "gallery", 3),
    short("tagnetz", "/podcast/auf-sicht-12", "audio", 1),
    long("tagnetz", "/podcast/auf-sicht-13", "audio", 2),
    short("tagnetz", "/zustimmung", "consent_wall", 0),
    short("tagnetz", "/app", "js_shell", 0),
    short("morgenblatt", "/bilderstrecke/altstadt", "gallery", 3),
    long("morgenblatt", "/fotostrecke/altes-werk", "gallery", 2),
    long("morgenblatt", "/video/stadtarchiv", "video", 3),
    long("morgenblatt", "/podcast/stadtgespraech-7", "audio", 1),
    short("morgenblatt", "/shop/stadtgeschichte", "product", 3),
    long("morgenblatt", "/shop/kalender", "product", 4),
    long("morgenblatt", "/forum/radwege", "forum", 0),
    long("morgenblatt", "/verschollen", "error", 0),
    short("morgenblatt", "/quiz/wochenquiz", "other", 1),
    long("morgenblatt", "/quiz/jahresquiz", "other", 5),
    short("elbkurier", "/forum/verkehr", "forum", 0),
    long("elbkurier", "/forum/garten", "forum", 4),
    short("elbkurier", "/film/deichbau", "video", 4),
    long("elbkurier", "/video/sturmflut.html", "video", 4),
    short("elbkurier", "/artikel/0/gibt-es-nicht", "error", 0),
    short("harbour-gazette", "/live/council-night", "live_blog", 1),
    short("harbour-gazette", "/video/lifeboat", "video", 0),
    long("harbour-gazette", "/video/regatta-day", "video", 5),
    long("harbour-gazette", "/gallery/tall-ships", "gallery", 3),
    long("harbour-gazette", "/podcast/the-tideline-4", "audio", 4),
    long("harbour-gazette", "/shop/harbour-walks", "product", 3),
    long(
        "harbour-gazette",
        "/forum/threads/ferry-times.2204",
        "forum",
        0,
    ),
    long("harbour-gazette", "/story/missing", "error", 0),
    short("harbour-gazette", "/check", "challenge", 0),
    short("harbour-gazette", "/consent", "consent_wall", 0),
    short("harbour-gazette", "/app", "js_shell", 0),
    short(
        "harbour-gazette",
        "/plus/inside-the-yard",
        "paywall_teaser",
        2,
    ),
    long(
        "harbour-gazette",
        "/plus/the-long-wait",
        "paywall_teaser",
        1,
    ),
    long("harbour-gazette", "/quiz/tide-tables", "other", 4),
    short("valley-observer", "/photos.php?set=fair", "gallery", 3),
    long("valley-observer", "/showthread.php?t=31", "forum", 4),
    long("valley-observer", "/shop.php?item=12", "product", 3),
];

/// The special pages of a site.
pub(crate) fn of(desk: &Desk) -> impl Iterator<Item = &'static Special> {
    let id = desk.site.id;
    SPECIALS.iter().filter(move |special| special.site == id)
}

/// Path and name of each, for the home page.
pub(crate) fn links(desk: &Desk) -> Vec<(String, String)> {
    of(desk)
        .map(|special| (special.path.to_owned(), prose::title(&plan(desk, special))))
        .collect()
}

/// The answer of a special page.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    let full = ask.full();
    let special = of(desk).find(|special| special.path == full)?;
    Some(page(desk, special))
}

fn plan(desk: &Desk, special: &Special) -> Plan {
    Plan {
        language: desk.site.language,
        topic: special.topic,
        seed: mix(desk.state.settings.seed, special.path),
        titling: 0,
        revision: 0,
        wire: false,
        abridged: false,
    }
}

/// Headline of a special page.
pub(crate) fn title(desk: &Desk, special: &Special) -> String {
    prose::title(&plan(desk, special))
}

/// Running text of a special page, lists and subheadings left out.
fn paragraphs(desk: &Desk, special: &Special) -> Vec<String> {
    let parts = prose::story(&plan(desk, special)).parts;
    parts
        .into_iter()
        .filter_map(|part| {
            if let Part::Paragraph(text) = part {
                Some(text)
            } else {
                None
            }
        })
        .collect()
}

/// Standfirst and entries of a live blog, newest first; time of each in minutes before the last.
pub(crate) fn live_blog(desk: &Desk, special: &Special) -> (String, Vec<(i64, String)>) {
    let entries = paragraphs(desk, special).into_iter().enumerate();
    let entries = entries.map(|(place, text)| (i64::try_from(place).unwrap_or(0) * 17, text));
    (prose::standfirst(&plan(desk, special)), entries.collect())
}

fn page(desk: &Desk, special: &Special) -> Reply {
    let title = prose::title(&plan(desk, special));
    let material = Material {
        desk,
        special,
        heading: escape(&title),
        text: paragraphs(desk, special),
    };
    let mut extra = String::new();
    // A shop states its prices and a paywall its terms, however short the page.
    if special.size == Size::Long || matches!(special.page_type, "paywall_teaser" | "product") {
        extra = describe::head(desk, special.page_type, &title);
    }
    let main = match special.page_type {
        "live_blog" => media::live(desk, special, &material.heading, &mut extra),
        "video" => media::video(&material),
        "audio" => media::audio(&material),
        "gallery" => media::gallery(&material),
        "paywall_teaser" => trade::paywall(&material),
        "product" => trade::product(&material),
        "forum" => trade::forum(&material),
        "error" => walls::missing(&material),
        "consent_wall" => walls::consent(desk),
        "challenge" => return Reply::page("challenge", walls::CHALLENGE),
        "js_shell" => {
            let shell = Reply::page("js_shell", walls::shell(desk));
            return shell.changed(desk.state.settings.now);
        }
        _ => trade::quiz(&material),
    };
    let head = Head {
        title: if special.page_type == "error" {
            walls::missing_title(desk, special.size)
        } else {
            &title
        },
        canonical: special.path.to_owned(),
        extra,
        ..Head::default()
    };
    framed(desk, special.page_type, &head, &main).changed(desk.state.settings.now)
}

/// When a live blog began.
pub(crate) fn live_since(desk: &Desk, entries: &[(i64, String)]) -> chrono::DateTime<chrono::Utc> {
    let last = desk.state.settings.now - TimeDelta::hours(4);
    last - TimeDelta::minutes(entries.last().map_or(0, |entry| entry.0))
}

/// When a live blog ended.
pub(crate) fn live_until(desk: &Desk) -> chrono::DateTime<chrono::Utc> {
    desk.state.settings.now - TimeDelta::hours(4)
}
