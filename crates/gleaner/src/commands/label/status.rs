//! `gleaner label status`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use store::{LabelTallies, LabelTally};

use crate::cli::Context;
use crate::database;
use crate::output::Results;
use crate::table::{Align, lay_out};

/// Count the labels by person, site and page type
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner label status")]
pub(crate) struct Args {
    /// One JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// Labels of one kind.
#[derive(Debug, Default)]
struct Group {
    labels: i64,
    news: i64,
    last: Option<DateTime<Utc>>,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let counted = database::with(context, async |store| Ok(store.label_tallies().await?)).await?;
    let mut out = Results::new();
    if args.json {
        out.json(&counted)?;
    } else if counted.tallies.is_empty() {
        out.line("no labels yet; `gleaner label` makes some")?;
    } else {
        out.text(&describe(&counted))?;
    }
    out.finish()
}

fn describe(counted: &LabelTallies) -> String {
    let by = |name, key: fn(&LabelTally) -> String| table(name, &counted.tallies, key);
    let disputed = match counted.disputed {
        0 => String::new(),
        pages => format!("; {pages} are news to one and not to another"),
    };
    format!(
        "{}\n{}\n{}\n{} pages labelled{disputed}\n",
        by("person", |tally| tally.who.clone()),
        by("site", |tally| tally.site_id.clone()),
        by("page type", |tally| {
            let name = tally.page_type.as_deref().unwrap_or("no type");
            name.replace('_', " ")
        }),
        counted.pages
    )
}

fn table(name: &str, tallies: &[LabelTally], key: fn(&LabelTally) -> String) -> String {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for tally in tallies {
        let group = groups.entry(key(tally)).or_default();
        group.labels += tally.labels;
        group.news += if tally.is_news { tally.labels } else { 0 };
        group.last = group.last.max(Some(tally.last_at));
    }
    let rows: Vec<Vec<String>> = groups
        .into_iter()
        .map(|(name, group)| {
            let last = group.last.map(|at| at.format("%Y-%m-%d %H:%M").to_string());
            let (labels, news) = (group.labels.to_string(), group.news.to_string());
            vec![name, labels, news, last.unwrap_or_default()]
        })
        .collect();
    let columns = [
        (name, Align::Left),
        ("labels", Align::Right),
        ("news", Align::Right),
        ("last", Align::Left),
    ];
    lay_out(&columns, &rows)
}
