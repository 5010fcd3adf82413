//! `gleaner changes`.

use chrono::{DateTime, Utc};
use store::Change;

use crate::console::{output, table};
use crate::database;
use crate::program::Context;

/// List the latest articles that are new, changed, gone or moved, the oldest first
///
/// An article counts as changed when its text or headline changes. New markup, new advertising and a new extraction of a stored page do not count.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner changes --since 2d --site example")]
pub(crate) struct Args {
    /// How far to look back, such as 12h or 7d, or since a day or time such as 2026-11-01
    #[arg(long, value_name = "D", default_value = "1d", value_parser = crate::console::duration::since)]
    since: DateTime<Utc>,
    /// Only articles of this site
    #[arg(long, value_name = "ID")]
    site: Option<String>,
    /// Maximum number of results: the latest ones
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(i64).range(1..=1_000_000))]
    limit: i64,
    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut changes = database::with(context, async |store| {
        let site = database::optional_site(store, args.site.as_ref()).await?;
        // one more, to know whether there are more
        Ok(store
            .changes(args.since, site.as_deref(), args.limit + 1)
            .await?)
    })
    .await?;
    let limit = usize::try_from(args.limit)?;
    if changes.len() > limit {
        changes.drain(..changes.len() - limit);
        tracing::warn!(
            "there are more than {limit} changes, and these are the latest; --limit shows more"
        );
    }
    output::all(&changes, args.json, "nothing has changed", |changes| {
        let mut headings = "when (UTC) | what | >words | source | title | id".to_owned();
        if changes.iter().any(|change| change.moved_to.is_some()) {
            headings.push_str(" | moved to");
        }
        table::of(&headings, changes.iter().map(row))
    })
}

fn row(change: &Change) -> Vec<String> {
    let words = match change.word_count_before {
        Some(before) if before != change.word_count => {
            format!("{before} → {}", change.word_count)
        }
        _ => change.word_count.to_string(),
    };
    let title = change.title.as_deref().unwrap_or("(no title)");
    vec![
        table::time(Some(change.changed_at)),
        change.change.to_string(),
        words,
        change.source_id.clone(),
        table::cut(title, 60),
        table::short(&change.id).to_owned(),
        change.moved_to.clone().unwrap_or_default(),
    ]
}
