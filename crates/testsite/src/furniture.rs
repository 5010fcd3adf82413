//! What stands on every page and belongs to no article.

use std::fmt::Write as _;

use crate::{
    article::Article,
    calendar,
    desk::Desk,
    html::{Pieces, escape, items, link},
    random::Random,
    site::Language,
};

/// The line about cookies.
pub(crate) fn cookies(language: Language) -> &'static str {
    language.say(
        "Wir und unsere Partner verwenden Cookies und ähnliche Verfahren, um die Nutzung dieser Seiten zu messen und Inhalte auf Sie zuzuschneiden. Ihre Einwilligung können Sie jederzeit in den Einstellungen widerrufen.",
        "We and our partners use cookies and similar techniques to measure how these pages are used and to tailor what you see. You can withdraw your consent in the settings at any time.",
    )
}

/// The line over the newsletter form.
pub(crate) fn newsletter(language: Language) -> &'static str {
    language.say(
        "Jeden Morgen um sechs das Wichtigste aus der Region in Ihrem Postfach: Bestellen Sie unseren kostenlosen Newsletter, Sie können ihn jederzeit wieder abbestellen.",
        "The stories that matter, in your inbox at six every morning: sign up for our free newsletter, and leave whenever you like.",
    )
}

/// Text that no reader sees.
pub(crate) fn hidden(language: Language) -> &'static str {
    language.say(
        "Dieser Absatz ist unsichtbar und steht nur für Suchmaschinen hier: Nachrichten, Zeitung, aktuell, regional, kostenlos, Schlagzeilen von heute.",
        "This paragraph is invisible and stands here for search engines only: news, paper, latest, local, free, headlines of today.",
    )
}

const COMMENTS_DE: [&str; 8] = [
    "Das war doch seit Jahren abzusehen, aber auf uns hört ja keiner. Ich habe damals schon einen Leserbrief dazu geschrieben.",
    "Danke für den ausgewogenen Bericht! Endlich fragt mal jemand nach, statt nur abzuschreiben.",
    "Und wer zahlt das am Ende wieder? Richtig, der kleine Mann. Mehr sage ich dazu lieber nicht.",
    "Ich wohne gleich um die Ecke und kann nur bestätigen, was hier steht. Es ist ein Trauerspiel.",
    "Früher gab es so etwas nicht, da wurde einfach angepackt. Meine Meinung, muss keiner teilen.",
    "Kleine Korrektur: Mein Großvater hat da noch selbst gearbeitet, das war erst nach dem Krieg.",
    "Können wir bitte sachlich bleiben? Das Thema ist zu wichtig für Stammtischparolen.",
    "Wieder so ein Artikel, der mehr Fragen aufwirft, als er beantwortet. Trotzdem gern gelesen.",
];
const COMMENTS_EN: [&str; 8] = [
    "Anyone could have seen this coming years ago, but nobody listens to us. I wrote a letter about it at the time.",
    "Thank you for a balanced report. At last somebody who asks questions instead of copying press releases.",
    "And who pays for it in the end? The likes of you and me. I had better say no more.",
    "I live round the corner and can only confirm what it says here. It is a sorry tale.",
    "In the old days people just got on with it. My opinion, nobody has to share it.",
    "A small correction: my grandfather worked there himself, and that was only after the war.",
    "Could we please stay civil? The subject is too important for shouting.",
    "Another article that raises more questions than it answers. I enjoyed it all the same.",
];

/// Readers' comments under an article, the same ones each time it is shown.
pub(crate) fn comments(language: Language, number: usize) -> Vec<(&'static str, &'static str)> {
    let pool = language.say(&COMMENTS_DE, &COMMENTS_EN);
    let names = language.say(
        [
            "Elbfischer61",
            "Mona K.",
            "leserbriefschreiber",
            "Tante Trude",
        ],
        ["riverman61", "Mona K.", "Disgusted of Dunwich", "old_tom"],
    );
    let mut random = Random::new(number as u64, "comments");
    let start = random.below(pool.len());
    (0..random.below(4))
        .filter_map(|n| Some((*names.get(n)?, *pool.get((start + n * 3) % pool.len())?)))
        .collect()
}

