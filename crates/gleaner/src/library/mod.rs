//! The program as a library, for the Python package: pages in memory to records, verdicts and rows. Its results are those of
//! `gleaner text` and `gleaner classify`, with the settings that are built in.

mod archive;
mod articles;
mod rows;

use extract::{Inclusion, Mode};
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::Error as NameError;

pub use archive::Archive;
pub use articles::{Articles, Lines};
pub use rows::{RowMaker, export_columns};
pub use store::ExportQuery;

use crate::console::failure;
use crate::files::pages::{Html, Page};
use crate::files::record::{BlockRecord, PageRecord, VerdictRecord};
use crate::reading::{Judge, Judged, PageInput};
use crate::settings;

/// Why something cannot be done, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failure(String);

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self(failure::describe(&error))
    }
}

/// How pages are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions<'a> {
    /// The name of the method that makes the text; `None`: the default.
    pub extractor: Option<&'a str>,
    /// `balanced`, `precision` or `recall`; `None`: the first.
    pub mode: Option<&'a str>,
    /// Parts that the text has besides: `lead`, `captions`, `tables`, `comments`.
    pub include: &'a [String],
    /// Whether the text comes once more as typed blocks.
    pub blocks: bool,
}

/// A page in memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemoryPage<'a> {
    /// Decoded, or as it was fetched.
    pub html: Body<'a>,
    /// Its address.
    pub url: Option<&'a str>,
    /// The status the server answered with.
    pub http_status: Option<u16>,
}

/// The HTML of a page.
#[derive(Debug, Clone, Copy, Default)]
pub enum Body<'a> {
    /// There is none.
    #[default]
    Missing,
    /// Decoded.
    Text(&'a str),
    /// As it was fetched.
    Bytes {
        /// The body.
        bytes: &'a [u8],
        /// Its header `Content-Type`.
        content_type: Option<&'a str>,
    },
}

impl MemoryPage<'_> {
    fn read(&self, limit: usize) -> Page {
        let html = match self.html {
            Body::Missing => Html::Missing,
            Body::Text(text) => Html::Text(text),
            Body::Bytes {
                bytes,
                content_type,
            } => Html::Bytes(bytes, content_type),
        };
        Page::in_memory(self.url, self.http_status, html, limit)
    }
}

/// Reads pages in one way.
#[derive(Debug)]
pub struct PageReader {
    judge: Judge,
    limit: usize,
}

impl PageReader {
    /// # Errors
    /// Where there is no extractor, mode or part of that name.
    pub fn new(wanted: ReadOptions<'_>) -> Result<Self, Failure> {
        let settings = settings::built_in()?;
        let mut judge = Judge::new(&settings, wanted.extractor, None)?;
        let options = &mut judge.options;
        let unknown = |error: NameError| Failure(error.to_string());
        if let Some(mode) = wanted.mode {
            options.mode = Mode::deserialize(mode.into_deserializer()).map_err(unknown)?;
        }
        for part in wanted.include {
            let part = Inclusion::deserialize(part.as_str().into_deserializer());
            options.inclusions = options.inclusions.and(part.map_err(unknown)?);
        }
        options.structure = wanted.blocks;
        Ok(Self {
            judge,
            limit: settings.extract.max_page_bytes,
        })
    }

    /// The record of a page as JSON: a line of `gleaner text --format jsonl`, but with the id of exports.
    ///
    /// # Errors
    /// Never for what a page has.
    pub fn record(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let judged = PageInput::of(&page).map(|input| self.judge.judge(&input));
        json(&PageRecord::new(
            &page,
            judged,
            self.judge.options.extractor,
        ))
    }

    /// The text of a page as typed blocks, as JSON.
    ///
    /// # Errors
    /// Never for what a page has.
    pub fn blocks(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let blocks: Vec<BlockRecord> = match PageInput::of(&page) {
            Ok(input) => BlockRecord::all(self.judge.extract(&input)),
            Err(_) => Vec::new(),
        };
        json(&blocks)
    }

    /// The verdict on a page as JSON: a line of `gleaner classify`.
    ///
    /// # Errors
    /// Never for what a page has.
    pub fn verdict(&self, page: &MemoryPage<'_>) -> Result<String, Failure> {
        let page = page.read(self.limit);
        let judged: Result<Judged, _> = PageInput::of(&page).map(|input| self.judge.judge(&input));
        json(&VerdictRecord::new(&page, &judged))
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure(error.to_string()))
}
