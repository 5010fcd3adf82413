//! What was decided of a page, and why.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::PageType;

/// What was decided of a page, and why.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Verdict {
    /// What the page is.
    pub page_type: PageType,
    /// What the model makes of the page, 0 (no news) to 1 (news); given even where a rule decided.
    pub news_score: f32,
    /// The measures the model saw.
    pub features: Features,
    /// Who decided: `model:<name>` or `rule:<name>`.
    pub label_source: String,
    /// The reason, in one line for people.
    pub reason: String,
}

impl Verdict {
    /// Whether the page is kept as an article.
    pub fn is_article(&self) -> bool {
        self.page_type.is_article()
    }
}

/// Measures by name, without those that are 0; written as a map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features(Vec<(&'static str, f32)>);

impl Features {
    pub(crate) fn named(features: impl Iterator<Item = (&'static str, f32)>) -> Self {
        // A difference from 0 that is no number tells nothing either.
        Self(features.filter(|(_, value)| value.abs() > 0.0).collect())
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f32)> + '_ {
        self.0.iter().copied()
    }
}

impl Serialize for Features {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            // Four digits behind the point are all that anyone reads.
            map.serialize_entry(name, &((f64::from(*value) * 1e4).round() / 1e4))?;
        }
        map.end()
    }
}
