//! Articles as a stream of bytes.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::write::GzEncoder;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use store::ArticleRow;

use crate::parquet::ParquetWriter;
use crate::profiles::Column;

/// Zstandard level: its default.
const ZSTD: i32 = 3;
/// Maximum number of rows that wait to be encoded as Parquet.
const WAITING_ROWS: usize = 1_000;
/// Maximum bytes of the texts of rows that wait to be encoded as Parquet. More give larger row groups.
pub const WAITING_BYTES: usize = 8 << 20;
/// Maximum bytes of unfinished row groups.
pub const HELD_BYTES: usize = 32 << 20;
/// First characters that make a spreadsheet run a cell as a formula, full-width forms included. A page controls its title.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// How lines are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// With gzip.
    Gzip,
    /// With Zstandard.
    Zstd,
}

impl Compression {
    /// The suffix of a file name.
    fn extension(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
        }
    }
}

/// How articles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// A JSON object per line.
    Jsonl(Compression),
    /// RFC 4180; lists are JSON.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 5] = [
        Self::Jsonl(Compression::None),
        Self::Jsonl(Compression::Gzip),
        Self::Jsonl(Compression::Zstd),
        Self::Csv,
        Self::Parquet,
    ];

    /// Its name, which is also its file extension.
    pub fn name(self) -> String {
        match self {
            Self::Jsonl(compression) => format!("jsonl{}", compression.extension()),
            Self::Csv => "csv".to_owned(),
            Self::Parquet => "parquet".to_owned(),
        }
    }

    /// The encoding with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// The encoding of a file of this name; `None` if its extension is that of none.
    pub fn of_file(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let (_, name) = name.split_once('.')?;
        let suffixes = name.match_indices('.').map(|(dot, _)| &name[dot + 1..]);
        std::iter::once(name).chain(suffixes).find_map(Self::named)
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jsonl(Compression::None) => "application/x-ndjson",
            Self::Jsonl(Compression::Gzip) => "application/gzip",
            Self::Jsonl(Compression::Zstd) => "application/zstd",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Parquet => "application/vnd.apache.parquet",
        }
    }
}

