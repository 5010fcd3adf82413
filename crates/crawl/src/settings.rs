//! How the crawler behaves. Plain values; the program fills them from its config file.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};

use crate::politeness::span;

/// Everything that can be set about crawling. The keys of the config file carry the unit.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Product token of the user agent, and the name that robots.txt groups are matched with.
    pub product: String,
    /// Address or web page by which a site's owner reaches who runs this. Has no usable default.
    pub contact: String,
    /// `Accept-Language` of every request.
    pub accept_language: String,
    /// Least time from the end of one request to a host to the start of the next.
    #[serde(rename = "delay_seconds", deserialize_with = "seconds")]
    pub delay: Duration,
    /// Longest `Crawl-delay` that is waited out. A host that asks for more is left alone.
    #[serde(rename = "max_crawl_delay_seconds", deserialize_with = "seconds")]
    pub max_crawl_delay: Duration,
    /// Bound on a request from connecting to the last byte.
    #[serde(rename = "timeout_seconds", deserialize_with = "seconds")]
    pub timeout: Duration,
    /// Bound on the silence between two pieces of an answer.
    #[serde(rename = "idle_timeout_seconds", deserialize_with = "seconds")]
    pub idle_timeout: Duration,
    /// Bound on a page's body, decompressed.
    pub max_body_bytes: usize,
    /// Requests to one host at a time.
    pub concurrency_per_host: usize,
    /// How long a host stays with a worker that gives no sign of life. Raised where the host's own
    /// delay is longer, so that pacing holds across a worker's death.
    #[serde(rename = "lease_seconds", deserialize_with = "seconds")]
    pub lease: Duration,
    /// Hosts that may resolve to private addresses. `localhost` covers `*.localhost` as well.
    pub private_hosts: Vec<String>,
    /// Requests for pages, feeds and sitemaps in one visit to a host, at most.
    pub max_pages_per_visit: u64,
    /// Length of one visit to a host, at most.
    #[serde(rename = "max_visit_seconds", deserialize_with = "seconds")]
    pub max_visit: Duration,
    /// Clicks from the front page, at most.
    pub max_depth: i16,
    /// Feed and sitemap items older than this are left out.
    #[serde(rename = "max_item_age_days", deserialize_with = "days")]
    pub max_item_age: Duration,
    /// When things are looked at again.
    pub revisit: Revisit,
}

/// Times until the next look, by what was found.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revisit {
    /// Front pages, feeds and sitemaps.
    #[serde(rename = "channel_hours", deserialize_with = "hours")]
    pub channel: Duration,
    /// Section fronts: pages whose address names no article.
    #[serde(rename = "section_hours", deserialize_with = "hours")]
    pub section: Duration,
    /// Articles and all other pages, at least: the older and the less changed, the longer, up to 90 days.
    #[serde(rename = "page_hours", deserialize_with = "hours")]
    pub page: Duration,
    /// Pages that are gone, forbidden or of no use.
    #[serde(rename = "gone_hours", deserialize_with = "hours")]
    pub gone: Duration,
    /// The first new try after a failure; each further one waits twice as long, up to `gone`.
    #[serde(rename = "failure_minutes", deserialize_with = "minutes")]
    pub failure: Duration,
    /// How long after it was found a page is looked at every night.
    #[serde(rename = "nightly_days", deserialize_with = "days")]
    pub nightly: Duration,
}

impl Revisit {
    /// What was found after this is looked at in a night that begins `now`.
    pub fn nightly_since(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - span(self.nightly)
    }
}

