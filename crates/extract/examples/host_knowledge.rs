//! The effect of host knowledge: reads pages as lines of `{"id","url","html"}` and, where known, `"gold_text"` from standard
//! input. Scores the text of each page of a host with at least ten pages, extracted alone and with the knowledge from all
//! pages of its host.
//!
//! ```console
//! zcat pages.jsonl.gz | cargo run --release -p gleaner-extract --example host_knowledge -- boilerpipe-article --show
//! ```
//!
//! F1 is over 4-word shingles: the harmonic mean of the mean precision and the mean recall over pages. `--show` also lists
//! the removed blocks by host, with the number of pages.

extern crate gleaner_extract as extract;

#[path = "shared/hosts.rs"]
mod hosts;
mod shared;

use std::collections::BTreeMap;
use std::io::{self, Write};

use extract::{Extraction, Extractor, HostKnowledge, Input, Options, extract};
use hosts::{Overlap, Page, hosts, scores};

/// Precision and recall, summed over pages.
#[derive(Default)]
struct Score {
    precision: (f64, f64),
    recall: (f64, f64),
}

impl Score {
    fn add(&mut self, gold: &str, text: &str) {
        let Overlap { text, gold, common } = Overlap::of(gold, text);
        for (sum, all) in [(&mut self.precision, text), (&mut self.recall, gold)] {
            if all > 0.0 {
                sum.0 += common / all;
                sum.1 += 1.0;
            }
        }
    }

    fn line(&self) -> String {
        let mean = |(sum, count): (f64, f64)| sum / count.max(1.0);
        scores(mean(self.precision), mean(self.recall))
    }
}

fn read(extractor: &'static Extractor, page: &Page, host: &HostKnowledge) -> Extraction {
    let url = page.url();
    let input = Input {
        host: Some(host),
        ..Input::new(page.html(), url.as_ref())
    };
    extract(&input, &Options::of(extractor))
}

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.iter().any(|argument| argument == "--show");
    arguments.retain(|argument| argument != "--show");
    let extractor = shared::extractor(arguments.first().map(String::as_str))?;
    let mut out = io::stdout().lock();

    let (mut alone, mut together) = (Score::default(), Score::default());
    for (host, pages) in &hosts(|_| true)? {
        let nothing = HostKnowledge::default();
        let articles: Vec<&Page> = pages.iter().filter(|page| page.is_article()).collect();
        let before: Vec<Extraction> = articles
            .iter()
            .map(|page| read(extractor, page, &nothing))
            .collect();
        let signatures = before.iter().filter_map(|read| read.signature.clone());
        let known: HostKnowledge = signatures.collect();
        let (mut dropped, mut changed) = (BTreeMap::<String, usize>::new(), 0);
        for (page, before) in articles.iter().zip(&before) {
            let after = read(extractor, page, &known);
            if let Some(gold) = page.gold() {
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
