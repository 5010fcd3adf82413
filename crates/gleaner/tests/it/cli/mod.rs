//! Commands that do not need a database, run as a user runs them.

mod eval;
mod faults;
mod formats;
mod interrupt;
mod seeds;
mod text;
mod train;
mod usage;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder of input files, deleted after the test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

/// The program in a folder and an environment without settings.
fn gleaner(folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gleaner"));
    command
        .current_dir(folder.0.path())
        .env_remove("RUST_LOG")
        .env_remove("DATABASE_URL");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GLEANER_")) {
        command.env_remove(name);
    }
    command
}

fn run(folder: &Folder, args: &[&str]) -> Output {
    gleaner(folder)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn run_with_stdin(folder: &Folder, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = gleaner(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The lines of standard output as JSON.
fn json_lines(output: &Output) -> Vec<Value> {
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A synthetic news page: `paragraphs` of running text between a menu and a footer.
fn article(headline: &str, paragraphs: u32) -> String {
    let paragraph = |n: u32| {
        format!(
            "<p>Paragraph {n} of {headline} tells at some length what the council decided on Monday, who spoke for it and \
             who against, and why the bridge across the river will stay closed until the engineers have looked at it.</p>"
        )
    };
    let body: String = (1..=paragraphs).map(paragraph).collect();
    format!(
        "<html lang=en><head><title>{headline} - The Morning</title></head><body>\
         <ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>\
         <article><h1>{headline}</h1>{body}</article><footer><a href=/imprint>Imprint</a></footer></body></html>"
    )
}

/// A synthetic front page: headlines that link elsewhere.
fn front(n: u32) -> String {
    let link = |link| format!("<li><a href=/{n}/{link}>Story {link} of the day</a>");
    let links = (0..20).map(link).collect::<Vec<_>>().concat();
    format!("<html><head><title>Page {n}</title></head><body><ul>{links}</ul></body></html>")
}
