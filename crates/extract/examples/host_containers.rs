//! Whether a host's containers identify article text: an experiment that was not adopted (docs/decisions/0024-host-knowledge.md).
//! Reads the same lines as the example `host_knowledge`. Scores each page with gold text of a host with at least ten pages, as
//! extracted alone and as corrected by what its containers held on the other pages of the host.
//!
//! ```console
//! zcat pages.jsonl.gz | cargo run --release -p gleaner-extract --example host_containers -- boilerpipe-article
//! ```
//!
//! A container is the innermost element around a block that is not a paragraph, list item or heading, identified by its tag and
//! classes and those of the next two ancestors. `drop` removes content from containers in which at most a fifth of the words
//! on other pages are content; `add` adds blocks of containers in which more than nine words in ten are, `add long` only
//! blocks of at least fifteen words.

extern crate gleaner_extract as extract;

#[path = "shared/hosts.rs"]
mod hosts;
mod shared;

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use extract::{Extractor, Label};
use hosts::{Overlap, Page, hosts, scores};
use html::{Tag, TextBlock, TextDocument};

/// Minimum number of other pages with the same container.
const MIN_OTHER_PAGES: usize = 5;

/// A page extracted alone: its blocks, their labels and containers.
struct Read {
    gold: Option<String>,
    document: TextDocument,
    labels: Vec<Label>,
    containers: Vec<String>,
}

/// The pages, words of content and words of a container.
#[derive(Default, Clone, Copy)]
struct Held {
    pages: usize,
    content: f64,
    words: f64,
}

fn container(document: &TextDocument, block: &TextBlock) -> String {
    let is_text = |tag: Tag| {
        use Tag::{Blockquote, Dd, Dt, H1, H2, H3, H4, H5, H6, Li, P};
        matches!(
            tag,
            P | Li | H1 | H2 | H3 | H4 | H5 | H6 | Blockquote | Dd | Dt
        )
    };
    let around = document.ancestors(block.element);
    let mut name = String::new();
    for element in around.skip_while(|element| is_text(element.tag)).take(3) {
        let mut classes: Vec<&str> = document
            .attribute(element.class)
            .split_ascii_whitespace()
            .map(|class| class.trim_end_matches(|c: char| !c.is_alphabetic()))
            .collect();
        classes.sort_unstable();
        name = format!("{name} {:?}.{}", element.tag, classes.join("."));
    }
    name
}

fn read(extractor: &Extractor, page: &Page) -> Read {
    let document = html::parse(page.html());
    let labels = extractor.label(&document).by_block();
    let containers = document
        .blocks
        .iter()
        .map(|block| container(&document, block));
    Read {
        containers: containers.collect(),
        gold: page.gold().map(str::to_owned),
        document,
        labels,
    }
}

/// The sums for each container of a page.
fn held(page: &Read) -> HashMap<&str, Held> {
    let mut held: HashMap<&str, Held> = HashMap::new();
    for ((block, label), container) in page
        .document
        .blocks
        .iter()
        .zip(&page.labels)
        .zip(&page.containers)
    {
        let sums = held.entry(container).or_default();
        sums.pages = 1;
        sums.words += f64::from(block.words);
        sums.content += f64::from(if *label == Label::Content {
            block.words
        } else {
            0
        });
    }
    held
}

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let extractor = shared::extractor(std::env::args().nth(1).as_deref())?;
    let mut sums: BTreeMap<&str, (f64, f64, f64)> = BTreeMap::new();
    for pages in hosts(Page::is_article)?.into_values() {
        let pages: Vec<Read> = pages.iter().map(|page| read(extractor, page)).collect();
        let mut all: HashMap<&str, Held> = HashMap::new();
        for (container, held) in pages.iter().flat_map(held) {
            let sums = all.entry(container).or_default();
            sums.pages += held.pages;
            sums.words += held.words;
            sums.content += held.content;
        }
        for page in &pages {
            let Some(gold) = &page.gold else { continue };
            let here = held(page);
            let share = |container: &str| {
                let (all, here) = (all[container], here[container]);
                let words = all.words - here.words;
                (all.pages > MIN_OTHER_PAGES && words > 0.0)
                    .then(|| (all.content - here.content) / words)
            };
            for way in ["alone", "drop", "add", "add long"] {
                let kept = (0..page.labels.len()).filter(|&place| {
                    let (block, share) =
                        (&page.document.blocks[place], share(&page.containers[place]));
                    if page.labels[place] == Label::Content {
                        return way != "drop" || share.is_none_or(|share| share > 0.2);
                    }
                    let long_enough = way == "add" || way == "add long" && block.words >= 15;
                    long_enough
                        && share.is_some_and(|share| share > 0.9)
                        && block.link_density() < 0.5
                });
                let text: Vec<&str> = kept
                    .map(|place| page.document.text_of(&page.document.blocks[place]))
                    .collect();
                let overlap = Overlap::of(gold, &text.join("\n\n"));
                let sums = sums.entry(way).or_default();
                sums.0 += overlap.common / overlap.text.max(1.0);
                sums.1 += overlap.common / overlap.gold.max(1.0);
                sums.2 += 1.0;
            }
        }
    }
    let mut out = io::stdout().lock();
    for (way, (precision, recall, pages)) in sums {
        let means = scores(precision / pages, recall / pages);
        writeln!(out, "{way:<6} {pages} pages  {means}")?;
    }
    Ok(())
}
