//! `gleaner label status`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{LabelGroup, LabelStats, PairStats};

use crate::cli::Context;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::table::{self, Align, lay_out};
use crate::database;

/// Count the labels by person, site and page type, and labels of pairs by sample and bin
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner label status")]
pub(crate) struct Args {
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// All counts.
#[derive(Debug, Serialize)]
struct Counted {
    #[serde(flatten)]
    pages: LabelStats,
    /// Counts by sample and bin.
    pairs: Vec<PairStats>,
}

/// Counts of one row of a table.
#[derive(Debug, Default)]
struct Group {
    labels: i64,
    news: i64,
    last: Option<DateTime<Utc>>,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let counted = database::with(context, async |store| {
        Ok(Counted {
            pages: store.label_stats().await?,
            pairs: store.pair_stats().await?,
        })
    })
    .await?;
    let Counted { pages, pairs } = &counted;
    let mut out = Results::new();
    if args.json {
        out.json(&counted)?;
    } else if pages.groups.is_empty() && pairs.is_empty() {
        out.line("no labels yet; create some with `gleaner label`")?;
    } else {
        if !pages.groups.is_empty() {
            out.text(&describe(pages))?;
        }
        if !pairs.is_empty() {
            out.text(&by_bin(pairs))?;
        }
    }
    out.finish()
}

fn describe(counted: &LabelStats) -> String {
    let by = |name, key: fn(&LabelGroup) -> String| groups(name, &counted.groups, key);
    let disputed = match counted.disputed {
        0 => String::new(),
        pages => format!("; {pages} are news to one and not to another"),
    };
    format!(
        "{}\n{}\n{}\n{} labelled{disputed}\n",
        by("person", |group| group.who.clone()),
        by("site", |group| group.site_id.clone()),
        by("page type", |group| {
            let name = group.page_type.as_deref().unwrap_or("no type");
            name.replace('_', " ")
        }),
        count(counted.pages, "page")
    )
}

/// The table of samples of pairs, one line per bin.
fn by_bin(all: &[PairStats]) -> String {
    let columns = [
        ("sample", Align::Left),
        ("bin", Align::Left),
        ("pairs", Align::Right),
        ("drawn", Align::Right),
        ("same", Align::Right),
        ("different", Align::Right),
        ("not sure", Align::Right),
    ];
    let rows = all.iter().map(|stats| {
        let numbers = [
            stats.pairs,
            stats.drawn,
            stats.same,
            stats.different,
            stats.unsure,
        ];
        let mut row = vec![format!("{} {}", stats.kind, stats.seed), stats.bin.clone()];
        row.extend(numbers.map(|number| number.to_string()));
        row
    });
    lay_out(&columns, &rows.collect::<Vec<_>>())
}

fn groups(name: &str, all: &[LabelGroup], key: fn(&LabelGroup) -> String) -> String {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for stats in all {
        let group = groups.entry(key(stats)).or_default();
        group.labels += stats.labels;
        group.news += if stats.is_news { stats.labels } else { 0 };
        group.last = group.last.max(Some(stats.last_at));
    }
    let rows: Vec<Vec<String>> = groups
        .into_iter()
        .map(|(name, group)| {
            let (labels, news) = (group.labels.to_string(), group.news.to_string());
            vec![name, labels, news, table::time(group.last)]
        })
        .collect();
    let columns = [
        (name, Align::Left),
        ("labels", Align::Right),
        ("news", Align::Right),
        ("last (UTC)", Align::Left),
    ];
    lay_out(&columns, &rows)
}
