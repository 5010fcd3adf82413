//! Pages of the evaluation corpora, which are not part of the repository: they are looked for in
//! `GLEANER_CORPUS_DIR`, else in `../shared/data` beside the workspace.

#![expect(
    clippy::expect_used,
    reason = "a damaged corpus is to stop the measurement"
)]

use std::fs::{self, File};
use std::io::Write as _;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use flate2::read::MultiGzDecoder;
use serde_json::Value;

/// The corpus files whose path below the corpus folder contains one of `names`, in order of their name.
/// Empty, with a printed line, when the corpora are missing.
pub(crate) fn files(names: &[&str]) -> Vec<PathBuf> {
    let root = std::env::var_os("GLEANER_CORPUS_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let folders = fs::read_dir(&root).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = folders
        .filter_map(|folder| fs::read_dir(folder.path()).ok())
        .flatten()
        .flatten()
        .map(|file| file.path())
        .filter(|path| {
            let path = path.to_string_lossy();
            path.ends_with(".jsonl.gz") && names.iter().any(|name| path.contains(name))
        })
        .collect();
    files.sort();
    if files.is_empty() {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no corpora in {}",
            root.display()
        );
    }
    files
}

/// Every `step`th page of those files: its set and id, and its line.
pub(crate) fn lines(files: &[PathBuf], step: usize) -> impl Iterator<Item = (String, Value)> {
    let lines = files.iter().flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.trim_end_matches(".jsonl.gz").to_owned();
        let reader = BufReader::new(MultiGzDecoder::new(File::open(path).expect("corpus file")));
        reader
            .lines()
            .map(move |line| (name.clone(), line.expect("a line of JSON")))
    });
    lines.step_by(step).map(|(set, line)| {
        let page: Value = serde_json::from_str(&line).expect("a JSON object");
        (
            format!("{set}/{}", page["id"].as_str().unwrap_or("?")),
            page,
        )
    })
}
