//! What was decided of a page, and why.

use serde::{Deserialize, Serialize};

use crate::{PageFeatures, PageType};

/// What was decided of a page, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// What the page is.
    pub page_type: PageType,
    /// What the model makes of the page, 0 (no news) to 1 (news); given even where a rule decided.
    pub news_score: f32,
    /// The measures the model saw.
    pub features: PageFeatures,
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
