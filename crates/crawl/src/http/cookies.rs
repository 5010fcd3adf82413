//! Cookies during the crawl of one host: never stored, never sent to another host, and sent only if a host does not
//! respond properly without them (see [`crate::worker::redirects`]).
//!
//! A subset of RFC 6265: a cookie is sent only to the host that set it, whatever its `Domain`.

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
    path: String,
    secure: bool,
}

impl CookieJar {
    pub(crate) fn store(&mut self, url: &Url, headers: &HeaderMap, now: DateTime<Utc>) {
        for value in headers.get_all(header::SET_COOKIE) {
            if let Ok(text) = value.to_str()
                && let Some((cookie, expired)) = read(text, url, now)
            {
                self.put(cookie, expired);
            }
        }
    }

    fn put(&mut self, cookie: Cookie, expired: bool) {
        let same = |known: &Cookie| {
            (&known.host, &known.name, &known.path) == (&cookie.host, &cookie.name, &cookie.path)
        };
        let index = self.cookies.iter().position(same);
        match index {
            Some(index) if expired => {
                self.cookies.remove(index);
            }
            Some(index) if self.cookies[index] == cookie => return,
            Some(index) => self.cookies[index] = cookie,
            None if expired => return,
            None => {
                if self.cookies.len() >= MAX_COOKIES {
                    self.cookies.remove(0);
                }
                self.cookies.push(cookie);
            }
        }
        self.changes += 1;
    }

    /// Whether it has a cookie for a request that is sent without.
    pub(crate) fn withholds(&self, url: &Url) -> bool {
        !self.enabled && !self.fitting(url).is_empty()
    }

    fn fitting(&self, url: &Url) -> Vec<&Cookie> {
        let secure = url.scheme() == "https";
        let of_host = |cookie: &&Cookie| url.host_str() == Some(&cookie.host);
        let fits =
            |cookie: &&Cookie| (secure || !cookie.secure) && is_below(url.path(), &cookie.path);
        let cookies = self.cookies.iter().filter(of_host);
        cookies.filter(fits).collect()
    }

    /// The `Cookie` header for a request, if there is anything to send.
    pub(crate) fn header(&self, url: &Url) -> Option<HeaderValue> {
        if !self.enabled {
            return None;
        }
        let mut fitting = self.fitting(url);
        // Longer paths come first (section 5.4).
        fitting.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        let mut text = String::new();
        for Cookie { name, value, .. } in fitting {
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

/// The cookie of a `Set-Cookie` header, and whether it has expired. `None` if it is not valid for this host.
fn read(text: &str, url: &Url, now: DateTime<Utc>) -> Option<(Cookie, bool)> {
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
    let host = url.host_str()?;
    let mut cookie = Cookie {
        host: host.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
        path: default_path(url.path()).to_owned(),
        secure: false,
    };
    let (mut by_date, mut by_age) = (None, None);
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let value = value.trim();
        match key.trim().to_ascii_lowercase().as_str() {
            "secure" => cookie.secure = true,
            "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
            "max-age" => by_age = value.parse::<i64>().ok().map(|seconds| seconds <= 0),
            "expires" => by_date = http_date(value).map(|at| at <= now),
            "domain" if !value.is_empty() => {
                let domain = value.trim_start_matches('.').to_ascii_lowercase();
                let below = host
                    .strip_suffix(domain.as_str())
                    .is_some_and(|head| head.is_empty() || head.ends_with('.'));
                if !below {
                    return None;
                }
            }
            _ => {}
        }
    }
    let prefixed = cookie.name.starts_with("__Secure-") || cookie.name.starts_with("__Host-");
    if (cookie.secure && url.scheme() != "https") || (prefixed && !cookie.secure) {
        return None;
    }
    Some((cookie, by_age.or(by_date).unwrap_or(false)))
}

/// The directory of the page that set the cookie (section 5.1.4).
fn default_path(path: &str) -> &str {
    match path.rfind('/') {
        None | Some(0) => "/",
        Some(end) => &path[..end],
    }
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder)
        .is_some_and(|rest| rest.is_empty() || folder.ends_with('/') || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jar_of(base: &str, lines: &[&str]) -> CookieJar {
        let mut jar = CookieJar {
            enabled: true,
            ..CookieJar::default()
        };
        for line in lines {
            let value = HeaderValue::from_str(line).unwrap();
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
    fn cookies_are_sent_below_their_path_longest_path_first() {
        let jar = jar_of(
            "https://a.example/x/y",
            &[
                "a=1",
                "b=2; Path=/",
                "c=3; path=/x/y/z; HttpOnly; SameSite=Lax",
                "b=4; Path=/",
            ],
        );
        assert_eq!(
            sent(&jar, "https://a.example/x/y/z").unwrap(),
            "c=3; a=1; b=4"
        );
        assert_eq!(sent(&jar, "https://a.example/xx").unwrap(), "b=4");
        assert_eq!(jar.changes, 4);
    }

    #[test]
    fn cookies_are_sent_only_to_the_host_that_set_them() {
        let jar = jar_of(
            "https://www.a.example/robots.txt",
            &["a=1; Domain=a.example"],
        );
        assert_eq!(sent(&jar, "https://a.example/"), None);
        assert_eq!(sent(&jar, "https://b.example/"), None);
        assert_eq!(sent(&jar, "https://www.a.example/").unwrap(), "a=1");
    }

    #[test]
    fn cookies_that_expired_are_too_long_or_of_another_domain_are_not_kept() {
        let long = format!("e={}", "x".repeat(5_000));
        let jar = jar_of(
            "http://www.a.example/",
            &[
                "a=1; Domain=other.example",
                "b=1; Domain=xa.example",
                "c=1; Max-Age=0",
                "d=1; Expires=Thu, 01-Jan-1970 00:00:00 GMT",
                &long,
                "f=1; Secure",
                "__Host-g=1",
                "=1",
                "h",
            ],
        );
        assert_eq!(sent(&jar, "http://www.a.example/"), None);
        assert_eq!(jar.changes, 0);
        let jar = jar_of(
            "http://www.a.example/",
            &[
                "a=1; Domain=.A.example; Max-Age=60",
                "b=2",
                "b=; Max-Age=-1",
            ],
        );
        assert_eq!(sent(&jar, "http://www.a.example/").unwrap(), "a=1");
    }

    #[test]
    fn the_jar_is_bounded_and_sends_nothing_until_it_is_enabled() {
        let lines: Vec<String> = (0..200)
            .map(|n| format!("c{n}={}", "x".repeat(1_000)))
            .collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let mut jar = jar_of("https://a.example/", &lines);
        assert_eq!(jar.cookies.len(), MAX_COOKIES);
        assert!(sent(&jar, "https://a.example/").unwrap().len() <= MAX_HEADER);
        jar.enabled = false;
        assert_eq!(sent(&jar, "https://a.example/"), None);
    }

    #[test]
    fn a_cookie_that_a_request_lacks_is_reported() {
        let mut jar = jar_of("https://a.example/", &["a=1; Path=/news; Secure"]);
        jar.enabled = false;
        let withholds = |jar: &CookieJar, url: &str| jar.withholds(&Url::parse(url).unwrap());
        assert!(withholds(&jar, "https://a.example/news/1"));
        for other in [
            "http://a.example/news/1",
            "https://a.example/",
            "https://b.example/news",
        ] {
            assert!(!withholds(&jar, other), "{other}");
        }
        jar.enabled = true;
        assert!(!withholds(&jar, "https://a.example/news/1"));
    }
}
