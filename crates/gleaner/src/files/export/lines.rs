//! Articles as lines: JSON or CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use store::ArticleRow;

use super::profiles::Column;

/// First characters that make a spreadsheet run a cell as a formula, full-width forms included. A page controls its title.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Writes rows as lines.
pub(crate) enum Lines<W: Write> {
    /// With a buffer for the current line, so that the writer gets whole lines.
    Json(W, Vec<u8>),
    /// RFC 4180: a header, CRLF, quotes where they are needed.
    Csv(Box<csv::Writer<W>>),
}

impl<W: Write> Lines<W> {
    pub(crate) fn json(to: W) -> Self {
        Self::Json(to, Vec::new())
    }

    /// Writes the header.
    pub(crate) fn csv(to: W, columns: &[Column]) -> io::Result<Self> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(to);
        let names = columns.iter().map(|column| column.field.name);
        writer.write_record(names).map_err(of_writer)?;
        Ok(Self::Csv(Box::new(writer)))
    }

    pub(crate) fn add(&mut self, columns: &[Column], row: &ArticleRow) -> io::Result<()> {
        match self {
            Self::Json(to, line) => {
                line.clear();
                serde_json::to_writer(&mut *line, &Line { columns, row })?;
                line.push(b'\n');
                to.write_all(line)
            }
            Self::Csv(writer) => {
                for column in columns {
                    let mut made = Value::Null;
                    let cell = cell(column.value(row, &mut made));
                    writer.write_field(cell.as_bytes()).map_err(of_writer)?;
                }
                writer.write_record(None::<&[u8]>).map_err(of_writer)
            }
        }
    }

    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::Json(to, _) => Ok(to),
            Self::Csv(writer) => writer.into_inner().map_err(csv::IntoInnerError::into_error),
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
