//! What a crawler needs of a page.

use url::Url;

/// Where a page leads, and what it asks of a crawler.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageLinks {
    /// Links of the body over http and https, in the order of the page, without fragment, each URL once.
    pub links: Vec<Link>,
    /// Feeds the page names: RSS, Atom and JSON Feed.
    pub feeds: Vec<Url>,
    /// `<link rel=canonical>`.
    pub canonical: Option<Url>,
    /// Directives of `<meta name=robots>`, in lower case, such as `noindex`; one for a certain agent
    /// as `agent: directive`.
    pub robots: Vec<String>,
    /// `<meta name=tdm-reservation>`: `1` reserves the rights of text and data mining.
    pub tdm_reservation: Option<String>,
    /// `<meta name=tdm-policy>`.
    pub tdm_policy: Option<String>,
    /// Where `<meta http-equiv=refresh>` leads.
    pub refresh: Option<Url>,
}

/// A link of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it leads.
    pub url: Url,
    /// Whether it asks not to be followed (`rel=nofollow`, also `ugc` and `sponsored`).
    pub nofollow: bool,
    /// Its text, whitespace folded.
    pub text: String,
    /// Whether it leads to the next page of a series.
    pub rel_next: bool,
}

/// The links of a page and its wishes, in one pass; `url` is where the page was found.
pub fn links(html: &str, url: &Url) -> PageLinks {
    let _ = (html, url);
    PageLinks::default()
}
