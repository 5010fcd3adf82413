//! What the knowledge of a host is worth: reads pages as lines of `{"id","url","html"}` and, where known, `"gold_text"` from
//! standard input, and scores the text of each page of a host with ten pages or more, read alone and read with what its
//! host's other pages leave behind.
//!
//! ```console
//! zcat pages.jsonl.gz | cargo run --release -p extract --example host_knowledge -- boilerpipe-article --show
//! ```
//!
//! F1 is over 4-word shingles: the harmonic mean of the mean precision and the mean recall over pages. `--show` also lists
//! the blocks that were taken out, by host, with the number of pages.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};

use extract::{Extraction, Extractor, HostKnowledge, Options, extract_on_host};
use url::Url;

/// A host with fewer pages is left out.
const FEWEST: usize = 10;

#[derive(serde::Deserialize)]
struct Page {
    url: Option<String>,
    html: Option<String>,
    gold_text: Option<String>,
    #[serde(rename = "page_type")]
    kind: Option<String>,
}

/// Precision and recall, summed over pages.
#[derive(Default)]
struct Score {
    precision: (f64, f64),
    recall: (f64, f64),
}

impl Score {
    fn add(&mut self, gold: &str, text: &str) {
        let (gold, text) = (shingles(gold), shingles(text));
        let common: f64 = text
            .iter()
            .map(|(shingle, count)| count.min(gold.get(shingle).copied().unwrap_or(0.0)))
            .sum();
        for (sum, all) in [(&mut self.precision, &text), (&mut self.recall, &gold)] {
            let all: f64 = all.values().sum();
            if all > 0.0 {
                sum.0 += common / all;
                sum.1 += 1.0;
            }
        }
    }

    fn line(&self) -> String {
        let mean = |(sum, count): (f64, f64)| sum / count.max(1.0);
        let (p, r) = (mean(self.precision), mean(self.recall));
        let f1 = 2.0 * p * r / (p + r).max(1e-9);
        format!("F1 {f1:.4}  precision {p:.4}  recall {r:.4}")
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

fn read(extractor: &Extractor, page: &Page, host: &HostKnowledge) -> Extraction {
    let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
    let html = page.html.as_deref().unwrap_or_default();
    extract_on_host(extractor, html, url.as_ref(), &Options::default(), host)
}

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.iter().any(|argument| argument == "--show");
    arguments.retain(|argument| argument != "--show");
    let name = arguments.first().map_or(extract::DEFAULT, String::as_str);
    let extractor = extract::extractor(name)
        .ok_or_else(|| io::Error::other(format!("there is no extractor {name:?}")))?;
    let mut out = io::stdout().lock();

    let mut hosts: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let page: Page = serde_json::from_str(&line?)?;
        let url = page.url.as_deref().and_then(|url| Url::parse(url).ok());
        let host = url.and_then(|url| Some(url.host_str()?.trim_start_matches("www.").to_owned()));
        hosts
            .entry(host.unwrap_or_default())
            .or_default()
            .push(page);
    }
    hosts.retain(|host, pages| !host.is_empty() && pages.len() >= FEWEST);

    let (mut alone, mut together) = (Score::default(), Score::default());
    for (host, pages) in &hosts {
        let nothing = HostKnowledge::default();
        let is_article = |page: &&Page| page.kind.as_deref().is_none_or(|kind| kind == "article");
        let articles: Vec<&Page> = pages.iter().filter(is_article).collect();
        let before: Vec<Extraction> = articles
            .iter()
            .map(|page| read(extractor, page, &nothing))
            .collect();
        let traces = before.iter().filter_map(|read| read.trace.clone());
        let known: HostKnowledge = traces.collect();
        let (mut dropped, mut changed) = (BTreeMap::<String, usize>::new(), 0);
        for (page, before) in articles.iter().zip(&before) {
            let after = read(extractor, page, &known);
            if let Some(gold) = page.gold_text.as_deref().filter(|gold| !gold.is_empty()) {
                alone.add(gold, &before.text);
                together.add(gold, &after.text);
            }
            changed += usize::from(after.text != before.text);
            let mut rest = after.text.split("\n\n").peekable();
            for paragraph in before.text.split("\n\n") {
                if rest.peek() == Some(&paragraph) {
                    rest.next();
                } else {
                    *dropped.entry(paragraph.to_owned()).or_default() += 1;
                }
            }
        }
        writeln!(
            out,
            "{host}: {} articles, {} known, {changed} changed",
            articles.len(),
            known.len()
        )?;
        let mut dropped: Vec<(String, usize)> = dropped.into_iter().filter(|_| show).collect();
        dropped.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
        for (text, pages) in dropped {
            writeln!(out, "  {pages:>3} {text}")?;
        }
    }
    writeln!(
        out,
        "alone:    {}\ntogether: {}",
        alone.line(),
        together.line()
    )
}
