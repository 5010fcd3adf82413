//! Articles as Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use serde_json::Value;
use store::ArticleRow;

use crate::arrays::array;
use crate::profiles::Column;
use crate::schema;

/// Maximum number of rows of a row group: a reader that needs a few days or sites skips the other groups.
const GROUP_ROWS: usize = 20_000;
/// Memory of an unfinished row group that its writer does not count: buffers of a hundred columns.
const GROUP_BYTES: usize = 5 << 20;
/// Columns whose values hardly ever repeat, so that a dictionary would not help.
const WITHOUT_DICTIONARY: [&str; 11] = [
    "id",
    "version_id",
    "url",
    "url_requested",
    "url_canonical",
    "title",
    "title_page",
    "description",
    "text",
    "content_hash",
    "image_url",
];
/// Numeric columns that ascend within a row: the offsets of names in the text.
const ASCENDING: [&[&str]; 2] = [
    &["entities", "list", "item", "start"],
    &["entities", "list", "item", "end"],
];
/// The program that wrote a file, in the form of the specification: readers in Java ignore statistics if they cannot parse it.
const CREATED_BY: &str = concat!("gleaner version ", env!("CARGO_PKG_VERSION"));
/// Rows that are encoded at a time.
const BATCH_ROWS: usize = 1_000;

/// A Parquet file under construction.
#[derive(Debug)]
pub(crate) struct ParquetWriter<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: SchemaRef,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Begins a file with these columns.
    pub(crate) fn new(to: W, columns: &[Column]) -> io::Result<Self> {
        let fields: Vec<schema::Field> = columns.iter().map(|column| column.field).collect();
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_created_by(CREATED_BY.to_owned());
        for name in WITHOUT_DICTIONARY {
            properties = properties.set_column_dictionary_enabled(ColumnPath::from(name), false);
        }
        for path in ASCENDING {
            let path = ColumnPath::new(path.iter().map(|part| (*part).to_owned()).collect());
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
        let schema = Arc::new(schema::arrow(&fields));
        let writer = ArrowWriter::try_new(to, Arc::clone(&schema), Some(properties.build()))?;
        Ok(Self { writer, schema })
    }

    pub(crate) fn write(&mut self, columns: &[Column], rows: &[ArticleRow]) -> io::Result<()> {
        for rows in rows.chunks(BATCH_ROWS) {
            let batch = batch(&self.schema, columns, rows).map_err(io::Error::other)?;
            self.writer.write(&batch)?;
        }
        Ok(())
    }

    /// Adds a text to the metadata of the file.
    pub(crate) fn annotate(&mut self, key: &str, text: String) {
        let pair = KeyValue::new(key.to_owned(), text);
        self.writer.append_key_value_metadata(pair);
    }

    /// Memory of the unfinished row group, in bytes.
    pub(crate) fn held_bytes(&self) -> usize {
        match self.writer.in_progress_rows() {
            0 => 0,
            _ => self.writer.memory_size() + GROUP_BYTES,
        }
    }

    /// Ends the row group.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        Ok(self.writer.flush()?)
    }

    pub(crate) fn finish(self) -> io::Result<W> {
        Ok(self.writer.into_inner()?)
    }
}

fn batch(
    schema: &SchemaRef,
    columns: &[Column],
    rows: &[ArticleRow],
) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.iter().map(|column| {
        let mut made = vec![Value::Null; rows.len()];
        let values = rows.iter().zip(&mut made);
        let values: Vec<&Value> = values.map(|(row, made)| column.value(row, made)).collect();
        array(column.field.kind, &values)
    });
    RecordBatch::try_new(Arc::clone(schema), arrays.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::Profile;

    #[test]
    fn a_file_says_what_wrote_it_as_readers_parse_it() {
        let columns = Profile::native().columns(&[], None).unwrap();
        let writer = ParquetWriter::new(Vec::new(), &columns).unwrap();
        let file = writer.finish().unwrap();
        let mut parts = file.windows(CREATED_BY.len());
        assert!(parts.any(|part| part == CREATED_BY.as_bytes()));
        assert!(CREATED_BY.starts_with("gleaner version "));
    }
}
