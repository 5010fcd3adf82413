//! Reads pages from tables of users, whichever of Arrow's types their texts and numbers have.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Schema};
use gleaner::library::{Body, MemoryPage};

/// Indices of the columns of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places {
    html: usize,
    url: Option<usize>,
    content_type: Option<usize>,
    http_status: Option<usize>,
}

impl Places {
    /// Finds the columns by name. Only the column of pages is required.
    pub(crate) fn of(schema: &Schema, html: &str, url: &str) -> Result<Self, ArrowError> {
        let place = |name: &str| schema.index_of(name).ok();
        let places = Self {
            html: schema.index_of(html)?,
            url: place(url),
            content_type: place("content_type"),
            http_status: place("http_status"),
        };
        let is = |at: Option<usize>, fits: fn(&DataType) -> bool, wanted: &str| {
            let Some(field) = at.map(|at| schema.field(at)) else {
                return Ok(());
            };
            if fits(field.data_type()) {
                return Ok(());
            }
            Err(ArrowError::SchemaError(format!(
                "the column {:?} is {}; expected {wanted}",
                field.name(),
                field.data_type()
            )))
        };
        let is_page = |kind: &DataType| is_text(kind) || is_bytes(kind);
        is(Some(places.html), is_page, "text or bytes")?;
        is(places.url, is_text, "text")?;
        is(places.content_type, is_text, "text")?;
        is(places.http_status, is_number, "whole numbers")?;
        Ok(places)
    }

    pub(crate) fn pages<'a>(&self, batch: &'a RecordBatch) -> Vec<MemoryPage<'a>> {
        let column = |at: Option<usize>| at.map(|at| batch.column(at));
        let html = batch.column(self.html);
        let (url, content_type) = (column(self.url), column(self.content_type));
        let status = column(self.http_status);
        let page = |row| MemoryPage {
            html: body(html, content_type, row),
            url: url.and_then(|of| text(of, row)),
            http_status: status.and_then(|of| number(of, row)),
        };
        (0..batch.num_rows()).map(page).collect()
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(
        kind,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null
    )
}

fn is_bytes(kind: &DataType) -> bool {
    matches!(
        kind,
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView
    )
}

/// Whether a column has whole numbers. Of those with nulls, pandas makes floats.
fn is_number(kind: &DataType) -> bool {
    kind.is_integer() || matches!(kind, DataType::Float64 | DataType::Null)
}

fn body<'a>(html: &'a ArrayRef, content_type: Option<&'a ArrayRef>, row: usize) -> Body<'a> {
    if html.is_null(row) {
        return Body::Missing;
    }
    let bytes = match html.data_type() {
        DataType::Binary => html.as_binary::<i32>().value(row),
        DataType::LargeBinary => html.as_binary::<i64>().value(row),
        DataType::BinaryView => html.as_binary_view().value(row),
        _ => return text(html, row).map_or(Body::Missing, Body::Text),
    };
    Body::Bytes {
        bytes,
        content_type: content_type.and_then(|of| text(of, row)),
    }
}

fn text(column: &ArrayRef, row: usize) -> Option<&str> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(column.as_string_view().value(row)),
        _ => None,
    }
}

fn number(column: &ArrayRef, row: usize) -> Option<u16> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Int16 => whole::<Int16Type>(column, row),
        DataType::Int32 => whole::<Int32Type>(column, row),
        DataType::Int64 => whole::<Int64Type>(column, row),
        DataType::Float64 => {
            let number = column.as_primitive::<Float64Type>().value(row);
            format!("{number:.0}").parse().ok()
        }
        DataType::UInt16 => whole::<UInt16Type>(column, row),
        DataType::UInt32 => whole::<UInt32Type>(column, row),
        DataType::UInt64 => whole::<UInt64Type>(column, row),
        _ => None,
    }
}

fn whole<T: ArrowPrimitiveType<Native: TryInto<u16>>>(
    column: &ArrayRef,
    row: usize,
) -> Option<u16> {
    column.as_primitive::<T>().value(row).try_into().ok()
}
