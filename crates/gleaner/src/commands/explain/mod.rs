//! `gleaner explain`: why a page has its text and verdict.

mod copies;
pub(crate) mod picture;
mod report;
mod stored;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use classify::{FeatureEffect, PageType, Verdict};
use crawl::{CanonicalUrl, Downloader, UrlError};
use extract::Explanation;
use serde::Serialize;
use serde_json::Value;
use store::{CopyGroup, STAND_IN, STAND_IN_REASON};

use self::stored::{ByRules, Stored};
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::files::input;
use crate::files::pages::{self, Page};
use crate::program::Context;
use crate::reading::flags::ExtractionFlags;
use crate::reading::{ExplainedPage, Judge, PageInput};

/// Show the blocks of a page, their features, the steps that decided, and the verdict
///
/// In the table, + marks content, and "decided by" is the last step of the method that changed the label. Methods with probabilities
/// also show the probability of each block, p, and the minimum it needs to be content, which is higher after the core of the page.
///
/// For a file with several pages, the first one is shown; for a stored URL, the page fetched last; for a stored article, the page it
/// was extracted from. Stored pages also show the effect of the rules of their site, if it has any, and rendered ones the verdict
/// on the server's response without a browser. Stored articles also show which article they are a copy of, which sites copied them,
/// and the news agencies they credit.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner explain page.html --url https://example.org/news/1 --svg page.svg\n  gleaner explain page.html --features 12 --features 13\n  gleaner explain https://example.org/news/1"
)]
pub(crate) struct Args {
    /// HTML or JSONL file, also .gz (- is standard input); or a URL, which is fetched if no page of it is stored; or the id of an
    /// article
    #[arg(value_name = "FILE|URL|ID")]
    target: PathBuf,
    /// URL of the page, which the classifier uses [default: the one in the JSONL line]
    #[arg(long, value_name = "URL", value_parser = web_url)]
    url: Option<String>,
    /// Draw the text and bytes of each block and the curves of density and probability into this file; for a page rendered with
    /// crawl.render.boxes, draw the blocks where the browser drew them
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Extraction method, see `gleaner text --list-extractors` [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    #[command(flatten)]
    flags: ExtractionFlags,
    /// Model: "gleaner", "seven" or a weights file of `workshop train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Show all features of the block with this number in the table; 0 means every block; can be repeated
    #[arg(long, short = 'v', value_name = "BLOCK")]
    features: Vec<usize>,
    /// Show whole blocks instead of their beginnings
    #[arg(long)]
    full: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let file = args.target.as_path();
    // what is not UTF-8 can only be the name of a file
    let target = args.target.to_str().unwrap_or_default();
    let limit = context.settings.extract.max_page_bytes;
    let url = input::url_of(file);
    let is_file = input::is_stdin(file) || file.exists();
    // the id of an article or its first digits, as shown by `gleaner search`
    let is_id = (store::MIN_ID_DIGITS..=64).contains(&target.len())
        && target.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_file || (url.is_none() && !is_id) {
        return explain(args, context, &first_page(file, limit)?, None);
    }
    if let Some(stored) = stored::load(target, context).await? {
        return explain(args, context, &stored.page, Some(&stored));
    }
    let Some(url) = url else {
        return Err(anyhow!("no page of {target} is stored"))
            .advise("name a file that exists, or a URL or article id that `gleaner search` shows");
    };
    tracing::warn!("no page of this URL is stored; it is fetched now");
    let mut downloader = Downloader::new(&context.settings.crawl)?;
    let page = pages::download(&mut downloader, url, limit).await.read();
    explain(args, context, &page, None)
}

/// Checks that a text is the URL of a web page.
fn web_url(text: &str) -> Result<String, UrlError> {
    match CanonicalUrl::parse(text) {
        Ok(_) | Err(UrlError::TooLong) => Ok(text.to_owned()),
        Err(error) => Err(error),
    }
}

fn first_page(file: &Path, max_page_bytes: usize) -> anyhow::Result<Page> {
    input::check(&[file.to_owned()])?;
    let first = pages::first(file, max_page_bytes);
    Ok(first
        .with_context(|| format!("{} is empty", file.display()))?
        .read())
}

/// Explains a page from any source, with what the database has about it.
fn explain(
    args: &Args,
    context: &Context,
    page: &Page,
    stored: Option<&Stored>,
) -> anyhow::Result<()> {
    let copies = stored.and_then(|stored| stored.copies.as_ref());
    let plain = stored.and_then(|stored| stored.plain.as_ref());
    let (extractor, model) = (args.extractor.as_deref(), args.model.as_deref());
    let judge = Judge::new(&context.settings, extractor, model)?.flags(&args.flags)?;
    let url = args.url.as_deref().or(page.url.as_deref());
    let html = page
        .html
        .as_ref()
        .map_err(|fault| anyhow!("{}: {fault}", page.id))?;
    let ExplainedPage {
        mut explanation,
        extraction,
        mut verdict,
        effects: weighed,
    } = judge.explain(
        &PageInput {
            boxes: &page.boxes,
            time_zone: stored.and_then(|stored| stored.time_zone),
            ..PageInput::new(html, url, page.http_status)
        },
        stored.and_then(|stored| stored.rules.as_ref()),
    );
    if stored.is_some_and(|stored| stored.is_stand_in) {
        verdict.page_type = PageType::Other;
        STAND_IN.clone_into(&mut verdict.label_source);
        STAND_IN_REASON.clone_into(&mut verdict.reason);
    }
    let plain = plain.map(|plain| {
        let judged = judge.judge(&plain.input(page.http_status));
        (plain, judged.verdict)
    });
    keep_features(&mut explanation, &args.features)?;
    let by_rules = stored.and_then(|stored| stored.found(&extraction));
    let is_as_extracted = extractor.is_none() && model.is_none() && args.flags.are_none();
    let extracted = stored.filter(|stored| stored.extracted.is_some() && is_as_extracted);
    let outdated = extracted.and_then(|stored| stored.outdated(extraction.text));
    let mut results = Results::new();
    if args.json {
        results.json(&Explained {
            id: &page.id,
            url,
            verdict: &verdict,
            weighed: &weighed,
            rules: by_rules.as_ref(),
            explanation: &explanation,
            copies,
            stored_text_differs: extracted.map(|_| outdated.is_some()),
            plain: plain.as_ref().map(|(plain, verdict)| WithoutBrowser {
                bytes: plain.html.len(),
                verdict,
            }),
        })?;
    } else {
        results.text(&report::blocks(&explanation, args.full))?;
        results.text(&report::features(&explanation))?;
        if let Some(found) = &by_rules {
            results.text(&found.to_string())?;
        }
        results.text(&report::facts(&explanation))?;
        results.text(&report::decisions(&explanation, args.full))?;
        results.text(&report::judgement(&verdict, &weighed))?;
        if let Some((plain, verdict)) = &plain {
            results.text(&plain.describe(verdict))?;
        }
        results.text(&outdated.unwrap_or_default())?;
        results.text(&copies.map(copies::describe).unwrap_or_default())?;
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

/// Drops the features of all blocks that were not requested.
fn keep_features(page: &mut Explanation, wanted: &[usize]) -> anyhow::Result<()> {
    let blocks = page.blocks.len();
    if let Some(block) = wanted.iter().find(|block| **block > blocks) {
        return Err(anyhow!("there is no block {block} in the table"))
            .advise(format!("use one of 1 to {blocks}, or 0 for all"));
    }
    for (index, block) in page.blocks.iter_mut().enumerate() {
        if !wanted.contains(&0) && !wanted.contains(&(index + 1)) {
            block.features = Vec::new();
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Explained<'a> {
    id: &'a Value,
    url: Option<&'a str>,
    verdict: &'a Verdict,
    /// The effect of each feature on the news score.
    weighed: &'a [FeatureEffect],
    /// What the rules of the site find on a stored page; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a ByRules>,
    #[serde(flatten)]
    explanation: &'a Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<&'a CopyGroup>,
    /// Whether the stored text of the article differs; absent if there is none, or if another method was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_text_differs: Option<bool>,
    /// The verdict on the server's response; absent unless the page was rendered.
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<WithoutBrowser<'a>>,
}

/// The server's response for a page that was rendered.
#[derive(Serialize)]
struct WithoutBrowser<'a> {
    bytes: usize,
    verdict: &'a Verdict,
}