impl Settings {
    /// The values of the delivered config file, with a contact. Tests and the demo start here.
    pub fn with_contact(contact: &str) -> Self {
        const HOUR: Duration = Duration::from_hours(1);
        Self {
            product: "Gleaner".to_owned(),
            contact: contact.to_owned(),
            accept_language: "de,en;q=0.7,*;q=0.3".to_owned(),
            delay: Duration::from_secs(9),
            max_crawl_delay: Duration::from_mins(2),
            timeout: Duration::from_secs(30),
            idle_timeout: Duration::from_secs(10),
            max_body_bytes: 5 << 20,
            concurrency_per_host: 1,
            lease: Duration::from_mins(1),
            private_hosts: Vec::new(),
            max_pages_per_visit: 10_000,
            max_visit: 8 * HOUR,
            max_depth: 8,
            max_item_age: 24 * 30 * HOUR,
            revisit: Revisit {
                channel: HOUR,
                section: 6 * HOUR,
                page: 24 * HOUR,
                gone: 24 * 30 * HOUR,
                failure: Duration::from_mins(10),
                nightly: 24 * 7 * HOUR,
            },
        }
    }

    /// `Gleaner/<version> (+<contact>)`: who asks, and how to complain.
    pub fn user_agent(&self) -> String {
        format!(
            "{}/{} (+{})",
            self.product,
            env!("CARGO_PKG_VERSION"),
            self.contact.trim()
        )
    }

    /// What is wrong with these values, as a sentence that names the key.
    pub fn check(&self) -> Result<(), String> {
        let token = |c: char| c.is_ascii_alphabetic() || c == '-' || c == '_';
        if self.contact.trim().is_empty() {
            return Err("`crawl.contact` is empty: set it to a web page or mail address where a site's owner reaches you. Nobody crawls anonymously with this program".to_owned());
        }
        if !self
            .contact
            .trim()
            .chars()
            .all(|c| c.is_ascii_graphic() || c == ' ')
        {
            return Err("`crawl.contact` may hold printable ASCII characters only".to_owned());
        }
        if self.accept_language.is_empty()
            || !self
                .accept_language
                .chars()
                .all(|c| c.is_ascii_graphic() || c == ' ')
        {
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
        if self.max_body_bytes == 0 {
            return Err("`crawl.max_body_bytes` must be above 0".to_owned());
        }
        for (key, value) in [
            ("lease_seconds", self.lease),
            ("timeout_seconds", self.timeout),
            ("idle_timeout_seconds", self.idle_timeout),
            ("max_visit_seconds", self.max_visit),
        ] {
            if value.is_zero() {
                return Err(format!("`crawl.{key}` must be above 0"));
            }
        }
        Ok(())
    }
}

fn scaled<'de, D: Deserializer<'de>>(deserializer: D, unit: f64) -> Result<Duration, D::Error> {
    let count = f64::deserialize(deserializer)?;
    Duration::try_from_secs_f64(count * unit).map_err(serde::de::Error::custom)
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    scaled(deserializer, 1.0)
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

    const FILE: &str = r#"
product = "Gleaner"
contact = "https://example.org/bot"
accept_language = "de,en;q=0.7,*;q=0.3"
delay_seconds = 9
max_crawl_delay_seconds = 120
timeout_seconds = 30
idle_timeout_seconds = 10
max_body_bytes = 5242880
concurrency_per_host = 1
lease_seconds = 60
private_hosts = []
max_pages_per_visit = 10000
max_visit_seconds = 28800
max_depth = 8
max_item_age_days = 30
revisit = { channel_hours = 1, section_hours = 6, page_hours = 24, gone_hours = 720, failure_minutes = 10, nightly_days = 7 }
"#;

    #[test]
    fn a_config_section_reads_as_the_delivered_values() {
        let settings: Settings = toml::from_str(FILE).unwrap();
        assert_eq!(settings, Settings::with_contact("https://example.org/bot"));
        assert!(
            settings
                .user_agent()
                .ends_with(" (+https://example.org/bot)")
        );
        assert_eq!(settings.check(), Ok(()));
    }

    #[test]
    fn a_misspelt_key_and_a_negative_delay_are_refused() {
        assert!(toml::from_str::<Settings>(&FILE.replace("max_depth", "max_deth")).is_err());
        assert!(
            toml::from_str::<Settings>(&FILE.replace("delay_seconds = 9", "delay_seconds = -9"))
                .is_err()
        );
    }

    #[test]
    fn an_empty_contact_is_an_error_that_names_its_key() {
        let settings = Settings::with_contact("  ");
        assert!(settings.check().unwrap_err().contains("crawl.contact"));
    }
}
