//! Imports and exports Arrow's stream interface (`PyCapsule`). This is the only module with `unsafe`.

use std::ffi::CStr;
use std::fs::File;
use std::io::{Cursor, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use gleaner::library::{Archive, RowMaker, export_columns};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyCapsule;

use crate::columns::Places;
use crate::{Options, raised};

const STREAM: &CStr = c"arrow_array_stream";
const SCHEMA: &CStr = c"arrow_schema";
/// Rows computed at a time: enough to keep all cores busy, few enough to bound memory.
const AT_ONCE: usize = 256;

fn raised_by_arrow(error: ArrowError) -> PyErr {
    PyValueError::new_err(match error {
        ArrowError::SchemaError(why) => why,
        other => other.to_string(),
    })
}

/// Takes the stream out of a capsule.
fn taken(capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowArrayStream> {
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: the name of the capsule guarantees that it points to such a stream. `from_raw` moves it out and leaves a
    // released one behind, as the capsule's destructor expects.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(pointer.cast().as_ptr()) })
}

/// Rows that are computed while they are read, once.
#[pyclass(frozen)]
pub(crate) struct Stream(Mutex<Option<Box<dyn RecordBatchReader + Send>>>);

impl Stream {
    fn of(reader: impl RecordBatchReader + Send + 'static) -> Self {
        Self(Mutex::new(Some(Box::new(reader))))
    }
}

#[pymethods]
impl Stream {
    /// Return the stream for other Arrow libraries.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface allows the producer to ignore the requested schema.
        drop(requested_schema);
        let stream = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let stream = stream.ok_or_else(|| PyValueError::new_err("these rows were already read"))?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(stream), STREAM)
    }
}

/// Return the rows of pages; `pages` is the capsule of a stream.
#[pyfunction]
pub(crate) fn rows(
    options: Options,
    pages: &Bound<'_, PyCapsule>,
    html: &str,
    url: &str,
    threads: Option<NonZeroUsize>,
) -> PyResult<Stream> {
    let stream = taken(pages)?;
    let input = RecordBatchStreamReader::try_new(stream).map_err(raised_by_arrow)?;
    let places = Places::of(&input.schema(), html, url).map_err(raised_by_arrow)?;
    let maker = RowMaker::new(options.reader()?, threads).map_err(raised)?;
    Ok(Stream::of(RowStream {
        input: Box::new(input),
        places,
        maker,
        rest: None,
    }))
}

/// Return the pages of a WARC file; `file` is its path or its bytes.
#[pyfunction]
pub(crate) fn archive(file: &Bound<'_, PyAny>) -> PyResult<Stream> {
    let file: Box<dyn Read + Send> = match file.extract::<PyBackedBytes>() {
        Ok(bytes) => Box::new(Cursor::new(bytes)),
        Err(_) => Box::new(File::open(file.extract::<PathBuf>()?)?),
    };
    Archive::new(file).map(Stream::of).map_err(raised)
}

/// The columns of exports.
#[pyclass(frozen)]
pub(crate) struct Columns(Schema);

#[pymethods]
impl Columns {
    #[new]
    fn new() -> Self {
        Self(export_columns())
    }

    /// Return the schema for other Arrow libraries.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&self.0).map_err(raised_by_arrow)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }
}

/// Converts batches of pages to rows.
struct RowStream {
    input: Box<dyn RecordBatchReader + Send>,
    places: Places,
    maker: RowMaker,
    /// The rest of a batch.
    rest: Option<RecordBatch>,
}

impl Iterator for RowStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.rest.take() {
            Some(rest) => rest,
            None => match self.input.next()? {
                Ok(batch) => batch,
                Err(error) => return Some(Err(error)),
            },
        };
        let count = batch.num_rows().min(AT_ONCE);
        let left = batch.num_rows() - count;
        self.rest = (left > 0).then(|| batch.slice(count, left));
        let batch = batch.slice(0, count);
        Some(self.maker.rows(self.places.pages(&batch)))
    }
}

impl RecordBatchReader for RowStream {
    fn schema(&self) -> SchemaRef {
        self.maker.schema()
    }
}
