//! The settings of the crawler, as plain values. The program fills them from its config file.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};

use crate::http::address_policy::can_cover;
use crate::http::proxy::Proxies;
use crate::politeness::span;

/// A request is sent within this time after its slot was requested, or not at all, and ends within this time after its
/// timeout: a slot lasts for the timeout and twice this time. When the crawl is stopped, a request in flight is given up
/// after this time.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// The delivered config file, which documents each key with its default.
const DELIVERED: &str = include_str!("../../../config/gleaner.toml");

/// The part of a config file that concerns the crawler.
#[derive(Deserialize)]
struct ConfigFile {
    crawl: Settings,
}

/// The settings of the crawler. The keys of the config file contain the unit.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Product token of the user agent, which is matched with the groups of robots.txt.
    pub product: String,
    /// Mail address or web page of the operator, for the owners of sites. It has no usable default.
    pub contact: String,
    /// `Accept-Language` of every request.
    pub accept_language: String,
    /// Minimum time from the end of one request to a host to the start of the next.
    #[serde(rename = "delay_seconds", deserialize_with = "seconds")]
    pub delay: Duration,
    /// Minimum time from the end of one request to a registrable domain to the start of the next, across all its hosts
    /// and all workers. Unset: `delay`.
    #[serde(
        default,
        rename = "domain_delay_seconds",
        deserialize_with = "optional_seconds"
    )]
    pub domain_delay: Option<Duration>,
    /// The time for an IP address, across all domains behind it. Unset: a ninth of `delay`.
    #[serde(
        default,
        rename = "address_delay_seconds",
        deserialize_with = "optional_seconds"
    )]
    pub address_delay: Option<Duration>,
    /// Maximum `Crawl-delay` that is accepted. A host that asks for more is not crawled.
    #[serde(rename = "max_crawl_delay_seconds", deserialize_with = "seconds")]
    pub max_crawl_delay: Duration,
    /// Timeout of a request, from connecting to the last byte.
    #[serde(rename = "timeout_seconds", deserialize_with = "seconds")]
    pub timeout: Duration,
    /// Maximum time from the start of a request to the end of the response headers.
    #[serde(rename = "first_byte_timeout_seconds", deserialize_with = "seconds")]
    pub first_byte_timeout: Duration,
    /// Maximum time for connecting, and between two chunks of a response.
    #[serde(rename = "idle_timeout_seconds", deserialize_with = "seconds")]
    pub idle_timeout: Duration,
    /// Maximum size of the response headers, names and values together.
    pub max_header_bytes: usize,
    /// Maximum size of the body of a page, before and after decompression.
    pub max_body_bytes: usize,
    /// Maximum size of all large bodies held at a time, over all hosts.
    pub max_bytes_in_flight: usize,
    /// Maximum redirects in a row within one crawl of a host.
    pub max_redirects: u32,
    /// Maximum concurrent requests to one host.
    pub concurrency_per_host: usize,
    /// How long a lease lasts without a heartbeat. A worker that loses its connection to the database loses its hosts
    /// within seconds.
    #[serde(rename = "lease_seconds", deserialize_with = "seconds")]
    pub lease: Duration,
    /// Hosts that may resolve to private addresses; `*.name` covers all names below it. `localhost` also covers `*.localhost`.
    pub private_hosts: Vec<String>,
    /// IP addresses of names; `*.name` covers all names below. Such a host may be private.
    pub resolve: BTreeMap<String, IpAddr>,
    /// URL of a proxy for all requests. Empty: that of the environment; `none`: no proxy.
    pub proxy: String,
    /// Hosts contacted without the proxy. Empty: `no_proxy` of the environment.
    pub no_proxy: String,
    /// Maximum number of requests for pages, feeds and sitemaps in one crawl of a host, at least 1.
    pub max_pages_per_visit: u64,
    /// Maximum number of requests for pages, feeds and sitemaps of a site in 23 hours, across all its hosts and all
    /// workers. 0: no bound.
    pub max_pages_per_site: u64,
    /// Maximum duration of one crawl of a host.
    #[serde(rename = "max_visit_seconds", deserialize_with = "seconds")]
    pub max_visit: Duration,
    /// Duration after which the crawl of a host yields if another host is waiting for a worker.
    #[serde(rename = "share_seconds", deserialize_with = "seconds")]
    pub share: Duration,
    /// Maximum number of clicks from the front page.
    pub max_depth: i16,
    /// Whether the usual paths of feeds and sitemaps are tried once if a site names none.
    pub well_known_channels: bool,
    /// Maximum age of items of feeds and sitemaps.
    #[serde(rename = "max_item_age_days", deserialize_with = "days")]
    pub max_item_age: Duration,
    /// When URLs are visited again.
    pub revisit: Revisit,
    /// How pages are rendered, if the build has the feature `render`.
    pub render: RenderSettings,
}

