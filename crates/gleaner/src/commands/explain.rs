//! `gleaner explain`: why a page came out as it did.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use classify::{PageFeatures, Verdict};
use extract::{BlockExplanation, Explanation, Label};
use serde::Serialize;
use serde_json::Value;

use crate::cli::Context;
use crate::failure::Advise as _;
use crate::input;
use crate::output::Results;
use crate::pages::{self, Page};
use crate::picture;
use crate::reading::{self, FileReader};
use crate::table::{Align, cut, lay_out};

/// Characters of a block's text in the table.
const TEXT_SHOWN: usize = 60;

/// Show every block of a page, its features, the step that decided, and the verdict
///
/// In the table, + is content; "decided by" is the last step of the method that changed the label. Of a file with
/// several pages, the first is shown.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner explain page.html --url https://example.org/news/1 --svg page.svg"
)]
pub(crate) struct Args {
    /// HTML or JSONL file, also .gz; - is standard input
    #[arg(value_name = "FILE")]
    target: PathBuf,
    /// Address of the page, which the classifier looks at [default: that of the JSONL line]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Draw text and bytes of each block, and the density curve, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Method that makes the text [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// "seven" or a weights file of `gleaner train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Whole blocks instead of their beginnings
    #[arg(long)]
    full: bool,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let page = first_page(&args.target, context.settings.extract.max_page_bytes)?;
    explain(args, context, &page)
}

/// The first page of a file.
fn first_page(file: &Path, max_page_bytes: usize) -> anyhow::Result<Page> {
    input::check(&[file.to_owned()])?;
    let mut first = None;
    pages::each(&[file.to_owned()], max_page_bytes, |page| {
        first = Some(page);
        false
    });
    Ok(first
        .with_context(|| format!("{} is empty", file.display()))?
        .read())
}

/// Explains a page, wherever it came from.
fn explain(args: &Args, context: &Context, page: &Page) -> anyhow::Result<()> {
    let reader = FileReader::new(
        &context.settings,
        args.extractor.as_deref(),
        args.model.as_deref(),
    )?;
    let url = args.url.as_deref().or(page.url.as_deref());
    let html = page
        .html
        .as_ref()
        .map_err(|fault| anyhow!("{}: {fault}", page.id))?;
    let explanation = extract::explain(html, reading::parsed(url).as_ref(), reader.extractor);
    let verdict = reader.read(html, url, page.http_status).verdict;
    let mut results = Results::new();
    if args.json {
        results.json(&Explained {
            id: &page.id,
            url,
            verdict: &verdict,
            explanation: &explanation,
        })?;
    } else {
        results.text(&blocks(&explanation, args.full))?;
        results.text(&facts(&explanation))?;
        results.text(&judgement(&verdict))?;
    }
    if let Some(file) = &args.svg {
        let title = explanation
            .metadata
            .title
            .as_deref()
            .or(url)
            .unwrap_or_default();
        std::fs::write(file, picture::svg(title, &explanation))
            .with_context(|| format!("cannot write {}", file.display()))
            .advise("name a file in a folder that exists and may be written")?;
    }
    results.finish()
}

#[derive(Serialize)]
struct Explained<'a> {
    id: &'a Value,
    url: Option<&'a str>,
    verdict: &'a Verdict,
    #[serde(flatten)]
    explanation: &'a Explanation,
}

fn blocks(page: &Explanation, full: bool) -> String {
    let rows: Vec<Vec<String>> = page
        .blocks
        .iter()
        .enumerate()
        .map(|(index, block)| row(index, block, full))
        .collect();
    let kept = page
        .blocks
        .iter()
        .filter(|block| block.label == Label::Content)
        .count();
    let columns = [
        ("block", Align::Right),
        ("", Align::Left),
        ("words", Align::Right),
        ("links", Align::Right),
        ("density", Align::Right),
        ("level", Align::Right),
        ("decided by", Align::Left),
        ("in", Align::Left),
        ("text", Align::Left),
    ];
    format!(
        "{}{kept} of {} blocks are content, by {}: {}\n",
        lay_out(&columns, &rows),
        page.blocks.len(),
        page.extractor,
        page.steps.join(" > ")
    )
}

fn row(index: usize, block: &BlockExplanation, full: bool) -> Vec<String> {
    let text = if full {
        block.text.clone()
    } else {
        cut(&block.text, TEXT_SHOWN)
    };
    vec![
        (index + 1).to_string(),
        if block.label == Label::Content {
            "+"
        } else {
            ""
        }
        .to_owned(),
        block.words.to_string(),
        format!("{:.2}", block.link_density),
        format!("{:.1}", block.text_density),
        block.tag_level.to_string(),
        // A block no step touched is boilerplate from the start.
        block.decided_by.unwrap_or("(start)").to_owned(),
        near_path(&block.path),
        text,
    ]
}

/// The innermost three elements of a path; those that HTML does not know have no name.
fn near_path(path: &str) -> String {
    let parts: Vec<&str> = path.rsplit('/').collect();
    let named = |part: &&str| {
        if part.is_empty() {
            "?".to_owned()
        } else {
            (*part).to_owned()
        }
    };
    let near: Vec<String> = parts.iter().take(3).rev().map(named).collect();
    let more = if parts.len() > 3 { "…/" } else { "" };
    format!("{more}{}", near.join("/"))
}

/// What the page says about itself, a line for each fact it states.
fn facts(page: &Explanation) -> String {
    let said = &page.metadata;
    let list = |names: &[String]| (!names.is_empty()).then(|| names.join(", "));
    let score = said
        .language_score
        .map_or_else(String::new, |score| format!(" ({score:.2})"));
    [
        ("title", said.title.clone()),
        ("page title", said.title_page.clone()),
        ("authors", list(&said.authors)),
        (
            "published",
            said.date_published.map(|date| {
                format!(
                    "{} ({:?}, to the {:?})",
                    date.at, date.source, date.precision
                )
                .to_lowercase()
            }),
        ),
        ("modified", said.date_modified.map(|date| date.to_string())),
        (
            "language",
            said.language
                .as_ref()
                .map(|language| format!("{language}{score}")),
        ),
        ("section", said.section.clone()),
        ("tags", list(&said.tags)),
        ("canonical", said.url_canonical.clone()),
    ]
    .into_iter()
    .filter_map(|(name, fact)| Some(format!("{name:>12}  {}\n", fact?)))
    .fold("\n".to_owned(), |text, line| text + &line)
}

fn judgement(verdict: &Verdict) -> String {
    let values = verdict.features.values();
    let features: Vec<String> = PageFeatures::NAMES
        .iter()
        .zip(values)
        .filter(|(_, value)| !value.is_nan())
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let kept = if verdict.is_article() {
        "kept as an article"
    } else {
        "rejected"
    };
    format!(
        "\n{:>12}  {}, {kept}\n{:>12}  {}\n{:>12}  {:.3} by {}\n{:>12}  {}\n",
        "verdict",
        verdict.page_type,
        "because",
        verdict.reason,
        "news score",
        verdict.news_score,
        verdict.label_source,
        "features",
        features.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::near_path;

    #[test]
    fn a_path_is_shortened_to_its_inner_end() {
        assert_eq!(near_path("body/p"), "body/p");
        assert_eq!(near_path("body//p"), "body/?/p");
        assert_eq!(near_path("body/main/div/p"), "…/main/div/p");
    }
}
