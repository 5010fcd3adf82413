//! Opt-out signals in headers and markup, recorded with every fetch. Only those about crawling (`nofollow`) are obeyed.

use html::PageLinks;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value, json};
use url::Url;

use crate::optout::PageOptOuts;
use crate::optout::preferences::{self, refuses_ai};
use crate::optout::tdmrep::{Tdm, reserved};

/// The opt-out signals of one response.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Signals {
    /// Directives in `X-Robots-Tag` for all or for us, in lower case.
    pub(crate) header: Vec<String>,
    /// Directives in meta robots for all or for us, in lower case.
    pub(crate) meta: Vec<String>,
    /// TDM reservation in the headers.
    tdm_header: Tdm,
    /// TDM reservation in meta elements.
    tdm_meta: Tdm,
    /// The header `Content-Usage`.
    usage: Vec<String>,
}

/// The reservation in a response.
fn tdm(reservation: Option<&str>, policy: Option<&str>) -> Tdm {
    Tdm {
        reserved: reservation.and_then(reserved),
        policy: policy
            .map(|policy| clipped(policy.trim(), MAX_POLICY).to_owned())
            .filter(|policy| !policy.is_empty()),
    }
}

/// The directive with a date.
const UNAVAILABLE_AFTER: &str = "unavailable_after";
/// Directives in `X-Robots-Tag` that contain a colon and are not agent names.
const WITH_VALUE: [&str; 4] = [
    UNAVAILABLE_AFTER,
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
];
/// Directives against machine learning.
const AI: [&str; 3] = ["noai", "noimageai", "noml"];
/// Maximum number of directives of one kind, and of bytes per directive and per policy URL.
const MAX_DIRECTIVES: usize = 32;
const MAX_DIRECTIVE: usize = 100;
const MAX_POLICY: usize = 1_024;

impl Signals {
    /// Collects the signals in the headers of a response and, if there is one, in its page.
    pub(crate) fn read(headers: &HeaderMap, page: Option<&PageLinks>, product: &str) -> Self {
        let text = |name: &str| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .map(str::trim)
        };
        let header = headers.get_all("x-robots-tag").iter();
        let header = header.filter_map(|value| Some(value.to_str().ok()?.to_ascii_lowercase()));
        let header = header.flat_map(|value| for_us(&value, product));
        let meta = page.into_iter().flat_map(|page| &page.robots);
        let meta = meta.flat_map(|value| for_us(value, product));
        Self {
            header: header.take(MAX_DIRECTIVES).collect(),
            meta: meta.take(MAX_DIRECTIVES).collect(),
            tdm_header: tdm(text("tdm-reservation"), text("tdm-policy")),
            tdm_meta: page.map_or_else(Tdm::default, |page| {
                tdm(page.tdm_reservation.as_deref(), page.tdm_policy.as_deref())
            }),
            usage: text("content-usage").map_or_else(Vec::new, preferences::read),
        }
    }

    /// Whether the links of the page must not be followed.
    pub(crate) fn nofollow(&self) -> bool {
        self.all()
            .any(|directive| directive == "nofollow" || directive == "none")
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        self.header.iter().chain(&self.meta)
    }

    /// The signals as JSON for the store, including those in the site's files. Absent signals are left out.
    pub(crate) fn to_json(&self, site: &PageOptOuts) -> Value {
        let usage = if self.usage.is_empty() {
            &site.usage
        } else {
            &self.usage
        };
        let mut object = Map::new();
        let mut keep = |name: &str, values: &[String]| {
            if !values.is_empty() {
                object.insert(name.to_owned(), json!(values));
            }
        };
        keep("x_robots_tag", &self.header);
        keep("meta_robots", &self.meta);
        keep("content_signal", &site.signal);
        keep("content_usage", usage);
        keep("ai_optout", &self.ai_optout(site, usage));
        if let Some(decision) = &site.ai_txt {
            object.insert("ai_txt".to_owned(), json!(decision.rule));
        }
        // The response comes before the site's file, and its headers before its markup.
        let places = [
            ("header", &self.tdm_header),
            ("meta", &self.tdm_meta),
            ("tdmrep.json", &site.tdm),
        ];
        let effective = places.iter().find(|(_, tdm)| tdm.reserved.is_some());
        if let Some((source, tdm)) = effective {
            object.insert("tdm_source".to_owned(), json!(source));
            object.insert("tdm_reserved".to_owned(), json!(tdm.reserved));
        }
        // The policy of that reservation, else the first one.
        let policy = effective.into_iter().chain(&places);
        if let Some(policy) = policy.flat_map(|(_, tdm)| &tdm.policy).next() {
            object.insert("tdm_policy_url".to_owned(), json!(policy));
        }
        Value::Object(object)
    }

    /// All statements against use for AI, with their sources: `meta:noai`, `robots:GPTBot`, `ai.txt`.
    fn ai_optout(&self, site: &PageOptOuts, usage: &[String]) -> Vec<String> {
        let mut found = Vec::new();
        for (source, directives) in [("header", &self.header), ("meta", &self.meta)] {
            let named = AI
                .iter()
                .filter(|name| directives.iter().any(|d| d == *name));
            found.extend(named.map(|name| format!("{source}:{name}")));
        }
        if site.ai_txt.as_ref().is_some_and(|at| !at.allowed) {
            found.push("ai.txt".to_owned());
        }
        for (source, preferences) in [
            ("content-signal", &site.signal[..]),
            ("content-usage", usage),
        ] {
            let refusals = preferences
                .iter()
                .filter(|preference| refuses_ai(preference));
            found.extend(refusals.map(|preference| format!("{source}:{preference}")));
        }
        found.extend(site.ai_crawlers.iter().map(|name| format!("robots:{name}")));
        found
    }
}

