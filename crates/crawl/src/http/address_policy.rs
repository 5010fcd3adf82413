//! The address policy: which hosts may be contacted, on the public internet or as allowed by the operator.
//!
//! Names are checked after resolution, so that a public name with a private address is refused too. The addresses are
//! pinned for some minutes, so that a connection goes to the address that was checked. IP addresses in a URL never
//! reach the resolver and are checked before the request.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use store::Outcome;
use url::{Host, Url};

use crate::http::public_addresses::{is_public, is_web_port, normal_host};
use crate::locked;
use crate::settings::Settings;

/// How long the addresses of a name are pinned.
const PIN_TTL: Duration = Duration::from_mins(5);
/// Maximum pinned names. At this number expired pins are dropped, or all if none has expired.
const MAX_PINS: usize = 20_000;
/// Timeout of a DNS lookup.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a host is not contacted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    #[error("{host} is not a public address; allow it with `crawl.private_hosts` if it is yours")]
    Private { host: String },
    #[error("port {port} is not a web port")]
    Port { port: u16 },
    #[error("{url} has no host")]
    NoHost { url: String },
    #[error("{host} does not resolve: {why}")]
    Unknown { host: String, why: String },
}

impl NameError {
    /// The outcome of a request to such a host.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Unknown { .. } => Outcome::DnsFailure,
            Self::Private { .. } | Self::Port { .. } | Self::NoHost { .. } => Outcome::Skipped,
        }
    }
}

/// Whether a name in the settings is that of a host, or `*.name` of one above it.
fn covers(name: &str, host: &str) -> bool {
    let is_below = |tail: &str| host.len() > tail.len() && host.ends_with(tail);
    name == host || name.strip_prefix('*').is_some_and(is_below)
}

/// Whether there are hosts that a name in the settings can cover: it is an address, a host name or `*.` and one.
pub(crate) fn can_cover(name: &str) -> bool {
    let name = normal_host(name);
    let host = name.strip_prefix("*.").unwrap_or(&name);
    let is_name = matches!(Host::parse(host), Ok(Host::Domain(same)) if same == host);
    is_name && !host.contains('*')
        || name
            .parse::<IpAddr>()
            .is_ok_and(|at| at.to_string() == name)
}

/// Decides which hosts may be contacted, and resolves names.
#[derive(Debug, Clone, Default)]
pub(crate) struct AddressPolicy {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Hosts that may be private, by name or address; `*.name` covers all names below it.
    private_hosts: Vec<String>,
    /// Names with an address from the settings; `*.name` covers all names below it.
    overrides: Vec<(String, IpAddr)>,
    /// The hosts of the proxies, which may have any address and are not crawled.
    proxies: Vec<String>,
    pins: Mutex<HashMap<String, Pin>>,
}

#[derive(Debug)]
struct Pin {
    addresses: Vec<IpAddr>,
    until: Instant,
}

impl AddressPolicy {
    pub(crate) fn new(settings: &Settings, proxies: Vec<String>) -> Self {
        let private_hosts = settings.private_hosts.iter().map(|host| normal_host(host));
        let overrides = settings.resolve.iter();
        Self {
            inner: Arc::new(Inner {
                private_hosts: private_hosts.collect(),
                overrides: overrides
                    .map(|(name, &at)| (normal_host(name), at))
                    .collect(),
                proxies,
                pins: Mutex::default(),
            }),
        }
    }

