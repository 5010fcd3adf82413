//! Pages that say, with whatever status, that there is none.

use crate::Evidence;
use crate::title;

/// What a page calls itself that says there is none: parts of a title, or a headline.
const NAMES: [&str; 62] = [
    "404",
    "404 error",
    "404 error page",
    "404 fehler",
    "404 nicht gefunden",
    "404 not found",
    "404 page",
    "404 page not found",
    "404 seite nicht gefunden",
    "410 gone",
    "artikel nicht gefunden",
    "article not found",
    "błąd 404",
    "content not found",
    "die seite existiert nicht",
    "die seite konnte nicht gefunden werden",
    "die seite wurde nicht gefunden",
    "diese seite existiert nicht",
    "diese seite existiert nicht mehr",
    "diese seite gibt es nicht",
    "diese seite gibt es nicht mehr",
    "diese seite konnte nicht gefunden werden",
    "diese seite wurde nicht gefunden",
    "erreur 404",
    "error 404",
    "error 404 not found",
    "errore 404",
    "fehler 404",
    "fehlerseite",
    "file not found",
    "http 404",
    "la page demandée n'existe pas",
    "la página no existe",
    "nicht gefunden",
    "nie znaleziono strony",
    "not found",
    "page introuvable",
    "page non trouvée",
    "page not found",
    "page not found (404)",
    "pagina inesistente",
    "pagina non trovata",
    "pagina niet gevonden",
    "página no encontrada",
    "página não encontrada",
    "seite nicht gefunden",
    "seite nicht mehr verfügbar",
    "seite nicht verfügbar",
    "seite nicht vorhanden",
    "seite wurde nicht gefunden",
    "sidan hittades inte",
    "siden blev ikke fundet",
    "sorry, page not found",
    "strona nie istnieje",
    "strona nie została znaleziona",
    "story not found",
    "the page could not be found",
    "the page you requested could not be found",
    "this page could not be found",
    "this page does not exist",
    "we can't find that page",
    "we couldn't find that page",
];

/// What the first lines of such pages say, in lower case.
const PHRASES: [&str; 36] = [
    "artikel ist nicht mehr verfügbar",
    "artikel ist leider nicht mehr verfügbar",
    "beitrag ist nicht mehr verfügbar",
    "die gewünschte seite existiert nicht",
    "die gewünschte seite gibt es nicht",
    "die gewünschte seite konnte nicht gefunden werden",
    "die gewünschte seite wurde nicht gefunden",
    "die angeforderte seite existiert nicht",
    "die angeforderte seite konnte nicht gefunden werden",
    "die angeforderte seite wurde nicht gefunden",
    "die aufgerufene seite existiert nicht",
    "die aufgerufene seite konnte nicht gefunden werden",
    "die von ihnen aufgerufene seite",
    "die von ihnen gesuchte seite",
    "die von ihnen gewünschte seite",
    "diese seite existiert nicht",
    "diese seite gibt es nicht",
    "konnten wir den gewünschten artikel nicht finden",
    "konnten wir die gewünschte seite nicht finden",
    "seite konnte leider nicht gefunden werden",
    "la page demandée n'existe",
    "la page que vous cherchez n'existe",
    "la page que vous recherchez",
    "la página que buscas no existe",
    "la página que busca no existe",
    "la pagina che stai cercando",
    "la pagina richiesta non",
    "de pagina die je zoekt",
    "de pagina die u zoekt",
    "page you are looking for",
    "page you were looking for",
    "page you requested could not be found",
    "page you requested was not found",
    "page you asked for does not exist",
    "we could not find that story",
    "we couldn't find the page",
];

/// The first lines of a text, in bytes: such a page says so at once.
const OPENING: usize = 300;

/// A page that says so in its text only has no more of it than this, in bytes: a report of missing pages goes on.
const SHORT: usize = 800;

pub(super) fn not_found_title(page: &Evidence<'_>) -> Option<String> {
    if let Some(part) = title::has_part(&page.title_parts, &NAMES) {
        return Some(format!("the title says \"{part}\""));
    }
    if page.calls_itself_article() {
        return None;
    }
    let headline = page.headline();
    if headline.len() > OPENING {
        return None;
    }
    let parts = title::parts(headline);
    let part = title::has_part(&parts, &NAMES)?;
    Some(format!("the headline says \"{part}\""))
}

pub(super) fn not_found_text(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    let end = page.text.floor_char_boundary(OPENING);
    let opening = page.text.get(..end)?.to_lowercase();
    let phrase = PHRASES
        .into_iter()
        .find(|phrase| opening.contains(phrase))?;
    if page.text.len() <= SHORT {
        return Some(format!("a short text says \"{phrase}\""));
    }
    let heading = heading(page.html)?;
    let name = NAMES.into_iter().find(|name| heading == *name)?;
    Some(format!(
        "the heading says \"{name}\", and the text \"{phrase}\""
    ))
}

/// The first `<h1>` in lower case, without marks around it; empty where there is more than text in it.
fn heading(html: &str) -> Option<String> {
    let (_, after) = html.split_once("<h1").or_else(|| html.split_once("<H1"))?;
    let (_, inside) = after.split_once('>')?;
    let text = inside.split('<').next()?;
    Some(
        text.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase(),
    )
}
