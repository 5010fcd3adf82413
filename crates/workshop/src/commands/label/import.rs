//! `workshop label import`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use gleaner::console::failure::Advise as _;
use gleaner::console::output::Results;
use gleaner::console::plural::count;
use gleaner::database;
use gleaner::files::input::{self, Lines};
use gleaner::program::Context;
use serde::Deserialize;
use store::{ImportedLabel, LabelImportCounts, PairLabel, Store};
use tokio_util::sync::CancellationToken;

use crate::commands::eval::gold;
use crate::label::pages::{PageLabelInput, person};
use crate::label::pairs::PairLabelInput;

/// Labels stored in one transaction.
const BATCH: usize = 200;

/// Import labels, and attach them to the pages of their URLs or to pairs of articles
///
/// Reads the output of `workshop label export`, and gold in the same form (the URL of a page with its label or page type). Importing the
/// same file twice changes nothing; a later label of the same person replaces an earlier one. Labels of pages that are not stored are
/// counted and reported: `gleaner import` stores the pages from the same file. Labels of pairs are stored if both articles are; a
/// sample drawn here from the same articles with the same seed contains them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop label import labels.jsonl.gz\n  gleaner import gold.jsonl.gz && workshop label import gold.jsonl.gz"
)]
pub(crate) struct Args {
    /// Labels, JSONL, also .gz; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Person to whom labels without a name are attributed [default: the name of their file]
    #[arg(long, value_name = "NAME", value_parser = person)]
    who: Option<String>,
}

/// The counts of an import.
#[derive(Debug, Default)]
struct Report {
    /// Labels of pages.
    stored: LabelImportCounts,
    /// Labels of pairs.
    pairs: LabelImportCounts,
    /// Lines without a label.
    unlabelled: u64,
    /// Lines that can be read.
    readable: u64,
    /// Lines that cannot be read.
    faulty: u64,
    /// Labels with an unknown page type.
    strange: u64,
    stopped: bool,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    input::check(&args.files)?;
    let report = database::with(context, async |store| {
        let mut report = Report::default();
        for file in &args.files {
            let who = args.who.clone();
            let who = who.unwrap_or_else(|| gold::set_name(file));
            read(store, file, &who, &context.stop, &mut report).await?;
        }
        Ok(report)
    })
    .await?;
    let mut out = Results::new();
    out.text(&describe(&report))?;
    out.finish()?;
    if report.faulty > 0 && report.readable == 0 {
        bail!(
            "nothing was imported: none of the {} lines could be read; give labels as `workshop label export` writes them",
            report.faulty
        );
    }
    Ok(())
}

async fn read(
    store: &Store,
    file: &Path,
    who: &str,
    stop: &CancellationToken,
    report: &mut Report,
) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", file.display());
    let reader = input::open(file).with_context(cannot)?;
    let mut batch = Vec::with_capacity(BATCH);
    let mut pairs = Vec::new();
    for line in Lines::new(reader, gold::MAX_LINE) {
        let (number, line) = line
            .with_context(cannot)
            .advise("the lines before it are stored; repair the file and import it again")?;
        let read = label(&line, who, report);
        report.readable += u64::from(read.is_ok());
        match read {
            Ok(Some(LabelInput::Page(label))) => batch.push(*label),
            Ok(Some(LabelInput::Pair(label))) => pairs.push(label),
            Ok(None) => {}
            Err(fault) => {
                report.faulty += 1;
                tracing::warn!(file = %file.display(), "line {number} is left out: {fault}");
            }
        }
        if batch.len() + pairs.len() == BATCH {
            store_batch(store, &mut batch, &mut pairs, report).await?;
        }
        report.stopped = stop.is_cancelled();
        if report.stopped {
            break;
        }
    }
    store_batch(store, &mut batch, &mut pairs, report).await
}

/// Stores and empties the batch.
async fn store_batch(
    store: &Store,
    pages: &mut Vec<ImportedLabel>,
    pairs: &mut Vec<PairLabel>,
    report: &mut Report,
) -> anyhow::Result<()> {
    report.stored.add(&store.import_labels(pages).await?);
    report.pairs.add(&store.import_pair_labels(pairs).await?);
    pages.clear();
    pairs.clear();
    Ok(())
}

/// A label of either kind.
enum LabelInput {
    Page(Box<ImportedLabel>),
    Pair(PairLabel),
}

/// The field that only labels of pairs have.
#[derive(Deserialize)]
struct KindField {
    pair: Option<String>,
}

/// The label of a line, if it has one.
fn label(line: &input::Line, who: &str, report: &mut Report) -> Result<Option<LabelInput>, String> {
    let line = match line {
        input::Line::Whole(line) => line,
        input::Line::TooLong { bytes } => return Err(format!("it has {bytes} bytes")),
    };
    let fault = |error: input::NotObject| error.to_string();
    let kind: KindField = input::object(line).map_err(fault)?;
    if kind.pair.is_some() {
        let line: PairLabelInput = input::object(line).map_err(fault)?;
        return line.label(who).map(LabelInput::Pair).map(Some);
    }
    let line: PageLabelInput = input::object(line).map_err(fault)?;
    let names_type = line.names_type();
    let label = line.label(who);
    match &label {
        None => report.unlabelled += 1,
        Some(label) => {
            report.strange += u64::from(names_type && label.judgement.page_type.is_none());
        }
    }
    Ok(label.map(Box::new).map(LabelInput::Page))
}

fn describe(report: &Report) -> String {
    let (stored, pairs) = (&report.stored, &report.pairs);
    let mut text = format!(
        "{} added, {} replaced by later ones, {} already known\n",
        count(stored.added + pairs.added, "label"),
        stored.updated + pairs.updated,
        stored.known + pairs.known
    );
    let remarks = [
        (
            stored.unknown_pages,
            "of pages that are not stored here: `gleaner import` with the same file stores them, then import the labels again",
        ),
        (
            pairs.unknown_pages,
            "of pairs with an article that is not stored here",
        ),
        (
            stored.kept + pairs.kept,
            "left out, because the same person has another label here and they are not known to be later",
        ),
        (
            report.strange,
            "with an unknown page type, imported only as news or not",
        ),
    ];
    let shown = remarks.iter().filter(|(count, _)| *count > 0);
    text.extend(shown.map(|(count, remark)| format!("{count} {remark}\n")));
    let lines = [
        (report.unlabelled, "without a label"),
        (report.faulty, "that cannot be read"),
    ];
    let shown = lines.iter().filter(|(lines, _)| *lines > 0);
    text.extend(shown.map(|&(lines, remark)| format!("{} {remark}\n", count(lines, "line"))));
    if report.stopped {
        text += "Stopped early; the same command continues, and adds nothing twice.\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use crate::cli::Cli;

    #[test]
    fn an_empty_name_of_a_person_is_refused() {
        for command in ["import labels.jsonl", "export", "pairs"] {
            let parse = |who: &str| {
                let words = format!("workshop label {command} --who");
                Cli::try_parse_from(words.split(' ').chain([who]))
            };
            assert!(parse(" ana ").is_ok(), "{command}");
            for empty in ["", "  ", "\u{200b}"] {
                let refused = parse(empty).unwrap_err().to_string();
                assert!(refused.contains("the name is empty"), "{refused}");
            }
        }
    }
}