    /// Refuses what can be refused without DNS: IP addresses, `localhost`, our own proxy, and ports of other services.
    /// Names are checked after resolution.
    pub(crate) fn check(&self, url: &Url) -> Result<(), NameError> {
        let private = |host: String| NameError::Private { host };
        match url.port_or_known_default() {
            Some(port) if !is_web_port(port) => return Err(NameError::Port { port }),
            _ => {}
        }
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
            Some(Host::Domain(name)) => {
                let name = normal_host(name);
                let inward = is_localhost(&name) || self.inner.proxies.contains(&name);
                return if inward && !self.allows(&name) {
                    Err(private(name))
                } else {
                    Ok(())
                };
            }
            None => {
                return Err(NameError::NoHost {
                    url: url.to_string(),
                });
            }
        };
        if is_public(address) || self.allows(&address.to_string()) {
            Ok(())
        } else {
            Err(private(address.to_string()))
        }
    }

    /// Whether a host may be private: it is on the operator's list, or the settings contain its address.
    fn allows(&self, host: &str) -> bool {
        let listed = |allowed: &String| {
            covers(allowed, host) || (allowed == "localhost" && is_localhost(host))
        };
        self.inner.private_hosts.iter().any(listed) || self.configured(host).is_some()
    }

    /// The address of a host in the settings: its own entry, else an entry for all names below a name.
    fn configured(&self, host: &str) -> Option<IpAddr> {
        let overrides = &self.inner.overrides;
        let exact = overrides.iter().find(|(name, _)| name == host);
        let found = exact.or_else(|| overrides.iter().find(|(name, _)| covers(name, host)));
        found.map(|&(_, address)| address)
    }

    /// The addresses of a name that may be contacted, the one in use first.
    pub(crate) async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, NameError> {
        let host = normal_host(host);
        let allowed = self.allows(&host) || self.inner.proxies.contains(&host);
        if let Some(address) = self.configured(&host) {
            return Ok(vec![address]);
        }
        if is_localhost(&host) {
            // RFC 6761, section 6.3: these names resolve to the loopback address, regardless of DNS.
            return if allowed {
                Ok(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)])
            } else {
                Err(NameError::Private { host })
            };
        }
        if let Some(pinned) = self.pinned(&host) {
            return Ok(pinned);
        }
        let mut found = look_up(&host).await?;
        found.retain(|&address| allowed || is_public(address));
        if found.is_empty() {
            return Err(NameError::Private { host });
        }
        self.pin(host, found.clone());
        Ok(found)
    }

    fn pinned(&self, host: &str) -> Option<Vec<IpAddr>> {
        let pins = locked(&self.inner.pins);
        let pin = pins.get(host).filter(|pin| pin.until > Instant::now())?;
        Some(pin.addresses.clone())
    }

    pub(crate) fn pin(&self, host: String, addresses: Vec<IpAddr>) {
        let mut pins = locked(&self.inner.pins);
        let now = Instant::now();
        if pins.len() >= MAX_PINS {
            pins.retain(|_, pin| pin.until > now);
        }
        if pins.len() >= MAX_PINS {
            pins.clear();
        }
        let until = now + PIN_TTL;
        pins.insert(host, Pin { addresses, until });
    }

    /// Moves the address that answered to the front, so that the next connection uses it too.
    pub(crate) fn prefer(&self, host: &str, address: IpAddr) {
        let mut pins = locked(&self.inner.pins);
        let Some(pin) = pins.get_mut(host) else {
            return;
        };
        if let Some(index) = pin.addresses.iter().position(|&known| known == address) {
            pin.addresses[..=index].rotate_right(1);
        }
    }
}

/// Resolves a name with the system resolver.
async fn look_up(host: &str) -> Result<Vec<IpAddr>, NameError> {
    let unknown = |why: String| NameError::Unknown {
        host: host.to_owned(),
        why: why.replace("failed to lookup address information: ", ""),
    };
    let lookup = tokio::time::timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((host, 0))).await;
    let found = match lookup {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return Err(unknown(error.to_string())),
        Err(_) => return Err(unknown("DNS lookup timed out".to_owned())),
    };
    let mut addresses: Vec<IpAddr> = Vec::new();
    for address in found.map(|socket| socket.ip()) {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.is_empty() {
        return Err(unknown("no addresses found".to_owned()));
    }
    Ok(addresses)
}

