//! All extractors by name. A new one needs a file with its steps and a line here.

mod arc90;
mod block_clusters;
mod boilerpipe;
pub mod density;
mod div_ratio;
pub mod filters;
pub mod learned;
mod subtree;
mod subtree_density;
mod text_statistics;
mod visual;
mod whitespace;

use crate::labels::{Filter, Labels};
use html::TextDocument;

/// A named method of separating text from boilerplate.
#[derive(Debug, Clone, Copy)]
pub struct Extractor {
    /// Name on the command line and in stored articles.
    pub name: &'static str,
    /// Description of the method in one line.
    pub summary: &'static str,
    /// Publication of the method.
    pub source: &'static str,
    /// Its steps in order.
    pub steps: &'static [Filter],
}

/// Extractors are compared by name.
impl PartialEq for Extractor {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Extractor {}

impl Extractor {
    /// Labels all blocks of a document.
    pub fn label(&self, document: &TextDocument) -> Labels {
        let mut labels = Labels::new(document);
        for step in self.steps {
            (step.apply)(document, &mut labels);
        }
        labels
    }

    /// Whether it computes the probability of each block, which [`Mode`](crate::Mode) needs.
    pub fn has_probabilities(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| step.name == learned::CLASSIFY.name)
    }
}

/// The baseline for the others.
const EVERYTHING: Extractor = Extractor {
    name: "everything",
    summary: "all visible text",
    source: "like the output of `lynx -dump`; the baseline for the others",
    steps: &[filters::EVERYTHING],
};

/// Name of the default extractor.
pub const DEFAULT: &str = learned::GLEANER.name;

/// All extractors, the default first.
pub static EXTRACTORS: &[Extractor] = &[
    learned::GLEANER,
    boilerpipe::ARTICLE,
    boilerpipe::DEFAULT,
    boilerpipe::LARGEST,
    boilerpipe::WORDS,
    boilerpipe::DENSITY,
    boilerpipe::SENTENCES,
    boilerpipe::CANOLA,
    boilerpipe::EVERYTHING,
    density::DENSITY,
    density::MEAN,
    density::GAUSS,
    density::perceptron::SLP,
    density::perceptron::MLP,
    subtree_density::LONGEST,
    subtree_density::FILTER,
    div_ratio::DIV_RATIO,
    arc90::ARC90,
    whitespace::WHITESPACE,
    text_statistics::TEXT_STATISTICS,
    block_clusters::BLOCK_CLUSTERS,
    visual::VISUAL,
    EVERYTHING,
];

/// The extractor with that name.
pub fn extractor(name: &str) -> Option<&'static Extractor> {
    EXTRACTORS.iter().find(|extractor| extractor.name == name)
}

/// The default extractor.
pub(crate) fn default_extractor() -> &'static Extractor {
    &EXTRACTORS[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extractors_have_unique_names_and_the_default_is_one_of_them() {
        for extractor in EXTRACTORS {
            let same = EXTRACTORS.iter().filter(|e| e.name == extractor.name);
            assert_eq!(same.count(), 1, "{}", extractor.name);
        }
        assert_eq!(default_extractor().name, DEFAULT);
        assert!(extractor("no such extractor").is_none());
    }
}
