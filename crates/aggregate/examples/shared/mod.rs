//! Lines of JSON on standard input.
#![allow(dead_code, reason = "each example needs some of it")]

use serde::Deserialize;

/// What the evaluation sets say of an article.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default, alias = "gold_text")]
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) date: Option<String>,
    #[serde(default)]
    pub(crate) language: Option<String>,
    #[serde(default, alias = "dup_group")]
    pub(crate) cluster: Option<String>,
}

/// All rows of standard input.
pub(crate) fn rows() -> Vec<Row> {
    read(std::io::stdin().lock())
}

/// All rows of a file.
pub(crate) fn file(path: &str) -> Vec<Row> {
    let file = std::fs::File::open(path).expect("a file that can be read");
    read(std::io::BufReader::new(file))
}

fn read(lines: impl std::io::BufRead) -> Vec<Row> {
    lines
        .lines()
        .map_while(Result::ok)
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(&line).expect("a row of JSON"))
        .collect()
}

/// The value of `name=value` among the arguments.
pub(crate) fn option<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::args()
        .filter_map(|arg| {
            arg.split_once('=')
                .map(|(n, v)| (n.to_owned(), v.to_owned()))
        })
        .find(|(n, _)| n == name)
        .and_then(|(_, value)| value.parse().ok())
}
