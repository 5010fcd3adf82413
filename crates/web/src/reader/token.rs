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
use super::guard::{Access, COOKIE};
use super::page::{Frame, PageError, Part, render};

#[derive(Template)]
#[template(path = "token.html")]
struct TokenPage {
    frame: Frame,
    has_token: bool,
    /// Whether writing is off.
    is_read_only: bool,
    is_wrong: bool,
}

impl TokenPage {
    fn new(access: &Access, is_wrong: bool) -> Self {
        Self {
            frame: Frame::default(),
            has_token: access.has_token(),
            is_read_only: access.is_read_only(),
            is_wrong,
        }
    }
}

#[derive(Deserialize)]
struct TokenForm {
    token: String,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/token", get(form).post(save))
}

async fn form(State(reader): State<Reader>) -> Result<impl IntoResponse, PageError> {
    render(&TokenPage::new(&reader.access, false))
}

async fn save(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Form(form): Form<TokenForm>,
) -> Result<Response, PageError> {
    if !reader.access.accepts(&form.token) {
        let page = TokenPage::new(&reader.access, true);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_only_for_a_token_that_there_is() {
        let page = |address: &str, token: Option<&str>| {
            let token = token.map(str::to_owned);
            let access = Access::new(address.parse().unwrap(), &[], token);
            TokenPage::new(&access, true).render().unwrap()
        };
        let wrong = "That is not the token.";
        let with = page("0.0.0.0:8080", Some("a secret of the house"));
        assert!(with.contains("<input type=\"password\"") && with.contains(wrong));
        for (address, why) in [
            ("127.0.0.1:8080", "everybody here may write"),
            ("0.0.0.0:8080", "writing is off"),
        ] {
            let without = page(address, None);
            assert!(without.contains("This reader has no token"), "{without}");
            assert!(without.contains(why), "{without}");
            assert!(!without.contains("type=\"password\""), "{without}");
            assert!(!without.contains(wrong), "{without}");
        }
    }
}
