//! Redirects that lead in circles, inwards, away, or through a door.

use super::{
    act::Act,
    scene::{Asked, ordinary},
};

/// A circle of two, one of one, and a chain without end.
pub(super) fn circle(asked: &Asked) -> Option<Act> {
    if let Some(step) = asked.number_after("/chain/") {
        return Some(Act::redirect(&format!("/chain/{}", step + 1), ""));
    }
    let to = match asked.path {
        "/a" => "/b",
        "/b" => "/a",
        "/self" => "/self",
        _ => return None,
    };
    Some(Act::redirect(to, ""))
}

/// Where no crawler from outside has any business.
pub(super) fn inward(asked: &Asked) -> Option<Act> {
    let port = asked.port;
    let to = match asked.path {
        "/metadata" => "http://169.254.169.254/latest/meta-data/".to_owned(),
        "/neighbour" => "http://192.168.0.1/admin".to_owned(),
        "/loopback" => format!("http://127.0.0.1:{port}/inside"),
        "/six" => format!("http://[::1]:{port}/inside"),
        "/mapped" => format!("http://[::ffff:127.0.0.1]:{port}/inside"),
        "/decimal" => format!("http://2130706433:{port}/inside"),
        "/file" => "file:///etc/passwd".to_owned(),
        "/nonsense" => "http://[".to_owned(),
        "/elsewhere" => asked.url("elsewhere", "/unseeded"),
        _ => return None,
    };
    Some(Act::redirect(&to, ""))
}

/// A page for those who carry a cookie; others are sent to fetch one, again and again.
pub(super) fn cookie_door(asked: &Asked) -> Option<Act> {
    let known = asked
        .cookie
        .is_some_and(|cookie| cookie.contains("door=open"));
    Some(match asked.path {
        "/paper" if known => Act::html(ordinary("the open door")),
        "/paper" => Act::redirect("/door", ""),
        "/door" => Act::redirect("/paper", "Set-Cookie: door=open; Path=/\r\n"),
        _ => return None,
    })
}
