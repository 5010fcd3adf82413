//! Cookies during the crawl of one host: never stored, never sent to another host, and sent only if a host does not
//! respond properly without them (see [`crate::worker::redirects`]).
//!
//! A subset of RFC 6265: a cookie is sent to every page of the host that set it, whatever its `Domain` and `Path`.

use chrono::{DateTime, Utc};
use reqwest::header::{self, HeaderMap, HeaderValue};
use url::Url;

use crate::http::date::http_date;

const MAX_COOKIES: usize = 30;
/// Maximum bytes of a cookie, name and value (RFC 6265, section 6.1).
const MAX_COOKIE: usize = 4_096;
/// Maximum bytes of a `Cookie` header.
const MAX_HEADER: usize = 8_192;

/// The cookies of the crawl of one host. Several hosts may set some, since robots.txt may redirect to another host.
#[derive(Debug, Default)]
pub(crate) struct CookieJar {
    cookies: Vec<Cookie>,
    /// Whether cookies are sent.
    pub(crate) enabled: bool,
    /// Cookies set or changed so far.
    pub(crate) changes: u64,
}

#[derive(Debug, PartialEq, Eq)]
struct Cookie {
    host: String,
    name: String,
    value: String,
    secure: bool,
}

impl CookieJar {
    pub(crate) fn store(&mut self, url: &Url, headers: &HeaderMap, now: DateTime<Utc>) {
        let host = url.host_str().unwrap_or_default();
        let texts = headers.get_all(header::SET_COOKIE).iter();
        for text in texts.filter_map(|text| text.to_str().ok()) {
            let Some((cookie, expired)) = read(text, host, now) else {
                continue;
            };
            let is_known = |known: &Cookie| known.host == host && known.name == cookie.name;
            let known = self.cookies.iter().position(is_known);
            let before = known.map(|index| self.cookies.remove(index));
            let after = (!expired).then_some(cookie);
            self.changes += u64::from(before != after);
            self.cookies.extend(after);
            if self.cookies.len() > MAX_COOKIES {
                self.cookies.remove(0);
            }
        }
    }

    /// Whether it has a cookie for a request that is sent without.
    pub(crate) fn withholds(&self, url: &Url) -> bool {
        !self.enabled && self.fitting(url).next().is_some()
    }

    fn fitting(&self, url: &Url) -> impl Iterator<Item = &Cookie> {
        let (host, is_secure) = (url.host_str(), url.scheme() == "https");
        let cookies = self.cookies.iter();
        cookies.filter(move |cookie| {
            host == Some(cookie.host.as_str()) && (is_secure || !cookie.secure)
        })
    }

    /// The `Cookie` header for a request, if there is anything to send.
    pub(crate) fn header(&self, url: &Url) -> Option<HeaderValue> {
        let mut text = String::new();
        for Cookie { name, value, .. } in self.fitting(url).filter(|_| self.enabled) {
            if text.len() + name.len() + value.len() + 3 > MAX_HEADER {
                break;
            }
            if !text.is_empty() {
                text.push_str("; ");
            }
            text.push_str(name);
            text.push('=');
            text.push_str(value);
        }
        let mut header = HeaderValue::from_str(&text).ok()?;
        header.set_sensitive(true);
        (!text.is_empty()).then_some(header)
    }
}

/// The cookie of a `Set-Cookie` header, and whether it has expired.
fn read(text: &str, host: &str, now: DateTime<Utc>) -> Option<(Cookie, bool)> {
    let mut parts = text.split(';');
    let (name, value) = parts.next()?.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty()
        || name.len() + value.len() > MAX_COOKIE
        || !name.bytes().all(|b| b.is_ascii_graphic())
        || !value.bytes().all(|b| b.is_ascii_graphic() || b == b' ')
    {
        return None;
    }
    let mut cookie = Cookie {
        host: host.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
        secure: false,
    };
    let (mut by_date, mut by_age) = (None, None);
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let value = value.trim();
        match key.trim().to_ascii_lowercase().as_str() {
            "secure" => cookie.secure = true,
            "max-age" => by_age = value.parse::<i64>().ok().map(|seconds| seconds <= 0),
            "expires" => by_date = http_date(value).map(|at| at <= now),
            _ => {}
        }
    }
    Some((cookie, by_age.or(by_date).unwrap_or(false)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jar_of(base: &str, lines: &[impl AsRef<str>]) -> CookieJar {
        let mut jar = CookieJar {
            enabled: true,
            ..CookieJar::default()
        };
        for line in lines {
            let value = HeaderValue::from_str(line.as_ref()).unwrap();
            let headers = HeaderMap::from_iter([(header::SET_COOKIE, value)]);
            jar.store(&Url::parse(base).unwrap(), &headers, Utc::now());
        }
        jar
    }

    fn sent(jar: &CookieJar, url: &str) -> Option<String> {
        let header = jar.header(&Url::parse(url).unwrap())?;
        Some(header.to_str().unwrap().to_owned())
    }

    #[test]
    fn cookies_are_sent_only_to_the_host_that_set_them_until_they_expire() {
        let lines = [
            "a=1; Domain=a.example; Max-Age=60",
            "b=2; Path=/news; HttpOnly; Secure",
            "b=2; Secure",
            "c=3",
            "c=; Max-Age=-1",
            "d=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT",
            "=1",
            "h",
        ];
        let mut jar = jar_of("https://www.a.example/robots.txt", &lines);
        let (secure, open) = ("https://www.a.example/x", "http://www.a.example/");
        assert_eq!(sent(&jar, secure).unwrap(), "a=1; b=2");
        assert_eq!(sent(&jar, open).unwrap(), "a=1");
        assert_eq!(sent(&jar, "https://a.example/"), None);
        assert_eq!(jar.changes, 4, "one came twice, one went");
        jar.enabled = false;
        assert_eq!(sent(&jar, secure), None);
        for (url, withholds) in [(open, true), ("https://b.example/", false)] {
            assert_eq!(jar.withholds(&Url::parse(url).unwrap()), withholds, "{url}");
        }
    }

    #[test]
    fn the_jar_is_bounded() {
        let lines = (0..200).map(|n| format!("c{n}={}", "x".repeat(1_000)));
        let lines: Vec<String> = lines.chain([format!("e={}", "x".repeat(5_000))]).collect();
        let jar = jar_of("https://a.example/", &lines);
        assert_eq!(jar.cookies.len(), MAX_COOKIES);
        assert!(sent(&jar, "https://a.example/").unwrap().len() <= MAX_HEADER);
    }
}
