//! Reads the article versions of a corpus that was shared without texts.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufRead as _, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use crawl::CanonicalUrl;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde::Deserialize;

use crate::console::failure::Advise as _;
use crate::files::input;

/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// The fields of a shared version that are needed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SharedVersion {
    pub(super) version_id: String,
    pub(super) url: String,
    pub(super) content_hash: String,
}

/// The versions of each URL of a domain.
pub(super) type Pages = BTreeMap<String, Vec<SharedVersion>>;

/// Returns the versions in the files that are not done, by domain and URL, and the number of URLs.
pub(super) fn by_domain(
    files: &[PathBuf],
    done: &HashSet<String>,
) -> anyhow::Result<(BTreeMap<String, Pages>, u64)> {
    let mut domains: BTreeMap<String, Pages> = BTreeMap::new();
    let mut pages = 0;
    for file in files {
        let read = each_shared(file, |shared| {
            if done.contains(&shared.version_id) {
                return;
            }
            let domain = CanonicalUrl::parse(&shared.url).map(|url| url.domain());
            let urls = domains.entry(domain.unwrap_or_default()).or_default();
            let versions = urls.entry(shared.url.clone()).or_default();
            pages += u64::from(versions.is_empty());
            if !versions.contains(&shared) {
                versions.push(shared);
            }
        });
        read.with_context(|| format!("cannot read {}", file.display()))
            .advise("give it files of `gleaner export --profile share`")?;
    }
    Ok((domains, pages))
}

fn each_shared(path: &Path, mut take: impl FnMut(SharedVersion)) -> anyhow::Result<()> {
    if !input::is_stdin(path) {
        let mut file = File::open(path)?;
        let mut magic = [0; 4];
        let is_parquet = file.read_exact(&mut magic).is_ok() && magic == *PARQUET;
        if is_parquet {
            file.seek(SeekFrom::Start(0))?;
            return each_of_parquet(file, take);
        }
    }
    for (number, line) in input::open(path)?.lines().enumerate() {
        let line = line?;
        let line = line.trim_start_matches('\u{feff}'); // the byte order mark
        if line.trim().is_empty() {
            continue;
        }
        let shared = serde_json::from_str(line);
        take(shared.with_context(|| format!("line {}", number + 1))?);
    }
    Ok(())
}

fn each_of_parquet(file: File, mut take: impl FnMut(SharedVersion)) -> anyhow::Result<()> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
    let names = ["version_id", "url", "content_hash"];
    let mask = ProjectionMask::columns(builder.parquet_schema(), names);
    for batch in builder.with_projection(mask).build()? {
        let batch = batch?;
        let [ids, urls, hashes] = [
            texts(&batch, names[0])?,
            texts(&batch, names[1])?,
            texts(&batch, names[2])?,
        ];
        for row in 0..batch.num_rows() {
            take(SharedVersion {
                version_id: ids.value(row).to_owned(),
                url: urls.value(row).to_owned(),
                content_hash: hashes.value(row).to_owned(),
            });
        }
    }
    Ok(())
}

fn texts<'a>(batch: &'a RecordBatch, name: &str) -> anyhow::Result<&'a arrow_array::StringArray> {
    let column = batch.column_by_name(name);
    let texts = column.and_then(|column| column.as_string_opt::<i32>());
    texts
        .filter(|texts| texts.null_count() == 0)
        .ok_or_else(|| anyhow!("there is no text column {name:?}"))
}
