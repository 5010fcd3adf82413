//! What the server answered: an error, a page that says so, or nothing.

use crate::Evidence;
use crate::title;

/// Titles of pages that say there is none.
const NOT_FOUND: [&str; 20] = [
    "404",
    "404 error",
    "404 not found",
    "404 page not found",
    "404 seite nicht gefunden",
    "error 404",
    "fehler 404",
    "fehlerseite",
    "http 404",
    "nicht gefunden",
    "not found",
    "page not found",
    "page not found (404)",
    "page introuvable",
    "página no encontrada",
    "pagina non trovata",
    "pagina niet gevonden",
    "seite nicht gefunden",
    "seite nicht vorhanden",
    "410 gone",
];

pub(super) fn http_error(page: &Evidence<'_>) -> Option<String> {
    let status = page.http_status.filter(|status| *status >= 400)?;
    Some(format!("the server answered with status {status}"))
}

pub(super) fn not_found_title(page: &Evidence<'_>) -> Option<String> {
    let part = title::has_part(&page.title, &NOT_FOUND)?;
    Some(format!("the title says \"{part}\""))
}

pub(super) fn no_text(page: &Evidence<'_>) -> Option<String> {
    let empty = !page.text.contains(char::is_alphanumeric);
    empty.then(|| "no text was found on the page".to_owned())
}
