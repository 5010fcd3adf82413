//! What of a broken line can still be used.

use serde_json::Value;

/// What of a line can still be had when the line as a whole is no page.
#[derive(Default)]
pub(super) struct Scraps {
    pub(super) id: Value,
    pub(super) url: Option<String>,
}

/// Reads a line up to where it breaks.
pub(super) fn of(line: &[u8]) -> Scraps {
    struct Visitor<'a>(&'a mut Scraps);
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
    let mut found = Scraps::default();
    // The error is expected: the line is broken, and what came before the break is what we are after.
    let _ = serde::Deserializer::deserialize_map(
        &mut serde_json::Deserializer::from_slice(line),
        Visitor(&mut found),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_yields_what_stands_before_the_break() {
        let scraps = of(br#"{"id": 7, "url": "https://example.org/", "html": "<p>and th"#);
        assert_eq!(
            (scraps.id, scraps.url.as_deref()),
            (Value::from(7), Some("https://example.org/"))
        );
        assert_eq!(of(b"no json").id, Value::Null);
    }
}