/// How pages are rendered in a browser.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenderSettings {
    /// Path or name of the browser. Empty: the first Chromium or Chrome in the `PATH`.
    pub browser: String,
    /// Whether a browser runs its pages in the system's sandbox.
    pub sandbox: bool,
    /// Maximum number of pages of a site rendered in 23 hours, across all its hosts and all workers.
    pub max_pages_per_site: u64,
    /// Maximum pages rendered at a time by one process.
    pub pages_at_once: usize,
    /// Maximum time in which the scripts of a page are active. Time in which requests wait for their turn does not
    /// count.
    #[serde(rename = "page_seconds", deserialize_with = "seconds")]
    pub page_time: Duration,
    /// Maximum number of requests of a page, without the one for the page itself.
    pub page_requests: usize,
    /// Maximum heap size of the scripts of a page, in bytes.
    pub page_memory_bytes: u64,
    /// Whether the boxes of the text of a page are stored. The style sheets of its site are then requested too.
    pub boxes: bool,
    /// Pages after which a browser is replaced.
    pub browser_pages: u64,
    /// Memory of a browser with all its processes, in bytes, above which it is replaced.
    pub browser_memory_bytes: u64,
}

/// Times until the next visit, by kind and outcome.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revisit {
    /// Front pages, feeds and sitemaps on average: down to a quarter of it while they have new links, up to twelve
    /// times while they have none.
    #[serde(rename = "channel_hours", deserialize_with = "hours")]
    pub channel: Duration,
    /// Section fronts: pages whose URL is not an article's.
    #[serde(rename = "section_hours", deserialize_with = "hours")]
    pub section: Duration,
    /// Articles and all other pages after the first visit; then after 4, 8, 24 and 56 times as long, later by their
    /// changes, up to 90 days.
    #[serde(rename = "page_hours", deserialize_with = "hours")]
    pub page: Duration,
    /// Pages that are gone, forbidden or useless.
    #[serde(rename = "gone_hours", deserialize_with = "hours")]
    pub gone: Duration,
    /// The first retry after a failure that lasts longer than a minute. Each further one waits twice as long, up to `gone`.
    #[serde(rename = "failure_minutes", deserialize_with = "minutes")]
    pub failure: Duration,
    /// How long after its discovery a page is visited in every nightly run.
    #[serde(rename = "nightly_days", deserialize_with = "days")]
    pub nightly: Duration,
}

impl Revisit {
    /// Pages found since then are visited in a nightly run that begins `now`.
    pub fn nightly_since(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - span(self.nightly)
    }
}

/// Whether a text is the URL of a web page or a mail address, with a domain.
fn is_contact(text: &str) -> bool {
    let text = text.trim_matches(['(', ')', '<', '>', ',', ';', '+']);
    let host = match url::Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => url.host_str().map(str::to_owned),
        _ => text.rsplit_once('@').map(|(_, host)| host.to_owned()),
    };
    host.is_some_and(|host| host.trim_matches('.').contains('.'))
}

impl Settings {
    /// The delivered values, with a contact.
    ///
    /// # Errors
    /// If the delivered file is wrong.
    pub fn with_contact(contact: &str) -> Result<Self, toml::de::Error> {
        let delivered: ConfigFile = toml::from_str(DELIVERED)?;
        Ok(Self {
            contact: contact.to_owned(),
            ..delivered.crawl
        })
    }

    /// The delay between requests to one registrable domain.
    pub fn domain_delay(&self) -> Duration {
        self.domain_delay.unwrap_or(self.delay)
    }

    /// The delay between requests to one IP address. It only limits the load, since thousands of sites share the
    /// address of a content delivery network.
    pub fn address_delay(&self) -> Duration {
        self.address_delay.unwrap_or(self.delay / 9)
    }

    /// How long the slot of a request lasts, without the delay after it.
    pub(crate) fn slot_time(&self) -> Duration {
        self.timeout + 2 * GRACE
    }

    /// The longest time that a request waits for another one of its host, domain or address.
    pub(crate) fn longest_slot(&self) -> Duration {
        let delays = [
            self.delay,
            self.domain_delay(),
            self.address_delay(),
            self.max_crawl_delay,
        ];
        self.slot_time() + delays.into_iter().max().unwrap_or_default()
    }

    /// `Gleaner/<version> (+<contact>)`.
    pub fn user_agent(&self) -> String {
        format!(
            "{}/{} (+{})",
            self.product,
            env!("CARGO_PKG_VERSION"),
            self.contact.trim()
        )
    }

    /// The proxies from these settings and this process's environment, as text. `None` if there are none.
    pub fn proxies(&self) -> Result<Option<String>, String> {
        Ok(Proxies::of_settings(self)?.describe())
    }

