//! The page on which the token for writing is entered. A cookie keeps it.

use askama::Template;
use axum::Form;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use serde::Deserialize;

use super::Reader;
use super::guard::COOKIE;
use super::page::{Frame, PageError, Part, render};

#[derive(Template)]
#[template(path = "token.html")]
struct TokenPage {
    frame: Frame,
    is_wrong: bool,
}

#[derive(Deserialize)]
struct TokenForm {
    token: String,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/token", get(form).post(save))
}

async fn form() -> Result<impl IntoResponse, PageError> {
    render(&TokenPage {
        frame: Frame::default(),
        is_wrong: false,
    })
}

async fn save(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Form(form): Form<TokenForm>,
) -> Result<Response, PageError> {
    if !reader.access.accepts(&form.token) {
        let page = TokenPage {
            frame: Frame::default(),
            is_wrong: true,
        };
        return Ok((StatusCode::FORBIDDEN, render(&page)?).into_response());
    }
    let is_encrypted = headers
        .get("x-forwarded-proto")
        .is_some_and(|by| by == "https");
    let secure = if is_encrypted { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict{secure}",
        form.token
    );
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response())
}
