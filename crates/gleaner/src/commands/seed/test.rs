//! `gleaner seed test`: what rules would change on stored pages.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use crawl::Seed;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use store::{Store, StoredPage};

use super::trial::{Trial, TriedPage};
use crate::cli::Context;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::database;
use crate::pipeline::{self, KnownHosts, KnownRules};
use crate::reading::stored::{CompiledRules, PageExtractor};

/// Show what the rules of sites would change on their stored pages
///
/// Reads each page twice, by the rules that are in force and by those of the file, and says what differs: verdict, title,
/// authors, date, words of the text. Takes the newest pages, three articles to one page that is none. Fetches nothing and
/// writes nothing: `gleaner seed` and then `gleaner extract` put the rules into force.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner seed test mine.toml\n  gleaner seed test mine.toml --site example --limit 100\n  gleaner seed test mine.toml --json"
)]
pub(crate) struct Args {
    /// Seed file, or folder of them
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Only this site [default: every site of the file that has rules]
    #[arg(long, value_name = "ID")]
    site: Option<String>,
    /// Pages of each site
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
    /// One JSON object a site instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let seeds = chosen(args, context).await?;
    let extractor = Arc::new(PageExtractor::new(&context.settings)?);
    let mut out = Results::new();
    database::with(context, async |store| {
        for seed in &seeds {
            let trial = try_site(store, &extractor, seed, args.limit).await?;
            if args.json {
                out.json(&trial)?;
            } else {
                out.line(&trial.to_string())?;
            }
            out.flush()?;
            if context.stop.is_cancelled() {
                break;
            }
        }
        Ok(())
    })
    .await?;
    if !args.json {
        let path = args.path.display();
        out.line(&format!(
            "Nothing was written. To put the rules into force: gleaner seed {path} && gleaner extract"
        ))?;
    }
    out.finish()
}

/// The site that was named, or those with rules.
async fn chosen(args: &Args, context: &Context) -> anyhow::Result<Vec<Seed>> {
    let mut seeds =
        pipeline::load_seeds(std::slice::from_ref(&args.path), &context.settings.crawl).await?;
    let path = args.path.display();
    if let Some(id) = &args.site {
        let ids: Vec<String> = seeds.iter().map(|seed| seed.id.clone()).collect();
        seeds.retain(|seed| seed.id == *id);
        if seeds.is_empty() {
            return Err(anyhow!("there is no site {id:?} in {path}"))
                .advise(format!("take one of {}", ids.join(", ")));
        }
        return Ok(seeds);
    }
    seeds.retain(|seed| !seed.rules.is_empty());
    if seeds.is_empty() {
        return Err(anyhow!("no site in {path} has rules"))
            .advise("write them under [site.rules], as docs/adding-a-site.md shows");
    }
    Ok(seeds)
}

async fn try_site(
    store: &Store,
    extractor: &Arc<PageExtractor>,
    seed: &Seed,
    limit: u32,
) -> anyhow::Result<Trial> {
    let found = store.test_pages(&seed.id, limit.into()).await?;
    let mut hosts: Vec<i64> = found.pages.iter().map(|page| page.host_id).collect();
    hosts.sort_unstable();
    hosts.dedup();
    hosts.retain(|_| extractor.uses_host_knowledge);
    let known = KnownHosts::load(store, &hosts).await?;
    let mut before = KnownRules::default();
    before.refresh(store, &found.pages).await?;
    let after = CompiledRules::new(&seed.rules, 0).map_err(anyhow::Error::msg)?;
    let trial = Trial::begin(&seed.id, &after, found.has_queued);
    let extractor = Arc::clone(extractor);
    let tried = tokio::task::spawn_blocking(move || {
        let try_page = |page: &StoredPage| {
            let host = known.host(page.host_id);
            TriedPage {
                url: page.url.clone(),
                before: extractor.extract(page, host, before.of(&page.site_id)),
                after: extractor.extract(page, host, Some(&after)),
            }
        };
        found
            .pages
            .par_iter()
            .map(try_page)
            .collect::<Vec<TriedPage>>()
    });
    let tried = tried.await.context("reading the pages")?;
    Ok(tried.into_iter().fold(trial, Trial::add))
}
