//! `gleaner seed test`: shows what rules would change on stored pages.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::anyhow;
use crawl::Seed;

use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::database;
use crate::pipeline;
use crate::program::Context;
use crate::reading::stored::PageExtractor;

/// Show what the rules of a seed file would change on stored pages
///
/// Extracts each page twice, with the rules in force and with those of the file, and reports differences in verdict, title, authors,
/// date and text. Uses the newest pages, three articles for each page that is not one, half of them pages that the URL patterns of
/// the rules match. Fetches nothing and writes nothing: `gleaner
/// seed` and then `gleaner extract` put the rules into force.
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
    /// Maximum number of pages per site
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
    /// Print one JSON object per site instead of text
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let seeds = chosen(args, context).await?;
    let extractor = Arc::new(PageExtractor::new(&context.settings)?);
    let mut out = Results::new();
    database::with(context, async |store| {
        for seed in &seeds {
            let stop = context.stop.clone();
            let is_over = move || stop.is_cancelled();
            let (rules, limit) = (&seed.rules, args.limit);
            let trial =
                pipeline::try_rules(store, &extractor, &seed.id, rules, limit, is_over).await?;
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

/// The seed of the site given with `--site`, or all seeds with rules.
async fn chosen(args: &Args, context: &Context) -> anyhow::Result<Vec<Seed>> {
    let mut seeds =
        pipeline::load_seeds(std::slice::from_ref(&args.path), &context.settings.crawl).await?;
    let path = args.path.display();
    if let Some(id) = &args.site {
        let ids: Vec<String> = seeds.iter().map(|seed| seed.id.clone()).collect();
        seeds.retain(|seed| seed.id == *id);
        if seeds.is_empty() {
            return Err(anyhow!("there is no site {id:?} in {path}"))
                .advise(format!("use one of {}", ids.join(", ")));
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
