//! Tables: CSV, or the same with tabs or semicolons. The first row names the columns, in any order; only `home` is
//! required, and unknown columns are ignored with a warning.

use super::{Seed, SeedEntry, Warn, channel_address, count_lines, primary_language};
use crate::has_word;

/// Minimum similarity of an unknown column to a known one that is suggested, from 0 to 1.
const MIN_SIMILARITY: f32 = 0.75;

/// The accepted names of each column.
const COLUMNS: [(Column, &str); 10] = [
    (
        Column::Home,
        "home url homepage home_url htmlurl website domain",
    ),
    (Column::Id, "id"),
    (Column::Name, "name title"),
    (Column::Publisher, "publisher"),
    (Column::Country, "country country_code"),
    (Column::Language, "language lang"),
    (Column::Feeds, "feeds feed rss feed_url rss_url xmlurl"),
    (Column::Sitemaps, "sitemaps sitemap"),
    (Column::NewsSitemaps, "news_sitemaps news_sitemap"),
    (Column::Tags, "tags"),
];

/// Columns whose fields may have several lines.
const ADDRESSES: [Column; 3] = [Column::Feeds, Column::Sitemaps, Column::NewsSitemaps];

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
    Tags,
}

pub(super) fn read(text: &str, warn: Warn<'_>) -> Result<Vec<SeedEntry>, String> {
    let head = text.lines().find(|line| !line.trim().is_empty());
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter(head.unwrap_or_default()))
        .trim(csv::Trim::All)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let wrong = |error: csv::Error| error.to_string();
    let headers = reader.headers().map_err(wrong)?;
    if headers.iter().all(str::is_empty) {
        return Err("it is empty; its first row must name the columns, such as `home`".to_owned());
    }
    let columns: Vec<Option<Column>> = headers.iter().map(column).collect();
    if !columns.contains(&Some(Column::Home)) {
        return Err(format!(
            "no column `home` (or `url`) among {}; the first row names the columns",
            headers.iter().collect::<Vec<_>>().join(", ")
        ));
    }
    let unknown: Vec<String> = headers
        .iter()
        .filter(|name| !name.is_empty() && column(name).is_none())
        .map(suggested)
        .collect();
    if !unknown.is_empty() {
        let place = 1 + count_lines(text, 0..row_start(text, 0));
        let names = unknown.join(", ");
        warn(place, &format!("columns are unknown and ignored: {names}"));
    }
    let mut found = Vec::new();
    let (mut line, mut counted) = (1, 0);
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
        let at = row.position().map_or(0, csv::Position::byte);
        let at = row_start(text, usize::try_from(at).unwrap_or(usize::MAX));
        line += count_lines(text, counted..at);
        counted = at;
        let line = Some(line);
        let mut fields = columns.iter().zip(&row);
        let is_open = |(column, field): (&Option<Column>, &str)| {
            field.contains('\n') && column.is_some_and(|column| !ADDRESSES.contains(&column))
        };
        if fields.any(is_open) {
            let why = "a field has several lines; close its quote".to_owned();
            found.push(SeedEntry::new(line, "", Err(why)));
            continue;
        }
        let Some(home) = of(Column::Home).next() else {
            if row.iter().any(|field| !field.is_empty()) {
                found.push(SeedEntry::new(line, "", Err("`home` is empty".to_owned())));
            }
            continue;
        };
        let seed = Seed::from_home(home).map_err(|error| error.to_string());
        let seed = seed.map(|mut seed| {
            let text = |column| of(column).next().map(str::to_owned);
            if let Some(id) = text(Column::Id) {
                seed.id = id;
                seed.has_derived_id = false;
            }
            seed.name = text(Column::Name).unwrap_or(seed.name);
            seed.publisher = text(Column::Publisher).map(|name| html::fold(&name));
            seed.country = text(Column::Country).map(|code| code.to_ascii_uppercase());
            seed.language = text(Column::Language).map(|code| primary_language(&code));
            let list = |column| {
                of(column)
                    .flat_map(addresses)
                    .map(channel_address)
                    .collect()
            };
            seed.feeds = list(Column::Feeds);
            seed.sitemaps = list(Column::Sitemaps);
            seed.news_sitemaps = list(Column::NewsSitemaps);
            let tags = of(Column::Tags).flat_map(|field| field.split([';', '|', ',']));
            let tags = tags.map(str::trim).filter(|tag| !tag.is_empty());
            seed.tags = tags.map(str::to_owned).collect();
            seed
        });
        found.push(SeedEntry::new(line, home, seed));
    }
    Ok(found)
}

/// Where a row begins that the reader places at `at`: it takes the line ends, blank lines and comments before as part of the row.
fn row_start(text: &str, mut at: usize) -> usize {
    while let Some(rest) = text.get(at..) {
        at += match rest.as_bytes().first() {
            Some(b'\r' | b'\n') => 1,
            Some(b'#') => rest.find('\n').unwrap_or(rest.len()),
            _ => break,
        };
    }
    at
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
    let name = spelled(name);
    let known = COLUMNS.iter().find(|(_, names)| has_word(names, &name))?;
    Some(known.0)
}

/// The name of a column as settings spell it.
fn spelled(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

/// The name of an unknown column, with the known one that it resembles.
fn suggested(name: &str) -> String {
    let known = COLUMNS.iter().flat_map(|(_, names)| names.split(' '));
    let known: Vec<&str> = known.collect();
    match similar::get_close_matches(spelled(name).as_str(), &known, 1, MIN_SIMILARITY)[..] {
        [known] => format!("{name} (did you mean {known}?)"),
        _ => name.to_owned(),
    }
}

/// The URLs in a field, separated by whitespace, semicolons or bars.
fn addresses(field: &str) -> impl Iterator<Item = &str> {
    field
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '|'))
        .filter(|address| !address.is_empty())
}
