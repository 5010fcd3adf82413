//! The whole pipeline as a user runs it: the program as a process, the newsroom as the web, and its log as evidence.

mod archive;
mod backup;
mod children;
mod clocks;
mod damage;
mod disk;
mod export;
mod export_formats;
mod forget;
mod import;
mod kinds;
mod links;
mod night;
mod notify;
mod parts;
mod querying;
mod reader;
mod refusals;
mod rendering;
mod serving;
mod site_rules;
mod sites;
mod stories;
mod strain;
mod urls;
mod versions;

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::harness::pipeline::{World, lines, program, text, write};
use crate::harness::typed;

impl World {
    /// Runs the program, asserts this exit code, and returns its output and its errors.
    async fn ends_with(&self, code: i32, args: &[&str]) -> (String, String) {
        ended(self.gleaner(args), code).await
    }

    /// Imports pages, one a line, and extracts them.
    async fn import(&self, pages: &str) {
        write(&self.path("pages.jsonl"), pages.as_bytes());
        self.ok(&["import", "pages.jsonl"]).await;
        self.ok(&["extract"]).await;
    }

    /// Writes these sites, as id and home page, to the seed file `mine.toml`.
    fn name_sites(&self, sites: &[(&str, &str)]) {
        write(&self.path("mine.toml"), sites::seeds(sites).as_bytes());
    }

    async fn status(&self) -> Value {
        serde_json::from_str(&self.ok(&["status", "--json"]).await).unwrap()
    }
}

/// The manifest of the export in a folder.
fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap()
}

/// Runs a command until it ends with this exit code. Returns its output and its errors.
pub(crate) async fn ended(mut command: Command, code: i32) -> (String, String) {
    let named = format!("{command:?}");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap());
    let output = output.await.unwrap();
    let texts = [output.stdout, output.stderr];
    let [out, err] = texts.map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!(output.status.code(), Some(code), "{named}: {out}{err}");
    (out, err)
}
