//! Gold: pages with what a person, or a site's own parser, says they hold.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use classify::PageType;
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::input::{self, Line, Lines};
use crate::parallel::{self, End};
use crate::progress::Progress;

/// Bytes of a line of gold, at most.
pub(crate) const MAX_LINE: usize = 256 << 20;

/// A page with its gold; a set has some of the fields.
#[derive(Debug, Deserialize)]
pub(crate) struct GoldPage {
    #[serde(default)]
    pub(crate) id: Value,
    pub(crate) url: Option<String>,
    pub(crate) html: String,
    #[serde(alias = "status")]
    pub(crate) http_status: Option<u16>,
    pub(crate) gold_text: Option<String>,
    /// Phrases of the article.
    pub(crate) with: Option<Vec<String>>,
    /// Phrases of what surrounds it.
    pub(crate) without: Option<Vec<String>>,
    pub(crate) gold_title: Option<String>,
    /// Names, in a list or in one string apart by semicolons.
    pub(crate) gold_author: Option<Value>,
    /// A day, or a day and a time.
    pub(crate) gold_date: Option<String>,
    pub(crate) gold_lead_image: Option<String>,
    pub(crate) images: Option<Vec<Value>>,
    /// Sections.
    pub(crate) categories: Option<Vec<String>>,
    /// Keywords, by either name.
    pub(crate) topics: Option<Vec<String>>,
    pub(crate) tags: Option<Vec<String>>,
    pub(crate) gold_language: Option<String>,
    est_language: Option<String>,
    page_type: Option<String>,
    label: Option<Value>,
    pub(crate) site: Option<String>,
}

/// What pages are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// The site of the gold, else the registrable domain.
    Site,
    /// The language of the gold, else the estimated one.
    Language,
    /// The type of page.
    #[value(name = "page_type")]
    PageType,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Site => "site",
            Self::Language => "language",
            Self::PageType => "page_type",
        })
    }
}

impl GoldPage {
    /// Whether the page is an article, by `label` (true, 1, "article", "news") or by `page_type`; `None` without either.
    pub(crate) fn is_article(&self) -> Option<bool> {
        is_article(self.label.as_ref(), self.page_type.as_deref())
    }

    /// Its type in the words of the article record; names that data sets have for them are understood.
    pub(crate) fn known_type(&self) -> Option<PageType> {
        let name = self.page_type.as_deref()?;
        name.parse().ok().or(match name {
            "imprint" | "privacy" | "terms" | "legal_other" => Some(PageType::Legal),
            "collection" | "listing" => Some(PageType::Section),
            "service" | "documentation" => Some(PageType::Other),
            "registration" | "password_recovery" => Some(PageType::Login),
            _ => None,
        })
    }

    /// What the page is kept together with in folds by site.
    pub(crate) fn site(&self) -> String {
        let id = id_text(&self.id);
        classify::train::site(self.site.as_deref(), self.url.as_deref(), &id)
    }

    /// The group of the page.
    pub(crate) fn group(&self, by: By) -> String {
        let known = |value: Option<&String>| value.cloned().unwrap_or_else(|| "unknown".to_owned());
        match by {
            By::Site => self.site(),
            By::Language => known(self.gold_language.as_ref().or(self.est_language.as_ref())),
            By::PageType => known(self.page_type.as_ref()),
        }
    }
}

/// What `label` says, else what `page_type` does; `None` without either.
pub(crate) fn is_article(label: Option<&Value>, page_type: Option<&str>) -> Option<bool> {
    let names_article = |name: &str| name == "news" || name.parse().is_ok_and(PageType::is_article);
    match label {
        Some(Value::Bool(label)) => Some(*label),
        Some(Value::Number(label)) => Some(label.as_f64() == Some(1.0)),
        Some(Value::String(label)) => Some(names_article(label)),
        _ => page_type.map(names_article),
    }
}

/// The id of a page as text, whatever it was written as.
pub(crate) fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// Name of the set in a file: `aeb` for `dev/aeb.jsonl.gz`.
pub(crate) fn set_name(file: &Path) -> String {
    let name = file
        .file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.strip_suffix(".jsonl").unwrap_or(name).to_owned()
}

/// Works on every page of the files with all threads; `take` gets the results in order. `work` is given the index of
/// the file. Gold that cannot be read is an error, as a score over part of a set is no score.
pub(crate) fn each<T: Send>(
    files: &[PathBuf],
    pool: &rayon::ThreadPool,
    stop: &CancellationToken,
    work: impl Fn(usize, GoldPage) -> T + Sync,
    mut take: impl FnMut(T),
) -> anyhow::Result<()> {
    input::check(files)?;
    let progress = Progress::begin("gold", "pages", None);
    let owned = files.to_vec();
    let end = parallel::ordered(
        pool,
        stop,
        move |hand| lines(&owned, hand),
        |(file, line): (usize, anyhow::Result<(u64, Vec<u8>)>)| {
            let place = || files[file].display();
            let (number, line) = line.with_context(|| format!("cannot read {}", place()))?;
            let page = serde_json::from_slice(&line)
                .with_context(|| format!("{}:{number} is no page with gold", place()))?;
            Ok(work(file, page))
        },
        |results: Vec<anyhow::Result<T>>| {
            progress.add(results.len() as u64);
            for result in results {
                take(result?);
            }
            Ok(())
        },
    )?;
    progress.finish("read");
    match end {
        End::Done => Ok(()),
        End::Stopped => {
            bail!("stopped before all pages were scored; nothing is kept, run it again")
        }
    }
}

type RawLine = (usize, anyhow::Result<(u64, Vec<u8>)>);

fn lines(files: &[PathBuf], hand: &mut dyn FnMut(usize, RawLine) -> bool) {
    for (index, file) in files.iter().enumerate() {
        let reader = match input::open(file) {
            Ok(reader) => reader,
            Err(error) => {
                hand(0, (index, Err(error.into())));
                return;
            }
        };
        for line in Lines::new(reader, MAX_LINE) {
            let line = match line {
                Ok((number, Line::Whole(line))) => Ok((number, line)),
                Ok((number, Line::TooLong { bytes, .. })) => {
                    Err(anyhow::anyhow!("line {number} has {bytes} bytes"))
                }
                Err(error) => Err(error.into()),
            };
            let size = line.as_ref().map_or(0, |(_, line)| line.len());
            let failed = line.is_err();
            if !hand(size, (index, line)) || failed {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(json: &str) -> GoldPage {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn labels_are_taken_from_label_or_page_type() {
        assert_eq!(
            page(r#"{"html":"","page_type":"article"}"#).is_article(),
            Some(true)
        );
        assert_eq!(
            page(r#"{"html":"","page_type":"imprint"}"#).is_article(),
            Some(false)
        );
        assert_eq!(
            page(r#"{"html":"","page_type":"article","label":false}"#).is_article(),
            Some(false)
        );
        assert_eq!(
            page(r#"{"html":"","label":"news"}"#).is_article(),
            Some(true)
        );
        assert_eq!(page(r#"{"html":"","page_type":null}"#).is_article(), None);
    }

    #[test]
    fn a_set_is_named_by_its_file() {
        assert_eq!(set_name(Path::new("dev/aeb.jsonl.gz")), "aeb");
        assert_eq!(set_name(Path::new("-")), "-");
    }
}
