//! Which addresses may be spoken to: the public internet, and what is allowed by name.
//!
//! Names are checked after resolution, so that a public name pointing inwards is refused too.
//! Addresses written out in a URL never reach a resolver and are checked before the request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

/// An address that this program does not speak to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{host} is not a public address; allow it with `crawl.private_hosts` if it is yours")]
pub(crate) struct PrivateAddress {
    /// The name or address as asked for.
    pub(crate) host: String,
}

/// The hosts that may be private, by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct AddressPolicy {
    private_hosts: Arc<[String]>,
}

impl AddressPolicy {
    pub(crate) fn new(private_hosts: &[String]) -> Self {
        let private_hosts = private_hosts
            .iter()
            .map(|host| host.trim().to_ascii_lowercase())
            .collect();
        Self { private_hosts }
    }

    /// Refuses addresses written out in a URL; names are judged by what they resolve to.
    pub(crate) fn check(&self, url: &Url) -> Result<(), PrivateAddress> {
        let address = match url.host() {
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
            Some(Host::Domain(_)) => return Ok(()),
            None => {
                return Err(PrivateAddress {
                    host: url.to_string(),
                });
            }
        };
        if is_public(address) || self.allows(&address.to_string()) {
            Ok(())
        } else {
            Err(PrivateAddress {
                host: address.to_string(),
            })
        }
    }

    fn allows(&self, host: &str) -> bool {
        self.private_hosts
            .iter()
            .any(|allowed| allowed == host || (allowed == "localhost" && is_localhost(host)))
    }

    async fn addresses(&self, host: &str) -> Result<Vec<SocketAddr>, std::io::Error> {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let refused = || {
            std::io::Error::new(
                std::io::ErrorKind::PermissionDenied,
                PrivateAddress { host: host.clone() },
            )
        };
        let allowed = self.allows(&host);
        if is_localhost(&host) {
            // RFC 6761, section 6.3: these names are the loopback address, whatever a server says.
            return if allowed {
                Ok(vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 0))])
            } else {
                Err(refused())
            };
        }
        let mut found: Vec<SocketAddr> =
            tokio::net::lookup_host((host.as_str(), 0)).await?.collect();
        found.retain(|address| allowed || is_public(address.ip()));
        if found.is_empty() {
            Err(refused())
        } else {
            Ok(found)
        }
    }
}

impl Resolve for AddressPolicy {
    fn resolve(&self, name: Name) -> Resolving {
        let policy = self.clone();
        Box::pin(async move {
            let found = policy.addresses(name.as_str()).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

fn is_localhost(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

/// Whether an address belongs to the public unicast internet, after the registries
/// of special-purpose addresses (RFC 6890 and its successors).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(a == 0
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || (a == 100 && b & 0b1100_0000 == 64)      // carrier-grade NAT, RFC 6598
        || (a == 192 && b == 0 && c == 0)           // protocol assignments, RFC 6890
        || (a == 192 && b == 88 && c == 99)         // 6to4 relays, RFC 7526
        || (a == 198 && b & 0xfe == 18)             // benchmarks, RFC 2544
        || a >= 240) // reserved, RFC 1112
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    // An IPv4 address in IPv6 clothes is judged as what it is: mapped, NAT64, 6to4.
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match parts {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            inner(high, low)
        }
        [0x2002, high, low, ..] => inner(high, low),
        // Teredo and ORCHID, documentation: no hosts.
        [0x2001, second, ..] => second >= 0x0200 && second != 0x0db8,
        [0x3fff, second, ..] => second >= 0x1000,
        // Global unicast is 2000::/3.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_unicast_addresses_are_public() {
        for text in [
            "1.1.1.1",
            "93.184.216.34",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "2a00:1450::1",
        ] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "fec0::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn an_address_written_out_is_refused_in_every_notation() {
        let policy = AddressPolicy::default();
        for text in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://169.254.169.254/latest/",
        ] {
            assert!(policy.check(&Url::parse(text).unwrap()).is_err(), "{text}");
        }
        assert!(
            policy
                .check(&Url::parse("http://1.1.1.1/").unwrap())
                .is_ok()
        );
        let allowed = AddressPolicy::new(&["127.0.0.1".to_owned()]);
        assert!(
            allowed
                .check(&Url::parse("http://127.0.0.1:80/").unwrap())
                .is_ok()
        );
        assert!(
            allowed
                .check(&Url::parse("http://127.0.0.2/").unwrap())
                .is_err()
        );
    }

    #[tokio::test]
    async fn localhost_names_resolve_to_loopback_only_when_allowed() {
        let closed = AddressPolicy::default();
        assert!(closed.addresses("paper.localhost").await.is_err());
        assert!(closed.addresses("localhost").await.is_err());
        let open = AddressPolicy::new(&["LOCALHOST".to_owned()]);
        let found = open.addresses("Paper.localhost.").await.unwrap();
        assert_eq!(found, [SocketAddr::from(([127, 0, 0, 1], 0))]);
        assert!(!open.allows("localhost.example.org"));
    }
}
