//! What is sold, asked and debated.

use std::fmt::Write as _;

use super::material::Material;
use crate::{html::escape, longer};

/// The first paragraphs, and what the rest costs; on a long page that takes some words.
pub(super) fn paywall(page: &Material) -> String {
    let terms = if page.is_long() {
        longer::paragraphs(page.desk, "offer", "")
    } else {
        String::new()
    };
    format!(
        "<article><h1>{}</h1>{}<div class=\"fade\"></div><div class=\"paywall\"><h2>{}</h2><p>{}</p>{terms}<a class=\"abo\" href=\"{}\">{}</a></div></article>",
        page.heading,
        page.first(2),
        page.say("Weiterlesen mit Plus", "Subscribe to read on"),
        page.say("Dieser Beitrag ist Abonnentinnen und Abonnenten vorbehalten. Testen Sie einen Monat für einen Euro, danach monatlich kündbar.", "This story is for subscribers. Try a month for one pound and cancel whenever you like."),
        page.desk.site.paths.login,
        page.say("Jetzt abonnieren", "Subscribe now"),
    )
}

pub(super) fn product(page: &Material) -> String {
    let more = if page.is_long() {
        longer::paragraphs(page.desk, "product", "")
    } else {
        String::new()
    };
    format!(
        "<h1>{}</h1><p class=\"preis\">{}</p><button>{}</button>{}<p>{}</p>{more}",
        page.heading,
        page.say("24,90 Euro", "£24.90"),
        page.say("In den Warenkorb", "Add to basket"),
        page.paragraphs(1),
        page.say(
            "Gebunden, 312 Seiten, lieferbar in drei Tagen. Versandkostenfrei ab 30 Euro.",
            "Hardback, 312 pages, delivered within three days. Free of charge from £30."
        ),
    )
}

pub(super) fn forum(page: &Material) -> String {
    let mut out = format!("<h1>{}</h1>", page.heading);
    for (number, text) in page.text.iter().take(8).enumerate() {
        let day = number + 3;
        let said = page.desk.site.language.say(
            format!("<b>gast{number}</b> schrieb am {day}.10.2026, 18:{day:02} Uhr:"),
            format!("<b>guest{number}</b> wrote on {day} October 2026 at 18:{day:02}:"),
        );
        let _ = write!(out, "<div class=beitrag>{said}<p>{}</div>", escape(text));
    }
    out
}

pub(super) fn quiz(page: &Material) -> String {
    format!(
        "<h1>{}</h1><form><fieldset><legend>1.</legend><label><input type=radio> A</label> <label><input type=radio> B</label></fieldset><button>{}</button></form>{}",
        page.heading,
        page.say("Auflösen", "Solve"),
        page.paragraphs(1),
    )
}
