//! The hosts of the hostile newsroom, and what all of them have in common.

use std::fmt::Write as _;

use super::{act::Act, bodies, channels, faces, heads, mazes, moves, spellings};

/// One host: its name, what its front page links to, and what it does.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) links: &'static [&'static str],
    /// The nuisances; what it leaves is answered as on any other host.
    pub(crate) act: fn(&Asked) -> Option<Act>,
}

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
    Scene {
        name: "gzip-bomb",
        links: &["/bomb"],
        act: bodies::gzip_bomb,
    },
    Scene {
        name: "brotli-bomb",
        links: &["/bomb"],
        act: bodies::brotli_bomb,
    },
    Scene {
        name: "zstd-bomb",
        links: &["/bomb"],
        act: bodies::zstd_bomb,
    },
    Scene {
        name: "endless-body",
        links: &["/stream"],
        act: bodies::endless,
    },
    Scene {
        name: "boaster",
        links: &["/announced"],
        act: bodies::announced,
    },
    Scene {
        name: "trickle",
        links: &["/drop"],
        act: bodies::trickle,
    },
    Scene {
        name: "broken-off",
        links: &["/half", "/reset", "/chunk", "/damaged"],
        act: bodies::broken_off,
    },
    Scene {
        name: "smuggler",
        links: &["/more", "/victim"],
        act: bodies::smuggled,
    },
    Scene {
        name: "silent",
        links: &["/silence"],
        act: heads::silent,
    },
    Scene {
        name: "slow-head",
        links: &["/slow"],
        act: heads::slow,
    },
    Scene {
        name: "endless-head",
        links: &["/many", "/long"],
        act: heads::endless,
    },
    Scene {
        name: "no-http",
        links: &["/greeting", "/status"],
        act: heads::no_http,
    },
    Scene {
        name: "circle",
        links: &["/a", "/self", "/chain/1"],
        act: moves::circle,
    },
    Scene {
        name: "inward",
        links: &[
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
        act: moves::inward,
    },
    Scene {
        name: "cookie-door",
        links: &["/paper"],
        act: moves::cookie_door,
    },
    Scene {
        name: "elsewhere",
        links: &[],
        act: |_| None,
    },
    Scene {
        name: "faces",
        links: &["/challenge", "/consent", "/shell", "/wall"],
        act: faces::faces,
    },
    Scene {
        name: "long-robots",
        links: &["/early", "/late"],
        act: channels::long_robots,
    },
    Scene {
        name: "html-robots",
        links: &[],
        act: channels::html_robots,
    },
    Scene {
        name: "moving-robots",
        links: &[],
        act: channels::moving_robots,
    },
    Scene {
        name: "dripping-robots",
        links: &[],
        act: channels::dripping_robots,
    },
    Scene {
        name: "sitemap-bomb",
        links: &[],
        act: channels::sitemap_bomb,
    },
    Scene {
        name: "sitemap-circle",
        links: &[],
        act: channels::sitemap_circle,
    },
    Scene {
        name: "sitemap-laughs",
        links: &[],
        act: channels::sitemap_laughs,
    },
    Scene {
        name: "feeds",
        links: &[],
        act: channels::feeds,
    },
    Scene {
        name: "calendar",
        links: &["/kalender/2026/11"],
        act: mazes::calendar,
    },
    Scene {
        name: "pages",
        links: &["/liste?seite=1"],
        act: mazes::pages,
    },
    Scene {
        name: "filters",
        links: &["/suche?a=1"],
        act: mazes::filters,
    },
    Scene {
        name: "deeper",
        links: &["/ort/hier/"],
        act: mazes::deeper,
    },
    Scene {
        name: "sessions",
        links: &["/mit?sid=1"],
        act: mazes::sessions,
    },
    Scene {
        name: "spellings",
        links: spellings::LINKS,
        act: spellings::spellings,
    },
    Scene {
        name: "www.spellings",
        links: &[],
        act: spellings::www,
    },
];

/// What a host does with a request.
pub(crate) fn act(asked: &Asked) -> Act {
    let scene = SCENES.iter().find(|scene| scene.name == asked.host);
    let Some(scene) = scene else {
        return Act::answer("404 Not Found", "", b"");
    };
    if let Some(act) = (scene.act)(asked) {
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
        scene.name
    );
    for link in scene.links.iter().chain(&["/ordinary/1", "/ordinary/2"]) {
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
