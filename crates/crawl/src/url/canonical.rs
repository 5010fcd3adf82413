//! [`CanonicalUrl`]: one form per page.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use url::{Host, Url};

use crate::has_word;
use crate::url::tracking;

/// Maximum length of a URL, in bytes. Longer ones are traps or data.
const MAX_LENGTH: usize = 2048;
/// What is said of a longer one.
pub(crate) const TOO_LONG: &str = "longer than 2048 bytes";

/// Endings of the names of programs.
const SCRIPTS: &str = "asp aspx cfm cgi jsp php pl";

/// Why a URL cannot be crawled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// Not an absolute URL.
    #[error("{}", malformed(*.0))]
    Malformed(#[from] url::ParseError),
    /// Neither `http` nor `https`, or without a host.
    #[error("not a web address: the scheme is {0:?}")]
    NotWeb(String),
    /// Longer than the maximum.
    #[error("{TOO_LONG}")]
    TooLong,
}

fn malformed(error: url::ParseError) -> String {
    match error {
        url::ParseError::RelativeUrlWithoutBase => "not an absolute URL (https://…)".to_owned(),
        other => format!("not a URL: {other}"),
    }
}

/// A URL in the only form that reaches the store.
///
/// Scheme and host are in lower case; percent-encoding is normalised as in RFC 3986, section 6.2.2. There is no default
/// port, dot segment, user name, fragment, tracking parameter, session id or escaped `&`. All other query parameters are kept
/// in order, since servers may depend on it. `www.` and a trailing `index.html` are kept, because the shorter URL may be
/// another page: such variants are resolved by `url::variants` and `rel=canonical`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalUrl(Url);

impl CanonicalUrl {
    /// The canonical form of an absolute URL.
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        Self::new(&Url::parse(text.trim())?)
    }

    /// The canonical form of `url`.
    pub fn new(url: &Url) -> Result<Self, UrlError> {
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(UrlError::NotWeb(url.scheme().to_owned()));
        }
        // Bounds the work. The result is checked again.
        if url.as_str().len() > 4 * MAX_LENGTH {
            return Err(UrlError::TooLong);
        }
        let mut url = match html::plain_ampersands(url.as_str()) {
            Cow::Borrowed(_) => url.clone(),
            Cow::Owned(plain) => Url::parse(&plain)?,
        };
        url.set_fragment(None);
        // These fail only for URLs without a host, which are excluded above.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        if let Some(host) = url.host_str().and_then(|host| host.strip_suffix('.')) {
            let host = host.to_owned();
            url.set_host(Some(&host))?;
        }
        let path = normal_encoding(&without_path_session(url.path()));
        if path != url.path() {
            url.set_path(&path);
        }
        if let Some(query) = url.query() {
            let pairs = || query.split('&').filter(|pair| !pair.is_empty());
            let mut kept: Vec<&str> = pairs().filter(|pair| !tracking::is_noise(pair)).collect();
            // What tracks elsewhere may select the page here.
            if kept.is_empty() && is_script(&path) {
                kept.extend(pairs().filter(|pair| tracking::may_select(pair)));
            }
            let kept = normal_encoding(&kept.join("&"));
            url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
        }
        if url.as_str().len() > MAX_LENGTH {
            return Err(UrlError::TooLong);
        }
        Ok(Self(url))
    }

    /// The parsed URL.
    pub fn as_url(&self) -> &Url {
        &self.0
    }

    /// The URL as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Host and, unless it is the default of the scheme, port: the unit of politeness.
    pub fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// The registrable domain by the public suffix list, which determines what belongs to a site. A name without one
    /// (`localhost`) and an IP address are their own domain.
    pub fn domain(&self) -> String {
        match self.0.host() {
            Some(Host::Domain(name)) => psl::domain_str(name).unwrap_or(name).to_owned(),
            Some(address) => address.to_string(),
            None => String::new(),
        }
    }
}

impl fmt::Display for CanonicalUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for CanonicalUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

/// Whether a path is that of a program, which shows what its query selects.
fn is_script(path: &str) -> bool {
    let ending = path.rsplit('/').next().unwrap_or_default().rsplit_once('.');
    ending.is_some_and(|(_, ending)| has_word(SCRIPTS, ending))
}

