//! Recovers the id and the URL of a broken line of JSON.

use serde_json::Value;

/// The fields before the syntax error.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) id: Value,
    pub(super) url: Option<String>,
}

/// Reads a line up to its syntax error.
pub(super) fn fields(line: &[u8]) -> Fields {
    struct Visitor<'a>(&'a mut Fields);
    impl<'de> serde::de::Visitor<'de> for Visitor<'_> {
        type Value = ();

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(key) = map.next_key::<String>()? {
                match key.as_str() {
                    "id" => self.0.id = map.next_value()?,
                    "url" => self.0.url = map.next_value()?,
                    _ => {
                        map.next_value::<serde::de::IgnoredAny>()?;
                    }
                }
            }
            Ok(())
        }
    }
    let mut found = Fields::default();
    // The error is expected: the line is broken.
    let _ = serde::Deserializer::deserialize_map(
        &mut serde_json::Deserializer::from_slice(line),
        Visitor(&mut found),
    );
    found
}
