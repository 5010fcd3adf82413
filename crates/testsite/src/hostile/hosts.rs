//! The hosts of the hostile newsroom.

use std::fmt::Write as _;

use super::{
    bodies, channels, mazes, redirects,
    request::{RequestHead, Response, ordinary},
};

/// A host: its name, the links of its home page, and its hostile responses; other paths are answered as on any host.
type Host = (
    &'static str,
    &'static [&'static str],
    fn(&RequestHead) -> Option<Response>,
);

/// All hosts.
const HOSTS: &[Host] = &[
    ("gzip-bomb", &["/bomb"], bodies::gzip_bomb),
    ("brotli-bomb", &["/bomb"], bodies::brotli_bomb),
    ("zstd-bomb", &["/bomb"], bodies::zstd_bomb),
    ("endless-body", &["/stream"], bodies::endless),
    ("broken-off", &["/half", "/reset"], bodies::broken_off),
    ("smuggler", &["/more", "/victim"], bodies::smuggled),
    (
        "inward",
        &[
            "/metadata",
            "/neighbour",
            "/loopback",
            "/six",
            "/mapped",
            "/decimal",
            "/file",
            "/nonsense",
            "/elsewhere",
        ],
        redirects::inward,
    ),
    ("cookie-door", &["/paper"], redirects::cookie_door),
    ("long-robots", &["/early", "/late"], channels::long_robots),
    ("sitemap-bomb", &[], channels::sitemap_bomb),
    ("sitemap-swarm", &[], channels::sitemap_swarm),
    ("maze-weeks", &["/wochen/woche/900"], mazes::weeks),
    (
        "maze-session-path",
        &["/s-c0ffee/seite/1"],
        mazes::session_path,
    ),
    ("maze-slugs", &["/mehr/anfang-aller-dinge"], mazes::slugs),
    ("maze-mirrors", &["/spiegel/stadt/"], mazes::mirrors),
];

/// The response of a host to a request.
pub(crate) fn answer(request: &RequestHead) -> Response {
    let Some(host) = HOSTS.iter().find(|host| host.0 == request.host) else {
        return Response::new("404 Not Found", "", b"");
    };
    if let Some(answer) = (host.2)(request) {
        return answer;
    }
    match request.path {
        "/" => Response::html(home(host)),
        "/ordinary/1" | "/ordinary/2" => Response::html(ordinary(request.path)),
        _ => Response::new(
            "404 Not Found",
            "Content-Type: text/html\r\n",
            b"<title>404</title>",
        ),
    }
}

fn home(host: &Host) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><title>{0}</title><h1>{0}</h1><ul>",
        host.0
    );
    for link in host.1.iter().chain(&["/ordinary/1", "/ordinary/2"]) {
        let _ = write!(out, "<li><a href=\"{link}\">What happened at {link}</a>");
    }
    out.push_str("</ul></html>");
    out
}
