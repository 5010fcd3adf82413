//! Tables: CSV, or the same with tabs or semicolons. The first row names the columns, in any order; only `home` is
//! required, and unknown columns are ignored.

use super::{Seed, SeedEntry, primary_language, single_spaced};

/// The accepted names of columns.
const COLUMNS: [(&str, Column); 24] = [
    ("home", Column::Home),
    ("url", Column::Home),
    ("homepage", Column::Home),
    ("home_url", Column::Home),
    ("website", Column::Home),
    ("domain", Column::Home),
    ("id", Column::Id),
    ("name", Column::Name),
    ("title", Column::Name),
    ("publisher", Column::Publisher),
    ("country", Column::Country),
    ("country_code", Column::Country),
    ("language", Column::Language),
    ("lang", Column::Language),
    ("feeds", Column::Feeds),
    ("feed", Column::Feeds),
    ("rss", Column::Feeds),
    ("feed_url", Column::Feeds),
    ("rss_url", Column::Feeds),
    ("xmlurl", Column::Feeds),
    ("sitemaps", Column::Sitemaps),
    ("sitemap", Column::Sitemaps),
    ("news_sitemaps", Column::NewsSitemaps),
    ("news_sitemap", Column::NewsSitemaps),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Home,
    Id,
    Name,
    Publisher,
    Country,
    Language,
    Feeds,
    Sitemaps,
    NewsSitemaps,
}

pub(super) fn read(text: &str) -> Result<Vec<SeedEntry>, String> {
    let head = text.lines().find(|line| !line.trim().is_empty());
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(head.unwrap_or_default()))
        .trim(csv::Trim::All)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| error.to_string();
    let headers = reader.headers().map_err(wrong)?;
    let columns: Vec<Option<Column>> = headers.iter().map(column).collect();
    if !columns.contains(&Some(Column::Home)) {
        return Err(format!(
            "line 1: no column `home` (or `url`) among {}; the first row names the columns",
            headers.iter().collect::<Vec<_>>().join(", ")
        ));
    }
    let mut found = Vec::new();
    for row in reader.into_records() {
        let row = row.map_err(wrong)?;
        let of = |wanted: Column| {
            let named = columns
                .iter()
                .zip(&row)
                .filter(move |(column, _)| **column == Some(wanted));
            named
                .map(|(_, field)| field)
                .filter(|field| !field.is_empty())
        };
        let line = row.position().map(csv::Position::line);
        let Some(home) = of(Column::Home).next() else {
            if row.iter().any(|field| !field.is_empty()) {
                found.push(SeedEntry::new(line, "", Err("`home` is empty".to_owned())));
            }
            continue;
        };
        let seed = Seed::from_home(home).map_err(|error| error.to_string());
        let seed = seed.map(|mut seed| {
            let text = |column| of(column).next().map(str::to_owned);
            seed.id = text(Column::Id).unwrap_or(seed.id);
            seed.name = text(Column::Name).unwrap_or(seed.name);
            seed.publisher = text(Column::Publisher).map(|name| single_spaced(&name));
            seed.country = text(Column::Country).map(|code| code.to_ascii_uppercase());
            seed.language = text(Column::Language).map(|code| primary_language(&code));
            let list = |column| of(column).flat_map(addresses).map(str::to_owned).collect();
            seed.feeds = list(Column::Feeds);
            seed.sitemaps = list(Column::Sitemaps);
            seed.news_sitemaps = list(Column::NewsSitemaps);
            seed
        });
        found.push(SeedEntry::new(line, home, seed));
    }
    Ok(found)
}

fn delimiter(head: &str) -> u8 {
    let count = |delimiter: char| head.matches(delimiter).count();
    match (count('\t'), count(';'), count(',')) {
        (tabs, semicolons, commas) if tabs > semicolons.max(commas) => b'\t',
        (_, semicolons, commas) if semicolons > commas => b';',
        _ => b',',
    }
}

fn column(name: &str) -> Option<Column> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '-'], "_");
    let known = COLUMNS.iter().find(|(known, _)| *known == name)?;
    Some(known.1)
}

/// The URLs in a field, separated by whitespace, semicolons or bars.
fn addresses(field: &str) -> impl Iterator<Item = &str> {
    field
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '|'))
        .filter(|address| !address.is_empty())
}
