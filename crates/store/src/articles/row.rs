//! Rows of `news.articles`, whatever columns they have.

use std::{collections::HashMap, ops::Index, sync::Arc};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer, de::value::MapDeserializer};
use serde_json::Value;
use sqlx::{
    Column as _, Row as _, TypeInfo as _,
    postgres::{PgColumn, PgRow},
};

use crate::{StoreError, text::column};

/// A row of the view `news.articles`: all columns except `cursor`, by name and in order.
#[derive(Debug, Clone, PartialEq)]
pub struct ArticleRow {
    /// The position in the export; continue after the last one.
    pub cursor: i64,
    /// Shared by the rows of a query.
    names: Arc<Names>,
    values: Vec<Value>,
}

/// Column names.
#[derive(Debug, PartialEq)]
struct Names {
    in_order: Vec<String>,
    /// The index of each name.
    indices: HashMap<String, usize>,
}

impl ArticleRow {
    /// Deserialises the columns that `T` names.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if a column of `T` is missing or has another type.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, StoreError> {
        T::deserialize(MapDeserializer::new(self.columns()))
            .map_err(|error: serde_json::Error| StoreError::Invalid(error.to_string()))
    }

    fn columns(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = self.names.in_order.iter().map(String::as_str);
        names.zip(&self.values)
    }

    /// The rows of a query over the view.
    pub(super) fn all(rows: &[PgRow]) -> Result<Vec<Self>, sqlx::Error> {
        let Some(first) = rows.first() else {
            return Ok(Vec::new());
        };
        let columns = first.columns().iter();
        let columns: Vec<&PgColumn> = columns.filter(|column| column.name() != "cursor").collect();
        let in_order = column(&columns, |one| one.name().to_owned());
        let indices = in_order.iter().cloned().zip(0..).collect();
        let names = Arc::new(Names { in_order, indices });
        let readers = columns.iter().map(|column| reader(column));
        let readers: Vec<(usize, Reader)> = readers.collect::<Result<_, _>>()?;
        let rows = rows.iter().map(|row| {
            let values = readers.iter().map(|(at, read)| read(row, *at));
            Ok(Self {
                cursor: row.try_get::<Option<i64>, _>("cursor")?.unwrap_or(0),
                names: Arc::clone(&names),
                values: values.collect::<Result<_, _>>()?,
            })
        });
        rows.collect()
    }
}

impl Index<&str> for ArticleRow {
    type Output = Value;

    /// The value of a column; null if there is no such column.
    fn index(&self, column: &str) -> &Value {
        let index = self.names.indices.get(column);
        let value = index.and_then(|index| self.values.get(*index));
        value.unwrap_or(&Value::Null)
    }
}

impl Serialize for ArticleRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns())
    }
}

/// Reads the value at a position of a row in the format of the article record.
type Reader = fn(&PgRow, usize) -> Result<Value, sqlx::Error>;

/// The position of a column, and its reader.
fn reader(column: &PgColumn) -> Result<(usize, Reader), sqlx::Error> {
    let read: Reader = match column.type_info().name() {
        "BOOL" => |row, at| Ok(row.try_get::<Option<bool>, _>(at)?.into()),
        "INT4" => |row, at| Ok(row.try_get::<Option<i32>, _>(at)?.into()),
        "FLOAT4" => |row, at| Ok(row.try_get::<Option<f32>, _>(at)?.map(decimal).into()),
        "TEXT" => |row, at| Ok(row.try_get::<Option<String>, _>(at)?.into()),
        "TEXT[]" => |row, at| Ok(row.try_get::<Option<Vec<String>>, _>(at)?.into()),
        "JSONB" => |row, at| Ok(row.try_get::<Option<Value>, _>(at)?.unwrap_or_default()),
        "TIMESTAMPTZ" => |row, at| {
            let time: Option<DateTime<Utc>> = row.try_get(at)?;
            Ok(serde_json::to_value(time).unwrap_or_default())
        },
        other => {
            let error = format!("{} of news.articles has the type {other}", column.name());
            return Err(sqlx::Error::Decode(error.into()));
        }
    };
    Ok((column.ordinal(), read))
}

/// The double with the same shortest decimal representation: 0.9, not 0.8999999761581421.
fn decimal(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::NAN)
}
