//! Files of gold, one page per line, processed by all threads.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use gleaner::console::failure::Advise as _;
use gleaner::console::progress::Progress;
use gleaner::files::input::{self, Line, Lines};
use gleaner::parallel::{self, End};
use lab::gold::{GoldPage, id_text};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Maximum bytes of a line of gold.
pub(crate) const MAX_LINE: usize = 256 << 20;

/// Name of the set in a file, such as `aeb` for `dev/aeb.jsonl.gz`.
pub(crate) fn set_name(file: &Path) -> String {
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.strip_suffix(".jsonl").unwrap_or(name).to_owned()
}

/// Passes the lines of a file to `take`, each an object. One that is not `what` is an error, with advice.
pub(crate) fn objects<T: DeserializeOwned>(
    file: &Path,
    what: &str,
    advice: &str,
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", file.display());
    for line in Lines::new(input::open(file).with_context(cannot)?, MAX_LINE) {
        let (number, line) = line.with_context(cannot)?;
        let fault = || format!("{}:{number} is not {what}", file.display());
        let Line::Whole(line) = line else {
            return Err(anyhow!("the line is too long")).with_context(fault);
        };
        let object = input::object(&line).with_context(fault).advise(advice)?;
        take(object).with_context(fault)?;
    }
    Ok(())
}

/// What another program found on each page, by the id of the page.
pub(crate) fn predictions<T: DeserializeOwned>(
    file: &Path,
    fields: &str,
) -> anyhow::Result<HashMap<String, T>> {
    #[derive(Deserialize)]
    struct Prediction<T> {
        id: Value,
        #[serde(flatten)]
        found: T,
    }
    let advice = format!("a line has the `id` of a page of the gold, and {fields}");
    let mut found = HashMap::new();
    objects(file, "a prediction", &advice, |line: Prediction<T>| {
        found.insert(id_text(&line.id), line.found);
        Ok(())
    })?;
    Ok(found)
}

/// Processes every page of the files on all threads, and passes the results to `take` in order. `work` also gets the index of the
/// file. Unreadable gold is an error, since a score over part of a set is meaningless.
pub(crate) fn each<T: Send>(
    files: &[PathBuf],
    pool: &rayon::ThreadPool,
    stop: &CancellationToken,
    work: impl Fn(usize, GoldPage) -> T + Sync,
    mut take: impl FnMut(T),
) -> anyhow::Result<()> {
    input::check(files)?;
    let progress = Progress::begin("gold", "pages", None);
    let owned = files.to_vec();
    let end = parallel::ordered(
        pool,
        stop,
        move |emit| lines(&owned, emit),
        |(file, line): (usize, anyhow::Result<(u64, Vec<u8>)>)| {
            let path = || files[file].display();
            let (number, line) = line.with_context(|| format!("cannot read {}", path()))?;
            let page = input::object(&line)
                .with_context(|| format!("{}:{number} is not a page with gold labels", path()))?;
            Ok(work(file, page))
        },
        |results: Vec<anyhow::Result<T>>| {
            progress.add(results.len() as u64);
            for result in results {
                take(result?);
            }
            Ok(())
        },
    )?;
    progress.finish();
    match end {
        End::Done => Ok(()),
        End::Stopped => {
            bail!("stopped before all pages were scored; nothing was saved; run the command again")
        }
    }
}

type RawLine = (usize, anyhow::Result<(u64, Vec<u8>)>);

fn lines(files: &[PathBuf], emit: &mut dyn FnMut(usize, RawLine) -> bool) {
    for (index, file) in files.iter().enumerate() {
        let reader = match input::open(file) {
            Ok(reader) => reader,
            Err(error) => {
                emit(0, (index, Err(error.into())));
                return;
            }
        };
        for line in Lines::new(reader, MAX_LINE) {
            let line = match line {
                Ok((number, Line::Whole(line))) => Ok((number, line)),
                Ok((number, Line::TooLong { bytes })) => {
                    Err(anyhow!("line {number} has {bytes} bytes"))
                }
                Err(error) => Err(error.into()),
            };
            let size = line.as_ref().map_or(0, |(_, line)| line.len());
            let failed = line.is_err();
            if !emit(size, (index, line)) || failed {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_named_by_its_file() {
        assert_eq!(set_name(Path::new("dev/aeb.jsonl.gz")), "aeb");
        assert_eq!(set_name(Path::new("-")), "-");
    }
}
