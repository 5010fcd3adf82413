//! Checks over the whole newsroom, without a connection.

mod findings;
mod links;
mod pages;
mod texts;

use chrono::{DateTime, Utc};

use crate::{Settings, hosts, reply::Reply, state::State};

fn state() -> State {
    let now: DateTime<Utc> = "2026-11-20T18:00:00Z".parse().unwrap();
    State::new(
        Settings {
            now,
            ..Settings::default()
        },
        4000,
    )
}

fn get(state: &State, url: &str) -> Reply {
    let rest = url
        .strip_prefix("http://")
        .unwrap_or_else(|| panic!("{url}"));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    hosts::answer(
        state,
        authority.split(':').next().unwrap(),
        &format!("/{path}"),
    )
}

fn text(reply: &Reply) -> String {
    String::from_utf8_lossy(reply.body()).into_owned()
}

/// Text without tags, entities written out.
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
