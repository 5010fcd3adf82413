//! Which requests of a page are made: those for the scripts and data of its own site.

use spider::chromiumoxide::spider_network_blocker::{scripts, xhr};
use url::Url;

use crate::http::request::Accept;
use crate::url::canonical::CanonicalUrl;

/// The decision about a request of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestDecision {
    /// It is for the page itself, which has been fetched.
    Page,
    /// It is made if robots.txt allows it.
    Fetch(Accept),
    /// It is answered with an empty body: the page waits for it, but can do without.
    Empty,
    /// It is not made.
    Refused,
}

/// A request of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageRequest<'a> {
    pub(super) url: &'a Url,
    pub(super) method: &'a str,
    /// Its resource type, as DevTools names it.
    pub(super) kind: &'a str,
    /// Whether it comes from the page itself, not from a frame.
    pub(super) from_page: bool,
    /// Whether the boxes of the page's text are measured, which needs style sheets.
    pub(super) is_measured: bool,
}

/// Decides about a request of a page of a site with this registrable domain. The `first` document requested is the page.
pub(super) fn decide(request: PageRequest<'_>, domain: &str, first: bool) -> RequestDecision {
    let PageRequest {
        url,
        method,
        kind,
        from_page,
        is_measured,
    } = request;
    if method != "GET" || !matches!(url.scheme(), "http" | "https") || !from_page {
        return RequestDecision::Refused;
    }
    match kind {
        "Document" if first => return RequestDecision::Page,
        "Stylesheet" if !is_measured => return RequestDecision::Empty,
        "Stylesheet" | "Script" | "XHR" | "Fetch" => {}
        // Images, fonts, media, frames, beacons, sockets, prefetched pages, and any future types.
        _ => return RequestDecision::Refused,
    }
    let own = CanonicalUrl::new(url).is_ok_and(|url| url.domain() == domain);
    if !own || is_tracker(url.as_str(), kind) {
        return if kind == "Stylesheet" {
            RequestDecision::Empty
        } else {
            RequestDecision::Refused
        };
    }
    RequestDecision::Fetch(match kind {
        "Stylesheet" => Accept::StyleSheet,
        "Script" => Accept::Script,
        _ => Accept::Data,
    })
}

/// Whether a script or its data request is known for analytics or advertising.
fn is_tracker(url: &str, kind: &str) -> bool {
    if kind == "Script" {
        scripts::URL_IGNORE_TRIE.contains_prefix(url)
            || scripts::URL_IGNORE_EMBEDED_TRIE.contains_prefix(url)
    } else {
        xhr::URL_IGNORE_XHR_TRIE.contains_prefix(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::url;
    use RequestDecision::{Empty, Fetch, Page, Refused};

    /// A request by a page whose text is not measured.
    fn get<'a>(url: &'a Url, kind: &'a str) -> PageRequest<'a> {
        PageRequest {
            url,
            method: "GET",
            kind,
            from_page: true,
            is_measured: false,
        }
    }

    #[test]
    fn a_page_gets_its_scripts_and_data_and_nothing_else() {
        let own = "https://www.a.example/x";
        for (at, kind, wanted) in [
            (own, "Document", Refused),
            (own, "Script", Fetch(Accept::Script)),
            (own, "XHR", Fetch(Accept::Data)),
            ("https://api.a.example/x", "Fetch", Fetch(Accept::Data)),
            (own, "Stylesheet", Empty),
            (own, "Image", Refused),
            (own, "Font", Refused),
            (own, "Media", Refused),
            (own, "Ping", Refused),
            (own, "WebSocket", Refused),
            (own, "Prefetch", Refused),
            ("https://b.example/x", "Script", Refused),
            ("https://a.example.b.example/x", "Script", Refused),
            ("ftp://www.a.example/x", "Fetch", Refused),
            ("file:///etc/passwd", "Fetch", Refused),
            ("http://127.0.0.1/x", "Fetch", Refused),
        ] {
            let decision = decide(get(&url(at), kind), "a.example", false);
            assert_eq!(decision, wanted, "{kind} {at}");
        }
    }

    #[test]
    fn nothing_is_sent_and_no_frame_is_filled() {
        let own = url("https://www.a.example/1");
        for (method, kind, from_page, wanted) in [
            ("GET", "Document", true, Page),
            ("POST", "Document", true, Refused),
            ("POST", "Fetch", true, Refused),
            ("OPTIONS", "Preflight", true, Refused),
            ("GET", "Document", false, Refused),
            ("GET", "Script", false, Refused),
        ] {
            let request = PageRequest {
                method,
                from_page,
                ..get(&own, kind)
            };
            let decision = decide(request, "a.example", true);
            assert_eq!(decision, wanted, "{method} {kind}");
        }
    }

    #[test]
    fn counters_of_its_own_domain_are_refused_too() {
        let at = url("https://www.googletagmanager.com/gtm.js?id=1");
        let decision = decide(get(&at, "Script"), "googletagmanager.com", true);
        assert_eq!(decision, Refused);
    }

    #[test]
    fn style_sheets_of_the_site_are_made_where_the_text_is_measured() {
        for (at, wanted) in [
            ("https://www.a.example/a.css", Fetch(Accept::StyleSheet)),
            ("https://b.example/a.css", Empty),
        ] {
            let at = url(at);
            let request = PageRequest {
                is_measured: true,
                ..get(&at, "Stylesheet")
            };
            assert_eq!(decide(request, "a.example", false), wanted);
        }
    }
}
