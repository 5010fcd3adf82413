//! The page on which the token for writing is entered. A cookie keeps it.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use axum::{Form, Router};
use serde::Deserialize;
use url::{Position, Url};

use super::Reader;
use super::guard::{Access, COOKIE, is_encrypted};
use super::page::{Answer, Frame, Part, render};

#[derive(Template)]
#[template(path = "token.html")]
struct TokenPage {
    frame: Frame,
    has_token: bool,
    /// Whether writing is off.
    is_read_only: bool,
    is_wrong: bool,
    /// The page to go back to.
    back: String,
}

impl TokenPage {
    fn new(access: &Access, is_wrong: bool, back: &str) -> Self {
        Self {
            frame: Frame::default(),
            has_token: access.has_token(),
            is_read_only: access.is_read_only(),
            is_wrong,
            back: own_page(back).to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct TokenForm {
    token: String,
    #[serde(default)]
    back: String,
}

/// The page of this reader with this path and query, as it may stand in a header; `/` if there is none.
fn own_page(back: &str) -> &str {
    let is_path = back.starts_with('/') && !back.starts_with("//");
    let is_plain = back
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_other = back.split('?').next() != Some("/token");
    if is_path && is_plain && is_other {
        back
    } else {
        "/"
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/token", get(form).post(save))
}

async fn form(State(reader): State<Reader>, headers: HeaderMap) -> Answer {
    let back = origin(&headers).unwrap_or_default();
    render(&TokenPage::new(&reader.access, false, &back))
}

/// Path and query of the page that a request comes from.
fn origin(headers: &HeaderMap) -> Option<String> {
    let from = Url::parse(headers.get(header::REFERER)?.to_str().ok()?).ok()?;
    Some(from[Position::BeforePath..Position::AfterQuery].to_owned())
}

async fn save(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Form(form): Form<TokenForm>,
) -> Answer {
    if !reader.access.accepts(&form.token) {
        let page = TokenPage::new(&reader.access, true, &form.back);
        return Ok((StatusCode::FORBIDDEN, render(&page)?).into_response());
    }
    let secure = if is_encrypted(&headers) {
        "; Secure"
    } else {
        ""
    };
    let cookie = format!(
        "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict{secure}",
        form.token
    );
    Ok((
        [(header::SET_COOKIE, cookie)],
        Redirect::to(own_page(&form.back)),
    )
        .into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_leads_back_to_pages_of_the_reader_only() {
        assert_eq!(own_page("/source/a?done=add"), "/source/a?done=add");
        for other in [
            "",
            "//b.example/",
            "/\\b.example",
            "https://b.example/",
            "/a\nb",
            "/token",
        ] {
            assert_eq!(own_page(other), "/", "{other}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(origin(&headers), None);
        let from = "http://127.0.0.1:8080/source/a?x=1#top";
        headers.insert(header::REFERER, from.parse().unwrap());
        assert_eq!(origin(&headers).as_deref(), Some("/source/a?x=1"));
    }

    #[test]
    fn the_page_asks_only_for_a_token_that_there_is() {
        let page = |address: &str, token: Option<&str>| {
            let token = token.map(str::to_owned);
            let access = Access::new(address.parse().unwrap(), &[], token);
            TokenPage::new(&access, true, "").render().unwrap()
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
