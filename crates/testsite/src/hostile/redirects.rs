//! Redirects that lead in circles, inwards, away, or to a page that sets a cookie.

use super::request::{Answer, RequestHead, ordinary};

/// A circle of two, one of one, and a chain without end.
pub(super) fn circle(request: &RequestHead) -> Option<Answer> {
    if let Some(step) = request.number_after("/chain/") {
        return Some(Answer::redirect(&format!("/chain/{}", step + 1), ""));
    }
    let to = match request.path {
        "/a" => "/b",
        "/b" => "/a",
        "/self" => "/self",
        _ => return None,
    };
    Some(Answer::redirect(to, ""))
}

/// Addresses of private networks, and what is no address.
pub(super) fn inward(request: &RequestHead) -> Option<Answer> {
    let port = request.port;
    let to = match request.path {
        "/metadata" => "http://169.254.169.254/latest/meta-data/".to_owned(),
        "/neighbour" => "http://192.168.0.1/admin".to_owned(),
        "/loopback" => format!("http://127.0.0.1:{port}/inside"),
        "/six" => format!("http://[::1]:{port}/inside"),
        "/mapped" => format!("http://[::ffff:127.0.0.1]:{port}/inside"),
        "/decimal" => format!("http://2130706433:{port}/inside"),
        "/file" => "file:///etc/passwd".to_owned(),
        "/nonsense" => "http://[".to_owned(),
        "/elsewhere" => request.url("elsewhere", "/unseeded"),
        _ => return None,
    };
    Some(Answer::redirect(&to, ""))
}

/// A page for clients with a cookie; others are redirected to the page that sets it, again and again.
pub(super) fn cookie_door(request: &RequestHead) -> Option<Answer> {
    let known = request
        .cookie
        .is_some_and(|cookie| cookie.contains("door=open"));
    Some(match request.path {
        "/paper" if known => Answer::html(ordinary("the open door")),
        "/paper" => Answer::redirect("/door", ""),
        "/door" => Answer::redirect("/paper", "Set-Cookie: door=open; Path=/\r\n"),
        _ => return None,
    })
}
