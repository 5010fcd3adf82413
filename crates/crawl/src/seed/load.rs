//! Loads seed files: finds them, selects their formats, and reports their errors.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, WINDOWS_1252};
use serde::Deserialize;
use toml::Spanned;

use super::{Seed, SeedEntry, SeedRules, Warn, count_lines, is_address, opml, table};

/// Why seeds cannot be loaded. Each variant names the file and, if there is one, the site.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    /// The file or directory cannot be read.
    #[error("cannot read {path}", path = path.display())]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The file is not in the format of its extension.
    #[error("{path}: {message}", path = path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The position and a description of the error.
        message: String,
    },
    /// A site is invalid.
    #[error("{}: site {site:?}: {reason}", location(path, *line))]
    Site {
        /// The file.
        path: PathBuf,
        /// Its line, if known.
        line: Option<u64>,
        /// Its id or its URL.
        site: String,
        /// The error.
        reason: String,
    },
    /// Several sites of a file are invalid.
    #[error("{}", listed(.0))]
    Sites(Vec<Self>),
    /// A directory without seed files.
    #[error("no seed file ({}) in {path}", FORMATS.map(|(ending, _)| format!("*.{ending}")).join(", "), path = path.display())]
    Empty {
        /// The directory.
        path: PathBuf,
    },
}

/// A file, and the line if it is known.
fn location(path: &Path, line: Option<u64>) -> String {
    let line = line.map(|line| format!(":{line}"));
    format!("{}{}", path.display(), line.unwrap_or_default())
}

/// Maximum number of errors of a file that are listed.
const MAX_LISTED: usize = 20;

fn listed(errors: &[SeedError]) -> String {
    let shown = errors.iter().take(MAX_LISTED).map(ToString::to_string);
    let mut text = shown.collect::<Vec<_>>().join("\n");
    if errors.len() > MAX_LISTED {
        let _ = write!(text, "\nand {} more", errors.len() - MAX_LISTED);
    }
    text
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedFile {
    site: Vec<Spanned<Seed>>,
}

/// Parses the text of a file. The error describes a fault of the whole file, and its position.
type Format = fn(&str, Warn<'_>) -> Result<Vec<SeedEntry>, String>;

/// The formats by file extension, regardless of case.
const FORMATS: [(&str, Format); 7] = [
    ("toml", |text, _| own_format(text)),
    ("txt", |text, _| plain_list(text)),
    ("csv", table::read),
    ("tsv", table::read),
    ("opml", |text, _| opml::read(text)),
    ("xml", |text, _| opml::read(text)),
    ("list", |text, _| plain_list(text)),
];

/// Loads one seed file, or all those of a directory in order of their names. The extension selects the format: our own TOML, CSV,
/// OPML, or plain lists of home pages. Ids must be unique; a site that another one precedes from
/// whose home page the same id is derived is skipped with a warning.
///
/// `check_rules` validates the rules of a site, which this crate does not apply.
pub fn load_seeds(
    path: &Path,
    check_rules: impl Fn(&SeedRules) -> Result<(), String>,
) -> Result<Vec<Seed>, SeedError> {
    let mut read = ReadSeeds::default();
    for file in files(path)? {
        let bytes = std::fs::read(&file).map_err(|source| SeedError::Read {
            path: file.clone(),
            source,
        })?;
        read.add(&file, absolute(&file).as_deref(), &bytes, &check_rules)?;
    }
    Ok(read.warned())
}

/// Parses the content of one seed file, like [`load_seeds`]. The extension of `name` selects the format; `origin` is its source.
///
/// # Errors
///
/// As [`load_seeds`].
pub fn read_seeds(
    name: &str,
    origin: &str,
    content: &[u8],
    check_rules: impl Fn(&SeedRules) -> Result<(), String>,
) -> Result<Vec<Seed>, SeedError> {
    let mut read = ReadSeeds::default();
    read.add(Path::new(name), Some(origin), content, &check_rules)?;
    Ok(read.warned())
}

/// Parses OPML whose sites are independent of each other: those that are valid, and why the others are not.
///
/// # Errors
///
/// If it is not OPML, or has no sites.
pub fn read_opml(name: &str, content: &[u8]) -> Result<(Vec<Seed>, Vec<SeedError>), SeedError> {
    let mut read = ReadSeeds::default();
    let found = decoded(Path::new(name), content).and_then(|text| opml::read(&text));
    let mut errors = read.add_sites(Path::new(name), None, found, &|_| Ok(()))?;
    errors.append(&mut read.skipped);
    Ok((read.seeds, errors))
}

/// Whether a name has the extension of a seed file.
pub fn is_seed_file(name: &str) -> bool {
    format_of(Path::new(name)).is_some()
}

/// The sites of the files read so far.
#[derive(Default)]
struct ReadSeeds {
    seeds: Vec<Seed>,
    /// The file of each id, and the line if it is known.
    locations: HashMap<String, String>,
    /// Sites that another one precedes from whose home page the same id is derived.
    skipped: Vec<SeedError>,
}

impl ReadSeeds {
    /// Adds the sites of a file; `origin` is its source in the database.
    fn add(
        &mut self,
        file: &Path,
        origin: Option<&str>,
        content: &[u8],
        check_rules: &impl Fn(&SeedRules) -> Result<(), String>,
    ) -> Result<(), SeedError> {
        let format = format_of(file).unwrap_or(|text, _| plain_list(text));
        let warn = |line, text: &str| tracing::warn!("{}: {text}", location(file, Some(line)));
        let found = decoded(file, content).and_then(|text| format(&text, &warn));
        let mut errors = self.add_sites(file, origin, found, check_rules)?;
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(SeedError::Sites(errors)),
        }
    }

    /// Adds the sites that are valid, and returns why the others are not.
    fn add_sites(
        &mut self,
        file: &Path,
        origin: Option<&str>,
        found: Result<Vec<SeedEntry>, String>,
        check_rules: &impl Fn(&SeedRules) -> Result<(), String>,
    ) -> Result<Vec<SeedError>, SeedError> {
        let wrong = |message| SeedError::Format {
            path: file.to_owned(),
            message,
        };
        let found = found.map_err(wrong)?;
        if found.is_empty() {
            return Err(wrong("it contains no sites".to_owned()));
        }
        let mut errors = Vec::new();
        for entry in found {
            if let Err(error) = self.add_site(file, origin, entry, check_rules) {
                errors.push(error);
            }
        }
        Ok(errors)
    }

    /// The seeds, after warnings of those that were skipped.
    fn warned(self) -> Vec<Seed> {
        for used in self.skipped {
            tracing::warn!("{used}, and is skipped; if it is another site, give it an `id`");
        }
        self.seeds
    }

    fn add_site(
        &mut self,
        file: &Path,
        origin: Option<&str>,
        SeedEntry { line, name, seed }: SeedEntry,
        check_rules: &impl Fn(&SeedRules) -> Result<(), String>,
    ) -> Result<(), SeedError> {
        let wrong = |reason: String| SeedError::Site {
            path: file.to_owned(),
            line,
            site: name.clone(),
            reason,
        };
        let mut seed = seed.map_err(wrong)?;
        seed.check().map_err(wrong)?;
        check_rules(&seed.rules).map_err(|error| wrong(format!("`rules`: {error}")))?;
        if let Some(first) = self.locations.get(&seed.id) {
            let used = wrong(format!(
                "the id {:?} is already used by the site at {first}",
                seed.id
            ));
            if seed.has_derived_id {
                self.skipped.push(used);
                return Ok(());
            }
            return Err(used);
        }
        self.locations.insert(seed.id.clone(), location(file, line));
        seed.file = origin.map(str::to_owned);
        self.seeds.push(seed);
        Ok(())
    }
}

/// The text of a file: in the encoding of its byte-order mark, in UTF-8, in that of its XML declaration or, as Excel saves CSV, in
/// windows-1252.
fn decoded<'a>(file: &Path, content: &'a [u8]) -> Result<Cow<'a, str>, String> {
    let text = if let Some((encoding, mark)) = Encoding::for_bom(content) {
        encoding.decode_without_bom_handling(&content[mark..]).0
    } else if let Ok(text) = std::str::from_utf8(content) {
        text.into()
    } else if content.trim_ascii_start().starts_with(b"<?xml") {
        html::decode(content, None).text.into()
    } else {
        tracing::warn!(
            "{} is not in UTF-8 and is read as windows-1252; check the names of its sites, or save it in UTF-8",
            file.display()
        );
        WINDOWS_1252.decode_without_bom_handling(content).0
    };
    if text.contains('\0') {
        return Err("this is not a text file; save a spreadsheet as CSV".to_owned());
    }
    Ok(text)
}

