//! Writes lines of JSON to a file or to standard output, and labels with their pages.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use gleaner::console::failure::Advise as _;
use gleaner::console::output::Results;
use gleaner::files::atomic::{self, AtomicFile};
use gleaner::files::input;
use gleaner::program::Context;
use serde::Serialize;
use store::{PageKey, Store, StoredPage};

/// Maximum number of labels whose pages are in memory at a time.
const BATCH: usize = 32;

/// A sink of lines.
pub(super) struct JsonLines<'a>(&'a mut dyn FnMut(&[u8]) -> anyhow::Result<()>);

impl JsonLines<'_> {
    /// Writes a value as one line.
    pub(super) fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        (self.0)(&line)
    }
}

/// Lets `work` write to standard output (`-`) or to a file. The file gets its name once it is complete.
pub(super) async fn write<T>(
    file: &Path,
    work: impl AsyncFnOnce(&mut JsonLines<'_>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if input::is_stdin(file) {
        let mut out = Results::new();
        let done = work(&mut JsonLines(&mut |line| out.bytes(line))).await?;
        out.finish()?;
        return Ok(done);
    }
    let cannot = || format!("cannot write {}", file.display());
    let mut out = AtomicFile::create(atomic::partial(file))
        .with_context(cannot)
        .advise("name a file in a folder that exists and may be written")?;
    let done = if file.extension().is_some_and(|end| end == "gz") {
        let mut encoder = GzEncoder::new(&mut out, Compression::default());
        let done = work(&mut JsonLines(&mut |line| Ok(encoder.write_all(line)?))).await?;
        encoder.finish().with_context(cannot)?;
        done
    } else {
        work(&mut JsonLines(&mut |line| Ok(out.write_all(line)?))).await?
    };
    let complete = out.complete().with_context(cannot)?;
    complete.publish(file).with_context(cannot)?;
    Ok(done)
}

/// An error if the program is to stop.
pub(super) fn go_on(context: &Context) -> anyhow::Result<()> {
    if context.stop.is_cancelled() {
        return Err(anyhow!("stopped before all labels were written"))
            .advise("run the command again; it starts from the beginning");
    }
    Ok(())
}

/// The end of a summary: how many labels were left out, if any.
pub(super) fn left_out(labels: u64, why: &str) -> String {
    match labels {
        0 => String::new(),
        labels => format!("; {labels} left out, {why}"),
    }
}

/// Passes each label with its page to `take`; `None` if the page is no longer stored.
pub(super) async fn with_pages<L>(
    store: &Store,
    labels: &[L],
    key: impl Fn(&L) -> PageKey,
    context: &Context,
    mut take: impl FnMut(&L, Option<&StoredPage>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for batch in labels.chunks(BATCH) {
        go_on(context)?;
        let mut keys: Vec<PageKey> = batch.iter().map(&key).collect();
        keys.sort_unstable();
        keys.dedup();
        let pages = store.pages(&keys).await?;
        let pages: HashMap<PageKey, &StoredPage> =
            pages.iter().map(|page| (page.key, page)).collect();
        for label in batch {
            take(label, pages.get(&key(label)).copied())?;
        }
    }
    Ok(())
}

/// Reports what was written: on standard error if the lines went to standard output, otherwise as the result.
pub(super) fn report(file: &Path, summary: &str) -> anyhow::Result<()> {
    if input::is_stdin(file) {
        tracing::info!("{summary}");
        return Ok(());
    }
    let mut out = Results::new();
    out.line(&format!("{}: {summary}", file.display()))?;
    out.finish()
}
