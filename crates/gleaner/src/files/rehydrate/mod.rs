//! Fetches the pages of a shared corpus again to restore its texts.

mod domain;
mod output;
mod shared;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use crawl::Downloader;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use self::domain::request;
use self::output::{Output, State};
use self::shared::{Pages, by_domain};
use crate::console::failure::Advise as _;
use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::files::input;
use crate::program::Context;
use crate::reading::Judge;

/// Maximum number of pages whose results wait to be written.
const MAX_WAITING: usize = 64;

/// Lines of one page, and the states in them.
type Lines = (Vec<String>, Vec<State>);

pub(crate) async fn run(
    files: &[PathBuf],
    out: Option<&Path>,
    context: &Context,
) -> anyhow::Result<()> {
    for file in files {
        if let Some(url) = input::url_of(file) {
            return Err(anyhow!("{url} is not a file"))
                .advise("give it files of `gleaner export --profile share`");
        }
    }
    input::check(files)?;
    let is_same = |file: &PathBuf| out.is_some_and(|out| same_file(file, out));
    if let Some(file) = files.iter().find(|file| is_same(file)) {
        bail!(
            "{} cannot be read and written at the same time",
            file.display()
        );
    }
    Downloader::new(&context.settings.crawl)?; // before anything is written
    let mut out = Output::open(out)?;
    let is_continued = !out.done.is_empty();
    let (domains, pages) = by_domain(files, &out.done)?;
    let mut judge = Judge::new(&context.settings, None, None)?;
    judge.options.structure = true;
    let judge = Arc::new(judge);
    let settings = Arc::new(context.settings.clone());
    let (send, mut lines) = mpsc::channel::<Lines>(MAX_WAITING);
    let mut waiting = domains.into_values();
    let mut at_work = JoinSet::new();
    let begin = |at_work: &mut JoinSet<anyhow::Result<()>>, pages: Pages| {
        let downloader = Downloader::new(&settings.crawl)?.within_domain();
        let limit = settings.extract.max_page_bytes;
        let (judge, send, stop) = (Arc::clone(&judge), send.clone(), context.stop.clone());
        at_work.spawn(async move { request(pages, downloader, limit, &judge, &send, &stop).await });
        anyhow::Ok(())
    };
    for pages in waiting.by_ref().take(settings.worker.hosts_at_once.max(1)) {
        begin(&mut at_work, pages)?;
    }
    let progress = Progress::begin("rehydrate", "pages", Some(pages));
    let mut found: HashMap<&str, u64> = HashMap::new();
    while !(at_work.is_empty() && lines.is_empty()) {
        tokio::select! {
            Some((written, states)) = lines.recv() => {
                out.write(&written)?;
                progress.add(1);
                for state in states {
                    *found.entry(state.name()).or_default() += 1;
                }
            }
            Some(ended) = at_work.join_next() => {
                ended.context("requesting pages")??;
                if !context.stop.is_cancelled() && let Some(pages) = waiting.next() {
                    begin(&mut at_work, pages)?;
                }
            }
            else => break,
        }
    }
    progress.finish();
    out.finish()?;
    let of = |state: State| found.get(state.name()).copied().unwrap_or(0);
    let (same, changed, missing) = (of(State::Same), of(State::Changed), of(State::Missing));
    tracing::info!(
        same,
        changed,
        missing,
        "rehydrate: {}: {same} the same, {changed} changed, {missing} missing",
        count(same + changed + missing, "text"),
    );
    if same + changed == 0 && missing > 0 && !is_continued {
        bail!("no text could be restored; see `reason` in each line");
    }
    Ok(())
}

fn same_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(one).is_some() && real(one) == real(other)
}
