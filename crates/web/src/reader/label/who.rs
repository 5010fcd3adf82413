//! The name of the labeller, asked for once and kept in a cookie.

use askama::Template;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::Desk;
use super::params::Params;
use crate::reader::format::segment;
use crate::reader::guard::is_foreign;
use crate::reader::page::{Answer, Frame, PageError, Part, render};
use crate::reader::visit::cookie;

/// The cookie that holds the name.
const COOKIE: &str = "gleaner_who";
/// Maximum length of a name in characters.
const MAX_NAME: usize = 200;
/// Lifetime of the cookie in seconds.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;

/// Normalises a name to one line; `None` if it is empty.
fn normalise(name: &str) -> Option<String> {
    let visible: String = name
        .chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !letter.is_control())
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(MAX_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// The name of the labeller from the cookie, or else the default name.
pub(super) fn known(desk: &Desk, headers: &HeaderMap) -> Option<String> {
    let name = cookie(headers, COOKIE).and_then(|value| {
        let pair = format!("who={value}");
        let (_, name) = url::form_urlencoded::parse(pair.as_bytes()).next()?;
        normalise(&name)
    });
    name.or_else(|| desk.tools.labeller.clone())
}

/// The name of the labeller who sends a form.
pub(super) fn sender(desk: &Desk, headers: &HeaderMap) -> Result<String, PageError> {
    known(desk, headers).ok_or_else(|| {
        PageError::Invalid("Enter your name on the page /label/who first.".to_owned())
    })
}

/// The name of the labeller who asks for something to label. A redirect comes first if the URL gives a name, which sets the cookie, or if
/// no name is known, to the form.
pub(super) async fn labeller(
    desk: &Desk,
    headers: &HeaderMap,
    path: &str,
    params: &Params,
) -> Result<String, PageError> {
    params.check(&desk.store).await?;
    let back = format!("{path}{}", params.query());
    // A page of another site must not choose the name.
    let elsewhere = match normalise(&params.who).filter(|_| !is_foreign(headers)) {
        Some(name) => set_cookie(&name, &back),
        None => match known(desk, headers) {
            Some(name) => return Ok(name),
            None => Redirect::to(&format!("/label/who?back={}", segment(&back))).into_response(),
        },
    };
    Err(PageError::Elsewhere(Box::new(elsewhere)))
}

/// Redirects to `back` and sets the cookie.
fn set_cookie(name: &str, back: &str) -> Response {
    let cookie = format!(
        "{COOKIE}={}; Path=/; Max-Age={MAX_AGE}; HttpOnly; SameSite=Strict",
        segment(name)
    );
    ([(header::SET_COOKIE, cookie)], Redirect::to(back)).into_response()
}

/// The labelling page to go back to, as it may stand in a header.
fn labelling_page(back: &str) -> &str {
    let below = ["/label?", "/label/"];
    let is_ours = back == "/label" || below.iter().any(|start| back.starts_with(start));
    let is_path = back.bytes().all(|byte| byte.is_ascii_graphic());
    if is_ours && is_path { back } else { "/label" }
}

#[derive(Template)]
#[template(path = "label/who.html")]
struct WhoPage {
    frame: Frame,
    who: Option<String>,
    back: String,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Back {
    #[serde(default)]
    back: String,
}

/// Asks for a name.
pub(super) async fn form(
    State(desk): State<Desk>,
    headers: HeaderMap,
    Query(Back { back }): Query<Back>,
) -> Answer {
    render(&WhoPage {
        frame: Frame::of(Part::Label, desk.zone),
        who: known(&desk, &headers),
        back: labelling_page(&back).to_owned(),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct NameForm {
    who: String,
    #[serde(default)]
    back: String,
}

/// Sets the cookie.
pub(super) async fn save(Form(form): Form<NameForm>) -> Answer {
    let name = normalise(&form.who)
        .ok_or_else(|| PageError::Invalid("Enter a name, such as ana.".to_owned()))?;
    Ok(set_cookie(&name, labelling_page(&form.back)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_line_of_visible_letters() {
        assert_eq!(normalise(" Ana\r\n  Müller\u{7} ").unwrap(), "Ana Müller");
        assert_eq!(normalise(" \n"), None);
        assert_eq!(normalise(&"x".repeat(900)).unwrap().len(), MAX_NAME);
    }

    #[test]
    fn it_goes_back_only_to_labelling_pages() {
        for ours in ["/label", "/label?site=a", "/label/pages?order=random"] {
            assert_eq!(labelling_page(ours), ours);
        }
        for other in [
            "",
            "/labels",
            "//evil.example",
            "https://evil.example/label/",
            "/sources",
            "/label/pages\r\nSet-Cookie: a=b",
            "/label/pages?site=ü",
        ] {
            assert_eq!(labelling_page(other), "/label", "{other}");
        }
    }
}
