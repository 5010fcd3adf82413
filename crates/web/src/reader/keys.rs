//! The page that lists the keys.

use askama::Template;
use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;

use super::Reader;
use super::page::{Frame, PageError, Part, render};

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/keys", get(keys))
}

async fn keys() -> Result<impl IntoResponse, PageError> {
    render(&KeysPage {
        frame: Frame::default(),
    })
}
