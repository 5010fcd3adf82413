//! Selects the proxy of a request: from the settings, or else from the usual environment variables (`http_proxy`,
//! `https_proxy`, `all_proxy`, `no_proxy`, and the same in capitals).

use hyper::http::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use url::Url;

use crate::http::public_addresses::normal_host;
use crate::settings::Settings;

/// The value of `crawl.proxy` that disables proxies, regardless of the environment.
const NONE: &str = "none";
/// The supported kinds of proxy.
const SCHEMES: [&str; 4] = ["http", "https", "socks5", "socks5h"];

/// The proxies, and the filter for hosts that are contacted without one.
#[derive(Debug, Default)]
pub(crate) struct Proxies {
    http: Option<Url>,
    https: Option<Url>,
    no_proxy: Option<Matcher>,
}

impl Proxies {
    /// The proxies in the settings and in the environment of this process.
    pub(crate) fn of_settings(settings: &Settings) -> Result<Self, String> {
        Self::new(&settings.proxy, &settings.no_proxy, |name| {
            std::env::var(name).ok()
        })
    }

    /// The proxies in two settings, which take precedence, and in the environment. The error describes what is
    /// wrong.
    fn new(
        proxy: &str,
        no_proxy: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let proxy = proxy.trim();
        let either = |name: &str| {
            let (small, capital) = (name.to_owned(), name.to_ascii_uppercase());
            // A web server passes the client's `Proxy:` header to CGI programs under this name (CVE-2016-5385).
            let is_of_client = capital == "HTTP_PROXY" && variable("REQUEST_METHOD").is_some();
            let names = [Some(small), (!is_of_client).then_some(capital)];
            let names = names.into_iter().flatten();
            let mut set = names.filter_map(|name| Some((variable(&name)?, name)));
            let (value, name) = set.find(|(value, _)| !value.trim().is_empty())?;
            Some((name, value))
        };
        let read = |found: Option<(String, String)>| {
            found
                .map(|(name, value)| address(&value).map_err(|why| format!("`{name}`: {why}")))
                .transpose()
        };
        let (http, https) = if proxy.is_empty() {
            let all = || either("all_proxy");
            (
                read(either("http_proxy").or_else(all))?,
                read(either("https_proxy").or_else(all))?,
            )
        } else if proxy == NONE {
            (None, None)
        } else {
            let proxy = address(proxy).map_err(|why| format!("`crawl.proxy`: {why}"))?;
            (Some(proxy.clone()), Some(proxy))
        };
        let no_proxy = if no_proxy.trim().is_empty() {
            either("no_proxy").map_or_else(String::new, |(_, value)| value)
        } else {
            no_proxy.to_owned()
        };
        Ok(Self {
            http,
            https,
            no_proxy: Some(filter(&no_proxy)),
        })
    }

    /// The proxy of a request.
    pub(crate) fn of(&self, url: &Url) -> Option<&Url> {
        let proxy = match url.scheme() {
            "https" => self.https.as_ref(),
            _ => self.http.as_ref(),
        };
        proxy.filter(|_| !self.is_bypassed(url))
    }

    /// The proxy of a request, with its user name and password.
    pub(crate) fn intercept(&self, uri: &Uri) -> Option<Intercept> {
        let proxy = self.of(&Url::parse(&uri.to_string()).ok()?)?;
        let matcher = Matcher::builder().all(proxy.as_str()).build();
        matcher.intercept(uri)
    }

    fn is_bypassed(&self, url: &Url) -> bool {
        let host = url.host_str().map(normal_host).unwrap_or_default();
        let uri = format!("http://{host}/").parse::<Uri>();
        let filter = self.no_proxy.as_ref().zip(uri.ok());
        filter.is_some_and(|(no_proxy, uri)| no_proxy.intercept(&uri).is_none())
    }

    /// The host names of the proxies.
    pub(crate) fn hosts(&self) -> Vec<String> {
        let proxies = self.http.iter().chain(&self.https);
        proxies
            .filter_map(|proxy| proxy.host_str().map(normal_host))
            .collect()
    }

    /// The proxies as text, without user names and passwords. `None` if there are none.
    pub(crate) fn describe(&self) -> Option<String> {
        let show = |proxy: &Url| {
            let mut shown = proxy.clone();
            // Both fail only for URLs without a host, which are not proxies.
            let _ = shown.set_username("");
            let _ = shown.set_password(None);
            shown.to_string().trim_end_matches('/').to_owned()
        };
        match (&self.http, &self.https) {
            (Some(http), Some(https)) if http == https => Some(show(http)),
            (http, https) => {
                let named = [("http", http), ("https", https)].into_iter();
                let shown = named.filter_map(|(scheme, proxy)| {
                    Some(format!("{} for {scheme}", show(proxy.as_ref()?)))
                });
                let shown: Vec<String> = shown.collect();
                (!shown.is_empty()).then(|| shown.join(", "))
            }
        }
    }
}

fn address(text: &str) -> Result<Url, String> {
    let text = text.trim();
    let whole = if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    // The URL may contain a password, so it is never shown.
    let url = Url::parse(&whole).map_err(|error| format!("not a proxy URL: {error}"))?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(format!(
            "unsupported proxy scheme {}; use one of {}",
            url.scheme(),
            SCHEMES.join(", ")
        ));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err("the proxy URL has no host".to_owned());
    }
    Ok(url)
}