/// The absolute path stored with the sites of a file.
pub fn absolute(path: &Path) -> Option<String> {
    let path = std::fs::canonicalize(path).ok()?;
    path.to_str().map(str::to_owned)
}

fn format_of(path: &Path) -> Option<Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let known = FORMATS.iter().find(|(known, _)| *known == ending)?;
    Some(known.1)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, SeedError> {
    let cannot = |source| SeedError::Read {
        path: path.to_owned(),
        source,
    };
    if !std::fs::metadata(path).map_err(cannot)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        // editors, desktops and archives leave hidden files behind
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let file = entry.path();
        if format_of(&file).is_some() && file.is_file() && !is_hidden {
            found.push(file);
        }
    }
    if found.is_empty() {
        return Err(SeedError::Empty {
            path: path.to_owned(),
        });
    }
    found.sort();
    Ok(found)
}

/// Our own format, in TOML.
fn own_format(text: &str) -> Result<Vec<SeedEntry>, String> {
    let file: SeedFile = toml::from_str(text).map_err(|error| {
        if error.message().contains("missing field `site`") {
            return "it contains no [[site]]".to_owned();
        }
        let is_table = text.lines().any(|line| line.trim() == "[site]");
        let hint = if is_table {
            "\nwrite [[site]] with two brackets: there may be several sites"
        } else {
            ""
        };
        format!("{}{hint}", error.to_string().trim_end())
    })?;
    let (mut line, mut counted) = (1, 0);
    let found = file.site.into_iter().map(|seed| {
        let at = seed.span().start;
        line += count_lines(text, counted..at);
        counted = at;
        let seed = seed.into_inner();
        let named = if seed.id.is_empty() {
            &seed.home
        } else {
            &seed.id
        };
        SeedEntry::new(Some(line), &named.clone(), seed.completed())
    });
    Ok(found.collect())
}

/// A plain list: one home page per line, `#` starts a comment.
fn plain_list(text: &str) -> Result<Vec<SeedEntry>, String> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        // A URL may contain a `#`, but its fragment is irrelevant for a site.
        let home = line.split('#').next().unwrap_or_default().trim();
        if !home.is_empty() {
            let seed = if is_address(home) {
                Seed::from_home(home).map_err(|error| error.to_string())
            } else {
                Err("not a URL; this format has one URL per line".to_owned())
            };
            found.push(SeedEntry::new(Some(number), home, seed));
        }
    }
    if found.is_empty() {
        return Err("the file contains no URLs".to_owned());
    }
    Ok(found)
}
