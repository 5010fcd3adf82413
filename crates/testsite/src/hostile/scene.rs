//! The hosts of the hostile newsroom, and what all of them have in common.

use std::fmt::Write as _;

use super::{act::Act, bodies, channels, faces, heads, mazes, moves, spellings};

/// One host: its name, what its front page links to, and its nuisances; what these leave is answered as on any other.
type Scene = (
    &'static str,
    &'static [&'static str],
    fn(&Asked) -> Option<Act>,
);

/// A request.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    /// Without `.localhost`.
    pub(crate) host: &'a str,
    /// With query.
    pub(crate) path: &'a str,
    pub(crate) cookie: Option<&'a str>,
    pub(crate) port: u16,
}

impl Asked<'_> {
    /// An address on this or another host of the server.
    pub(crate) fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}.localhost:{}{path}", self.port)
    }

    /// The number at the end of a path that begins with `prefix`.
    pub(crate) fn number_after(&self, prefix: &str) -> Option<u64> {
        let rest = self.path.strip_prefix(prefix)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    }
}

/// All hosts.
pub(crate) const SCENES: &[Scene] = &[
    ("gzip-bomb", &["/bomb"], bodies::gzip_bomb),
    ("brotli-bomb", &["/bomb"], bodies::brotli_bomb),
    ("zstd-bomb", &["/bomb"], bodies::zstd_bomb),
    ("endless-body", &["/stream"], bodies::endless),
    ("boaster", &["/announced"], bodies::announced),
    ("trickle", &["/drop"], bodies::trickle),
    (
        "broken-off",
        &["/half", "/reset", "/chunk", "/damaged"],
        bodies::broken_off,
    ),
    ("smuggler", &["/more", "/victim"], bodies::smuggled),
    ("silent", &["/silence"], heads::silent),
    ("slow-head", &["/slow"], heads::slow),
    ("endless-head", &["/many", "/long"], heads::endless),
    ("no-http", &["/greeting", "/status"], heads::no_http),
    ("circle", &["/a", "/self", "/chain/1"], moves::circle),
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
        moves::inward,
    ),
    ("cookie-door", &["/paper"], moves::cookie_door),
    ("elsewhere", &[], |_| None),
    (
        "faces",
        &["/challenge", "/consent", "/shell", "/wall"],
        faces::faces,
    ),
    ("long-robots", &["/early", "/late"], channels::long_robots),
    ("html-robots", &[], channels::html_robots),
    ("moving-robots", &[], channels::moving_robots),
    ("dripping-robots", &[], channels::dripping_robots),
    ("sitemap-bomb", &[], channels::sitemap_bomb),
    ("sitemap-circle", &[], channels::sitemap_circle),
    ("sitemap-laughs", &[], channels::sitemap_laughs),
    ("feeds", &[], channels::feeds),
    ("calendar", &["/kalender/2026/11"], mazes::calendar),
    ("pages", &["/liste?seite=1"], mazes::pages),
    ("filters", &["/stellen?a=1"], mazes::filters),
    ("deeper", &["/ort/hier/"], mazes::deeper),
    (
        "sessions",
        &["/mit?sid=000000000000000000000000c0ffee42"],
        mazes::sessions,
    ),
    ("spellings", spellings::LINKS, spellings::spellings),
    ("www.spellings", &[], spellings::www),
];

/// What a host does with a request.
pub(crate) fn act(asked: &Asked) -> Act {
    let scene = SCENES.iter().find(|scene| scene.0 == asked.host);
    let Some(scene) = scene else {
        return Act::answer("404 Not Found", "", b"");
    };
    if let Some(act) = (scene.2)(asked) {
        return act;
    }
    match asked.path {
        "/" => Act::html(home(scene)),
        "/ordinary/1" | "/ordinary/2" => Act::html(ordinary(asked.path)),
        _ => Act::answer(
            "404 Not Found",
            "Content-Type: text/html\r\n",
            b"<title>404</title>",
        ),
    }
}

fn home(scene: &Scene) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><title>{0}</title><h1>{0}</h1><ul>",
        scene.0
    );
    for link in scene.1.iter().chain(&["/ordinary/1", "/ordinary/2"]) {
        let _ = write!(out, "<li><a href=\"{link}\">What happened at {link}</a>");
    }
    out.push_str("</ul></html>");
    out
}

/// A page as it should be.
pub(crate) fn ordinary(about: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>Council meets about {about}</title><article><h1>Council meets about {about}</h1><p>The council has met on Tuesday evening to talk about {about}, and to hear what the residents of the old quarter think of it.</p><p>After two hours it adjourned without a vote, as the chair had announced before.</p></article></html>"
    )
}
