//! Which rules apply to which labelled pages: a table of rule, data set, page type and number of pages.
//!
//! Reads pages as lines of `{"html","url","page_type","dataset"}` from standard input; only `html` is required.
//!
//! ```console
//! zcat pages.jsonl.gz | cargo run --release -p gleaner-classify --example rule_hits
//! zcat pages.jsonl.gz | cargo run --release -p gleaner-classify --example rule_hits -- --list legal
//! ```
//!
//! `--list RULE` writes URL, title and reason of each page that the rule decides. The time the rules took goes to
//! standard error.

extern crate gleaner_classify as classify;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use classify::{Evidence, Page, rules};

#[derive(serde::Deserialize)]
struct Labelled {
    html: Option<String>,
    url: Option<String>,
    page_type: Option<String>,
    dataset: Option<String>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let listed = match arguments.as_slice() {
        [option, rule] if option == "--list" => Some(rule.as_str()),
        _ => None,
    };
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut hits: BTreeMap<(&str, String, String), u32> = BTreeMap::new();
    let (mut pages, mut taken) = (0_u32, Duration::ZERO);
    for line in io::stdin().lock().lines() {
        let labelled: Labelled = serde_json::from_str(&line?)?;
        let html = labelled.html.unwrap_or_default();
        let address = labelled.url.as_deref();
        let parsed = address.and_then(|url| url::Url::parse(url).ok());
        let extraction = extract::extract(
            &extract::Input::new(&html, parsed.as_ref()),
            &extract::Options::default(),
        );
        let page = Page::new(address, None, &html, &extraction);
        let start = Instant::now();
        let found = rules::first(&Evidence::of(&page));
        taken += start.elapsed();
        pages += 1;
        let name = found.as_ref().map_or("-", |finding| finding.rule.name);
        let gold = labelled.page_type.unwrap_or("?".to_owned());
        if let (Some(finding), true) = (&found, listed == Some(name)) {
            let (url, title) = (address.unwrap_or("?"), page.title);
            writeln!(output, "{gold}\t{url}\t{title}\t{}", finding.reason)?;
        }
        let dataset = labelled.dataset.unwrap_or("?".to_owned());
        *hits.entry((name, dataset, gold)).or_default() += 1;
    }
    if listed.is_none() {
        for ((rule, dataset, gold), count) in &hits {
            writeln!(output, "{rule}\t{dataset}\t{gold}\t{count}")?;
        }
    }
    writeln!(
        io::stderr(),
        "{pages} pages, {:?} each",
        taken / pages.max(1)
    )
}
