//! Reads the article versions of a corpus that was shared without texts.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, RecordBatch};
use crawl::CanonicalUrl;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde::Deserialize;

use crate::console::failure::Advise as _;
use crate::files::input::{self, Line, Lines};

/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";
/// Longest line that is read, in bytes: an article with all its fields has less.
pub(super) const MAX_LINE: usize = 64 << 20;

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
    for line in Lines::new(input::open(path)?, MAX_LINE) {
        let (number, line) = line?;
        let shared = match line {
            Line::Whole(line) => input::object(&line).map_err(anyhow::Error::from),
            Line::TooLong { bytes, .. } => {
                Err(anyhow!("it has {bytes} bytes, more than {MAX_LINE}"))
            }
        };
        take(shared.with_context(|| format!("line {number}"))?);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids of the versions in a file.
    fn ids(content: &[u8]) -> anyhow::Result<Vec<String>> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), content)?;
        let mut ids = Vec::new();
        each_shared(file.path(), |shared| ids.push(shared.version_id))?;
        Ok(ids)
    }

    #[test]
    fn lines_are_objects_of_bounded_length_after_one_byte_order_mark() {
        let line = |id: &str| {
            format!(r#"{{"version_id":"{id}","url":"https://a.example/","content_hash":"ff"}}"#)
        };
        let two = format!("\u{feff}{}\r\n \n{}", line("a:1"), line("b:1"));
        assert_eq!(ids(two.as_bytes()).unwrap(), ["a:1", "b:1"]);
        for (content, wanted) in [
            (
                format!("{}\n\u{feff}{}", line("a:1"), line("b:1")),
                "line 2",
            ),
            (
                r#"["a:1","https://a.example/","ff"]"#.to_owned(),
                "line 1: an object is expected, but it is an array",
            ),
            (
                line(&"x".repeat(MAX_LINE)),
                "line 1: it has 67108928 bytes, more than 67108864",
            ),
        ] {
            let refused = ids(content.as_bytes()).unwrap_err();
            let refused = format!("{refused:#}");
            assert!(refused.starts_with(wanted), "{refused}");
        }
    }
}