    /// Validates the settings. The error is a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
        let token = |c: char| c.is_ascii_alphabetic() || c == '-' || c == '_';
        if self.contact.trim().is_empty() {
            return Err("`crawl.contact` is empty: set it to a web page or mail address at which a site's owner can reach you, with `export GLEANER__CRAWL__CONTACT=…` or `contact` under [crawl] in config/gleaner.toml. Anonymous crawling is not supported".to_owned());
        }
        if !is_plain(self.contact.trim()) {
            return Err("`crawl.contact` may contain only printable ASCII characters".to_owned());
        }
        if !self.contact.split_whitespace().any(is_contact) {
            return Err(format!(
                "`crawl.contact` is {:?}, which is neither a web page nor a mail address: set it to a page such as https://example.org/our-crawler or a mail address",
                self.contact
            ));
        }
        if self.accept_language.is_empty() || !is_plain(&self.accept_language) {
            return Err(
                "`crawl.accept_language` must be language ranges such as \"de,en;q=0.7\""
                    .to_owned(),
            );
        }
        if self.product.is_empty() || !self.product.chars().all(token) {
            return Err("`crawl.product` must be letters, hyphens and underscores (RFC 9309, section 2.2.1)".to_owned());
        }
        if self.concurrency_per_host == 0 {
            return Err("`crawl.concurrency_per_host` must be at least 1".to_owned());
        }
        for (key, value) in [
            ("max_body_bytes", self.max_body_bytes),
            ("max_header_bytes", self.max_header_bytes),
            ("max_bytes_in_flight", self.max_bytes_in_flight),
        ] {
            if value == 0 {
                return Err(format!("`crawl.{key}` must be above 0"));
            }
        }
        if self.max_pages_per_visit == 0 {
            return Err("`crawl.max_pages_per_visit` must be at least 1: otherwise no page of any host could be requested. For no limit, set a number that no site reaches, such as 1000000".to_owned());
        }
        if let Some(host) = self.private_hosts.iter().find(|host| !can_cover(host)) {
            return Err(format!(
                "`crawl.private_hosts` has {host:?}, which no host matches: write a name such as \"paper.example\", \"*.paper.example\" for all names below it, or an IP address"
            ));
        }
        self.proxies()?;
        for (key, value) in [
            ("lease_seconds", self.lease),
            ("timeout_seconds", self.timeout),
            ("first_byte_timeout_seconds", self.first_byte_timeout),
            ("idle_timeout_seconds", self.idle_timeout),
            ("max_visit_seconds", self.max_visit),
            ("render.page_seconds", self.render.page_time),
        ] {
            if value.is_zero() {
                return Err(format!("`crawl.{key}` must be above 0"));
            }
        }
        Ok(())
    }
}

/// Maximum duration in the settings, so that dates stay within range.
const MAX_DURATION: Duration = Duration::from_hours(24 * 365 * 100);

fn scaled<'de, D: Deserializer<'de>>(deserializer: D, unit: f64) -> Result<Duration, D::Error> {
    let count = f64::deserialize(deserializer)?;
    let wrong = |what| Err(serde::de::Error::custom(what));
    if count.is_nan() || count < 0.0 {
        return wrong("a duration must not be negative");
    }
    match Duration::try_from_secs_f64(count * unit) {
        Ok(time) if time <= MAX_DURATION => Ok(time),
        _ => wrong("longer than a hundred years"),
    }
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    scaled(deserializer, 1.0)
}

fn optional_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}

fn minutes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    scaled(deserializer, 60.0)
}

fn hours<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    scaled(deserializer, 3_600.0)
}

fn days<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    scaled(deserializer, 86_400.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delivered_values_are_valid() {
        let settings = Settings::with_contact("https://example.org/bot").unwrap();
        assert!(
            settings
                .user_agent()
                .ends_with(" (+https://example.org/bot)")
        );
        assert_eq!(settings.check(), Ok(()));
    }

    #[test]
    fn a_misspelt_key_a_negative_delay_and_an_endless_age_are_refused() {
        let refused = [
            ("max_depth", "max_deth"),
            ("delay_seconds = 9", "delay_seconds = -9"),
            ("max_item_age_days = 30", "max_item_age_days = 1e12"),
        ];
        for (right, wrong) in refused {
            assert!(DELIVERED.contains(right));
            assert!(toml::from_str::<ConfigFile>(&DELIVERED.replace(right, wrong)).is_err());
        }
    }

    #[test]
    fn a_visit_without_pages_and_a_host_that_none_matches_are_refused() {
        let mut settings = Settings {
            max_pages_per_visit: 0,
            ..Settings::with_contact("https://example.org/bot").unwrap()
        };
        let refused = settings.check().unwrap_err();
        assert!(refused.starts_with("`crawl.max_pages_per_visit` must be at least 1"));
        settings.max_pages_per_visit = 1;
        settings.private_hosts = vec!["10.0.0.0/8".to_owned()];
        let refused = settings.check().unwrap_err();
        assert!(refused.contains("crawl.private_hosts"), "{refused}");
    }

    #[test]
    fn an_empty_contact_is_an_error_that_names_its_key() {
        let settings = Settings::with_contact("  ").unwrap();
        assert!(settings.check().unwrap_err().contains("crawl.contact"));
        for wrong in ["me", "https://localhost/bot", "someone@home", "www"] {
            let refused = Settings::with_contact(wrong).unwrap().check().unwrap_err();
            assert!(refused.contains("crawl.contact"), "{wrong}: {refused}");
        }
        for someone in [
            "https://example.org/bot",
            "mailto:bot@example.org",
            "crawl team <bot@news.example.org>",
        ] {
            assert_eq!(Settings::with_contact(someone).unwrap().check(), Ok(()));
        }
    }
}
