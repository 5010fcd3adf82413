//! Reads pages as lines of `{"id","url","html"}` from standard input and writes `{"id","text"}` for each.
//!
//! ```console
//! zcat pages.jsonl.gz | cargo run --release -p gleaner-methods --example extract_jsonl -- boilerpipe-words > pred.jsonl
//! ```
//!
//! A second argument names a weights file of the learned extractor to use instead of the built-in one.
//!
//! The time taken, without input and output, is printed to standard error.

extern crate gleaner_methods as methods;

use std::io::{self, BufRead as _, Write as _};
use std::time::{Duration, Instant};

use extract::learned::{BlockModel, label_with};
use extract::{Input, Options};

#[derive(serde::Deserialize)]
struct Page {
    id: String,
    url: Option<String>,
    html: Option<String>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "an example has no other place to write to"
)]
fn main() -> io::Result<()> {
    let name = std::env::args().nth(1);
    let name = name.as_deref().unwrap_or(extract::GLEANER.name);
    let extractor = methods::by_name(name)
        .ok_or_else(|| io::Error::other(format!("unknown extractor {name:?}")))?;
    let weights = std::env::args()
        .nth(2)
        .map(std::fs::read_to_string)
        .transpose()?;
    let model = weights
        .map(|weights| BlockModel::read(&weights))
        .transpose()
        .map_err(io::Error::other)?;
    let mut output = io::BufWriter::new(io::stdout().lock());
    let (mut pages, mut bytes, mut taken) = (0, 0, Duration::ZERO);
    for line in io::stdin().lock().lines() {
        let page: Page = serde_json::from_str(&line?)?;
        let html = page.html.unwrap_or_default();
        let url = page.url.and_then(|url| url::Url::parse(&url).ok());
        let start = Instant::now();
        let read = match &model {
            None => {
                extract::extract(&Input::new(&html, url.as_ref()), &Options::of(extractor)).text
            }
            Some(model) => {
                let document = html::parse(&html);
                extract::text_of(&document, &label_with(model, &document))
            }
        };
        taken += start.elapsed();
        pages += 1;
        bytes += html.len();
        let line = serde_json::json!({"id": page.id, "text": read});
        writeln!(output, "{line}")?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
    let rate = bytes as f64 / 1e6 / taken.as_secs_f64();
    writeln!(
        io::stderr(),
        "{pages} pages, {bytes} bytes in {taken:?}: {rate:.0} MB/s"
    )
}
