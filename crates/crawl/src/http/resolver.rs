//! Which hosts may be spoken to: those of the public internet, and what is allowed by name.
//!
//! Names are checked after resolution, so that a public name pointing inwards is refused too, and pinned for
//! a while: what was checked is what is connected to. Addresses written out in a URL never reach a resolver
//! and are checked before the request.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use store::Outcome;
use url::{Host, Url};

use crate::http::addresses::{is_public, is_web_port};
use crate::settings::Settings;

/// How long a name keeps the addresses it was found to have.
const PINNED: Duration = Duration::from_mins(5);
/// Names pinned at most; the eldest are asked for again.
const MAX_PINS: usize = 20_000;
/// Longest wait for a name server.
const LOOKUP: Duration = Duration::from_secs(10);

/// Why a host is not spoken to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    #[error("{host} is not a public address; allow it with `crawl.private_hosts` if it is yours")]
    Private { host: String },
    #[error("port {port} is not for web pages")]
    Port { port: u16 },
    #[error("{url} names no host")]
    NoHost { url: String },
    #[error("the name {host} leads to no address: {why}")]
    Unknown { host: String, why: String },
}

impl NameError {
    /// What a request to such a host comes to.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Unknown { .. } => Outcome::DnsFailure,
            Self::Private { .. } | Self::Port { .. } | Self::NoHost { .. } => Outcome::Skipped,
        }
    }
}

/// What may be spoken to, and where names lead.
#[derive(Debug, Clone, Default)]
pub(crate) struct AddressPolicy {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Hosts that may be private, by name or address.
    private_hosts: Vec<String>,
    /// Names whose address the operator has laid down; `*.name` covers all below it.
    overrides: Vec<(String, IpAddr)>,
    /// Proxies' hosts: we may connect to them wherever they are, but not crawl them.
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
        let private_hosts = settings.private_hosts.iter().map(|host| plain(host));
        let overrides = settings.resolve.iter();
        Self {
            inner: Arc::new(Inner {
                private_hosts: private_hosts.collect(),
                overrides: overrides.map(|(name, &at)| (plain(name), at)).collect(),
                proxies,
                pins: Mutex::default(),
            }),
        }
    }

    /// Refuses what can be refused without asking a name server: addresses written out, `localhost`, our
    /// own proxy, and ports of other services. Names are judged by what they resolve to.
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
                let name = plain(name);
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

    /// Whether a host may be private: by the operator's list, or because its address is laid down.
    fn allows(&self, host: &str) -> bool {
        let listed =
            |allowed: &String| allowed == host || (allowed == "localhost" && is_localhost(host));
        self.inner.private_hosts.iter().any(listed) || self.laid_down(host).is_some()
    }

    /// The address the operator has laid down for a name: a line of its own, or else one for all names below.
    fn laid_down(&self, host: &str) -> Option<IpAddr> {
        let overrides = &self.inner.overrides;
        let below = |name: &str| {
            name.strip_prefix('*')
                .is_some_and(|tail| host.len() > tail.len() && host.ends_with(tail))
        };
        let exact = overrides.iter().find(|(name, _)| name == host);
        let found = exact.or_else(|| overrides.iter().find(|(name, _)| below(name)));
        found.map(|&(_, address)| address)
    }

    /// The addresses of a name that may be spoken to, the one in use first.
    pub(crate) async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, NameError> {
        let host = plain(host);
        let allowed = self.allows(&host) || self.inner.proxies.contains(&host);
        if let Some(address) = self.laid_down(&host) {
            return Ok(vec![address]);
        }
        if is_localhost(&host) {
            // RFC 6761, section 6.3: these names are the loopback address, whatever a server says.
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
        let pins = self
            .inner
            .pins
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let pin = pins.get(host).filter(|pin| pin.until > Instant::now())?;
        Some(pin.addresses.clone())
    }

    fn pin(&self, host: String, addresses: Vec<IpAddr>) {
        let mut pins = self
            .inner
            .pins
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if pins.len() >= MAX_PINS {
            pins.retain(|_, pin| pin.until > now);
        }
        if pins.len() >= MAX_PINS {
            pins.clear();
        }
        let until = now + PINNED;
        pins.insert(host, Pin { addresses, until });
    }

    /// Remembers which of a name's addresses answered: the next connection goes there too.
    pub(crate) fn answered(&self, host: &str, address: IpAddr) {
        let mut pins = self
            .inner
            .pins
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let Some(pin) = pins.get_mut(host) else {
            return;
        };
        if let Some(place) = pin.addresses.iter().position(|&known| known == address) {
            pin.addresses[..=place].rotate_right(1);
        }
    }
}

/// Asks the system, which asks the name servers.
async fn look_up(host: &str) -> Result<Vec<IpAddr>, NameError> {
    let unknown = |why: String| NameError::Unknown {
        host: host.to_owned(),
        why,
    };
    let asked = tokio::time::timeout(LOOKUP, tokio::net::lookup_host((host, 0))).await;
    let found = match asked {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return Err(unknown(error.to_string())),
        Err(_) => return Err(unknown("no name server answers".to_owned())),
    };
    let mut addresses: Vec<IpAddr> = Vec::new();
    for address in found.map(|socket| socket.ip()) {
        if !addresses.contains(&address) {
            addresses.push(address);
        }
    }
    if addresses.is_empty() {
        return Err(unknown("it has none".to_owned()));
    }
    Ok(addresses)
}

impl Resolve for AddressPolicy {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.clone();
        Box::pin(async move {
            let found = policy.addresses(name.as_str()).await?;
            let sockets = found
                .into_iter()
                .map(|address| SocketAddr::from((address, 0)));
            Ok(Box::new(sockets) as Addrs)
        })
    }
}

/// A name without its root dot, in lower case.
pub(crate) fn plain(host: &str) -> String {
    host.trim().trim_end_matches('.').to_ascii_lowercase()
}

fn is_localhost(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests;
