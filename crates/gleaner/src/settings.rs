//! The settings: `config/gleaner.toml`, the user's file over it, the environment over both. Unknown keys are refused.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use figment::Figment;
use figment::error::Kind;
use figment::providers::{Env, Format as _, Toml};
use serde::Deserialize;

use crate::failure::Advise as _;

/// Every key with its value, unit and reason: the base layer.
const BASE: &str = include_str!("../../../config/gleaner.toml");
/// Where the user's file is looked for unless `--config` names it.
pub(crate) const DEFAULT_PATH: &str = "config/gleaner.toml";

/// All settings, in the sections of `config/gleaner.toml`; units and reasons stand there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) database: Database,
    pub(crate) crawl: figment::value::Dict,
    pub(crate) extract: Extract,
    pub(crate) classify: Classify,
}

/// Where the embedded database lives.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Database {
    pub(crate) data_dir: String,
}

/// How pages become text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extract {
    pub(crate) extractor: String,
    pub(crate) max_page_bytes: usize,
}

/// How pages are judged.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Classify {
    pub(crate) model: String,
    pub(crate) threshold: Option<f32>,
}

/// Reads the settings. A file named by the user must exist; the default one may be missing.
pub(crate) fn load(named: Option<&Path>) -> anyhow::Result<Settings> {
    let path = named.unwrap_or(Path::new(DEFAULT_PATH));
    let mut layers = Figment::from(Toml::string(BASE));
    match std::fs::read_to_string(path) {
        // Read by us and not by figment, whose `file` takes a missing one for an empty one.
        Ok(_) => layers = layers.merge(Toml::file_exact(path)),
        Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(error)
                .with_context(|| format!("cannot read the settings file {}", path.display()))
                .advise("name an existing file with --config, or leave --config out for the built-in settings");
        }
    }
    let layers = layers.merge(Env::prefixed("GLEANER__").split("__"));
    match layers.extract() {
        Ok(settings) => Ok(settings),
        Err(error) => {
            let faults: Vec<String> = error.into_iter().map(|fault| describe(&fault)).collect();
            bail!("{}", faults.join("; also "))
        }
    }
}

/// One fault of the settings: where it stands, what is wrong, what would be right.
fn describe(fault: &figment::Error) -> String {
    let place = match &fault.metadata {
        Some(metadata) => match &metadata.source {
            Some(figment::Source::File(path)) => path.display().to_string(),
            _ if metadata.name.contains("environment") => "environment".to_owned(),
            _ => metadata.name.to_string(),
        },
        None => "settings".to_owned(),
    };
    let key = fault.path.join(".");
    match &fault.kind {
        Kind::UnknownField(name, known) => {
            let key = if key.ends_with(name.as_str()) {
                key
            } else {
                [key.as_str(), name].join(".")
            };
            format!(
                "{place}: unknown key {}; expected one of {}",
                key.trim_start_matches('.'),
                known.join(", ")
            )
        }
        Kind::InvalidType(found, wanted) | Kind::InvalidValue(found, wanted) => {
            format!("{place}: {key} is {found}; expected {wanted}")
        }
        kind if key.is_empty() => format!("{place}: {kind}"),
        kind => format!("{place}: {key}: {kind}"),
    }
}

impl Settings {
    /// The data directory: the setting, or `GLEANER_DATA_DIR`, or the platform's.
    pub(crate) fn data_dir(&self) -> anyhow::Result<PathBuf> {
        if !self.database.data_dir.is_empty() {
            return Ok(PathBuf::from(&self.database.data_dir));
        }
        if let Some(folder) =
            std::env::var_os("GLEANER_DATA_DIR").filter(|folder| !folder.is_empty())
        {
            return Ok(PathBuf::from(folder));
        }
        directories::ProjectDirs::from("", "", "gleaner")
            .map(|folders| folders.data_dir().to_owned())
            .context("this account has no home directory for the database")
            .advise("set GLEANER_DATA_DIR to a folder")
    }
}