/// Whether a name is that of this machine (RFC 6761).
pub(crate) fn is_localhost(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(private_hosts: &[&str], table: &[(&str, &str)]) -> AddressPolicy {
        let mut settings = Settings::with_contact("test").unwrap();
        settings.private_hosts = private_hosts.iter().map(|&host| host.to_owned()).collect();
        let lines = table
            .iter()
            .map(|&(name, at)| (name.to_owned(), at.parse().unwrap()));
        settings.resolve = lines.collect();
        AddressPolicy::new(&settings, vec!["proxy.corp".to_owned()])
    }

    fn allows(policy: &AddressPolicy, url: &str) -> bool {
        policy.check(&Url::parse(url).unwrap()).is_ok()
    }

    #[test]
    fn an_address_written_out_is_refused_in_every_notation() {
        let closed = policy(&[], &[]);
        for text in "\
            http://127.0.0.1/ http://127.0.0.1./ http://127.1/ http://2130706433/ \
            http://0x7f.1/ http://0x7f000001/ http://0177.0.0.1/ http://0/ http://１２７.0.0.1/ \
            http://127。0。0。1/ http://%31%32%37.0.0.1/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ \
            http://[::ffff:10.0.0.1]/ http://[::ffff:7f00:1]/ http://[64:ff9b::10.0.0.1]/ \
            http://169.254.169.254/latest/ http://user:secret@127.0.0.1/ http://localhost/ \
            http://LOCALHOST./ http://paper.localhost/ http://proxy.corp:3128/"
            .split_ascii_whitespace()
        {
            assert!(!allows(&closed, text), "{text}");
        }
        assert!(allows(&closed, "http://1.1.1.1/"));
        assert!(allows(&closed, "https://example.org:8443/"));
        let open = policy(&["127.0.0.1"], &[]);
        assert!(allows(&open, "http://127.0.0.1:80/"));
        assert!(!allows(&open, "http://127.0.0.2/"));
    }

    #[test]
    fn a_wildcard_covers_the_names_below_it_and_what_covers_nothing_is_told() {
        let open = policy(&["*.Test"], &[]);
        assert!(open.allows("a.test") && open.allows("b.a.test"));
        assert!(!open.allows("test") && !open.allows("latest"));
        for name in "\
            paper.test wiki *.test LOCALHOST 10.0.0.1 ::1"
            .split_ascii_whitespace()
        {
            assert!(can_cover(name), "{name}");
        }
        assert!(!can_cover(""));
        for name in "\
            * *test a.*.test a.test:80 http://a.test/ 10.0.0.0/8 [::1] 127.1"
            .split_ascii_whitespace()
        {
            assert!(!can_cover(name), "{name}");
        }
    }

    #[tokio::test]
    async fn localhost_names_resolve_to_loopback_only_when_allowed() {
        let closed = policy(&[], &[]);
        assert!(closed.addresses("paper.localhost").await.is_err());
        assert!(closed.addresses("localhost").await.is_err());
        let open = policy(&["LOCALHOST"], &[]);
        let found = open.addresses("Paper.localhost.").await.unwrap();
        assert_eq!(found, [IpAddr::from([127, 0, 0, 1])]);
        assert!(!open.allows("localhost.example.org"));
    }

    #[tokio::test]
    async fn the_operators_table_comes_before_every_name_server() {
        let table = [
            ("One.test", "10.9.0.1"),
            ("*.two.test", "10.9.0.2"),
            ("a.two.test", "10.9.0.3"),
        ];
        let policy = policy(&[], &table);
        for (name, wanted) in [
            ("ONE.test.", Some("10.9.0.1")),
            ("b.two.test", Some("10.9.0.2")),
            ("a.two.test", Some("10.9.0.3")),
            ("two.test", None),
            ("xtwo.test", None),
        ] {
            let wanted = wanted.map(|text| text.parse::<IpAddr>().unwrap());
            assert_eq!(policy.configured(&normal_host(name)), wanted, "{name}");
            if let Some(wanted) = wanted {
                assert_eq!(policy.addresses(name).await.unwrap(), [wanted], "{name}");
            }
        }
    }

    #[tokio::test]
    async fn a_name_keeps_the_addresses_it_was_checked_with_and_the_one_that_answered_comes_first()
    {
        let policy = policy(&[], &[]);
        let [first, second] = ["1.1.1.1", "2.2.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
        policy.pin("paper.example".to_owned(), vec![first, second]);
        let found = async || policy.addresses("Paper.example").await.unwrap();
        assert_eq!(found().await, [first, second]);
        policy.prefer("paper.example", second);
        assert_eq!(found().await, [second, first]);
        policy.prefer("paper.example", second);
        policy.prefer("unknown.example", second);
        assert_eq!(found().await, [second, first]);
    }
}
