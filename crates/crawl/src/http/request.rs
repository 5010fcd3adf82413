//! Requests, and which responses they accept.

use url::Url;

use crate::http::body::CODINGS;

/// Maximum bytes read of a robots.txt (RFC 9309, section 2.5).
pub(crate) const MAX_ROBOTS_BYTES: usize = 500 << 10;
/// Maximum bytes read of a sitemap, compressed and decompressed: the protocol's own bound.
pub(crate) const MAX_SITEMAP_BYTES: usize = 50 << 20;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) url: &'a Url,
    pub(crate) accept: Accept,
    pub(crate) etag: Option<&'a str>,
    pub(crate) last_modified: Option<&'a str>,
}

impl<'a> Request<'a> {
    pub(crate) fn new(url: &'a Url, accept: Accept) -> Self {
        Self {
            url,
            accept,
            etag: None,
            last_modified: None,
        }
    }

    /// The tags of `If-None-Match`. Apache adds to the tag of a body that it compresses, and compares requests with the tag without.
    pub(crate) fn tags(&self) -> Option<String> {
        let etag = self.etag?;
        let mut added = ["-gzip\"", "-br\""].into_iter();
        let bare = added.find_map(|added| etag.strip_suffix(added));
        Some(bare.map_or_else(|| etag.to_owned(), |bare| format!("{etag}, {bare}\"")))
    }
}

/// Which responses a request accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accept {
    /// Pages, or a feed in place of a page. Bodies of other types are not read.
    Page,
    /// Feeds of any content type, since it is often wrong.
    Feed,
    /// Sitemaps, likewise. They may be larger than a page, and stay gzipped until they are parsed.
    Sitemap,
    /// A robots.txt, which is cut off at the bound (RFC 9309, section 2.5).
    Robots,
    /// A script of a page being rendered.
    #[cfg(feature = "render")]
    Script,
    /// A style sheet of a page whose text is measured.
    #[cfg(feature = "render")]
    StyleSheet,
    /// Data for such a script.
    #[cfg(feature = "render")]
    Data,
}

impl Accept {
    /// The values of `Accept` and `Accept-Encoding`. Some servers compare types with the first by name, so every type under
    /// which such a file is served is named.
    pub(crate) fn headers(self) -> (&'static str, &'static str) {
        match self {
            // As browsers send it.
            Self::Page => (
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                CODINGS,
            ),
            Self::Feed => (
                "application/rss+xml,application/atom+xml,application/feed+json,application/rdf+xml,\
                 application/xml;q=0.9,text/xml;q=0.9,application/json;q=0.8,text/html;q=0.5,*/*;q=0.3",
                CODINGS,
            ),
            Self::Sitemap => (
                "application/xml,text/xml,application/rss+xml;q=0.8,application/atom+xml;q=0.8,\
                 text/plain;q=0.7,text/html;q=0.5,*/*;q=0.3",
                "gzip",
            ),
            Self::Robots => ("text/plain,text/html;q=0.5,*/*;q=0.3", CODINGS),
            #[cfg(feature = "render")]
            Self::Script => ("*/*", CODINGS),
            #[cfg(feature = "render")]
            Self::StyleSheet => ("text/css,*/*;q=0.1", CODINGS),
            #[cfg(feature = "render")]
            Self::Data => ("application/json,text/plain;q=0.9,*/*;q=0.5", CODINGS),
        }
    }

    /// Whether a body above the maximum is read up to there: its beginning has the news.
    pub(crate) fn may_be_cut(self) -> bool {
        matches!(self, Self::Page | Self::Feed | Self::Sitemap | Self::Robots)
    }

    /// Maximum bytes read of a body, given the bound for a page.
    pub(crate) fn max_bytes(self, of_page: usize) -> usize {
        match self {
            Self::Page | Self::Feed => of_page,
            #[cfg(feature = "render")]
            Self::Script | Self::StyleSheet | Self::Data => of_page,
            Self::Sitemap => of_page.max(MAX_SITEMAP_BYTES),
            Self::Robots => MAX_ROBOTS_BYTES + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_sent_with_and_without_what_a_compressing_server_adds() {
        let url = Url::parse("https://a.example/").unwrap();
        for (etag, wanted) in [
            ("\"a\"", "\"a\""),
            ("\"a-gzip\"", "\"a-gzip\", \"a\""),
            ("W/\"a-br\"", "W/\"a-br\", W/\"a\""),
            ("a-gzip", "a-gzip"),
        ] {
            let request = Request {
                etag: Some(etag),
                ..Request::new(&url, Accept::Feed)
            };
            assert_eq!(request.tags().as_deref(), Some(wanted));
        }
    }
}
