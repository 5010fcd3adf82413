//! The IP addresses and ports of the public web.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Ports of other services, from the Fetch standard's list of bad ports. Links may lead a crawler to any port, and
/// it must not talk to mail servers and printers.
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];

pub(crate) fn is_web_port(port: u16) -> bool {
    BAD_PORTS.binary_search(&port).is_err()
}

/// Whether an address belongs to the public unicast internet, by the registries of special-purpose addresses (RFC
/// 6890 and its successors).
pub(crate) fn is_public(address: IpAddr) -> bool {
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
    // An IPv4 address embedded in an IPv6 address is decisive: mapped, NAT64, 6to4, ISATAP.
    let inner = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    let unicast = match parts {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            return inner(high, low);
        }
        [0x2002, high, low, ..] => inner(high, low),
        // Teredo and ORCHID, benchmarks, documentation: not hosts.
        [0x2001, second, ..] => second >= 0x0200 && second != 0x0db8,
        [0x3fff, second, ..] => second >= 0x1000,
        // Global unicast is 2000::/3. That leaves out the local form of NAT64 (64:ff9b:1::/48), unique
        // local, link-local, site-local, multicast and discard addresses.
        [first, ..] => first & 0xe000 == 0x2000,
    };
    match parts {
        [.., 0 | 0x0200, 0x5efe, high, low] => unicast && inner(high, low),
        _ => unicast,
    }
}

/// A host name in lower case, without the trailing dot.
pub(crate) fn normal_host(host: &str) -> String {
    host.trim().trim_end_matches('.').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_unicast_addresses_are_public() {
        for text in "\
            1.1.1.1 93.184.216.34 172.32.0.1 100.128.0.1 192.0.1.1 2606:4700::1111 \
            ::ffff:1.1.1.1 64:ff9b::101:101 2002:101:101::1 2a00:1450::1 \
            2a00:1450::200:5efe:101:101"
            .split_ascii_whitespace()
        {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        for text in "\
            0.0.0.0 0.1.2.3 10.0.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 \
            172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1 \
            192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.9 224.0.0.1 239.1.1.1 \
            240.0.0.1 255.255.255.255 :: ::1 ::10.0.0.1 ::1.1.1.1 fe80::1 fc00::1 fd12::1 \
            fd00:ec2::254 ff02::1 100::1 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:0:1.1.1.1 \
            64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::101:101 2002:7f00:1:: \
            2002:c0a8:101::1 2001:db8::1 2001::1 2001:10::1 2001:20::1 3fff::1 5f00::1 fec0::1 \
            2a00:1450::5efe:a00:1"
            .split_ascii_whitespace()
        {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn ports_of_other_services_are_no_web_ports() {
        assert!(BAD_PORTS.is_sorted());
        for port in [0, 21, 22, 25, 53, 110, 143, 465, 587, 6667, 10080] {
            assert!(!is_web_port(port), "{port}");
        }
        for port in [80, 81, 443, 591, 3000, 8000, 8080, 8443, 49152, 65535] {
            assert!(is_web_port(port), "{port}");
        }
    }
}
