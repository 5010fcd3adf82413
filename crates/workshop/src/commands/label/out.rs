//! Writes lines of JSON to a file or to standard output, and labels with their pages.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use flate2::Compression;
use flate2::write::GzEncoder;
use gleaner::console::failure::Advise as _;
use gleaner::console::output::{self, Results};
use gleaner::console::plural::count;
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

/// How many labels were written, and how many were left out because what they were given for is gone.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) labels: u64,
    pub(super) lost: u64,
}

impl Written {
    /// The counts on one line, for people.
    pub(super) fn describe(&self) -> String {
        let labels = count(self.labels, "label");
        match self.lost {
            0 => labels,
            lost => format!(
                "{labels}; {lost} left out, their pages or articles are damaged or no longer stored"
            ),
        }
    }
}

/// Passes each label with its page to `take`, unless the page is damaged or no longer stored.
pub(super) async fn with_pages<L>(
    store: &Store,
    labels: &[L],
    key: impl Fn(&L) -> PageKey,
    context: &Context,
    mut take: impl FnMut(&L, &StoredPage) -> anyhow::Result<()>,
) -> anyhow::Result<Written> {
    let mut written = Written::default();
    for batch in labels.chunks(BATCH) {
        go_on(context)?;
        let mut keys: Vec<PageKey> = batch.iter().map(&key).collect();
        keys.sort_unstable();
        keys.dedup();
        let pages = store.pages(&keys).await?;
        let whole = pages.iter().filter(|page| page.damage.is_none());
        let pages: HashMap<PageKey, &StoredPage> = whole.map(|page| (page.key, page)).collect();
        for label in batch {
            match pages.get(&key(label)).copied() {
                Some(page) => {
                    take(label, page)?;
                    written.labels += 1;
                }
                None => written.lost += 1,
            }
        }
    }
    Ok(written)
}

/// Reports what was written: on standard error if the lines went to standard output, otherwise as the result.
pub(super) fn report(file: &Path, summary: &str) -> anyhow::Result<()> {
    if input::is_stdin(file) {
        tracing::info!("{summary}");
        return Ok(());
    }
    output::message(&format!("{}: {summary}", file.display()))
}
