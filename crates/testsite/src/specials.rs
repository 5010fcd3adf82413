//! Pages that look like articles and are none, or are articles of another kind.

use std::fmt::Write as _;

use chrono::TimeDelta;

use crate::{
    calendar,
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
}

const fn row(
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
    }
}

/// All of them.
static SPECIALS: [Special; 19] = [
    row("tagnetz", "/live/sturmnacht", "live_blog", 0),
    row("tagnetz", "/plus/hinter-den-kulissen", "paywall_teaser", 3),
    row("tagnetz", "/plus/was-der-umbau-kostet", "paywall_teaser", 0),
    row("tagnetz", "/video/ruderregatta", "video", 5),
    row("tagnetz", "/galerie/hafenfest", "gallery", 3),
    row("tagnetz", "/podcast/auf-sicht-12", "audio", 1),
    row("tagnetz", "/zustimmung", "consent_wall", 0),
    row("tagnetz", "/app", "js_shell", 0),
    row("morgenblatt", "/bilderstrecke/altstadt", "gallery", 3),
    row("morgenblatt", "/shop/stadtgeschichte", "product", 3),
    row("morgenblatt", "/quiz/wochenquiz", "other", 1),
    row("elbkurier", "/forum/verkehr", "forum", 0),
    row("elbkurier", "/film/deichbau", "video", 4),
    row("elbkurier", "/artikel/0/gibt-es-nicht", "error", 0),
    row("harbour-gazette", "/live/council-night", "live_blog", 1),
    row("harbour-gazette", "/video/lifeboat", "video", 0),
    row("harbour-gazette", "/check", "challenge", 0),
    row(
        "harbour-gazette",
        "/plus/inside-the-yard",
        "paywall_teaser",
        2,
    ),
    row("valley-observer", "/photos.php?set=fair", "gallery", 3),
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
    let language = desk.site.language;
    let title = prose::title(&plan(desk, special));
    let heading = escape(&title);
    let text = paragraphs(desk, special);
    let say = |german: &'static str, english: &'static str| language.say(german, english);
    let p = |text: &String| format!("<p>{}</p>\n", escape(text));
    let lead: String = text.iter().take(1).map(p).collect();
    let mut extra = String::new();
    let main = match special.page_type {
        "live_blog" => live(desk, special, &heading, &mut extra),
        "paywall_teaser" => format!(
            "<article><h1>{heading}</h1>{}<div class=\"fade\"></div><div class=\"paywall\"><h2>{}</h2><p>{}</p><a class=\"abo\" href=\"{}\">{}</a></div></article>",
            text.iter().take(2).map(p).collect::<String>(),
            say("Weiterlesen mit Plus", "Subscribe to read on"),
            say("Dieser Beitrag ist Abonnentinnen und Abonnenten vorbehalten. Testen Sie einen Monat für einen Euro, danach monatlich kündbar.", "This story is for subscribers. Try a month for one pound and cancel whenever you like."),
            desk.site.paths.login,
            say("Jetzt abonnieren", "Subscribe now"),
        ),
        "video" => format!(
            "<h1>{heading}</h1><video controls poster=\"/media/poster.jpg\" width=\"600\"></video><p>{}</p>{lead}",
            say("Video: 2:41 Minuten", "Video: 2:41 minutes"),
        ),
        "audio" => format!(
            "<h1>{heading}</h1><audio controls src=\"/media/folge12.mp3\"></audio><p>Folge 12, 34 Minuten</p>{}",
            text.iter().take(2).map(p).collect::<String>(),
        ),
        "gallery" => gallery(&heading, &text, say("Bild", "Picture")),
        "product" => format!("<h1>{heading}</h1><p class=\"preis\">24,90 Euro</p><button>In den Warenkorb</button>{lead}<p>Gebunden, 312 Seiten, lieferbar in drei Tagen. Versandkostenfrei ab 30 Euro.</p>"),
        "forum" => text.iter().take(5).enumerate().fold(format!("<h1>{heading}</h1>"), |mut out, (n, text)| {
            let _ = write!(out, "<div class=beitrag><b>gast{n}</b> schrieb am {}.10.:<p>{}</div>", n + 3, escape(text));
            out
        }),
        "consent_wall" => "<h1>Bevor Sie weiterlesen</h1><p>tagnetz finanziert sich durch Werbung. Dafür verarbeiten wir und bis zu 148 Partner Informationen auf Ihrem Gerät, etwa Kennungen und Browserdaten, messen Anzeigen und Inhalte und gewinnen Erkenntnisse über Zielgruppen. Sie können tagnetz mit Werbung und Zustimmung lesen oder im Abonnement ohne Werbung.</p><p>Ihre Einwilligung gilt für alle Angebote von tagnetz und kann jederzeit mit Wirkung für die Zukunft widerrufen werden. Weitere Angaben finden Sie in der Datenschutzerklärung und im Impressum.</p><button>Akzeptieren und weiter</button> <button>Abonnieren</button>".to_owned(),
        "challenge" => {
            let html = "<!doctype html><html lang=\"en\"><head><title>Just a moment...</title><meta name=\"robots\" content=\"noindex\"></head><body><h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue. This process is automatic. Your browser will redirect to the page you asked for shortly.</p><form id=\"challenge-form\"></form><p>Ray ID: 8f00ba4</p></body></html>";
            return Reply::page("challenge", html);
        }
        "js_shell" => {
            let html = "<!doctype html><html lang=\"de\"><head><meta charset=\"utf-8\"><title>tagnetz App</title><script defer src=\"/assets/app.3f9c.js\"></script></head><body><div id=\"root\"></div><noscript>Diese Anwendung braucht JavaScript.</noscript></body></html>";
            return Reply::page("js_shell", html);
        }
        "error" => format!(
            "<h1>{}</h1><p>{}</p>",
            say("Seite nicht gefunden", "Page not found"),
            say("Leider konnten wir den gewünschten Artikel nicht finden. Möglicherweise wurde er gelöscht oder verschoben.", "Sorry, we could not find that story. It may have been removed."),
        ),
        _ => format!("<h1>{heading}</h1><form><fieldset><legend>1.</legend><label><input type=radio> A</label> <label><input type=radio> B</label></fieldset><button>Auflösen</button></form>{lead}"),
    };
    let title = if special.page_type == "error" {
        say("Seite nicht gefunden", "Page not found")
    } else {
        &title
    };
    let head = Head {
        title,
        canonical: special.path.to_owned(),
        extra,
        ..Head::default()
    };
    framed(desk, special.page_type, &head, &main).changed(desk.state.settings.now)
}

