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

    fn decide_on(
        url: &str,
        method: &str,
        kind: &str,
        from_page: bool,
        first: bool,
    ) -> RequestDecision {
        let url = Url::parse(url).unwrap();
        let request = PageRequest {
            url: &url,
            method,
            kind,
            from_page,
            is_measured: false,
        };
        decide(request, "a.example", first)
    }

    #[test]
    fn a_page_gets_its_scripts_and_data_and_nothing_else() {
        let own = "https://www.a.example/x";
        for (url, kind, wanted) in [
            (own, "Document", RequestDecision::Refused),
            (own, "Script", RequestDecision::Fetch(Accept::Script)),
            (own, "XHR", RequestDecision::Fetch(Accept::Data)),
            (
                "https://api.a.example/x",
                "Fetch",
                RequestDecision::Fetch(Accept::Data),
            ),
            (own, "Stylesheet", RequestDecision::Empty),
            (own, "Image", RequestDecision::Refused),
            (own, "Font", RequestDecision::Refused),
            (own, "Media", RequestDecision::Refused),
            (own, "Ping", RequestDecision::Refused),
            (own, "WebSocket", RequestDecision::Refused),
            (own, "Prefetch", RequestDecision::Refused),
            ("https://b.example/x", "Script", RequestDecision::Refused),
            (
                "https://a.example.b.example/x",
                "Script",
                RequestDecision::Refused,
            ),
            ("ftp://www.a.example/x", "Fetch", RequestDecision::Refused),
            ("file:///etc/passwd", "Fetch", RequestDecision::Refused),
            ("http://127.0.0.1/x", "Fetch", RequestDecision::Refused),
        ] {
            assert_eq!(
                decide_on(url, "GET", kind, true, false),
                wanted,
                "{kind} {url}"
            );
        }
    }

    #[test]
    fn nothing_is_sent_and_no_frame_is_filled() {
        let own = "https://www.a.example/1";
        assert_eq!(
            decide_on(own, "GET", "Document", true, true),
            RequestDecision::Page
        );
        assert_eq!(
            decide_on(own, "POST", "Document", true, true),
            RequestDecision::Refused
        );
        assert_eq!(
            decide_on(own, "POST", "Fetch", true, false),
            RequestDecision::Refused
        );
        assert_eq!(
            decide_on(own, "OPTIONS", "Preflight", true, false),
            RequestDecision::Refused
        );
        assert_eq!(
            decide_on(own, "GET", "Document", false, true),
            RequestDecision::Refused
        );
        assert_eq!(
            decide_on(own, "GET", "Script", false, false),
            RequestDecision::Refused
        );
    }

    #[test]
    fn counters_of_its_own_domain_are_refused_too() {
        let at = "https://www.googletagmanager.com/gtm.js?id=1";
        let url = Url::parse(at).unwrap();
        let request = PageRequest {
            url: &url,
            method: "GET",
            kind: "Script",
            from_page: true,
            is_measured: false,
        };
        assert_eq!(
            decide(request, "googletagmanager.com", true),
            RequestDecision::Refused
        );
    }

    #[test]
    fn style_sheets_of_the_site_are_made_where_the_text_is_measured() {
        for (url, wanted) in [
            (
                "https://www.a.example/a.css",
                RequestDecision::Fetch(Accept::StyleSheet),
            ),
            ("https://b.example/a.css", RequestDecision::Empty),
        ] {
            let url = Url::parse(url).unwrap();
            let request = PageRequest {
                url: &url,
                method: "GET",
                kind: "Stylesheet",
                from_page: true,
                is_measured: true,
            };
            assert_eq!(decide(request, "a.example", false), wanted);
        }
    }
}
