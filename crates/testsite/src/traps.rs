//! Places to get lost in, and links that fail.

use crate::{
    desk::Desk,
    expected::Trap,
    hosts::{CLOSED, ELSEWHERE},
    robots,
    site::Site,
};

/// A trap: its site, what it is, the link that leads into it, what its URLs contain, what is tolerable.
type Row = (
    &'static str,
    &'static str,
    (&'static str, &'static str),
    &'static str,
    usize,
);

/// Every trap of the newsroom.
const TRAPS: [Row; 10] = [
    (
        "morgenblatt",
        "calendar",
        ("Termine", "/termine/2026/11"),
        "/termine/",
        40,
    ),
    (
        "morgenblatt",
        "redirect loop",
        ("Leserreise", "/schleife/a"),
        "/schleife/",
        30,
    ),
    (
        "elbkurier",
        "endless pagination",
        ("Neueste Meldungen", "/neueste?seite=1"),
        "/neueste",
        40,
    ),
    (
        "elbkurier",
        "session id",
        ("Meine Rubrik", "/rubrik/politik?sid=5f2a"),
        "sid=",
        40,
    ),
    (
        "harbour-gazette",
        "repeating path",
        ("Community", "/community/"),
        "/community/",
        40,
    ),
    (
        "harbour-gazette",
        "redirect chain",
        ("Offers", "/hop/1"),
        "/hop/",
        40,
    ),
    (
        "harbour-gazette",
        "endless body",
        ("Live stream", "/stream"),
        "/stream",
        6,
    ),
    (
        "valley-observer",
        "calendar",
        ("What is on", "/calendar.php?year=2026&month=11"),
        "/calendar.php",
        40,
    ),
    (
        "valley-observer",
        "session id",
        ("Town hall", "/section.php;jsessionid=9C0F?s=politics"),
        ";jsessionid=",
        40,
    ),
    (
        "tagnetz",
        "parameter explosion",
        ("Stellenmarkt", "/stellen?ort=1"),
        "/stellen",
        60,
    ),
];

/// Links that fail on each site: site, path, status.
const FAILING: [(&str, &str, u16); 7] = [
    ("morgenblatt", "/alte-seite.html", 404),
    ("morgenblatt", "/zurueckgezogen.html", 410),
    ("elbkurier", "/kaputt", 500),
    ("elbkurier", "/serie/verschwunden", 404),
    ("valley-observer", "/broken.php", 500),
    ("valley-observer", "/gone.php", 410),
    ("tagnetz", "/nichts", 404),
];

/// The traps with absolute patterns where a host belongs to them.
pub(crate) fn all(desk: &Desk) -> Vec<Trap> {
    let own = TRAPS.iter().filter(|row| row.0 == desk.site.id);
    own.map(|&(_, name, _, pattern, at_most)| Trap {
        name,
        pattern: if pattern.starts_with('/') {
            desk.url(pattern)
        } else {
            pattern.to_owned()
        },
        at_most,
    })
    .collect()
}

/// Paths that fail, with their status.
pub(crate) fn failing(site: &Site) -> impl Iterator<Item = (&'static str, u16)> {
    FAILING
        .into_iter()
        .filter(|row| row.0 == site.id)
        .map(|(_, path, status)| (path, status))
}

/// What the home page links to: traps, failing pages, forbidden paths, foreign hosts.
pub(crate) fn links(desk: &Desk) -> Vec<(String, String)> {
    let id = desk.site.id;
    let say = |german: &str, english: &str| desk.site.language.say(german, english).to_owned();
    let mut out: Vec<_> = TRAPS
        .iter()
        .filter(|row| row.0 == id)
        .map(|row| (row.2.1.to_owned(), row.2.0.to_owned()))
        .collect();
    out.extend(
        failing(desk.site)
            .map(|(path, _)| (path.to_owned(), say("Aus dem Archiv", "From the archive"))),
    );
    let forbidden = robots::forbidden(id).iter();
    out.extend(forbidden.map(|(_, path)| ((*path).to_owned(), say("Hintergrund", "Background"))));
    out.push((
        desk.state.url(ELSEWHERE, &format!("/von/{id}")),
        say("Unser Partner", "Our partner"),
    ));
    match id {
        "morgenblatt" => {
            out.push(("/intern/presse/".to_owned(), "Für die Presse".to_owned()));
            out.push((
                "/weiter/zur-startseite".to_owned(),
                "Zur Startseite".to_owned(),
            ));
            let www = desk.state.url("www.morgenblatt", "/impressum");
            out.push((www, "Wer wir sind".to_owned()));
        }
        "tagnetz" => out.push((
            desk.state.url(CLOSED, "/blatt/1987"),
            "Altes Archiv".to_owned(),
        )),
        "elbkurier" => out.push(("/wetterkamera".to_owned(), "Wetterkamera".to_owned())),
        "valley-observer" => out.push(("/half.php".to_owned(), "Photo page".to_owned())),
        _ => {}
    }
    out
}
