//! `workshop label status`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use gleaner::console::output::Results;
use gleaner::console::plural::count;
use gleaner::console::table;
use gleaner::database;
use gleaner::program::Context;
use serde::Serialize;
use serde_json::{Value, json};
use store::{LabelGroup, LabelKind, LabelProgress, LabelStats, PairStats};

/// Count the labels by person, site and page type, labels of blocks by person, and labels of pairs by sample and bin
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  workshop label status")]
pub(crate) struct Args {
    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

/// All counts.
#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    pages: &'a LabelStats,
    /// Labels of blocks by person. One label is for all blocks of a page.
    blocks: Vec<Value>,
    /// Counts by sample and bin.
    pairs: &'a [PairStats],
}

/// Counts of one row of a table.
#[derive(Debug, Default)]
struct Group {
    labels: i64,
    news: i64,
    last: Option<DateTime<Utc>>,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let (pages, blocks, pairs) = &database::with(context, async |store| {
        // Which page types are news matters only for labels of pages.
        let mut progress = store.label_progress(&[]).await?;
        progress.retain(|of| of.kind == LabelKind::Blocks.as_str());
        let (pages, pairs) = (store.label_stats().await?, store.pair_stats().await?);
        Ok((pages, progress, pairs))
    })
    .await?;
    let mut out = Results::new();
    if args.json {
        let blocks = blocks.iter().map(|of| {
            json!({
                "who": of.who,
                "labels": of.labels,
                "blocks": of.compared,
                "agreed": of.agreed,
                "last_at": of.last_at,
            })
        });
        let blocks = blocks.collect();
        out.json(&Counted {
            pages,
            blocks,
            pairs,
        })?;
    } else if pages.groups.is_empty() && blocks.is_empty() && pairs.is_empty() {
        out.line("no labels yet; create some with `workshop label`")?;
    } else {
        let tables = [
            (!pages.groups.is_empty()).then(|| describe(pages)),
            (!blocks.is_empty()).then(|| by_person(blocks)),
            (!pairs.is_empty()).then(|| by_bin(pairs)),
        ];
        let tables: Vec<String> = tables.into_iter().flatten().collect();
        out.text(&tables.join("\n"))?;
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

/// The table of labels of blocks, one line per person.
fn by_person(all: &[LabelProgress]) -> String {
    let headings = "labels of blocks by | >pages | >blocks | >agreed | last (UTC)";
    let rows = all.iter().map(|group| {
        let numbers = [group.labels, group.compared, group.agreed];
        let mut row = vec![group.who.clone()];
        row.extend(numbers.map(|number| number.to_string()));
        row.push(table::time(Some(group.last_at)));
        row
    });
    table::of(headings, rows)
}

/// The table of samples of pairs, one line per bin.
fn by_bin(all: &[PairStats]) -> String {
    let headings = "sample | bin | >pairs | >drawn | >same | >different | >not sure";
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
    table::of(headings, rows)
}

fn groups(name: &str, all: &[LabelGroup], key: fn(&LabelGroup) -> String) -> String {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for stats in all {
        let group = groups.entry(key(stats)).or_default();
        group.labels += stats.labels;
        group.news += if stats.is_news { stats.labels } else { 0 };
        group.last = group.last.max(Some(stats.last_at));
    }
    let rows = groups.into_iter().map(|(name, group)| {
        let (labels, news) = (group.labels.to_string(), group.news.to_string());
        vec![name, labels, news, table::time(group.last)]
    });
    table::of(&format!("{name} | >labels | >news | last (UTC)"), rows)
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone as _;

    use super::*;

    #[test]
    fn labels_of_blocks_are_counted_by_person() {
        let group = LabelProgress {
            kind: LabelKind::Blocks.as_str().to_owned(),
            who: "ana".to_owned(),
            labels: 1,
            compared: 31,
            agreed: 29,
            last_at: Utc.with_ymd_and_hms(2026, 11, 27, 12, 5, 0).unwrap(),
        };
        assert_eq!(
            by_person(&[group]),
            "labels of blocks by  pages  blocks  agreed  last (UTC)\n\
             ana                      1      31      29  2026-11-27 12:05\n"
        );
    }
}
