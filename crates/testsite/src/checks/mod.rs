//! Checks of the whole newsroom, without connections.

mod extraction;
mod links;
mod pages;
mod texts;

use crate::{
    Settings,
    newsroom::{State, get},
    server::reply::Reply,
};

fn state() -> State {
    let now = "2026-11-20T18:00:00Z".parse().unwrap();
    let settings = Settings {
        now,
        ..Settings::default()
    };
    State::new(settings, 4000)
}

fn text(reply: &Reply) -> String {
    String::from_utf8_lossy(reply.body()).into_owned()
}

/// Text without tags, with entities decoded.
fn untagged(html: &str) -> String {
    let mut out = String::new();
    for piece in html.split('<') {
        out.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    out.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}
