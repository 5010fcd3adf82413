//! The output of the results, and what an earlier run has written there.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{
    self, BufRead as _, BufReader, BufWriter, Read as _, Seek as _, SeekFrom, Write as _,
};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};

use super::shared::MAX_LINE;
use crate::console::failure::Advise as _;
use crate::console::output::Results;

/// First bytes of a line of results.
const BEGIN: &[u8] = b"{\"version_id\":";

/// How a fetched text compares with the shared version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    Same,
    Changed,
    Missing,
}

impl State {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Missing => "missing",
        }
    }
}

/// The fields of a line that show whether a version is done.
#[derive(Debug, Deserialize)]
struct Done {
    version_id: String,
    state: State,
}

/// Returns the versions that are done in a file of results. A last line that was cut off by a kill is removed. A file with other
/// content is an error.
fn continued(file: &mut File) -> anyhow::Result<HashSet<String>> {
    let (mut done, mut end) = (HashSet::new(), 0_u64);
    let mut lines = BufReader::new(&mut *file);
    let mut line = Vec::new();
    let limit = MAX_LINE as u64;
    while (&mut lines).take(limit).read_until(b'\n', &mut line)? > 0 {
        if !line.ends_with(b"\n") {
            let is_begun = BEGIN.starts_with(&line) || line.starts_with(BEGIN);
            let is_ours = is_begun && (line.len() as u64) < limit;
            anyhow::ensure!(is_ours, "it was not written by this command");
            break;
        }
        let Done { version_id, state } = serde_json::from_slice(&line)
            .map_err(|_| anyhow!("it was not written by this command"))?;
        if state == State::Missing {
            done.remove(&version_id);
        } else {
            done.insert(version_id);
        }
        end += line.len() as u64;
        line.clear();
    }
    file.set_len(end)?;
    file.seek(SeekFrom::End(0))?;
    Ok(done)
}

/// The destination of the lines.
#[derive(Debug)]
pub(super) struct Output {
    to: Destination,
    /// Versions that are already written.
    pub(super) done: HashSet<String>,
}

#[derive(Debug)]
enum Destination {
    Standard(Box<Results>),
    File(BufWriter<File>),
}

impl Output {
    /// Opens the output and reads what an earlier run has written. A last line that was cut off is removed.
    pub(super) fn open(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                to: Destination::Standard(Box::new(Results::new())),
                done: HashSet::new(),
            });
        };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let read = file.map_err(anyhow::Error::from).and_then(|mut file| {
            let done = continued(&mut file)?;
            Ok((file, done))
        });
        let (file, done) = read
            .with_context(|| format!("cannot write {}", path.display()))
            .advise("name a new file with --out, or one that this command has written")?;
        Ok(Self {
            to: Destination::File(BufWriter::new(file)),
            done,
        })
    }

    /// Writes whole lines and flushes them.
    pub(super) fn write(&mut self, lines: &[String]) -> anyhow::Result<()> {
        match &mut self.to {
            Destination::Standard(results) => {
                for line in lines {
                    results.line(line)?;
                }
                Results::flush(results)
            }
            Destination::File(file) => {
                for line in lines {
                    file.write_all(line.as_bytes())
                        .and_then(|()| file.write_all(b"\n"))
                        .context("cannot write the texts")?;
                }
                file.flush().context("cannot write the texts")
            }
        }
    }

    pub(super) fn finish(self) -> anyhow::Result<()> {
        match self.to {
            Destination::Standard(results) => results.finish(),
            Destination::File(file) => {
                let synced = file.into_inner().map_err(io::IntoInnerError::into_error);
                let synced = synced.and_then(|file| file.sync_all());
                synced.context("cannot write the texts")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes these bytes, reads what is done, and returns that and the length of the file afterwards.
    fn read(parts: &[&[u8]]) -> (anyhow::Result<HashSet<String>>, u64) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&parts.concat()).unwrap();
        file.rewind().unwrap();
        let done = continued(&mut file);
        (done, file.metadata().unwrap().len())
    }

    #[test]
    fn a_last_line_that_was_cut_off_is_removed_unless_it_is_longer_than_any() {
        let whole = b"{\"version_id\":\"a\",\"state\":\"same\"}\n";
        let (done, bytes) = read(&[whole, BEGIN]);
        assert_eq!(done.unwrap(), HashSet::from(["a".to_owned()]));
        assert_eq!(bytes, whole.len() as u64);

        let endless = vec![b'x'; MAX_LINE];
        let (done, bytes) = read(&[whole, BEGIN, &endless]);
        assert!(done.is_err());
        assert_eq!(bytes, (whole.len() + BEGIN.len() + MAX_LINE) as u64);
    }
}
