//! Pages with status 200 that are no pages.

use super::{act::Act, scene::Asked};

/// A bot wall that says so in a header and one that refuses, a consent wall, an application without content.
pub(super) fn faces(asked: &Asked) -> Option<Act> {
    Some(match asked.path {
        "/challenge" => Act::answer(
            "200 OK",
            "Content-Type: text/html\r\nServer: cloudflare\r\ncf-mitigated: challenge\r\n",
            b"<!doctype html><html lang=\"en-US\"><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cvId:'3'};</script></body></html>",
        ),
        "/wall" => Act::answer(
            "403 Forbidden",
            "Content-Type: text/html\r\n",
            b"<html><head><title>Access denied</title></head><body><script src=\"https://ct.captcha-delivery.com/c.js\"></script></body></html>",
        ),
        "/consent" => Act::html(
            "<!doctype html><html lang=\"de\"><head><title>Ihre Privatsphäre</title></head><body><h1>Wir brauchen Ihre Zustimmung</h1><p>Wir und unsere 213 Partner verarbeiten Daten auf Ihrem Gerät, um Anzeigen und Inhalte zu messen.</p><button>Alle akzeptieren</button><button>Einstellungen</button></body></html>",
        ),
        "/shell" => Act::html(
            "<!doctype html><html lang=\"en\"><head><title>The Paper</title></head><body><div id=\"root\"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src=\"/static/js/main.8f3c.js\"></script></body></html>",
        ),
        _ => return None,
    })
}
