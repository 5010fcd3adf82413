//! What is requested, and which responses are useful.

use url::Url;

use crate::http::body::CODINGS;

/// Bytes read of a robots.txt (RFC 9309, section 2.5).
pub(crate) const MAX_ROBOTS_BYTES: usize = 500 << 10;
/// Bytes read of a sitemap, compressed and decompressed: the protocol's own bound.
pub(crate) const MAX_SITEMAP_BYTES: usize = 50 << 20;

/// A request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) url: &'a Url,
    pub(crate) accept: Accept,
    pub(crate) etag: Option<&'a str>,
    pub(crate) last_modified: Option<&'a str>,
}

/// Which responses are useful.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accept {
    /// Pages, or a feed where a page was expected. Other types are not read.
    Page,
    /// Feeds, whatever their content type: it is often wrong.
    Feed,
    /// Sitemaps, likewise; they may be larger than a page, and stay gzipped until they are read.
    Sitemap,
    /// A robots.txt, of which the first bytes count (RFC 9309, section 2.5).
    Robots,
    /// A script of a page that is rendered.
    #[cfg(feature = "render")]
    Script,
    /// A style sheet of a page whose text is measured.
    #[cfg(feature = "render")]
    StyleSheet,
    /// What such a script asks for.
    #[cfg(feature = "render")]
    Data,
}

impl Accept {
    /// The values of `Accept` and `Accept-Encoding`.
    pub(crate) fn headers(self) -> (&'static str, &'static str) {
        match self {
            Self::Page => ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.5", CODINGS),
            Self::Feed => (
                "application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.5",
                CODINGS,
            ),
            Self::Sitemap => ("application/xml,text/xml,*/*;q=0.5", "gzip"),
            Self::Robots => ("text/plain,*/*;q=0.5", CODINGS),
            #[cfg(feature = "render")]
            Self::Script => ("*/*", CODINGS),
            #[cfg(feature = "render")]
            Self::StyleSheet => ("text/css,*/*;q=0.1", CODINGS),
            #[cfg(feature = "render")]
            Self::Data => ("application/json,text/plain;q=0.9,*/*;q=0.5", CODINGS),
        }
    }

    /// Bytes of a body that are read, given the bound on a page's.
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
