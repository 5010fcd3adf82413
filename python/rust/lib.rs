//! The native module of the Python package: converts pages to JSON and Arrow, and runs the program. The public API is in `src/gleaner`.

mod articles;
mod columns;
mod stream;

use std::ffi::OsString;

use gleaner::library::{Body, Failure, MemoryPage, PageReader};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

fn raised(failure: Failure) -> PyErr {
    PyValueError::new_err(failure.to_string())
}

/// How pages are read, as passed from Python.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Options {
    extractor: Option<String>,
    mode: Option<String>,
    include: Vec<String>,
    blocks: bool,
}

impl Options {
    fn reader(&self) -> PyResult<PageReader> {
        let (extractor, mode) = (self.extractor.as_deref(), self.mode.as_deref());
        PageReader::new(extractor, mode, &self.include, self.blocks).map_err(raised)
    }
}

/// Reads pages with fixed options.
#[pyclass(frozen)]
struct Reader(PageReader);

/// A method of the reader that converts a page.
type Reading = fn(&PageReader, &MemoryPage<'_>) -> Result<String, Failure>;

#[pymethods]
impl Reader {
    #[new]
    fn new(options: Options) -> PyResult<Self> {
        options.reader().map(Self)
    }

    /// Return as JSON what is read in a page: its `record`, its `blocks`, or the `verdict` on it.
    fn read(
        &self,
        what: &str,
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        content_type: Option<&str>,
        http_status: Option<u16>,
    ) -> PyResult<String> {
        let reading: Reading = match what {
            "record" => PageReader::record,
            "blocks" => PageReader::blocks,
            "verdict" => PageReader::verdict,
            _ => return Err(PyValueError::new_err(format!("a page has no {what}"))),
        };
        let decoded;
        let body = if let Ok(text) = html.cast::<PyString>() {
            // A `str` may contain lone surrogates, which UTF-8 does not allow.
            decoded = text.to_string_lossy();
            Body::Text(&decoded)
        } else if let Ok(bytes) = html.cast::<PyBytes>() {
            Body::Bytes {
                bytes: bytes.as_bytes(),
                content_type,
            }
        } else {
            return Err(PyTypeError::new_err("a page is str or bytes"));
        };
        let page = MemoryPage {
            html: body,
            url,
            http_status,
        };
        html.py().detach(|| reading(&self.0, &page)).map_err(raised)
    }
}

/// Run the program and end the process with its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) {
    py.detach(|| std::process::exit(i32::from(gleaner::run(arguments))));
}

/// The native module.
#[pymodule]
mod _gleaner {
    #[pymodule_export]
    use super::articles::{Articles, Lines};
    #[pymodule_export]
    use super::stream::{Columns, Stream, archive, rows};
    #[pymodule_export]
    use super::{Reader, run};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
