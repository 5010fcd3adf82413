//! The settings, in layers: the built-in `config/gleaner.toml`, then the user's file, then the environment. Unknown keys are refused.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use chrono_tz::Tz;
use figment::Figment;
use figment::providers::{Env, Format as _, Toml};
use figment::value::Dict;
use serde::{Deserialize, Deserializer};
use store::RetentionDays;

use crate::console::failure::Advise as _;

/// The base layer, which documents every key with its default, unit and reason.
pub(crate) const BASE: &str = include_str!("../../../config/gleaner.toml");
/// Path of the user's file unless `--config` names one.
pub(crate) const DEFAULT_PATH: &str = "config/gleaner.toml";

/// All settings, in the sections of `config/gleaner.toml`, which documents them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub(crate) database: Database,
    pub(crate) crawl: crawl::Settings,
    pub(crate) worker: Worker,
    /// How text is extracted from pages.
    pub extract: Extract,
    pub(crate) classify: Classify,
    pub(crate) aggregate: Aggregate,
    pub(crate) retention: Retention,
    pub(crate) notify: Notify,
    pub(crate) reader: Reader,
}

/// The location of the embedded database, and the disk space that a crawl leaves free.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Database {
    pub(crate) data_dir: String,
    pub(crate) min_free_bytes: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Worker {
    pub(crate) hosts_at_once: usize,
    pub(crate) max_pages_per_night: u64,
    pub(crate) patience_seconds: u64,
}

/// How text is extracted from pages.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extract {
    /// The name of the extractor.
    pub extractor: String,
    pub(crate) mode: extract::Mode,
    pub(crate) with: Vec<extract::Inclusion>,
    pub(crate) max_page_bytes: usize,
}

impl Extract {
    /// The options of an extractor under these settings.
    pub fn options(&self, extractor: &'static extract::Extractor) -> extract::Options {
        extract::Options {
            mode: self.mode,
            inclusions: self.with.iter().copied().collect(),
            ..extract::Options::of(extractor)
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Classify {
    pub(crate) model: String,
    #[serde(default, deserialize_with = "share")]
    pub(crate) threshold: Option<f32>,
}

/// Deserialises a number from 0 to 1.
fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f32>, D::Error> {
    let share = Option::<f32>::deserialize(deserializer)?;
    match share {
        Some(share) if !(0.0..=1.0).contains(&share) => Err(serde::de::Error::custom(format!(
            "{share} is not a number from 0 to 1"
        ))),
        share => Ok(share),
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Aggregate {
    pub(crate) chunk_articles: NonZeroU32,
}

/// How long pages, visits and URLs are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retention {
    pub(crate) repeated_pages: bool,
    page_days: u32,
    rejected_page_days: u32,
    visit_days: u32,
    url_days: u32,
    sites: BTreeMap<String, SiteRetention>,
}

/// Retention of one site, where it differs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_field_names,
    reason = "the keys of the file say the unit"
)]
struct SiteRetention {
    page_days: Option<u32>,
    rejected_page_days: Option<u32>,
    visit_days: Option<u32>,
}

impl From<&Retention> for store::Retention {
    fn from(settings: &Retention) -> Self {
        let days = |page: Option<u32>, rejected: Option<u32>, visit: Option<u32>| RetentionDays {
            page_days: page.unwrap_or(settings.page_days),
            rejected_page_days: rejected.unwrap_or(settings.rejected_page_days),
            visit_days: visit.unwrap_or(settings.visit_days),
        };
        let sites = settings.sites.iter().map(|(id, site)| {
            let of_site = days(site.page_days, site.rejected_page_days, site.visit_days);
            (id.clone(), of_site)
        });
        Self {
            url_days: settings.url_days,
            default: days(None, None, None),
            sites: sites.collect(),
        }
    }
}

/// The command that receives the report of a nightly run; an empty one is not run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Notify {
    pub(crate) on: NotifyOn,
    pub(crate) command: String,
}

/// The nightly runs after which a report is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NotifyOn {
    Failure,
    Always,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reader {
    /// `None`: that of the machine.
    #[serde(deserialize_with = "time_zone")]
    pub(crate) time_zone: Option<Tz>,
}

/// Deserialises the IANA name of a time zone; empty: none.
fn time_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Tz>, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name.is_empty() {
        return Ok(None);
    }
    let zone = time_zone_named(&name).map_err(serde::de::Error::custom);
    zone.map(Some)
}

/// The time zone with an IANA name. The error says what is valid.
pub(crate) fn time_zone_named(name: &str) -> Result<Tz, String> {
    name.parse().map_err(|_| {
        format!("{name:?} is not a time zone; write an IANA name such as \"Europe/Berlin\"")
    })
}

/// Reads the settings. A file named by the user must exist; the default one may be missing.
pub(crate) fn load(named: Option<&Path>) -> anyhow::Result<Settings> {
    let path = named.unwrap_or(Path::new(DEFAULT_PATH));
    let mut layers = Figment::from(Toml::string(BASE));
    match std::fs::read_to_string(path) {
        // Not left to figment, whose `file` treats a missing file as empty.
        Ok(_) => layers = layers.merge(Toml::file_exact(path)),
        Err(error) if named.is_none() && error.kind() == ErrorKind::NotFound => {}
        Err(error) => {
            let advice = match error.kind() {
                ErrorKind::PermissionDenied => "give this user permission to read it",
                ErrorKind::InvalidData => "save it as UTF-8",
                _ => {
                    "name an existing file with --config, or leave --config out for the built-in settings"
                }
            };
            return Err(error)
                .with_context(|| format!("cannot read the settings file {}", path.display()))
                .advise(advice);
        }
    }
    refuse_misspelt(&Figment::from(Toml::string(BASE)))?;
    read(&layers.merge(Env::prefixed("GLEANER__").split("__")))
}