enum Compressed<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Compressed<W> {
    fn new(to: W, compression: Compression) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::None(to),
            Compression::Gzip => Self::Gzip(GzEncoder::new(to, flate2::Compression::default())),
            Compression::Zstd => Self::Zstd(zstd::Encoder::new(to, ZSTD)?),
        })
    }

    fn finish(self) -> io::Result<W> {
        match self {
            Self::None(to) => Ok(to),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::None(to) => to.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::None(to) => to.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}

/// Bytes that are taken away while others are written.
#[derive(Clone, Debug, Default)]
pub struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    /// Takes the bytes written so far.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes articles one after the other, in bounded memory.
pub struct Writer<W: Write + Send> {
    columns: Vec<Column>,
    to: To<W>,
}

impl<W: Write + Send> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

enum To<W: Write + Send> {
    /// With a buffer for the current line, so that the writer gets whole lines.
    Json(Compressed<W>, Vec<u8>),
    /// A header, CRLF, quotes where they are needed.
    Csv(Box<csv::Writer<W>>),
    /// With the rows that wait, and the bytes of their texts.
    Parquet(Box<ParquetWriter<W>>, Vec<ArticleRow>, usize),
}

impl<W: Write + Send> Writer<W> {
    /// Begins with what stands before the rows, such as a header.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn new(encoding: Encoding, columns: Vec<Column>, to: W) -> io::Result<Self> {
        let to = match encoding {
            Encoding::Jsonl(compression) => To::Json(Compressed::new(to, compression)?, Vec::new()),
            Encoding::Csv => {
                let mut writer = csv::WriterBuilder::new()
                    .terminator(csv::Terminator::CRLF)
                    .from_writer(to);
                let names = columns.iter().map(|column| column.field.name);
                writer.write_record(names).map_err(of_writer)?;
                To::Csv(Box::new(writer))
            }
            Encoding::Parquet => {
                let writer = ParquetWriter::new(to, &columns)?;
                To::Parquet(Box::new(writer), Vec::new(), 0)
            }
        };
        Ok(Self { columns, to })
    }

    /// Adds an article.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn add(&mut self, row: ArticleRow) -> io::Result<()> {
        let columns = &self.columns;
        match &mut self.to {
            To::Json(to, line) => {
                line.clear();
                serde_json::to_writer(&mut *line, &Line { columns, row: &row })?;
                line.push(b'\n');
                to.write_all(line)
            }
            To::Csv(writer) => {
                for column in columns {
                    let mut made = Value::Null;
                    let cell = cell(column.value(&row, &mut made));
                    writer.write_field(cell.as_bytes()).map_err(of_writer)?;
                }
                writer.write_record(None::<&[u8]>).map_err(of_writer)
            }
            To::Parquet(_, waiting, bytes) => {
                *bytes += row["text"].as_str().map_or(0, str::len);
                waiting.push(row);
                if waiting.len() >= WAITING_ROWS || *bytes > WAITING_BYTES {
                    self.encode()?;
                    if self.held_bytes() > HELD_BYTES {
                        self.end_group()?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Encodes the rows of a Parquet file that wait.
    fn encode(&mut self) -> io::Result<()> {
        if let To::Parquet(writer, waiting, bytes) = &mut self.to {
            *bytes = 0;
            writer.write(&self.columns, &std::mem::take(waiting))?;
        }
        Ok(())
    }

    /// Adds articles at once, for a caller that bounds the memory of many writers.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn add_all(&mut self, rows: Vec<ArticleRow>) -> io::Result<()> {
        if let To::Parquet(writer, ..) = &mut self.to {
            return writer.write(&self.columns, &rows);
        }
        rows.into_iter().try_for_each(|row| self.add(row))
    }

    /// Memory of the unfinished row group of a Parquet file, in bytes.
    pub fn held_bytes(&self) -> usize {
        match &self.to {
            To::Parquet(writer, ..) => writer.held_bytes(),
            To::Json(..) | To::Csv(_) => 0,
        }
    }

    /// Ends the row group of a Parquet file.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn end_group(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Parquet(writer, ..) => writer.flush(),
            To::Json(..) | To::Csv(_) => Ok(()),
        }
    }

    /// Adds a text to the metadata of a Parquet file; the other formats have none.
    pub fn annotate(&mut self, key: &str, text: String) {
        if let To::Parquet(writer, ..) = &mut self.to {
            writer.annotate(key, text);
        }
    }

    /// Ends with what stands after the rows.
    ///
    /// # Errors
    /// Those of the writer below.
    pub fn finish(mut self) -> io::Result<W> {
        self.encode()?;
        match self.to {
            To::Json(to, _) => to.finish(),
            To::Csv(writer) => writer.into_inner().map_err(csv::IntoInnerError::into_error),
            To::Parquet(writer, ..) => writer.finish(),
        }
    }
}

/// The error of the underlying writer, with its kind: a closed pipe is not a failure.
fn of_writer(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A row as a JSON object.
struct Line<'a> {
    columns: &'a [Column],
    row: &'a ArticleRow,
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for column in self.columns {
            let mut made = Value::Null;
            map.serialize_entry(column.field.name, column.value(self.row, &mut made))?;
        }
        map.end()
    }
}

/// A value as a cell: null is empty, lists and objects are JSON. A text that a spreadsheet would take for a formula gets a leading
/// apostrophe, which marks it as text.
fn cell(value: &Value) -> Cow<'_, str> {
    match value {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) if text.starts_with(FORMULA) => Cow::Owned(format!("'{text}")),
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A pipe whose reader has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_of_csv_that_has_gone_is_known_as_such() {
        let mut writer = csv::WriterBuilder::new()
            .buffer_capacity(1)
            .from_writer(Gone);
        let error = writer.write_record(["url", "title"]).unwrap_err();
        assert_eq!(of_writer(error).kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn the_name_of_a_file_tells_its_encoding() {
        let encoding = |name: &str| Encoding::of_file(name).map(Encoding::name);
        for (name, wanted) in [
            ("hits.parquet", Some("parquet")),
            ("my.hits.jsonl.zst", Some("jsonl.zst")),
            ("a.csv", Some("csv")),
            ("corpus", None),
            ("csv", None),
            ("2026.11", None),
        ] {
            assert_eq!(encoding(name).as_deref(), wanted, "{name}");
        }
    }

    #[test]
    fn no_text_is_a_formula_and_numbers_stay_numbers() {
        for (value, wanted) in [
            (
                json!("=HYPERLINK(\"https://evil.example\")"),
                "'=HYPERLINK(\"https://evil.example\")",
            ),
            (json!("+++ Liveticker +++"), "'+++ Liveticker +++"),
            (json!("-2+3+cmd|' /C calc'!A0"), "'-2+3+cmd|' /C calc'!A0"),
            (json!("@SUM(1+1)"), "'@SUM(1+1)"),
            (json!("＝1+1"), "'＝1+1"),
            (json!("1 = 1"), "1 = 1"),
            (json!("'quoted'"), "'quoted'"),
            (json!(-300), "-300"),
            (json!(["=1"]), "[\"=1\"]"),
            (json!(null), ""),
        ] {
            assert_eq!(cell(&value), wanted);
        }
    }
}
