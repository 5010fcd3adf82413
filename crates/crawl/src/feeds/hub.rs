//! Finds the hub that pushes a feed (W3C Recommendation `WebSub`, 2018, section 4): in the `Link` header, else in
//! the feed.

use reqwest::header::HeaderMap;
use store::Hub;
use url::Url;

use crate::feeds::Feed;
use crate::http::link_header;

/// Maximum length of the URL of a hub or topic, in bytes.
const MAX_LENGTH: usize = 2_048;

/// What the visit of a feed reveals about its hub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HubDiscovery {
    /// Unknown: the response was a 304, or not a feed.
    Unknown,
    /// The feed names no hub.
    None,
    /// The feed names this hub.
    Hub(Hub),
}

impl HubDiscovery {
    /// The hub named by the headers or the feed. `url` is the URL of the feed.
    pub(crate) fn of(headers: &HeaderMap, feed: &Feed, url: &Url) -> Self {
        // HTTPS hubs are preferred.
        let in_feed = || feed.hubs.iter().min_by_key(|hub| hub.scheme() != "https");
        let named = link_header::target(headers, url, "hub");
        let Some(hub) = named.as_ref().or_else(in_feed) else {
            return Self::None;
        };
        let named = link_header::target(headers, url, "self");
        let topic = named.as_ref().or(feed.topic.as_ref()).unwrap_or(url);
        if hub.as_str().len() > MAX_LENGTH || topic.as_str().len() > MAX_LENGTH {
            return Self::None;
        }
        Self::Hub(Hub {
            hub: hub.to_string(),
            topic: topic.to_string(),
        })
    }
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
