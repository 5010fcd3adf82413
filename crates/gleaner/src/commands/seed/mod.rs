//! `gleaner seed`.

pub(super) mod check;
mod test;

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::database;
use crate::pipeline::{self, RemovedSite, SeedReport};
use crate::program::Context;

/// Add or update sites from seed files or folders
///
/// If the rules of a site have changed, the next `gleaner extract` processes its stored pages again; `gleaner seed test` shows in
/// advance what will change.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  gleaner seed seeds/de.toml\n  gleaner seed reader.opml sites.csv homes.txt\n  gleaner seed check mine.toml\n  gleaner seed test mine.toml --site example"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Seed files, or folders of them: TOML, CSV, OPML, or lists of one URL per line; also URLs of such files, and of home pages
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Remove the sites that came from these files and are no longer in them, like `gleaner site remove`
    #[arg(long)]
    prune: bool,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Args),
    Test(test::Args),
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        Some(Command::Check(args)) => return check::run(args, context).await,
        Some(Command::Test(args)) => return test::run(args, context).await,
        None => {}
    }
    let (seeded, remarks) = database::with(context, async |store| {
        let settings = &context.settings.crawl;
        let report = pipeline::seed(store, &args.paths, settings, args.prune).await?;
        let mut remarks = remarks(&report);
        let seeded = &report.counts;
        if !seeded.new_rules.is_empty() && store.has_queued_pages(&seeded.new_rules).await? {
            remarks.push_str("Next: gleaner extract, as rules have changed; then gleaner crawl\n");
        } else if seeded.added + seeded.updated > 0 {
            remarks.push_str("Next: gleaner crawl\n");
        }
        Ok((report.counts, remarks))
    })
    .await?;
    let mut out = Results::new();
    let left_out = match seeded.taken.len() + seeded.forgotten.len() {
        0 => String::new(),
        sites => format!(", {sites} left out"),
    };
    out.line(&format!(
        "{} added, {} updated, {} unchanged{left_out}",
        count(seeded.added, "site"),
        seeded.updated,
        seeded.unchanged
    ))?;
    out.text(&remarks)?;
    out.finish()
}

/// Reports the sites that stay paused, those that were removed, and others that are no longer named.
fn remarks(report: &SeedReport) -> String {
    let mut text = String::new();
    for id in &report.paused {
        let _ = writeln!(
            text,
            "{id} stays paused; resume it with `gleaner site resume {id}`"
        );
    }
    for (id, file) in &report.unnamed {
        let _ = writeln!(text, "{id} is still crawled, and {file} no longer names it");
    }
    for RemovedSite { id, file, urls } in &report.removed {
        let _ = writeln!(
            text,
            "{id} is removed, as {file} no longer names it: {} left the queue, its articles stay",
            count(*urls, "URL")
        );
    }
    if !report.unnamed.is_empty() {
        text.push_str("`gleaner seed --prune` with the same files removes these sites\n");
    }
    text
}
