//! The hub that pushes a feed (W3C Recommendation `WebSub`, 2018, section 4): the `Link` header before the feed itself.

use reqwest::header::{self, HeaderMap};
use store::Hub;
use url::Url;

use crate::feeds::Feed;

/// Longest URL of a hub or topic that is accepted, in bytes.
const MAX_LENGTH: usize = 2_048;

/// What the visit of a feed says about its hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HubDiscovery {
    /// Nothing: the response was 304, or no feed.
    Unknown,
    /// The feed names no hub.
    None,
    /// The feed names this hub.
    Hub(Hub),
}

impl HubDiscovery {
    /// The hub that headers and feed name; `url` is the URL of the feed.
    pub(crate) fn of(headers: &HeaderMap, feed: &Feed, url: &Url) -> Self {
        let links = links(headers, url);
        let named = |rel: &str| {
            let of_rel = links.iter().filter(move |(_, rels)| {
                rels.split_ascii_whitespace()
                    .any(|one| one.eq_ignore_ascii_case(rel))
            });
            of_rel.map(|(target, _)| target).next()
        };
        // A hub with encryption is preferred.
        let in_feed = feed.hubs.iter();
        let hub = named("hub").or_else(|| in_feed.min_by_key(|hub| hub.scheme() != "https"));
        let Some(hub) = hub else {
            return Self::None;
        };
        let topic = named("self").or(feed.topic.as_ref()).unwrap_or(url);
        if hub.as_str().len() > MAX_LENGTH || topic.as_str().len() > MAX_LENGTH {
            return Self::None;
        }
        Self::Hub(Hub {
            hub: hub.to_string(),
            topic: topic.to_string(),
        })
    }
}

/// Targets and relations of the `Link` headers (RFC 8288).
fn links(headers: &HeaderMap, base: &Url) -> Vec<(Url, String)> {
    let mut links = Vec::new();
    for value in headers.get_all(header::LINK) {
        let Ok(mut rest) = value.to_str() else {
            continue;
        };
        while let Some((_, after)) = rest.split_once('<') {
            let Some((target, after)) = after.split_once('>') else {
                break;
            };
            // Parameters end at the next target; a `<` within quotes may cut them short, which is harmless.
            let parameters = after.split('<').next().unwrap_or_default();
            rest = &after[parameters.len()..];
            let target = base.join(target).ok();
            let target = target.filter(|url| matches!(url.scheme(), "http" | "https"));
            if let (Some(target), Some(rel)) = (target, relation(parameters)) {
                links.push((target, rel));
            }
        }
    }
    links
}

fn relation(parameters: &str) -> Option<String> {
    parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_end_matches(',').trim();
        name.trim()
            .eq_ignore_ascii_case("rel")
            .then(|| value.trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feeds;

    fn offer(headers: &[(&'static str, &'static str)], feed: &str) -> HubDiscovery {
        let url = Url::parse("https://a.example/feed").unwrap();
        let headers = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect();
        HubDiscovery::of(
            &headers,
            &feeds::parse(feed.as_bytes(), None, &url).unwrap(),
            &url,
        )
    }

    fn hub(hub: &str, topic: &str) -> HubDiscovery {
        HubDiscovery::Hub(Hub {
            hub: hub.to_owned(),
            topic: topic.to_owned(),
        })
    }

    const PLAIN: &str = "<rss version='2.0'><channel/></rss>";
    const NAMED: &str = "<feed><link rel='self' href='/own'/><link rel='hub' href='http://one.example/'/><link rel='hub' href='https://two.example/'/></feed>";

    #[test]
    fn the_feed_names_its_hub_and_itself() {
        assert_eq!(
            offer(&[], NAMED),
            hub("https://two.example/", "https://a.example/own")
        );
        assert_eq!(offer(&[], PLAIN), HubDiscovery::None);
    }

    #[test]
    fn headers_come_before_the_feed() {
        let one = "<https://hub.example/?a=1,2>; rel=\"hub\", </topic>; title=\"x\"; rel=self";
        let wanted = hub("https://hub.example/?a=1,2", "https://a.example/topic");
        assert_eq!(offer(&[("link", one)], NAMED), wanted);
        let several = [
            ("link", "<https://a.example/next>; rel=next"),
            ("link", "<https://hub.example/>; rel=\"hub alternate\""),
        ];
        assert_eq!(
            offer(&several, PLAIN),
            hub("https://hub.example/", "https://a.example/feed"),
            "without its own address, the one it was found at"
        );
    }

    #[test]
    fn other_schemes_and_broken_headers_are_passed_over() {
        for broken in [
            "<ftp://hub.example/>; rel=hub",
            "<https://hub.example/",
            "hub",
            "<>",
        ] {
            assert_eq!(
                offer(&[("link", broken)], PLAIN),
                HubDiscovery::None,
                "{broken}"
            );
        }
    }
}
