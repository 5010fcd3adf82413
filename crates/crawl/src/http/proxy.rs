//! Which requests go through a proxy: by the settings, or else by the usual environment variables
//! (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`, and the same in capitals).

use std::net::IpAddr;

use url::{Host, Url};

use crate::http::resolver::plain;
use crate::settings::Settings;

/// What the value of `crawl.proxy` is for no proxy at all, whatever the environment says.
const NONE: &str = "none";
/// Kinds of proxy that there are.
const SCHEMES: [&str; 6] = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"];

/// The proxies, and what goes past them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Proxies {
    http: Option<Url>,
    https: Option<Url>,
    direct: Vec<Direct>,
}

/// Hosts that are spoken to directly.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Direct {
    All,
    /// A name and all below it.
    Name(String),
    /// A network, by its first address and the length of its prefix; a single address is one, too.
    Network(IpAddr, u8),
}

impl Proxies {
    /// Reads the settings, then the environment. The error is a sentence that names what is wrong.
    pub(crate) fn new(
        settings: &Settings,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let set = settings.proxy.trim();
        let either = |name: &str| {
            let small = variable(name).filter(|value| !value.trim().is_empty());
            let capital = name.to_ascii_uppercase();
            // A web server hands CGI programs the client's `Proxy:` header under this name (CVE-2016-5385).
            if capital == "HTTP_PROXY" && variable("REQUEST_METHOD").is_some() {
                return small.map(|value| (name.to_owned(), value));
            }
            small
                .map(|value| (name.to_owned(), value))
                .or_else(|| Some((capital.clone(), variable(&capital)?)))
                .filter(|(_, value)| !value.trim().is_empty())
        };
        let read = |found: Option<(String, String)>| {
            found
                .map(|(name, value)| address(&value).map_err(|why| format!("`{name}`: {why}")))
                .transpose()
        };
        let (http, https) = if set.is_empty() {
            let all = || either("all_proxy");
            (
                read(either("http_proxy").or_else(all))?,
                read(either("https_proxy").or_else(all))?,
            )
        } else if set == NONE {
            (None, None)
        } else {
            let proxy = address(set).map_err(|why| format!("`crawl.proxy`: {why}"))?;
            (Some(proxy.clone()), Some(proxy))
        };
        let past = if settings.no_proxy.trim().is_empty() {
            either("no_proxy").map_or_else(String::new, |(_, value)| value)
        } else {
            settings.no_proxy.clone()
        };
        Ok(Self {
            http,
            https,
            direct: past.split([',', ' ']).filter_map(direct).collect(),
        })
    }

    /// The proxy that a request goes through.
    pub(crate) fn of(&self, url: &Url) -> Option<&Url> {
        let proxy = match url.scheme() {
            "https" => self.https.as_ref(),
            _ => self.http.as_ref(),
        };
        proxy.filter(|_| !self.goes_past(url))
    }

    fn goes_past(&self, url: &Url) -> bool {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        let name = url.host_str().map(plain).unwrap_or_default();
        self.direct.iter().any(|direct| match direct {
            Direct::All => true,
            Direct::Name(suffix) => name
                .strip_suffix(suffix.as_str())
                .is_some_and(|head| head.is_empty() || head.ends_with('.')),
            Direct::Network(network, length) => {
                address.is_some_and(|address| is_in(address, *network, *length))
            }
        })
    }

    /// Hosts of the proxies themselves.
    pub(crate) fn hosts(&self) -> Vec<String> {
        let proxies = self.http.iter().chain(&self.https);
        proxies
            .filter_map(|proxy| proxy.host_str().map(plain))
            .collect()
    }

    /// The proxies for people, without user name and password; `None`: there is none.
    pub(crate) fn describe(&self) -> Option<String> {
        let said = |proxy: &Url| {
            let mut shown = proxy.clone();
            // Both fail only for addresses without a host, which are no proxies.
            let _ = shown.set_username("");
            let _ = shown.set_password(None);
            shown.to_string().trim_end_matches('/').to_owned()
        };
        match (&self.http, &self.https) {
            (None, None) => None,
            (Some(http), Some(https)) if http == https => Some(said(http)),
            (http, https) => {
                let parts = [("http", http), ("https", https)];
                let named = parts
                    .iter()
                    .filter_map(|(scheme, proxy)| Some((scheme, proxy.as_ref()?)));
                let said: Vec<String> = named
                    .map(|(scheme, proxy)| format!("{} for {scheme}", said(proxy)))
                    .collect();
                Some(said.join(", "))
            }
        }
    }
}

/// The proxies of these settings and this process's environment, for people. `None`: there is none.
pub fn proxies(settings: &Settings) -> Result<Option<String>, String> {
    Ok(Proxies::new(settings, |name| std::env::var(name).ok())?.describe())
}

fn address(text: &str) -> Result<Url, String> {
    let text = text.trim();
    let whole = if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    // The address may hold a password: it is never shown.
    let url = Url::parse(&whole).map_err(|error| format!("not the address of a proxy: {error}"))?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(format!(
            "there is no {} proxy; take one of {}",
            url.scheme(),
            SCHEMES.join(", ")
        ));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err("the address of the proxy names no host".to_owned());
    }
    Ok(url)
}

fn direct(part: &str) -> Option<Direct> {
    let part = part.trim();
    if part == "*" {
        return Some(Direct::All);
    }
    let (head, length) = match part.split_once('/') {
        Some((head, length)) => (head, Some(length.parse::<u8>().ok()?)),
        None => (part, None),
    };
    if let Ok(address) = head.trim_matches(['[', ']']).parse::<IpAddr>() {
        let most = if address.is_ipv4() { 32 } else { 128 };
        return Some(Direct::Network(address, length.unwrap_or(most).min(most)));
    }
    let name = plain(part.trim_start_matches('*').trim_start_matches('.'));
    // A port is not looked at: who goes past the proxy for one port, does for all.
    let name = name.split(':').next().unwrap_or_default().to_owned();
    (!name.is_empty()).then_some(Direct::Name(name))
}

fn is_in(address: IpAddr, network: IpAddr, length: u8) -> bool {
    match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(b)) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(length)).unwrap_or(0);
            a.to_bits() & mask == b.to_bits() & mask
        }
        (IpAddr::V6(a), IpAddr::V6(b)) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0);
            a.to_bits() & mask == b.to_bits() & mask
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
