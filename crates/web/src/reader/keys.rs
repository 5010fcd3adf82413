//! The page that lists the keys.

use askama::Template;
use axum::Router;
use axum::routing::get;

use super::Reader;
use super::page::{Answer, Frame, Part, render};

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/keys", get(keys))
}

async fn keys() -> Answer {
    render(&KeysPage {
        frame: Frame::default(),
    })
}
