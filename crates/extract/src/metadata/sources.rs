//! Where values were found, by the names of their fields.

use std::collections::BTreeMap;

use super::Source;

/// Collects the sources of values as they are put in their fields.
#[derive(Debug, Default)]
pub(super) struct Sources {
    found: BTreeMap<&'static str, Source>,
}

impl Sources {
    /// The value alone; its source is kept under the name of its field.
    pub(super) fn keep<T>(&mut self, field: &'static str, found: Option<(T, Source)>) -> Option<T> {
        let (value, source) = found?;
        self.found.insert(field, source);
        Some(value)
    }

    /// Notes the source of a field that has a value.
    pub(super) fn note(&mut self, field: &'static str, has_value: bool, source: Source) {
        if has_value {
            self.found.insert(field, source);
        }
    }

    pub(super) fn into_map(self) -> BTreeMap<&'static str, Source> {
        self.found
    }
}