/// Removes `;jsessionid=…` and similar parameters from each path segment, and the segment `(S(…))` of ASP.NET.
fn without_path_session(path: &str) -> String {
    let is_kept = |parameter: &&str| {
        let is_sid = parameter
            .get(..4)
            .is_some_and(|name| name.eq_ignore_ascii_case("sid="));
        !is_sid && !tracking::is_noise(parameter)
    };
    let segments = path.split('/').filter(|segment| !is_asp_session(segment));
    let kept = segments.map(|segment| {
        let mut parts = segment.split(';');
        let name = parts.next();
        let parts: Vec<&str> = name.into_iter().chain(parts.filter(is_kept)).collect();
        parts.join(";")
    });
    kept.collect::<Vec<_>>().join("/")
}

/// Whether a path segment is what ASP.NET writes without cookies: `(S(…))`, a session, also among others, `(X(1)S(…))`.
fn is_asp_session(segment: &str) -> bool {
    let inner = segment.strip_prefix('(');
    let inner = inner.and_then(|inner| inner.strip_suffix("))"));
    inner.is_some_and(|inner| matches!(inner.as_bytes(), [b'A' | b'F' | b'S' | b'X', b'(', ..]))
}

/// Normalises percent-encoding: upper case, and only where necessary (RFC 3986, 6.2.2.1 and 6.2.2.2). A `%` that encodes nothing
/// stays, as in browsers, and what follows it stays encoded. Decoding `%2E` makes no new dot segment: the parser of URLs has
/// already removed `/%2E%2E/` like `/../`.
fn normal_encoding(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(step) = text[rest..].find('%') {
        let at = rest + step;
        out.push_str(&text[rest..at]);
        let code = bytes
            .get(at + 1..at + 3)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if let Some(code) = code {
            let before = out.as_bytes();
            let is_after_lone = before.ends_with(b"%") || before.iter().nth_back(1) == Some(&b'%');
            if is_after_lone {
                out.push_str(&text[at..at + 3]);
            } else if code.is_ascii_alphanumeric() || matches!(code, b'-' | b'.' | b'_' | b'~') {
                out.push(char::from(code));
            } else {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{code:02X}");
            }
            rest = at + 3;
        } else {
            out.push('%');
            rest = at + 1;
        }
    }
    out.push_str(&text[rest..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn absolute(text: &str) -> String {
        let host = if text.starts_with('/') {
            "https://example.org"
        } else {
            ""
        };
        format!("{host}{text}")
    }

    fn canonical(text: &str) -> String {
        CanonicalUrl::parse(&absolute(text)).unwrap().to_string()
    }

    #[test]
    fn one_page_has_one_form() {
        for (given, wanted) in [
            ("HTTP://Example.ORG:80/A", "http://example.org/A"),
            ("https://example.org:443", "/"),
            ("https://example.org:8443/", "https://example.org:8443/"),
            ("https://example.org./a", "/a"),
            ("https://user:pw@example.org/a", "/a"),
            ("/a/./b/../c#top", "/a/c"),
            ("/%7efoo/%c3%bc", "/~foo/%C3%BC"),
            ("/a%2Ehtml?v=1%2e0", "/a.html?v=1.0"),
            ("/a/%2e%2E/.%2E/b%2E%2E/", "/b../"),
            ("/a/%2E%2E;jsessionid=1A2B/b", "/b"),
            ("/ü", "/%C3%BC"),
            ("/100%", "/100%"),
            (
                "/100%-sicher?s=ni%u011fde&t=50%",
                "/100%-sicher?s=ni%u011fde&t=50%",
            ),
            ("/%%37A/%4%31/%zz%7e", "/%%37A/%4%31/%zz~"),
            ("/a?b=%BA%e917&c=%f", "/a?b=%BA%E917&c=%f"),
            ("/a%2Fb", "/a%2Fb"),
            ("/a?", "/a"),
            ("/a?b=2&a=1", "/a?b=2&a=1"),
            ("/a?utm_source=x&id=7&fbclid=y", "/a?id=7"),
            ("/a?UTM_Campaign=x", "/a"),
            ("/a;jsessionid=1A2B/b", "/a/b"),
            ("/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "/a.aspx"),
            ("/(X(1)S(lit3py55t21z5v55vlm25s55))/a.aspx", "/a.aspx"),
            ("/(A(x_1)F(y-2))/a/?AspxAutoDetectCookieSupport=1", "/a/"),
            ("/(b)/a(s)", "/(b)/a(s)"),
            ("/a;v=2", "/a;v=2"),
            ("/a;v=2;JSessionID=1A2B;w/b;PHPSESSID=7", "/a;v=2;w/b"),
            ("/a;SID=1A2B", "/a"),
            ("/a;", "/a;"),
            ("/a?PHPSESSID=0123&p=1", "/a?p=1"),
            ("/a?sid=4f6c1b2a9d8e7f60", "/a"),
            ("/a?sid=sport", "/a?sid=sport"),
            ("/a?sid=81234", "/a?sid=81234"),
            (
                "/view.asp?at_code=24738&utm_source=x",
                "/view.asp?at_code=24738",
            ),
            (
                "/новости.PHP?pk_i_id=31&pk_campaign=7",
                "/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8.PHP?pk_i_id=31",
            ),
            (
                "/cgi/article.pl?ocid=662&yclid=1234",
                "/cgi/article.pl?ocid=662",
            ),
            ("/article.php?id=7&at_code=24738", "/article.php?id=7"),
            ("/article.php?at_code=rss&guccounter=1", "/article.php"),
            ("/index.cfm?CFID=1234&CFTOKEN=56", "/index.cfm"),
            ("/article/?at_code=24738", "/article/"),
            ("/index.html", "/index.html"),
            ("https://www.example.org/", "https://www.example.org/"),
            (
                "https://MÜNCHEN.example/",
                "https://xn--mnchen-3ya.example/",
            ),
            ("  https://example.org/a\n", "/a"),
            // an ampersand that was escaped more than once is one
            (
                "/a?b=1&amp;c=2&amp;amp;d&#038;e&amp;#38;f",
                "/a?b=1&c=2&d&e&f",
            ),
            ("/a&amp;b?c&amp;utm_source=x&#38;d#e&amp;f", "/a&b?c&d"),
            ("/a?amp;b=1&amp=2#038;c", "/a?amp;b=1&amp=2"),
        ] {
            assert_eq!(canonical(given), absolute(wanted), "of {given}");
            assert_eq!(canonical(wanted), absolute(wanted), "again, of {wanted}");
        }
    }

    #[test]
    fn a_url_that_is_not_of_the_web_is_refused() {
        for text in [
            "mailto:a@b.de",
            "javascript:void(0)",
            "ftp://example.org/",
            "/relative",
            "data:,x",
        ] {
            assert!(CanonicalUrl::parse(text).is_err(), "{text}");
        }
        let long = format!("https://example.org/{}", "a".repeat(MAX_LENGTH));
        assert_eq!(CanonicalUrl::parse(&long), Err(UrlError::TooLong));
        assert!(TOO_LONG.contains(&MAX_LENGTH.to_string()));
    }

    #[test]
    fn the_domain_is_what_can_be_registered() {
        let cases = [
            ("https://www.bbc.co.uk/news", "bbc.co.uk", "www.bbc.co.uk"),
            ("https://www1.wdr.de/", "wdr.de", "www1.wdr.de"),
            (
                "http://morgenblatt.localhost:8080/",
                "morgenblatt.localhost",
                "morgenblatt.localhost:8080",
            ),
            (
                "http://feeds.morgenblatt.localhost:8080/",
                "morgenblatt.localhost",
                "feeds.morgenblatt.localhost:8080",
            ),
            ("http://localhost:8080/", "localhost", "localhost:8080"),
            ("http://127.0.0.1:99/", "127.0.0.1", "127.0.0.1:99"),
            ("http://[::1]/", "[::1]", "[::1]"),
        ];
        for (url, domain, authority) in cases {
            let url = CanonicalUrl::parse(url).unwrap();
            assert_eq!(url.domain(), domain);
            assert_eq!(url.authority(), authority);
        }
    }
}