/// Links to sections, each as a list item.
pub(crate) fn navigation(desk: &Desk, current: Option<usize>) -> String {
    let sections = desk.site.sections().into_iter().enumerate();
    items(sections.map(|(topic, name)| {
        let path = desk.site.section_path(topic);
        if current == Some(topic) {
            format!(
                "<a href=\"{}\" class=\"active\">{}</a>",
                escape(&path),
                escape(name)
            )
        } else {
            link(&path, name)
        }
    }))
}

/// Links to imprint, privacy and the like, each as a list item.
pub(crate) fn service(desk: &Desk) -> String {
    let (paths, language) = (&desk.site.paths, desk.site.language);
    items([
        link(paths.imprint, language.say("Impressum", "About us")),
        link(paths.privacy, language.say("Datenschutz", "Privacy policy")),
        link(paths.terms, language.say("AGB", "Terms and conditions")),
        link(paths.contact, language.say("Kontakt", "Contact")),
        link(paths.login, language.say("Anmelden", "Sign in")),
        link(paths.search, language.say("Suche", "Search")),
        link(paths.archive, language.say("Archiv", "Archive")),
    ])
}

/// The line about rights.
pub(crate) fn copyright(desk: &Desk) -> String {
    desk.site.language.say(
        format!(
            "© {} – Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung.",
            desk.site.name
        ),
        format!(
            "© {}. All rights reserved. No part may be reprinted without permission.",
            desk.site.name
        ),
    )
}

/// An agency's report as a ticker prints it: no picture, no comments, nothing of the site's own
/// between headline and last paragraph.
pub(crate) fn ticker(desk: &Desk, article: &Article, pieces: &Pieces, published: &str) -> String {
    let (brief, story) = (&article.brief, &article.story);
    format!(
        "<article class=\"ticker\"><h1>{}</h1><p class=\"kern\">{}</p>\n{}</article><aside><h2><a href=\"{}\">{}</a></h2><p class=\"quelle\">{} · <time datetime=\"{published}\">{}</time></p><ul>{}</ul></aside>",
        escape(&brief.title),
        escape(&story.standfirst),
        pieces.body(&story.parts, &desk.tag_links(article), ""),
        desk.site.section_path(brief.topic),
        escape(brief.section),
        brief.agency.unwrap_or_default(),
        calendar::long(brief.published, desk.site.language),
        items(
            desk.related(brief)
                .iter()
                .map(|(path, title)| link(path, title))
        ),
    )
}

/// A newsletter form.
pub(crate) fn newsletter_form(desk: &Desk) -> String {
    let language = desk.site.language;
    format!(
        "<form class=\"newsletter\" action=\"/newsletter\" method=\"post\"><p>{}</p><input type=\"email\" name=\"email\" placeholder=\"E-Mail\"> <button>{}</button></form>",
        newsletter(language),
        language.say("Bestellen", "Sign up"),
    )
}

/// Links to earlier and later pages of a list.
pub(crate) fn pager(desk: &Desk, path: &str, page: usize, pages: usize) -> String {
    let language = desk.site.language;
    let at = |page: usize| page_path(desk, path, page);
    let mut out = String::from("<p class=\"pager\">");
    if page > 1 {
        let text = language.say("Neuere Beiträge", "Newer stories");
        let _ = write!(
            out,
            "<a rel=\"prev\" href=\"{}\">{text}</a> ",
            escape(&at(page - 1))
        );
    }
    let _ = write!(out, "<span>{} {page}</span>", language.say("Seite", "Page"));
    if page < pages {
        let text = language.say("Ältere Beiträge", "Older stories");
        let _ = write!(
            out,
            " <a rel=\"next\" href=\"{}\">{text}</a>",
            escape(&at(page + 1))
        );
    }
    out.push_str("</p>");
    out
}

/// The address of a list's page; the first has no number.
pub(crate) fn page_path(desk: &Desk, path: &str, page: usize) -> String {
    match (page, path.contains('?')) {
        (0 | 1, _) => path.to_owned(),
        (_, true) => format!("{path}&{}={page}", desk.site.paths.page),
        (_, false) => format!("{path}?{}={page}", desk.site.paths.page),
    }
}
