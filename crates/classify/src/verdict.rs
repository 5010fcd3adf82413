//! The verdict on a page, and its reason.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::PageType;

/// The verdict on a page, and its reason.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The type of the page.
    pub page_type: PageType,
    /// The score of the model, 0 (no news) to 1 (news), also if a rule decided.
    pub news_score: f32,
    /// The features of the model.
    pub features: Features,
    /// What decided: `model:<name>` or `rule:<name>`.
    pub label_source: String,
    /// The reason in one readable line.
    pub reason: String,
}

impl Verdict {
    /// Whether the page is kept as an article.
    pub fn is_article(&self) -> bool {
        self.page_type.is_article()
    }
}

/// Measures by name, without those that are 0; serialised as a map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features(Vec<(&'static str, f32)>);

impl Features {
    pub(crate) fn named(features: impl Iterator<Item = (&'static str, f32)>) -> Self {
        // NaN is left out too.
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
            // Four decimals are enough.
            map.serialize_entry(name, &((f64::from(*value) * 1e4).round() / 1e4))?;
        }
        map.end()
    }
}

/// The score and the threshold.
pub(crate) fn comparison(is_news: bool, score: f32, threshold: f32) -> String {
    let relation = if is_news { "≥" } else { "<" };
    // Round to two digits, but never across the threshold.
    let shown = if is_news {
        (score * 100.0).round() / 100.0
    } else {
        (score * 100.0).floor() / 100.0
    };
    format!("news score {shown:.2} {relation} {threshold:.2}")
}

/// The reason if no feature has a large effect.
pub(crate) const NOTHING_STANDS_OUT: &str = "no feature stands out";
