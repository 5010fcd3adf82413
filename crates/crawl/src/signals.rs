//! What a site says about use beyond reading: recorded with every fetch, and obeyed where it
//! bears on crawling (`nofollow`).

use extract::PageLinks;
use reqwest::header::HeaderMap;
use serde_json::{Map, Value, json};

/// The wishes of one answer.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Signals {
    /// Directives of `X-Robots-Tag` for everybody or for us, in lower case.
    pub(crate) header: Vec<String>,
    /// Directives of meta robots for everybody or for us, in lower case.
    pub(crate) meta: Vec<String>,
    /// The TDM reservation protocol: `TDM-Reservation`, header before meta.
    pub(crate) tdm_reserved: Option<bool>,
    /// The licence that the reservation points to.
    pub(crate) tdm_policy: Option<String>,
}

/// Directives of `X-Robots-Tag` that carry a colon themselves, and so are no agent's name.
const WITH_VALUE: [&str; 4] = [
    "unavailable_after",
    "max-snippet",
    "max-image-preview",
    "max-video-preview",
];
/// Directives that keep machine learning out.
const AI: [&str; 3] = ["noai", "noimageai", "noml"];

impl Signals {
    /// Gathers the signals of an answer's headers and, where there is one, its page.
    pub(crate) fn read(headers: &HeaderMap, page: Option<&PageLinks>, product: &str) -> Self {
        let text = |name: &str| {
            headers
                .get(name)
                .and_then(|value| value.to_str().ok())
                .map(str::trim)
        };
        let reservation =
            text("tdm-reservation").or(page.and_then(|page| page.tdm_reservation.as_deref()));
        let policy = text("tdm-policy").or(page.and_then(|page| page.tdm_policy.as_deref()));
        let mut header = Vec::new();
        for value in headers
            .get_all("x-robots-tag")
            .iter()
            .filter_map(|value| value.to_str().ok())
        {
            header.extend(for_us(&value.to_ascii_lowercase(), product));
        }
        let mut meta = Vec::new();
        for directive in page.map_or(&[][..], |page| &page.robots) {
            meta.extend(for_us(directive, product));
        }
        Self {
            header,
            meta,
            tdm_reserved: reservation.map(|value| value.trim() == "1"),
            tdm_policy: policy.map(str::to_owned),
        }
    }

    /// Whether no link of the page is to be followed.
    pub(crate) fn nofollow(&self) -> bool {
        self.all()
            .any(|directive| directive == "nofollow" || directive == "none")
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        self.header.iter().chain(&self.meta)
    }

    /// The signals as the store keeps them; what was not said is left out.
    pub(crate) fn to_json(&self) -> Value {
        let mut object = Map::new();
        if !self.header.is_empty() {
            object.insert("x_robots_tag".to_owned(), json!(self.header));
        }
        if !self.meta.is_empty() {
            object.insert("meta_robots".to_owned(), json!(self.meta));
        }
        if let Some(reserved) = self.tdm_reserved {
            object.insert("tdm_reserved".to_owned(), json!(reserved));
        }
        if let Some(policy) = &self.tdm_policy {
            object.insert("tdm_policy_url".to_owned(), json!(policy));
        }
        let ai: Vec<&str> = AI
            .into_iter()
            .filter(|name| self.all().any(|directive| directive == name))
            .collect();
        if !ai.is_empty() {
            object.insert("ai_optout".to_owned(), json!(ai));
        }
        Value::Object(object)
    }
}

/// The directives of one value that are meant for everybody or for us: `noai, noarchive`,
/// `gleaner: nofollow`. An agent's name holds until the end of the value.
fn for_us(value: &str, product: &str) -> Vec<String> {
    let (agent, directives) = match value.split_once(':') {
        Some((name, rest)) if !name.contains(',') && !WITH_VALUE.contains(&name.trim()) => {
            (Some(name.trim()), rest)
        }
        _ => (None, value),
    };
    if agent.is_some_and(|agent| {
        agent != "*" && agent != "robots" && !agent.eq_ignore_ascii_case(product)
    }) {
        return Vec::new();
    }
    directives
        .split(',')
        .map(str::trim)
        .filter(|directive| !directive.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[test]
    fn directives_for_other_agents_are_not_ours() {
        let headers = headers(&[
            ("x-robots-tag", "noai, NoArchive"),
            ("x-robots-tag", "otherbot: nofollow"),
            ("x-robots-tag", "Gleaner: noimageai"),
            (
                "x-robots-tag",
                "unavailable_after: 25 Jun 2027 15:00:00 PST",
            ),
        ]);
        let signals = Signals::read(&headers, None, "Gleaner");
        assert!(!signals.nofollow());
        assert_eq!(signals.header.len(), 4);
        assert_eq!(signals.to_json()["ai_optout"], json!(["noai", "noimageai"]));
    }

    #[test]
    fn header_and_page_add_up_and_the_header_wins() {
        let page = PageLinks {
            robots: vec![
                "noindex".to_owned(),
                "nofollow".to_owned(),
                "otherbot: noai".to_owned(),
            ],
            tdm_reservation: Some("0".to_owned()),
            tdm_policy: Some("https://a.example/policy.json".to_owned()),
            ..PageLinks::default()
        };
        let signals = Signals::read(
            &headers(&[("tdm-reservation", "1")]),
            Some(&page),
            "Gleaner",
        );
        assert!(signals.nofollow());
        let wanted = json!({
            "meta_robots": ["noindex", "nofollow"],
            "tdm_reserved": true,
            "tdm_policy_url": "https://a.example/policy.json",
        });
        assert_eq!(signals.to_json(), wanted);
    }

    #[test]
    fn silence_is_an_empty_object() {
        assert_eq!(
            Signals::read(&HeaderMap::new(), None, "Gleaner").to_json(),
            json!({})
        );
    }
}