/// Fails if a variable is named after a section of the settings with one underscore, since it would be ignored in silence.
fn refuse_misspelt(known: &Figment) -> anyhow::Result<()> {
    let sections: Dict = known.extract()?;
    for (name, _) in std::env::vars_os() {
        let Some(setting) = name.to_str().and_then(|name| name.strip_prefix("GLEANER_")) else {
            continue;
        };
        for section in sections.keys().map(|section| section.to_uppercase()) {
            let key = setting
                .strip_prefix(&section)
                .and_then(|rest| rest.strip_prefix('_'));
            if let Some(key) = key {
                let key = key.trim_start_matches('_');
                bail!(
                    "GLEANER_{setting} is not a setting; write GLEANER__{section}__{key}, with two underscores twice"
                );
            }
        }
    }
    Ok(())
}

/// The built-in settings, without the user's file and the environment.
pub(crate) fn built_in() -> anyhow::Result<Settings> {
    read(&Figment::from(Toml::string(BASE)))
}

/// The built-in settings overridden by the text of a file, without the environment.
#[cfg(test)]
fn read_text(file: &str) -> anyhow::Result<Settings> {
    read(&Figment::from(Toml::string(BASE)).merge(Toml::string(file)))
}

fn read(layers: &Figment) -> anyhow::Result<Settings> {
    layers.extract().map_err(|faults| {
        let faults = faults.into_iter().map(|fault| {
            let layer = fault.metadata.as_ref();
            let file = layer.and_then(|layer| Some(layer.source.as_ref()?.to_string()));
            let source = file.or_else(|| Some(layer?.name.to_string()));
            let key = fault.path.join(".");
            format!("{}: {key}: {}", source.unwrap_or_default(), fault.kind)
        });
        anyhow!(faults.collect::<Vec<_>>().join("; also "))
    })
}

impl Settings {
    /// The data directory: from the setting, `GLEANER_DATA_DIR` or the platform's default, in this order.
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The built-in settings.
    pub(crate) fn built_in() -> Settings {
        super::built_in().unwrap()
    }

    #[test]
    fn a_file_overrides_any_subset() {
        let file = "[crawl]\ndelay_seconds = 0.5\n[crawl.revisit]\npage_hours = 2\n[classify]\nthreshold = 0.7";
        let settings = read_text(file).unwrap();
        assert_eq!(settings.crawl.delay, std::time::Duration::from_millis(500));
        assert_eq!(
            settings.crawl.revisit.page,
            std::time::Duration::from_hours(2)
        );
        assert_eq!(
            settings.crawl.revisit.section,
            built_in().crawl.revisit.section
        );
        assert_eq!(settings.classify.threshold, Some(0.7));
    }

    #[test]
    fn a_site_keeps_what_it_does_not_name_as_long_as_the_others() {
        let file = "[retention]\npage_days = 90\nvisit_days = 30\n[retention.sites.example]\npage_days = 0";
        let retention = store::Retention::from(&read_text(file).unwrap().retention);
        assert_eq!(retention.default.page_days, 90);
        let site = retention.sites["example"];
        assert_eq!(
            (site.page_days, site.rejected_page_days, site.visit_days),
            (0, 0, 30)
        );
        let built_in = store::Retention::from(&built_in().retention);
        assert_eq!(
            built_in.default,
            RetentionDays {
                visit_days: 365,
                ..RetentionDays::default()
            }
        );
    }

    #[test]
    fn the_reader_has_a_time_zone_if_one_is_named() {
        let zone = |name: &str| read_text(&format!("[reader]\ntime_zone = '{name}'"));
        assert_eq!(zone("").unwrap().reader.time_zone, None);
        let berlin = zone("Europe/Berlin").unwrap().reader.time_zone;
        assert_eq!(berlin, Some(Tz::Europe__Berlin));
        for wrong in ["Berlin", "europe berlin", "+01:00"] {
            let fault = zone(wrong).unwrap_err().to_string();
            assert!(
                fault.contains("is not a time zone; write an IANA name"),
                "{fault}"
            );
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_reported_with_advice() {
        let folder = tempfile::tempdir().unwrap();
        let fail_to_load = |name: &str| {
            let error = load(Some(&folder.path().join(name))).unwrap_err();
            crate::console::failure::describe(&error)
        };
        std::fs::write(folder.path().join("latin1.toml"), b"# \xe4").unwrap();
        assert!(fail_to_load("latin1.toml").ends_with("; save it as UTF-8"));
        assert!(fail_to_load("none.toml").contains("; name an existing file with --config"));
    }

    #[test]
    fn faults_name_their_key_at_any_depth() {
        let fault = |file: &str| read_text(file).unwrap_err().to_string();
        for wrong in ["nan", "inf", "-0.1", "1.5"] {
            let message = fault(&format!("[classify]\nthreshold = {wrong}"));
            assert!(message.contains("classify.threshold"), "{message}");
        }
        for (wrong, key, expected) in [
            (
                "[crawl.revisit]\npages = 1",
                "crawl.revisit",
                "channel_hours",
            ),
            ("[crawler]\nx = 1", "crawler", "crawl"),
            (
                "[crawl]\ndelay_seconds = -1",
                "crawl.delay_seconds",
                "a duration must not be negative",
            ),
            ("[extract]\nmode = 'best'", "extract.mode", "balanced"),
            (
                "[worker]\nhosts_at_once = 1.5",
                "worker.hosts_at_once",
                "usize",
            ),
        ] {
            let fault = fault(wrong);
            assert!(fault.contains(key) && fault.contains(expected), "{fault}");
        }
    }
}
