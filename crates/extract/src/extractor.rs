//! A method of separating text from boilerplate: a name and its steps.

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
}
