//! What each site asks of robots.

use crate::{desk::Desk, reply::Reply, site::Ask};

/// robots.txt and the machine-readable reservation of rights.
pub(crate) fn answer(desk: &Desk, ask: &Ask) -> Option<Reply> {
    match ask.path {
        "/robots.txt" => match text(desk) {
            Some(text) => Some(Reply::bytes("text/plain; charset=utf-8", text)),
            None => Some(Reply::bytes("text/plain", "no such file").status(404)),
        },
        "/.well-known/tdmrep.json" if desk.site.id == "tagnetz" => Some(Reply::bytes(
            "application/json",
            format!(
                "[{{\"location\":\"/\",\"tdm-reservation\":1,\"tdm-policy\":\"{}\"}}]",
                desk.url("/agb"),
            ),
        )),
        _ => None,
    }
}

/// The robots.txt of a site; elbkurier has none.
pub(crate) fn text(desk: &Desk) -> Option<String> {
    let url = |path: &str| desk.url(path);
    let delay = desk.state.settings.crawl_delay.as_secs_f64();
    match desk.site.id {
        // The longest match wins, whatever the order.
        "morgenblatt" => Some(format!(
            "# Willkommen\nUser-agent: *\nAllow: /intern/presse/\nDisallow: /intern/\nDisallow: /suche\nDisallow: /*?druck=\n\nSitemap: {}\n",
            url("/sitemap.xml"),
        )),
        // A group of our own: the ban of the archive holds for others only.
        "harbour-gazette" => Some(format!(
            "User-agent: *\nDisallow: /archive\nDisallow: /amp/\nCrawl-delay: 5\n\nUser-agent: Gleaner\nUser-agent: SomeOtherBot\nDisallow: /members/\nDisallow: /*.pdf$\n\nSitemap: {}\nSitemap: {}\n",
            url("/sitemap-index.xml"),
            url("/news-sitemap.xml"),
        )),
        "valley-observer" => Some(format!(
            "User-Agent: BadBot\nDisallow: /\n\nUser-Agent: *\nCrawl-delay: {delay}\nDisallow: /cgi-bin/\nDisallow: /search.php\n",
        )),
        "tagnetz" => Some(format!(
            "user-agent: GPTBot\nuser-agent: CCBot\ndisallow: /\n\nuser-agent: *\ndisallow: /redaktion/\ndisallow: /*&sort=\ndisallow:\n\nsitemap: {}\n",
            url("/news.xml"),
        )),
        _ => None,
    }
}

/// What is forbidden to `Gleaner` on a site: prefix of the paths, and the path that is linked.
pub(crate) fn forbidden(site: &str) -> &'static [(&'static str, &'static str)] {
    match site {
        "morgenblatt" => &[
            ("/intern/redaktion/", "/intern/redaktion/entwurf-7"),
            ("/suche", "/suche?q=Hafen"),
            ("/ansicht?druck=", "/ansicht?druck=1"),
        ],
        "harbour-gazette" => &[
            ("/members/", "/members/letter-3"),
            ("/reports/annual.pdf", "/reports/annual.pdf"),
        ],
        "valley-observer" => &[
            ("/cgi-bin/", "/cgi-bin/poll?id=4"),
            ("/search.php", "/search.php?q=council"),
        ],
        "tagnetz" => &[("/redaktion/", "/redaktion/dienstplan")],
        _ => &[],
    }
}
