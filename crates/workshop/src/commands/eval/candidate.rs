//! What is scored: an extractor of this program, or texts extracted by another program.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use extract::Options;
use gleaner::reading::composed;
use lab::gold::{GoldPage, id_text};
use rustix::time::{ClockId, clock_gettime};
use serde::Deserialize;

use super::gold::{predictions, set_name};

/// A source of page texts.
#[derive(Debug)]
pub(super) enum Candidate {
    /// An extractor of this program.
    Ours(Options),
    /// Texts from a file, by page id.
    Foreign(String, HashMap<String, Foreign>),
}

/// The text of a page.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) text: String,
    /// CPU time from the decoded page to the text; unknown for texts from a file.
    pub(super) took: Option<Duration>,
}

/// The text of another program.
#[derive(Debug, Deserialize)]
pub(super) struct Foreign {
    text: Option<String>,
}

impl Candidate {
    /// Reads predictions, one `{"id","text"}` per line. They are named after their file.
    pub(super) fn read(file: &Path) -> anyhow::Result<Self> {
        let texts = predictions(file, "its `text`")?;
        Ok(Self::Foreign(set_name(file), texts))
    }

    /// Name in the table.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Ours(options) => options.extractor.name,
            Self::Foreign(name, _) => name,
        }
    }

    /// Produces the text of a page; empty if the page is missing from a file of texts.
    pub(super) fn make(&self, page: &GoldPage) -> Made {
        match self {
            Self::Ours(options) => {
                let (text, took) = timed(|| {
                    let mut document = options.extractor.parse(&page.html);
                    document.set_boxes(&page.boxes);
                    let labels = options.label(&document);
                    extract::text_of(&document, &labels)
                });
                Made {
                    text: composed(text),
                    took: Some(took),
                }
            }
            Self::Foreign(_, texts) => {
                let found = texts.get(&id_text(&page.id));
                Made {
                    text: found
                        .and_then(|found| found.text.clone())
                        .unwrap_or_default(),
                    took: None,
                }
            }
        }
    }
}

/// The result of some work and its CPU time, without that of other threads and processes.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let thread_time =
        || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default();
    let began = thread_time();
    let made = work();
    (made, thread_time().saturating_sub(began))
}
