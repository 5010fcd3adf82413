//! Converts JSON values to Arrow arrays with the types of [`super::schema`].

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float32Array, Int32Array, ListArray, StringArray, StructArray,
    TimestampMicrosecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field as ArrowField};
use chrono::DateTime;
use serde_json::Value;

use super::schema::{Field, Kind, arrow_fields};

/// Returns the values of a column as an array. A value of another type becomes null, which is an error where null is not allowed.
pub fn array(kind: Kind, values: &[&Value]) -> Result<ArrayRef, ArrowError> {
    let each = values.iter().copied();
    Ok(match kind {
        Kind::Bool => Arc::new(each.map(Value::as_bool).collect::<BooleanArray>()),
        Kind::Int => Arc::new(each.map(int).collect::<Int32Array>()),
        Kind::Float => Arc::new(each.map(float).collect::<Float32Array>()),
        Kind::Text => Arc::new(each.map(Value::as_str).collect::<StringArray>()),
        Kind::Time => {
            let times: TimestampMicrosecondArray = each.map(micros).collect();
            Arc::new(times.with_timezone("UTC"))
        }
        Kind::Texts => {
            let item = ArrowField::new("item", arrow_schema::DataType::Utf8, true);
            list(values, item, |items| array(Kind::Text, items))?
        }
        Kind::Struct(fields) => structs(fields, values)?,
        Kind::Structs(fields) => {
            let of = arrow_schema::DataType::Struct(arrow_fields(fields));
            list(values, ArrowField::new("item", of, true), |items| {
                structs(fields, items)
            })?
        }
    })
}

fn int(value: &Value) -> Option<i32> {
    i32::try_from(value.as_i64()?).ok()
}

#[expect(clippy::cast_possible_truncation, reason = "it was a 32-bit number")]
fn float(value: &Value) -> Option<f32> {
    Some(value.as_f64()? as f32)
}

fn micros(value: &Value) -> Option<i64> {
    let time = DateTime::parse_from_rfc3339(value.as_str()?).ok()?;
    Some(time.timestamp_micros())
}

fn list(
    values: &[&Value],
    item: ArrowField,
    of_items: impl FnOnce(&[&Value]) -> Result<ArrayRef, ArrowError>,
) -> Result<ArrayRef, ArrowError> {
    let lists: Vec<Option<&Vec<Value>>> = values.iter().map(|value| value.as_array()).collect();
    let items: Vec<&Value> = lists.iter().copied().flatten().flatten().collect();
    let lengths = lists.iter().map(|list| list.map_or(0, Vec::len));
    let offsets = OffsetBuffer::from_lengths(lengths);
    let nulls: NullBuffer = lists.iter().map(Option::is_some).collect();
    let lists = ListArray::try_new(Arc::new(item), offsets, of_items(&items)?, Some(nulls))?;
    Ok(Arc::new(lists))
}

fn structs(fields: &'static [Field], values: &[&Value]) -> Result<ArrayRef, ArrowError> {
    let columns = fields.iter().map(|field| {
        let values: Vec<&Value> = values.iter().map(|value| &value[field.name]).collect();
        // In a null struct, required fields are null too.
        array(field.kind, &values)
    });
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let nulls: NullBuffer = values.iter().map(|value| value.is_object()).collect();
    let structs = StructArray::try_new(arrow_fields(fields), columns, Some(nulls))?;
    Ok(Arc::new(structs))
}
