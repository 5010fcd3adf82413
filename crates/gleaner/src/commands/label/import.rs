//! `gleaner label import`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use store::{GivenLabel, LabelsImported, Store};
use tokio_util::sync::CancellationToken;

use crate::cli::Context;
use crate::database;
use crate::eval::gold;
use crate::failure::Advise as _;
use crate::input::{self, Lines};
use crate::label::line::{self, LineIn};
use crate::output::Results;

/// Labels stored in one transaction.
const BATCH: usize = 200;

/// Attach labels to the pages of their URLs
///
/// Reads what `gleaner label export` writes, and gold in the same form (a page's address, with its label or page type). The same file twice
/// changes nothing; a later label of the same person replaces an earlier one. Labels of pages that are not stored are counted
/// and told: `gleaner import` takes the same file and stores its pages.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner label import labels.jsonl.gz\n  gleaner import gold.jsonl.gz && gleaner label import gold.jsonl.gz"
)]
pub(crate) struct Args {
    /// Labels, JSONL, also .gz; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Whose labels those are that name nobody [default: the name of their file]
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
}

/// What was found in the files, and what became of it.
#[derive(Debug, Default)]
struct Report {
    stored: LabelsImported,
    /// Lines without a label.
    unlabelled: u64,
    /// Lines that cannot be read.
    faulty: u64,
    /// Labels whose page type is not one of ours.
    strange: u64,
    stopped: bool,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    input::check(&args.files)?;
    let report = database::with(context, async |store| {
        let mut report = Report::default();
        for file in &args.files {
            let who = args.who.as_deref().and_then(line::person);
            let who = who.unwrap_or_else(|| gold::set_name(file));
            read(store, file, &who, &context.stop, &mut report).await?;
        }
        Ok(report)
    })
    .await?;
    let mut out = Results::new();
    out.text(&describe(&report))?;
    out.finish()
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
    for line in Lines::new(reader, gold::MAX_LINE) {
        let (number, line) = line
            .with_context(cannot)
            .advise("what came before is stored; mend the file and import it again")?;
        match label(&line, who, report) {
            Ok(label) => batch.extend(label),
            Err(fault) => {
                report.faulty += 1;
                tracing::warn!(file = %file.display(), "line {number} is left out: {fault}");
            }
        }
        if batch.len() == BATCH {
            report.stored.add(&store.import_labels(&batch).await?);
            batch.clear();
        }
        report.stopped = stop.is_cancelled();
        if report.stopped {
            break;
        }
    }
    report.stored.add(&store.import_labels(&batch).await?);
    Ok(())
}

/// The label of a line, if it has one.
fn label(line: &input::Line, who: &str, report: &mut Report) -> Result<Option<GivenLabel>, String> {
    let line: LineIn = match line {
        input::Line::Whole(line) => {
            serde_json::from_slice(line).map_err(|error| error.to_string())?
        }
        input::Line::TooLong { bytes, .. } => return Err(format!("it has {bytes} bytes")),
    };
    let names_type = line.names_type();
    let label = line.label(who);
    match &label {
        None => report.unlabelled += 1,
        Some(label) => {
            report.strange += u64::from(names_type && label.judgement.page_type.is_none());
        }
    }
    Ok(label)
}

fn describe(report: &Report) -> String {
    let stored = &report.stored;
    let mut said = format!(
        "{} labels added, {} replaced by later ones, {} known already\n",
        stored.added, stored.updated, stored.known
    );
    let remarks = [
        (
            stored.unknown_pages,
            "of pages that are not stored here: `gleaner import` with the same file stores them, then import the labels again",
        ),
        (
            stored.kept,
            "left out, since the same person says otherwise here and they are not known to be later",
        ),
        (
            report.strange,
            "with a page type that is not one of ours, taken as news or not only",
        ),
        (report.unlabelled, "lines without a label"),
        (report.faulty, "lines that cannot be read"),
    ];
    let told = remarks.iter().filter(|(count, _)| *count > 0);
    said.extend(told.map(|(count, remark)| format!("{count} {remark}\n")));
    if report.stopped {
        said += "Stopped early; the same command goes on, and adds nothing twice.\n";
    }
    said
}
