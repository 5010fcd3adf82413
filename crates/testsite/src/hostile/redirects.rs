//! Redirects to internal addresses, to other hosts, or to a page that sets a cookie.

use super::request::{RequestHead, Response, ordinary};

/// Redirects to private and loopback addresses, files, other hosts and invalid URLs.
pub(super) fn inward(request: &RequestHead) -> Option<Response> {
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
    Some(Response::redirect(&to, ""))
}

/// A page for clients with a cookie; others are redirected each time to the page that sets it.
pub(super) fn cookie_door(request: &RequestHead) -> Option<Response> {
    let known = request
        .cookie
        .is_some_and(|cookie| cookie.contains("door=open"));
    Some(match request.path {
        "/paper" if known => Response::html(ordinary("the open door")),
        "/paper" => Response::redirect("/door", ""),
        "/door" => Response::redirect("/paper", "Set-Cookie: door=open; Path=/\r\n"),
        _ => return None,
    })
}
