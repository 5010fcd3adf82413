//! A script as a JSON value: also inside a string, with mistakes, or in the expanded form of JSON-LD.

use serde_json::Value;

use super::tolerant;

/// Parts of scripts whose keys or values are [expanded](compacted).
const EXPANDED: [&str; 2] = ["\"@value\"", "\"schema:"];

/// The value of a script, with keys as most pages write them. Invalid JSON is read as far as possible.
pub(super) fn read(script: &str) -> Option<Value> {
    let script = script.trim().trim_end_matches(';');
    let parsed = |text: &str| serde_json::from_str(text).ok();
    let value = match parsed(script) {
        // JSON inside a string
        Some(Value::String(inner)) => parsed(&inner).or_else(|| tolerant::read(&inner)),
        Some(value) => Some(value),
        None => tolerant::read(script),
    };
    let is_expanded = EXPANDED.iter().any(|part| script.contains(part));
    value.map(|value| if is_expanded { compacted(value) } else { value })
}

/// A value in the usual form of JSON-LD: keys without the address or the prefix of the vocabulary, and values without the objects and
/// lists around them.
fn compacted(value: Value) -> Value {
    match value {
        Value::Array(values) => values.into_iter().map(compacted).collect(),
        Value::Object(mut object) => match object.remove("@value") {
            Some(value) => value,
            None => Value::Object(object.into_iter().map(compacted_property).collect()),
        },
        other => other,
    }
}

fn compacted_property((key, value): (String, Value)) -> (String, Value) {
    let value = compacted(value);
    if let Some(name) = key.strip_prefix("schema:") {
        return (name.to_owned(), value);
    }
    let Some((_, name)) = key.rsplit_once("schema.org/") else {
        return (key, value);
    };
    let value = match value {
        Value::Array(mut values) if values.len() == 1 => values.remove(0),
        other => other,
    };
    (name.to_owned(), value)
}
