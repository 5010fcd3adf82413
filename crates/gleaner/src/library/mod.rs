//! The program as a library, for the Python package: converts pages in memory to records, verdicts and rows. The results are those
//! of `gleaner text` and `gleaner classify` with the built-in settings.

mod archive;
mod articles;
mod rows;

use extract::{Inclusion, Mode};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error as NameError;

pub use archive::Archive;
pub use articles::Articles;
pub use rows::{RowMaker, export_columns};
pub use store::ExportQuery;

use crate::console::failure;
pub use crate::files::pages::Body;
use crate::files::pages::Page;
use crate::files::record::{BlockRecord, PageRecord, VerdictRecord};
use crate::reading::{Judge, Judged, PageInput};
use crate::settings;

/// Why an operation failed, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self(failure::describe(&error))
    }
}

/// A page in memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemoryPage<'a> {
    /// The HTML, decoded or as fetched.
    pub html: Body<'a>,
    /// Its URL.
    pub url: Option<&'a str>,
    /// HTTP status of the response.
    pub http_status: Option<u16>,
}

impl MemoryPage<'_> {
    fn read(&self, limit: usize) -> Page {
        Page::in_memory(self.url, self.http_status, self.html, limit)
    }
}

/// Reads pages with fixed options.
#[derive(Debug)]
pub struct PageReader {
    judge: Judge,
    limit: usize,
}

impl PageReader {
    /// Reads with the extraction method and the mode of these names, by default those of the settings, with additional parts of the
    /// text (`lead`, `captions`, `tables`, `comments`) and, with `blocks`, with the text as typed blocks as well.
    ///
    /// # Errors
    /// If there is no extractor, mode or part of that name.
    pub fn new(
        extractor: Option<&str>,
        mode: Option<&str>,
        include: &[String],
        blocks: bool,
    ) -> Result<Self, Failure> {
        let settings = settings::built_in()?;
        let mut judge = Judge::new(&settings, extractor, None)?;
        let options = &mut judge.options;
        let unknown = |error: NameError| Failure(error.to_string());
        if let Some(mode) = mode {
            options.mode = Mode::deserialize(mode.into_deserializer()).map_err(unknown)?;
        }
        for part in include {
            let part = Inclusion::deserialize(part.as_str().into_deserializer());
            options.inclusions = options.inclusions.and(part.map_err(unknown)?);
        }
        options.structure = blocks;
        Ok(Self {
            judge,
            limit: settings.extract.max_page_bytes,
        })
    }

    /// Returns the record of a page as JSON: a line of `gleaner text --format jsonl`, but with the id of exports.
    ///
    /// # Errors
    /// Never because of the content of a page.
    pub fn record(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let judged = PageInput::of(&page).map(|input| self.judge.judge(&input));
        let extractor = self.judge.options.extractor;
        json(&PageRecord::new(&page, judged, extractor))
    }

    /// Returns the text of a page as typed blocks, as JSON.
    ///
    /// # Errors
    /// Never because of the content of a page.
    pub fn blocks(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let blocks: Vec<BlockRecord> = match PageInput::of(&page) {
            Ok(input) => BlockRecord::all(self.judge.extract(&input)),
            Err(_) => Vec::new(),
        };
        json(&blocks)
    }

    /// Returns the verdict on a page as JSON: a line of `gleaner classify`.
    ///
    /// # Errors
    /// Never because of the content of a page.
    pub fn verdict(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let judged: Result<Judged, _> = PageInput::of(&page).map(|input| self.judge.judge(&input));
        json(&VerdictRecord::new(&page, &judged))
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure(error.to_string()))
}
