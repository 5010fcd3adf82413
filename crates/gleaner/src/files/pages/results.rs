//! Processes the pages of the input and writes the results to standard output.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::files::input::{self, url_of};
use crate::files::pages::files::{BlockingDownloader, each};
use crate::files::pages::{Fault, Page, RawPage};
use crate::parallel::{self, End};
use crate::program::Context;

/// Maximum number of faults that are reported one by one; of more, only the number is reported.
const MAX_REPORTED: u64 = 20;

/// Reads the pages of files and URLs in parallel and writes the result of `work` for each to standard output, in input order,
/// separated by `between`. Unreadable pages are also reported on standard error. An input that fails or has no readable
/// page is an error, returned after everything is written.
pub(crate) fn each_to_results(
    stage: &'static str,
    between: &str,
    files: &[PathBuf],
    threads: Option<NonZeroUsize>,
    context: &Context,
    work: impl Fn(&Page) -> anyhow::Result<String> + Sync,
) -> anyhow::Result<()> {
    input::check(files)?;
    let has_urls = files.iter().any(|file| url_of(file).is_some());
    let web = has_urls.then(|| BlockingDownloader::new(&context.settings.crawl));
    let web = web.transpose()?;
    let pool = parallel::threads(threads)?;
    let progress = Progress::begin(stage, "pages", None);
    let mut results = Results::new();
    let (mut pages, mut faults, mut broken) = (0_u64, 0_u64, Vec::new());
    let mut first_fault = None;
    let files = files.to_vec();
    let limit = context.settings.extract.max_page_bytes;
    let end = parallel::ordered(
        &pool,
        &context.stop,
        move |take| each(&files, web, limit, |page| take(page.size(), page)),
        |raw: RawPage| {
            let page = raw.read();
            let written = work(&page);
            let fault = page.html.err().map(|fault| (page.id, fault));
            (written, fault)
        },
        |some| {
            progress.add(some.len() as u64);
            for (written, fault) in some {
                if let Some((id, fault)) = fault {
                    faults += 1;
                    if faults <= MAX_REPORTED {
                        tracing::warn!(page.id = %id, "{fault}");
                    }
                    first_fault.get_or_insert_with(|| format!("{id}: {fault}"));
                    if let Fault::Input(why) = &fault {
                        broken.push(format!("{id}: {why}"));
                    }
                }
                if pages > 0 {
                    results.text(between)?;
                }
                pages += 1;
                results.text(&written?)?;
            }
            results.flush()
        },
    )?;
    progress.finish();
    if faults > MAX_REPORTED {
        tracing::warn!("{faults} of {} could not be read", count(pages, "page"));
    }
    if end == End::Stopped {
        bail!(
            "stopped after {}; the rest of the input is unread",
            count(pages, "page")
        );
    }
    if let Some(first) = broken.first() {
        bail!("the input ends early at {first}; what could be read before is written");
    }
    match first_fault {
        Some(fault) if faults == pages => {
            bail!(
                "none of {} could be read, the first is {fault}",
                count(pages, "page")
            )
        }
        _ => Ok(()),
    }
}
