//! `gleaner import`.

use std::path::PathBuf;

use anyhow::bail;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::database;
use crate::files::import;
use crate::program::Context;

/// Store pages from WARC or JSONL files
///
/// Importing the same file twice adds nothing. `gleaner extract` then extracts the pages. A copy in the Wayback Machine
/// (`https://web.archive.org/web/20191005120000/http://…`) counts as its original, fetched when it was captured.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner import CC-NEWS-20260101000000-00001.warc.gz\n  gleaner import archive/*.jsonl.gz"
)]
pub(crate) struct Args {
    /// WARC (.warc, .warc.gz) or JSONL (`{"url","html"[,"fetched_at","status","headers"]}`) files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let limit = context.settings.extract.max_page_bytes;
    let report = database::with(context, async |store| {
        import::import(store, args.files.clone(), limit, &context.stop).await
    })
    .await?;
    if report.pages.unseeded > 0 {
        tracing::warn!(
            "sites without a seed have {}; their countries and time zones are not known. Add them with `gleaner seed FILE` or \
             `gleaner site add URL`, best before `gleaner extract`; `gleaner site list` shows them as imported",
            count(report.pages.unseeded, "new page")
        );
    }
    let mut out = Results::new();
    out.line(&report.to_string())?;
    if report.stopped {
        out.line("Stopped early; the same command continues, and adds nothing twice.")?;
    } else if report.pages.added > 0 {
        out.line("Next: gleaner extract")?;
    }
    out.finish()?;
    let refused = report.faulty + report.future;
    let stored = report.pages.added + report.pages.known;
    if report.broken.is_empty() && stored == 0 && refused > 0 {
        bail!(
            "nothing was imported: none of the {refused} records can be used; the warnings above say why"
        );
    }
    if !report.broken.is_empty() {
        let faults = report.broken.join("; ");
        let detail = if stored > 0 {
            format!(
                " to the end: {faults}; the pages read so far are stored; importing complete files adds only what is missing"
            )
        } else {
            format!(": {faults}")
        };
        bail!(
            "{} of {} could not be read{}",
            report.broken.len(),
            count(args.files.len(), "file"),
            detail
        );
    }
    Ok(())
}
