//! All visible text.

use super::Extractor;
use crate::extractors::filters::EVERYTHING as MARK_EVERYTHING;

pub(super) const EVERYTHING: Extractor = Extractor {
    name: "everything",
    summary: "all visible text",
    source: "what `lynx -dump` gives; the floor that the others are measured against",
    steps: &[MARK_EVERYTHING],
};
