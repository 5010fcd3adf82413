//! Links that may be loaded from a reader's own network, as far as their text shows.

use std::net::IpAddr;

use url::{Host, Url};

use crate::has_word;
use crate::http::public_addresses::{is_public, normal_host};

/// Names that networks use for their own machines (RFC 6761, 6762, 8375; ICANN's `internal`; the usual names of routers and offices).
const PRIVATE_NAMES: &str = "\
    arpa corp example home internal intranet invalid lan local localdomain localhost private \
    test";

/// The origin of a link to the public web, to be loaded by a person's browser: `https://a.org`. `None` for private and reserved IP
/// addresses, names without a dot or of local networks, ports other than those of HTTP and HTTPS, user names, and other schemes. A
/// public name may still have a private address.
pub fn public_origin(link: &str) -> Option<String> {
    let url = Url::parse(link).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https");
    let is_plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
    let is_open = match url.host()? {
        Host::Ipv4(address) => is_public(IpAddr::V4(address)),
        Host::Ipv6(address) => is_public(IpAddr::V6(address)),
        Host::Domain(name) => is_public_name(&normal_host(name)),
    };
    (is_web && is_plain && is_open).then(|| url.origin().ascii_serialization())
}

fn is_public_name(name: &str) -> bool {
    let is_spelt_well = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'));
    let last = name.rsplit_once('.').map(|(_, last)| last);
    is_spelt_well && last.is_some_and(|last| !has_word(PRIVATE_NAMES, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_to_the_public_web_have_a_public_origin() {
        for (link, origin) in [
            ("https://img.paper.org/a.jpg?w=1", "https://img.paper.org"),
            ("http://93.184.216.34:80/a", "http://93.184.216.34"),
            ("https://[2606:4700::1111]/a", "https://[2606:4700::1111]"),
            ("https://bilder.zeitung.de./a", "https://bilder.zeitung.de."),
        ] {
            assert_eq!(public_origin(link).as_deref(), Some(origin), "{link}");
        }
        assert_eq!(public_origin(""), None);
        for link in "\
            http://[::1]:8080/admin http://[::1]/ http://127.1/ http://0x7f000001/ \
            http://2130706433/ http://017700000001/ http://0.0.0.0/ http://[::]/ \
            http://[::ffff:10.0.0.1]/ http://[fe80::1]/ http://[fd00::1]/ http://10.1.2.3/ \
            http://172.20.0.1/ http://192.168.1.1/setup?reboot=1 \
            http://169.254.169.254/latest/meta-data/ http://100.64.0.1/ http://localhost/ \
            http://LOCALHOST./ http://a.localhost/ http://printer.local/ http://Router.LAN/ \
            http://nas.home.arpa/ http://wiki.corp/ http://router/ http://fritz.box:8080/ \
            https://paper.org:22/a.jpg https://paper.org:8443/a.jpg https://user@paper.org/a.jpg \
            https://user:pass@paper.org/a.jpg https://a;b.paper.org/a.jpg \
            https://*.paper.org/a.jpg ftp://paper.org/a.jpg data:image/png;base64,AAAA \
            javascript:alert(1) //paper.org/a.jpg"
            .split_ascii_whitespace()
        {
            assert_eq!(public_origin(link), None, "{link}");
        }
    }
}
