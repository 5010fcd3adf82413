//! `gleaner explain`: why a page came out as it did.

mod copies;
mod report;
mod story;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use classify::{Verdict, Weighed};
use crawl::CanonicalUrl;
use extract::Explanation;
use serde::Serialize;
use serde_json::Value;
use store::CopyGroup;

use crate::cli::Context;
use crate::database;
use crate::failure::Advise as _;
use crate::input;
use crate::leaning::Leaning;
use crate::output::Results;
use crate::pages::{self, Page};
use crate::picture;
use crate::reading::{self, FileReader};

/// Show every block of a page, its features, the step that decided, and the verdict
///
/// In the table, + is content; "decided by" is the last step of the method that changed the label. Methods that know
/// probabilities show that of each block, p, and what it needs to be content, which is more below the core of the page.
/// Of a file with several pages, the first is shown; of a stored address or article, the page fetched last.
/// Of a stored article also whose copy it is, or who has copied it, and the news agency whose text that is.
/// Of a story: its rank, its articles with the terms they share (* is a name), what nearly joined, and the same event in other languages.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner explain page.html --url https://example.org/news/1 --svg page.svg\n  gleaner explain page.html --features 12 --features 13\n  gleaner explain https://example.org/news/1\n  gleaner explain story:5e0c…  (as `gleaner stories` shows it)"
)]
pub(crate) struct Args {
    /// HTML or JSONL file, also .gz (- is standard input); or the address of a stored page, or the id of an article; or story: and
    /// the id of a story, of one of its articles, or one it had before it was merged
    #[arg(value_name = "FILE|URL|ID|story:ID")]
    target: String,
    /// Address of the page, which the classifier looks at [default: that of the JSONL line]
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Draw text and bytes of each block, and the curves of density and probability, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Method that makes the text [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    #[command(flatten)]
    leaning: Leaning,
    /// "gleaner", "seven" or a weights file of `gleaner train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Show all features of a block, by its number in the table; may be given several times, 0 is every block
    #[arg(long, short = 'v', value_name = "BLOCK")]
    features: Vec<usize>,
    /// Whole blocks instead of their beginnings
    #[arg(long)]
    full: bool,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let file = Path::new(&args.target);
    if let Some(name) = story::named(&args.target).filter(|_| !file.exists()) {
        return story::explain(name, args.json, context).await;
    }
    let (page, copies) = if input::is_stdin(file) || file.exists() || !is_stored(&args.target) {
        let page = first_page(file, context.settings.extract.max_page_bytes)?;
        (page, None)
    } else {
        stored_page(&args.target, context).await?
    };
    explain(args, context, &page, copies.as_ref())
}

/// Whether a name that is no file looks like an address or the id of an article.
fn is_stored(target: &str) -> bool {
    let is_address = target.starts_with("http://") || target.starts_with("https://");
    is_address || (target.len() == 64 && target.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The page last fetched from an address, or the one an article was made from; and what was found about copies of the article.
async fn stored_page(target: &str, context: &Context) -> anyhow::Result<(Page, Option<CopyGroup>)> {
    let (found, copies) = database::with(context, async |store| {
        let (found, article) = if let Ok(url) = CanonicalUrl::parse(target) {
            let article = store::article_id(url.as_str());
            (store.page_of_url(url.as_str()).await?, article)
        } else {
            let article = target.to_ascii_lowercase();
            (store.page_of_article(&article).await?, article)
        };
        Ok((found, store.copy_group(&article).await?))
    })
    .await?;
    let stored = found
        .with_context(|| format!("no page of {target} is stored"))
        .advise("name a file, or an address or article id that `gleaner search` shows")?;
    let page = Page {
        id: Value::String(target.to_owned()),
        html: Ok(extract::decode(&stored.body, stored.content_type.as_deref()).text),
        url: Some(stored.url),
        http_status: u16::try_from(stored.http_status).ok(),
    };
    Ok((page, copies))
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
fn explain(
    args: &Args,
    context: &Context,
    page: &Page,
    copies: Option<&CopyGroup>,
) -> anyhow::Result<()> {
    let reader = FileReader::new(
        &context.settings,
        args.extractor.as_deref(),
        args.model.as_deref(),
    )?
    .leaning(&args.leaning);
    let url = args.url.as_deref().or(page.url.as_deref());
    let html = page
        .html
        .as_ref()
        .map_err(|fault| anyhow!("{}: {fault}", page.id))?;
    let parsed = reading::parsed(url);
    let mut explanation =
        extract::explain_with_options(html, parsed.as_ref(), reader.extractor, &reader.options);
    keep_features(&mut explanation, &args.features)?;
    let (verdict, weighed) = reader.weigh(html, url, page.http_status);
    let mut results = Results::new();
    if args.json {
        results.json(&Explained {
            id: &page.id,
            url,
            verdict: &verdict,
            weighed: &weighed,
            explanation: &explanation,
            copies,
        })?;
    } else {
        results.text(&report::blocks(&explanation, args.full))?;
        results.text(&report::features(&explanation))?;
        results.text(&report::facts(&explanation))?;
        results.text(&report::judgement(&verdict, &weighed))?;
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

/// Drops the features of blocks that nobody asked for.
fn keep_features(page: &mut Explanation, wanted: &[usize]) -> anyhow::Result<()> {
    let blocks = page.blocks.len();
    if let Some(block) = wanted.iter().find(|block| **block > blocks) {
        return Err(anyhow!("there is no block {block} on the page"))
            .advise(format!("take one of 1 to {blocks}, or 0 for all"));
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
    /// What the features do to the news score.
    weighed: &'a [Weighed],
    #[serde(flatten)]
    explanation: &'a Explanation,
    /// What was found about copies of a stored article.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<&'a CopyGroup>,
}
