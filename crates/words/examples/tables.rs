//! Writes `src/tables.rs`, which holds `tables.toml` and `languages/*.toml` as static lists, so that a program has nothing to
//! parse at start: `cargo run -p gleaner-words --example tables`. A test fails when it is out of date.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toml::{Table, Value};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(folder.join("src/tables.rs"), code(folder)?)?;
    Ok(())
}

/// The source code of the lists of the files in a folder.
pub(crate) fn code(folder: &Path) -> Result<String> {
    let tables: Table = fs::read_to_string(folder.join("tables.toml"))?.parse()?;
    let files = files(&folder.join("languages"))?;
    let files = in_order(files, &tables)?;
    let mut code = String::from("// Written by `cargo run -p gleaner-words --example tables`.\n");
    for (concept, keys) in tables.iter().filter(|(_, keys)| keys.is_table()) {
        writeln!(code, "/// See `tables.toml`.\npub mod {concept} {{")?;
        for (key, table) in keys.as_table().into_iter().flatten() {
            let about = table["about"].as_str().ok_or("`about` must be a string")?;
            let name = key.to_uppercase();
            let lists = files.iter().map(|(language, file)| {
                let list = file.get(concept).and_then(|keys| keys.get(key));
                Ok((language.as_str(), list.map_or(Ok(vec![]), words)?))
            });
            let lists: Vec<(&str, Vec<&str>)> = lists.collect::<Result<_>>()?;
            writeln!(code, "/// {}", about.replace('<', "\\<"))?;
            if table.get("by_language").is_some() {
                let lists: Vec<_> = lists.iter().filter(|(_, list)| !list.is_empty()).collect();
                writeln!(code, "pub static {name}: &[(&str, &[&str])] = &[")?;
                for (language, list) in lists {
                    writeln!(code, "({language:?}, &{list:?}),")?;
                }
                writeln!(code, "];")?;
            } else {
                let mut merged: Vec<&str> = Vec::new();
                for word in lists.iter().flat_map(|(_, list)| list) {
                    if !merged.contains(word) {
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

/// The files of a folder by their names without extension.
fn files(folder: &Path) -> Result<BTreeMap<String, Table>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let table = text
            .parse()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let language = path.file_stem().unwrap_or_default().to_string_lossy();
        files.insert(language.into_owned(), table);
    }
    Ok(files)
}

/// The files in order: what holds in all languages, then the languages in the stated order, then the others.
fn in_order(mut files: BTreeMap<String, Table>, tables: &Table) -> Result<Vec<(String, Table)>> {
    let order = tables["order"].as_array().ok_or("`order` must be a list")?;
    let names = order.iter().filter_map(Value::as_str);
    let first = names.filter_map(|name| files.remove_entry(name));
    let first: Vec<_> = first.collect();
    Ok(first.into_iter().chain(files).collect())
}

/// The words of a list, or of a text in which white space separates them.
fn words(value: &Value) -> Result<Vec<&str>> {
    match value {
        Value::String(text) => Ok(text.split_whitespace().collect()),
        Value::Array(list) => {
            let words = list
                .iter()
                .map(|word| word.as_str().ok_or("a word must be a string"));
            Ok(words.collect::<std::result::Result<_, _>>()?)
        }
        _ => Err(format!("neither a list nor a string: {value}").into()),
    }
}
