//! Commands that do not need a database.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::binary;

/// A folder of input files, deleted after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

/// The program that has the command, in a folder and an environment without settings.
pub(crate) fn program(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(binary(args));
    command
        .args(args)
        .current_dir(folder.0.path())
        .env_remove("RUST_LOG")
        .env_remove("DATABASE_URL");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GLEANER_")) {
        command.env_remove(name);
    }
    command
}

pub(crate) fn run(folder: &Folder, args: &[&str]) -> Output {
    let mut command = program(folder, args);
    command.stdin(Stdio::null()).output().unwrap()
}

/// Checks that the help of a command has an example and the global options, and fits a terminal.
pub(crate) fn assert_help(program: &str, command: &str) {
    let help = run(&Folder::new(), &[command, "--help"]);
    assert_eq!(code(&help), 0);
    let text = stdout(&help);
    for part in [&format!("{program} {command}"), "Example", "--config"] {
        assert!(text.contains(part), "{command}: {part}");
    }
    for line in text.lines() {
        let is_wrapped = line.starts_with("  --") && !line.starts_with("   ");
        assert!(
            line.chars().count() <= 100 && !is_wrapped,
            "{command}: {line}"
        );
    }
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The lines of standard output as JSON.
pub(crate) fn json_lines(output: &Output) -> Vec<Value> {
    stdout(output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A synthetic news page: `paragraphs` of running text between a menu and a footer.
pub(crate) fn article(headline: &str, paragraphs: u32) -> String {
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
pub(crate) fn front(n: u32) -> String {
    let link = |link| format!("<li><a href=/{n}/{link}>Story {link} of the day</a>");
    let links = (0..20).map(link).collect::<Vec<_>>().concat();
    format!("<html><head><title>Page {n}</title></head><body><ul>{links}</ul></body></html>")
}