/// The opt-out signals in headers and markup of an archived page, as a visit would have recorded them. Header names may
/// be in any case; `product` is matched with directives for one crawler.
pub fn opt_out<'a>(
    headers: impl Iterator<Item = (&'a str, &'a str)>,
    body: &[u8],
    url: &str,
    product: &str,
) -> Value {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
            map.append(name, value);
        }
    }
    let content_type = map
        .get("content-type")
        .and_then(|value| value.to_str().ok());
    let page = Url::parse(url).ok().map(|url| {
        let decoded = html::decode(body, content_type);
        html::links(&decoded, &url, product)
    });
    Signals::read(&map, page.as_ref(), product).to_json(&PageOptOuts::default())
}

fn clipped(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Whether a character is between two directives: some separate them otherwise than by commas.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",;/|".contains(c)
}

/// The directives of a value that apply to all or to us: `noai, noarchive`, `gleaner: nofollow`. An agent name applies
/// up to the end of the value.
fn for_us(value: &str, product: &str) -> Vec<String> {
    let agent = value
        .split_once(':')
        .map(|(name, rest)| (name.trim(), rest));
    match agent {
        Some((name, rest)) if !name.contains(is_separator) && !WITH_VALUE.contains(&name) => {
            if name == "*" || name == "robots" || name.eq_ignore_ascii_case(product) {
                directives(rest)
            } else {
                Vec::new()
            }
        }
        _ => directives(value),
    }
}

/// The directives of a value, one by one; `max-snippet: 0` is `max-snippet:0`. A date extends to the next comma, and so does what
/// follows the name of another agent.
fn directives(value: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = value.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == ':' || is_separator(c));
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (directive, after) = match after.trim_start().strip_prefix(':') {
            None => (name.to_owned(), after),
            Some(value) => {
                let value = value.trim_start();
                let end = if WITH_VALUE.contains(&name) && name != UNAVAILABLE_AFTER {
                    value.find(is_separator)
                } else {
                    value.find(',')
                };
                let (value, after) = value.split_at(end.unwrap_or(value.len()));
                (format!("{name}:{}", value.trim_end()), after)
            }
        };
        found.push(clipped(&directive, MAX_DIRECTIVE).to_owned());
        rest = after.trim_start_matches(is_separator);
    }
    found
}

#[cfg(test)]
mod tests;
