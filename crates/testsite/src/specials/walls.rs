//! What stands there instead of a page.

use super::Size;
use super::material::Material;
use crate::{desk::Desk, lists, longer};

pub(super) const CHALLENGE: &str = "<!doctype html><html lang=\"en\"><head><title>Just a moment...</title><meta name=\"robots\" content=\"noindex\"></head><body><h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue. This process is automatic. Your browser will redirect to the page you asked for shortly.</p><form id=\"challenge-form\"></form><p>Ray ID: 8f00ba4</p></body></html>";

pub(super) fn shell(desk: &Desk) -> String {
    let language = desk.site.language;
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{} App</title><script defer src=\"/assets/app.3f9c.js\"></script></head><body><div id=\"root\"></div><noscript>{}</noscript></body></html>",
        language.code(),
        desk.site.name,
        language.say(
            "Diese Anwendung braucht JavaScript.",
            "This application needs JavaScript."
        ),
    )
}

pub(super) fn consent(desk: &Desk) -> String {
    let name = desk.site.name;
    desk.site.language.say(
        format!("<h1>Bevor Sie weiterlesen</h1><p>{name} finanziert sich durch Werbung. Dafür verarbeiten wir und bis zu 148 Partner Informationen auf Ihrem Gerät, etwa Kennungen und Browserdaten, messen Anzeigen und Inhalte und gewinnen Erkenntnisse über Zielgruppen. Sie können {name} mit Werbung und Zustimmung lesen oder im Abonnement ohne Werbung.</p><p>Ihre Einwilligung gilt für alle Angebote von {name} und kann jederzeit mit Wirkung für die Zukunft widerrufen werden. Weitere Angaben finden Sie in der Datenschutzerklärung und im Impressum.</p><button>Akzeptieren und weiter</button> <button>Abonnieren</button>"),
        format!("<h1>Before you read on</h1><p>The {name} is paid for by advertising. We and up to 148 partners process information on your device, such as identifiers and browsing data, measure advertisements and content, and learn about audiences. You may read the {name} with advertising and your consent, or subscribe and read without.</p><p>Your consent holds for everything the {name} offers and can be withdrawn at any time. You will find more in the privacy policy.</p><button>Agree and continue</button> <button>Subscribe</button>"),
    )
}

/// The title of a page that is missing, though its status says otherwise: the long one names the site's own motto.
pub(super) fn missing_title(desk: &Desk, size: Size) -> &'static str {
    match size {
        Size::Short => desk
            .site
            .language
            .say("Seite nicht gefunden", "Page not found"),
        Size::Long => desk.site.motto,
    }
}

/// An apology; the long one goes on with the stories of others.
pub(super) fn missing(page: &Material) -> String {
    let heading = page.say("Seite nicht gefunden", "Page not found");
    if page.is_long() {
        return format!(
            "<h1>{heading}</h1>{}<h2>{}</h2>{}",
            longer::paragraphs(page.desk, "missing", ""),
            page.say("Das lesen andere", "What others are reading"),
            lists::teasers(page.desk, page.desk.newest().take(8)),
        );
    }
    let text = page.say(
        "Leider konnten wir den gewünschten Artikel nicht finden. Möglicherweise wurde er gelöscht oder verschoben.",
        "Sorry, we could not find that story. It may have been removed.",
    );
    format!("<h1>{heading}</h1><p>{text}</p>")
}
