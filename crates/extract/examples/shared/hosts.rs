//! Pages by host, and the overlap of a text with the gold text.

use std::collections::{BTreeMap, HashMap};
use std::io;

use url::Url;

use crate::shared::lines;

/// Minimum number of pages of a host.
const MIN_PAGES: usize = 10;

#[derive(serde::Deserialize)]
pub(crate) struct Page {
    url: Option<String>,
    html: Option<String>,
    gold_text: Option<String>,
    #[serde(rename = "page_type")]
    kind: Option<String>,
}

impl Page {
    pub(crate) fn url(&self) -> Option<Url> {
        Url::parse(self.url.as_deref()?).ok()
    }

    pub(crate) fn html(&self) -> &str {
        self.html.as_deref().unwrap_or_default()
    }

    /// The gold text of the article, if annotated.
    pub(crate) fn gold(&self) -> Option<&str> {
        self.gold_text.as_deref().filter(|gold| !gold.is_empty())
    }

    /// Whether it is an article, or of unknown type.
    pub(crate) fn is_article(&self) -> bool {
        self.kind.as_deref().is_none_or(|kind| kind == "article")
    }
}

/// The wanted pages of standard input by host.
pub(crate) fn hosts(wanted: impl Fn(&Page) -> bool) -> io::Result<BTreeMap<String, Vec<Page>>> {
    let mut hosts: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for page in lines::<Page>() {
        let page = page?;
        let url = page.url();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let host = host.trim_start_matches("www.");
        if !host.is_empty() && wanted(&page) {
            hosts.entry(host.to_owned()).or_default().push(page);
        }
    }
    hosts.retain(|_, pages| pages.len() >= MIN_PAGES);
    Ok(hosts)
}

/// Counts of 4-word shingles: in a text, in the gold text and in both.
pub(crate) struct Overlap {
    pub(crate) text: f64,
    pub(crate) gold: f64,
    pub(crate) common: f64,
}

impl Overlap {
    pub(crate) fn of(gold: &str, text: &str) -> Self {
        let (gold, text) = (shingles(gold), shingles(text));
        let common = text
            .iter()
            .map(|(shingle, count)| count.min(gold.get(shingle).copied().unwrap_or(0.0)));
        Self {
            common: common.sum(),
            text: text.values().sum(),
            gold: gold.values().sum(),
        }
    }
}

fn shingles(text: &str) -> HashMap<Vec<&str>, f64> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let mut counts = HashMap::new();
    for shingle in words.windows(4.min(words.len().max(1))) {
        *counts.entry(shingle.to_vec()).or_default() += 1.0;
    }
    counts
}

/// Precision, recall and their harmonic mean.
pub(crate) fn scores(precision: f64, recall: f64) -> String {
    let f1 = 2.0 * precision * recall / (precision + recall).max(1e-9);
    format!("F1 {f1:.4}  precision {precision:.4}  recall {recall:.4}")
}
