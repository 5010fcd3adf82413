//! Checks the files of words, so that a mistake of a translator is named.

#![expect(
    clippy::unwrap_used,
    reason = "a file that cannot be read is a failed test"
)]

extern crate gleaner_text as text;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use text::words;
use toml::{Table, Value};

fn read(path: &str) -> Table {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The files of the languages, by name.
fn files() -> Vec<(String, Table)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("languages");
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    let read = |name: String| (name.clone(), read(&format!("languages/{name}")));
    names.into_iter().map(read).collect()
}

/// The tables of a file as `concept.name`.
fn lists(file: &Table) -> impl Iterator<Item = (String, &Value)> {
    let concepts = file
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_table()?)));
    concepts.flat_map(|(concept, keys)| {
        keys.iter()
            .map(move |(key, list)| (format!("{concept}.{key}"), list))
    })
}

fn words(list: &Value) -> Vec<&str> {
    match list {
        Value::String(text) => text.split_whitespace().collect(),
        Value::Array(list) => list.iter().map(|word| word.as_str().unwrap()).collect(),
        other => panic!("neither a list nor a string: {other}"),
    }
}

#[test]
fn every_list_belongs_to_a_known_table_and_follows_its_format() {
    let tables = read("tables.toml");
    for (file, content) in files() {
        for (name, list) in lists(&content) {
            let (concept, key) = name.split_once('.').unwrap();
            let table = tables.get(concept).and_then(|keys| keys.get(key));
            let table = table.unwrap_or_else(|| panic!("{file}: no table is called {name}"));
            let is = |property: &str| table.get(property).is_some();
            let words = words(list);
            assert!(!words.is_empty(), "{file}: {name} is empty");
            let distinct: BTreeSet<&str> = words.iter().copied().collect();
            for word in &words {
                let times = words.iter().filter(|other| *other == word).count();
                assert!(times == 1, "{file}: {name} has {word:?} {times} times");
                assert!(!word.trim().is_empty(), "{file}: {name} has an empty word");
                let lower = *word == word.to_lowercase();
                assert!(
                    is("cased") || lower,
                    "{file}: {name} has {word:?}, not in lower case"
                );
                let bare = word.strip_suffix('*').unwrap_or(word);
                let stem = is("stems") || bare == *word;
                assert!(stem, "{file}: {name} does not allow prefixes: {word:?}");
                let shorter = is("stems") && distinct.contains(bare) && bare != *word;
                assert!(!shorter, "{file}: {name} has {word:?} and {bare:?}");
            }
        }
    }
}

#[test]
fn a_complete_language_has_every_table_or_says_which_are_missing() {
    let tables = read("tables.toml");
    let wanted = lists(&tables).filter(|(_, table)| table.get("optional").is_none());
    let wanted: BTreeSet<String> = wanted.map(|(name, _)| name).collect();
    for (file, content) in files() {
        let known = |name: &String| name == "complete" || name == "missing";
        let stray = content
            .iter()
            .find(|(name, value)| !value.is_table() && !known(name));
        assert!(
            stray.is_none(),
            "{file}: {stray:?} stands outside of a table"
        );
        if content.get("complete").and_then(Value::as_bool) != Some(true) {
            continue;
        }
        let missing = content.get("missing").map(words).unwrap_or_default();
        let missing: BTreeSet<String> = missing.into_iter().map(str::to_owned).collect();
        let has: BTreeSet<String> = lists(&content).map(|(name, _)| name).collect();
        let unstated: Vec<&String> = wanted
            .iter()
            .filter(|name| !has.contains(*name) && !missing.contains(*name))
            .collect();
        assert!(
            unstated.is_empty(),
            "{file}: fill {unstated:?}, or name them in `missing`"
        );
        let needless: Vec<&String> = missing
            .iter()
            .filter(|name| has.contains(*name) || !wanted.contains(*name))
            .collect();
        assert!(needless.is_empty(), "{file}: {needless:?} are not missing");
    }
}

#[test]
fn the_language_decides_which_month_a_shared_name_denotes() {
    for (name, language, number) in [
        ("listopad", Some("cs"), Some(11)),
        ("listopada", Some("hr"), Some(10)),
        ("listopada", Some("pl"), Some(11)),
        // that of the first language
        ("listopad", None, Some(11)),
        ("listopad", Some("de"), Some(11)),
        // a name of others only
        ("oktober", Some("hr"), Some(10)),
        ("brumaire", None, None),
    ] {
        assert_eq!(words::month(name, language), number, "{name} {language:?}");
    }
    let own = |language| words::with_own_dates(language);
    assert_eq!(
        [own("hr"), own("pl"), own("th"), own("de")],
        [Some("hr"), Some("pl"), Some("th"), None]
    );
}

#[test]
fn a_month_has_one_number_in_a_language_and_every_language_has_all_months() {
    for (language, _) in words::months::JANUARY {
        let names = words::MONTHS.iter().map(|table| words::of(table, language));
        assert!(names.clone().all(|names| !names.is_empty()), "{language}");
        let all: Vec<&str> = names.flatten().copied().collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), distinct.len(), "{language}: {all:?}");
    }
    // These write the number of the month.
    let without = ["ja", "ko", "neutral", "zh"];
    for (file, _) in files() {
        let language = file.trim_end_matches(".toml");
        let has = !words::of(words::months::JANUARY, language).is_empty();
        assert_ne!(has, without.contains(&language), "{file}");
    }
}

#[test]
fn a_day_of_the_week_has_one_number_in_a_language_and_every_language_with_months_has_days() {
    let languages = words::months::JANUARY.iter().chain(words::weekdays::MONDAY);
    for (language, _) in languages {
        let days = words::WEEKDAYS.iter();
        let all: Vec<&str> = days
            .flat_map(|table| words::of(table, language))
            .copied()
            .collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(all.len(), distinct.len(), "{language}: {all:?}");
        assert!(all.len() >= 6, "{language}: {all:?}");
    }
}

#[test]
fn common_words_come_first_and_shared_words_once() {
    assert_eq!(words::pages::PARAMETERS[..2], ["p", "pg"]);
    let shared = words::months()[3].iter().filter(|name| **name == "april");
    assert_eq!(shared.count(), 1);
    assert!(words::of(words::legal::IMPRINT, "de").contains(&"agb"));
    assert!(words::of(words::legal::IMPRINT, "xx").is_empty());
}

#[test]
fn short_years_are_written_in_a_known_way() {
    for (language, ways) in words::dates::SHORT_YEARS {
        assert!(
            matches!(*ways, ["first" | "buddhist"]),
            "{language}: {ways:?}"
        );
    }
}
