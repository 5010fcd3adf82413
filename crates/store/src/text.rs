//! Conversion to values that `PostgreSQL` accepts: text and JSON without NUL characters, enumerations and hashes as text.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::types::Uuid;

use crate::StoreError;

/// Declares an enumeration, with the database name of each variant, and implements `as_str`, `Display`, `FromStr` and `sqlx::Decode` for it.
macro_rules! names {
    (
        $(#[$meta:meta])*
        pub enum $type:ident { $($(#[$of_variant:meta])* $variant:ident => $name:literal,)+ }
    ) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$of_variant])* $variant,)+
        }

        impl $type {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name in the database and in JSON.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::StoreError;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                match name {
                    $($name => Ok(Self::$variant),)+
                    _ => Err($crate::StoreError::Invalid(format!(concat!("{:?} is not a valid ", stringify!($type)), name))),
                }
            }
        }

        impl<'r> sqlx::Decode<'r, sqlx::Postgres> for $type {
            fn decode(value: sqlx::postgres::PgValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                let name = <&str as sqlx::Decode<sqlx::Postgres>>::decode(value)?;
                Ok(name.parse::<Self>()?)
            }
        }
    };
}

pub(crate) use names;

/// A position in a list, by the values of the last item that order it; opaque to clients, who see hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position<T>(pub(crate) T);

impl<T: Serialize> fmt::Display for Position<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_vec(&self.0).map_err(|_| fmt::Error)?;
        f.write_str(&hex::encode(json))
    }
}

impl<T: DeserializeOwned> FromStr for Position<T> {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let json = hex::decode(text).ok();
        let values = json.and_then(|json| serde_json::from_slice(&json).ok());
        values.map(Self).ok_or_else(|| {
            StoreError::Invalid("the cursor is not valid; use one from an earlier page".to_owned())
        })
    }
}

/// Text without NUL characters, which `PostgreSQL` refuses.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if text.contains('\0') {
        Cow::Owned(text.replace('\0', ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// [`clean`] as owned text.
pub(crate) fn owned(text: &str) -> String {
    clean(text).into_owned()
}

/// [`clean`] for optional text.
pub(crate) fn optional(text: Option<&str>) -> Option<String> {
    text.map(owned)
}

/// [`clean`] for lists.
pub(crate) fn list(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| owned(text)).collect()
}

/// JSON without NUL characters in any text or key, which `jsonb` refuses.
pub(crate) fn json(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(owned(text)),
        Value::Array(items) => Value::Array(items.iter().map(json).collect()),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, value)| (owned(name), json(value)))
                .collect(),
        ),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// [`json`] of an object; anything else becomes an empty object.
pub(crate) fn json_object(value: &Value) -> Value {
    if value.is_object() {
        json(value)
    } else {
        Value::Object(serde_json::Map::new())
    }
}

/// [`json_object`] as text.
pub(crate) fn json_text(value: &Value) -> String {
    let text = if value.is_object() {
        value.to_string()
    } else {
        "{}".to_owned()
    };
    // an escaped NUL, or an escaped backslash before `u0000`, which costs only time
    if text.contains("\\u0000") {
        json_object(value).to_string()
    } else {
        text
    }
}

/// First half of the URL's SHA-256.
pub(crate) fn url_hash(url: &str) -> Uuid {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(url.as_bytes());
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(half)
}

/// One value of each row, as a column for a statement.
pub(crate) fn column<'a, T, V>(rows: &'a [T], value: impl FnMut(&'a T) -> V) -> Vec<V> {
    rows.iter().map(value).collect()
}

/// A number between 0 and 1; not-a-number counts as 0.
pub(crate) fn unit(number: f32) -> f32 {
    if number.is_nan() {
        0.0
    } else {
        number.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_characters_are_taken_out_everywhere() {
        assert_eq!(clean("a\0b"), "ab");
        assert_eq!(
            json(&serde_json::json!({"a\0": ["b\0", 1, null]})),
            serde_json::json!({"a": ["b", 1, null]})
        );
        assert_eq!(
            json_text(&serde_json::json!({"a\0": "b\0\\u0000"})),
            r#"{"a":"b\\u0000"}"#
        );
    }

    #[test]
    fn scores_are_brought_into_their_range() {
        assert!((unit(f32::NAN) - 0.0).abs() < f32::EPSILON);
        assert!((unit(7.0) - 1.0).abs() < f32::EPSILON);
    }
}
