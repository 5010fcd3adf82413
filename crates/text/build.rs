//! Writes `tables.toml` and `languages/*.toml` as static lists, so that a program has nothing to parse at start.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What a concept has by name.
type Concepts<T> = BTreeMap<String, BTreeMap<String, T>>;

/// `tables.toml`.
#[derive(Deserialize)]
struct Tables {
    /// The order of the languages in a merged list.
    order: Vec<String>,
    #[serde(flatten)]
    concepts: Concepts<Table>,
}

#[derive(Deserialize)]
struct Table {
    about: String,
    #[serde(default)]
    by_language: bool,
}

/// A file of `languages`.
#[derive(Deserialize)]
struct Language {
    #[serde(flatten)]
    concepts: Concepts<Words>,
    #[serde(rename = "complete")]
    _complete: Option<IgnoredAny>,
    #[serde(rename = "missing")]
    _missing: Option<IgnoredAny>,
}

/// A list of words, or a text in which white space separates them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Text(String),
    List(Vec<String>),
}

impl Words {
    fn list(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => text.split_whitespace().collect(),
            Self::List(list) => list.iter().map(String::as_str).collect(),
        }
    }
}

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=tables.toml");
    println!("cargo::rerun-if-changed=languages");
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("tables.rs"), code()?)?;
    Ok(())
}

/// The source code of the lists.
fn code() -> Result<String> {
    let tables: Tables = read(Path::new("tables.toml"))?;
    let languages = languages(&tables.order)?;
    let mut code = String::new();
    for (concept, keys) in &tables.concepts {
        writeln!(code, "/// See `tables.toml`.\npub mod {concept} {{")?;
        for (key, table) in keys {
            let name = key.to_uppercase();
            let lists = languages.iter().filter_map(|(code, language)| {
                let words = language.concepts.get(concept)?.get(key)?;
                Some((code, words.list()))
            });
            writeln!(code, "/// {}", table.about.replace('<', "\\<"))?;
            if table.by_language {
                writeln!(code, "pub static {name}: &[(&str, &[&str])] = &[")?;
                for (language, list) in lists {
                    writeln!(code, "({language:?}, &{list:?}),")?;
                }
                writeln!(code, "];")?;
            } else {
                let mut merged: Vec<&str> = Vec::new();
                for word in lists.flat_map(|(_, list)| list) {
                    if !merged.contains(&word) {
                        merged.push(word);
                    }
                }
                writeln!(code, "pub static {name}: &[&str] = &{merged:?};")?;
            }
        }
        writeln!(code, "}}")?;
    }
    Ok(code)
}

/// The languages: what holds in all, then those in the stated order, then the others.
fn languages(order: &[String]) -> Result<Vec<(String, Language)>> {
    let mut languages = BTreeMap::new();
    for entry in fs::read_dir("languages")? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        languages.insert(name.into_owned(), read(&path)?);
    }
    let first = order.iter().filter_map(|name| languages.remove_entry(name));
    let first: Vec<_> = first.collect();
    Ok(first.into_iter().chain(languages).collect())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path)?;
    let read = basic_toml::from_str(&text);
    Ok(read.map_err(|error| format!("{}: {error}", path.display()))?)
}
