//! The pages of the traps.

use std::fmt::Write as _;

use crate::{
    calendar,
    desk::Desk,
    furniture,
    html::{items, joined, link},
    pages::{error, framed},
    random::{Random, mix},
    reply::{Payload, Reply},
    robots,
    site::{Ask, Head},
    traps::failing,
};

/// The answer of a trap or a failing page.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    if let Some((_, status)) = failing(desk.site).find(|(path, _)| *path == ask.path) {
        return Some(error(desk, status));
    }
    match (desk.site.id, ask.path) {
        ("morgenblatt", path) if path.starts_with("/termine/") => {
            let mut parts = path["/termine/".len()..]
                .split('/')
                .filter_map(|n| n.parse().ok());
            Some(month(desk, parts.next()?, parts.next()?, |year, month| {
                format!("/termine/{year}/{month:02}")
            }))
        }
        ("valley-observer", "/calendar.php") => {
            let number = |name| ask.parameter(name).and_then(|n| n.parse().ok());
            Some(month(
                desk,
                number("year")?,
                number("month")?,
                |year, month| format!("/calendar.php?year={year}&month={month}"),
            ))
        }
        ("morgenblatt", "/schleife/a") => Some(Reply::redirect(302, &desk.url("/schleife/b"))),
        ("morgenblatt", "/schleife/b") => Some(Reply::redirect(302, &desk.url("/schleife/a"))),
        ("morgenblatt", "/weiter/zur-startseite") => Some(Reply::redirect(307, &desk.url("/"))),
        ("morgenblatt", "/intern/presse/") => Some(plain(
            desk,
            "Für die Presse",
            "Bildmaterial und Auskünfte erteilt die Pressestelle werktags zwischen neun und fünf Uhr.",
        )),
        ("harbour-gazette", path) if path.starts_with("/hop/") => {
            let next = ask.last_number()? + 1;
            Some(Reply::redirect(302, &desk.url(&format!("/hop/{next}"))))
        }
        ("harbour-gazette", path) if path.starts_with("/community/") && path.ends_with('/') => {
            let main = format!(
                "<h1>Community</h1><p>What is on near you.</p><ul>{}</ul>",
                items([link("events/today/", "Today"), link("clubs/", "Clubs"),])
            );
            let head = Head {
                title: "Community",
                ..Head::default()
            };
            Some(framed(desk, "section", &head, &main))
        }
        ("harbour-gazette", "/stream") => {
            let mut reply = Reply::page("other", "");
            reply.payload = Payload::Endless;
            Some(reply)
        }
        ("elbkurier", "/neueste") => Some(endless(desk, ask)),
        ("elbkurier", "/wetterkamera") => {
            let mut reply = plain(
                desk,
                "Wetterkamera",
                "Alle zehn Minuten ein neues Bild vom Hafen. Die Übertragung kann bei Nebel dauern.",
            );
            if let Payload::Whole(bytes) = reply.payload {
                reply.payload = Payload::Slow(bytes, desk.state.settings.slow_body);
            }
            Some(reply)
        }
        ("valley-observer", "/half.php") => {
            let mut reply = Reply::page("other", "");
            reply.payload = Payload::BreakOff;
            Some(reply)
        }
        ("tagnetz", "/stellen") => Some(jobs(desk, ask)),
        _ if robots::forbidden(desk.site.id)
            .iter()
            .any(|(_, path)| *path == ask.full()) =>
        {
            // The search pages are real ones.
            let search = ask.path == desk.site.paths.search;
            let text = "Diese Seite ist nur für die Redaktion bestimmt; robots.txt sagt es.";
            (!search).then(|| plain(desk, "Intern", text))
        }
        _ => None,
    }
}

/// A short page.
fn plain(desk: &Desk, title: &str, text: &str) -> Reply {
    let head = Head {
        title,
        ..Head::default()
    };
    framed(
        desk,
        "other",
        &head,
        &format!("<h1>{title}</h1><p>{text}</p>"),
    )
}

/// A month of a calendar that goes on in both directions.
fn month(desk: &Desk, year: u32, month: u32, path: impl Fn(u32, u32) -> String) -> Reply {
    let (month, language) = (month.clamp(1, 12), desk.site.language);
    let title = format!("{} {year}", calendar::month(month, language));
    let before = if month == 1 {
        (year.saturating_sub(1), 12)
    } else {
        (year, month - 1)
    };
    let after = if month == 12 {
        (year.saturating_add(1), 1)
    } else {
        (year, month + 1)
    };
    let mut days = String::new();
    for day in 1..=28 {
        let _ = write!(days, "<td>{day}</td>");
    }
    let main = format!(
        "<h1>{title}</h1><table><tr>{days}</tr></table><p>{} {}</p>",
        link(&path(before.0, before.1), language.say("zurück", "back")),
        link(&path(after.0, after.1), language.say("weiter", "next")),
    );
    framed(
        desk,
        "other",
        &Head {
            title: &title,
            ..Head::default()
        },
        &main,
    )
}

/// A list that always has one more page, with the same stories.
fn endless(desk: &Desk, ask: &Ask) -> Reply {
    let page = ask
        .parameter("seite")
        .and_then(|n| n.parse::<usize>().ok())
        .unwrap_or(1)
        .max(1);
    let count = desk.edition.count.max(1);
    let briefs = (0..4).filter_map(|n| desk.brief((page * 4 + n) % count));
    let teasers = joined(briefs.map(|brief| (desk.site.teaser)(desk, &brief)));
    let pager = furniture::pager(desk, "/neueste", page, usize::MAX);
    let head = Head {
        title: "Neueste Meldungen",
        ..Head::default()
    };
    framed(
        desk,
        "section",
        &head,
        &format!("<h1>Neueste Meldungen</h1>{teasers}{pager}"),
    )
}

/// Every link adds or changes a filter.
fn jobs(desk: &Desk, ask: &Ask) -> Reply {
    let mut random = Random::new(mix(1, ask.query), "jobs");
    let names = ["ort", "beruf", "umkreis", "seit", "ansicht", "filter"];
    let links = items((0..5).map(|_| {
        let name = random.pick(&names);
        let path = format!("/stellen?{}&{name}={}", ask.query, random.below(40));
        let path: String = path.chars().take(300).collect();
        link(&path, name)
    }));
    let head = Head {
        title: "Stellenmarkt",
        ..Head::default()
    };
    framed(
        desk,
        "other",
        &head,
        &format!("<h1>Stellenmarkt</h1><p>Filter:</p><ul>{links}</ul>"),
    )
}