fn gallery(heading: &str, text: &[String], picture: &str) -> String {
    let mut out = format!("<h1>{heading}</h1><div class=\"galerie\">");
    for (number, text) in text.iter().take(7).enumerate() {
        let caption = text.split(". ").next().unwrap_or_default();
        let _ = write!(
            out,
            "<figure><img src=\"/media/g{number}.jpg\" alt=\"\"><figcaption>{picture} {}/7: {}</figcaption></figure>",
            number + 1,
            escape(caption)
        );
    }
    out.push_str("</div>");
    out
}

fn live(desk: &Desk, special: &Special, heading: &str, extra: &mut String) -> String {
    let language = desk.site.language;
    let (standfirst, entries) = live_blog(desk, special);
    let last = desk.state.settings.now - TimeDelta::hours(4);
    let mut out = format!(
        "<h1>{heading}</h1><p class=\"dek\">{}</p><div class=\"ticker\">",
        escape(&standfirst)
    );
    for (before, text) in &entries {
        let at = last - TimeDelta::minutes(*before);
        let _ = writeln!(
            out,
            "<div class=\"eintrag\"><time datetime=\"{}\">{}</time><p>{}</p></div>",
            calendar::rfc3339(at, language),
            calendar::local(at, language).format("%H:%M"),
            escape(text),
        );
    }
    out.push_str("</div>");
    let first = last - TimeDelta::minutes(entries.last().map_or(0, |entry| entry.0));
    let data = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "LiveBlogPosting",
        "headline": title(desk, special),
        "datePublished": calendar::rfc3339(first, language),
        "dateModified": calendar::rfc3339(last, language),
        "author": {"@type": "Organization", "name": desk.site.name},
    });
    let _ = write!(
        extra,
        "<script type=\"application/ld+json\">{}</script>",
        data.to_string().replace("</", "<\\/")
    );
    out
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
