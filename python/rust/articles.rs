//! Reads the articles of a database, and the lines of files.

use std::io::BufRead;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, Utc};
use gleaner::files::input;
use gleaner::library::{self, ExportQuery};
use pyo3::prelude::*;

use crate::raised;

/// Which articles to read, as passed from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wanted {
    sites: Vec<String>,
    languages: Vec<String>,
    stories: Vec<String>,
    latest: bool,
    leaders: bool,
    published_since: Option<DateTime<Utc>>,
    published_until: Option<DateTime<Utc>>,
    without_opt_outs: Vec<String>,
    since: String,
}

/// Reader of the articles of a database.
#[pyclass(frozen)]
pub(crate) struct Articles(Mutex<library::Articles>);

#[pymethods]
impl Articles {
    #[new]
    fn new(py: Python<'_>, database_url: &str, filters: Wanted) -> PyResult<Self> {
        let since = filters.since;
        let query = ExportQuery {
            columns: Vec::new(),
            sites: filters.sites,
            languages: filters.languages,
            stories: filters.stories,
            latest: filters.latest,
            leaders: filters.leaders,
            published_since: filters.published_since,
            published_until: filters.published_until,
            without: filters.without_opt_outs,
        };
        let articles = py.detach(|| library::Articles::open(database_url, query, &since));
        articles
            .map(|articles| Self(Mutex::new(articles)))
            .map_err(raised)
    }

    /// Return the next articles as a JSON array, or `None` at the end.
    fn batch(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = || {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .batch()
        };
        py.detach(next).map_err(raised)
    }
}

/// Iterator over the lines of a file: plain, gzip or Zstandard.
#[pyclass(frozen)]
pub(crate) struct Lines(Mutex<Box<dyn BufRead + Send>>);

#[pymethods]
impl Lines {
    #[new]
    fn new(path: &str) -> PyResult<Self> {
        Ok(Self(Mutex::new(input::open(Path::new(path))?)))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> PyResult<Option<Vec<u8>>> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut line = Vec::new();
        let read = lines.read_until(b'\n', &mut line)?;
        Ok((read > 0).then_some(line))
    }
}