/// The filter for hosts that are contacted without a proxy. It takes a comma-separated list and matches names with
/// all names below them, addresses, networks and `*`. A leading `*`, brackets and ports are removed here.
fn filter(no_proxy: &str) -> Matcher {
    let entries = no_proxy.split([',', ' ']).map(|entry| {
        let entry = entry
            .strip_prefix('*')
            .filter(|rest| !rest.is_empty())
            .unwrap_or(entry);
        let entry = normal_host(&entry.replace(['[', ']'], ""));
        match entry.split_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name.to_owned(),
            _ => entry,
        }
    });
    let entries = entries.collect::<Vec<_>>().join(",");
    // The proxy that the matcher would choose is not used.
    Matcher::builder().all("http://proxy/").no(entries).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(set: (&str, &str), environment: &[(&str, &str)]) -> Result<Proxies, String> {
        let variables = environment.to_vec();
        Proxies::new(set.0, set.1, |name| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        })
    }

    fn of(proxies: &Proxies, url: &str) -> Option<String> {
        proxies.of(&Url::parse(url).unwrap()).map(Url::to_string)
    }

    const HTTP: &str = "http://paper.example/";
    const HTTPS: &str = "https://paper.example/";

    #[test]
    fn the_environment_names_proxies_by_scheme_small_letters_first() {
        assert!(proxies(("", ""), &[]).unwrap().hosts().is_empty());
        let both = proxies(
            ("", ""),
            &[
                ("HTTP_PROXY", "http://capital:1"),
                ("http_proxy", "small:2"),
                ("HTTPS_PROXY", "http://secure:3"),
                ("all_proxy", "socks5h://all:4"),
            ],
        )
        .unwrap();
        assert_eq!(of(&both, HTTP).unwrap(), "http://small:2/");
        assert_eq!(of(&both, HTTPS).unwrap(), "http://secure:3/");
        let all = proxies(
            ("", ""),
            &[("ALL_PROXY", "socks5h://all:4"), ("http_proxy", "")],
        )
        .unwrap();
        assert_eq!(of(&all, HTTP).unwrap(), "socks5h://all:4");
        assert_eq!(of(&all, HTTPS).unwrap(), "socks5h://all:4");
    }

    #[test]
    fn a_web_servers_client_cannot_name_the_proxy() {
        let inside = [("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "http://evil:1")];
        assert!(proxies(("", ""), &inside).unwrap().hosts().is_empty());
        let own = [("REQUEST_METHOD", "GET"), ("http_proxy", "http://ours:1")];
        assert!(of(&proxies(("", ""), &own).unwrap(), HTTP).is_some());
    }

    #[test]
    fn the_settings_come_before_the_environment() {
        let environment = [
            ("http_proxy", "http://env:1"),
            ("no_proxy", "paper.example"),
        ];
        let set = proxies(("http://set:9", "other.example"), &environment).unwrap();
        assert_eq!(of(&set, HTTP).unwrap(), "http://set:9/");
        assert_eq!(of(&set, HTTPS).unwrap(), "http://set:9/");
        assert_eq!(of(&set, "http://other.example/"), None);
        let none = proxies(("none", ""), &environment).unwrap();
        assert_eq!(of(&none, "http://else.example/"), None);
    }

    #[test]
    fn no_proxy_lists_names_with_their_subdomains_addresses_and_networks() {
        let past = "localhost, .one.example,*.two.example three.example:8080,10.0.0.0/8,192.168.1.1,[fd00::]/8,fe80::1";
        let proxies = proxies(("proxy:3128", past), &[]).unwrap();
        for url in "\
            http://localhost/ http://one.example/ http://A.One.example./ \
            https://b.two.example/ http://three.example/ http://10.200.0.1/ \
            http://192.168.1.1/ http://[fe80::1]/"
            .split_ascii_whitespace()
        {
            assert_eq!(of(&proxies, url), None, "{url}");
        }
        for url in "\
            http://xone.example/ http://one.example.org/ http://11.0.0.1/ http://192.168.1.2/ \
            http://[fe80::2]/"
            .split_ascii_whitespace()
        {
            assert!(of(&proxies, url).is_some(), "{url}");
        }
        let everything = self::proxies(("proxy:3128", "*"), &[]).unwrap();
        assert_eq!(of(&everything, HTTP), None);
    }

    #[test]
    fn a_wrong_proxy_is_named_without_its_password() {
        let wrong = proxies(("gopher://user:secret@proxy", ""), &[]).unwrap_err();
        assert!(
            wrong.contains("crawl.proxy") && wrong.contains("gopher"),
            "{wrong}"
        );
        assert!(!wrong.contains("secret"), "{wrong}");
        let variable = proxies(("", ""), &[("HTTPS_PROXY", "http://")]).unwrap_err();
        assert!(variable.contains("HTTPS_PROXY"), "{variable}");
        let shown = proxies(("http://user:secret@proxy:3128", ""), &[]).unwrap();
        assert_eq!(shown.describe().unwrap(), "http://proxy:3128");
        assert_eq!(shown.hosts(), ["proxy", "proxy"]);
    }
}
