//! A method of separating text from boilerplate: a name and its steps.

use crate::labels::{Filter, Labels};
use html::TextDocument;

/// The name of the step that computes the probability of each block.
pub(crate) const CLASSIFIER: &str = "learned classifier";

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
    /// Parses a page as its steps read it: ours do not see elements that only wrap another, published methods see all of them.
    pub fn parse(&self, html: &str) -> TextDocument {
        let mut document = html::parse(html);
        self.prepare(&mut document);
        document
    }

    /// Leaves out of a document what its steps do not see.
    pub(crate) fn prepare(&self, document: &mut TextDocument) {
        if self.has_probabilities() {
            document.leave_out_wrappers();
        }
    }

    /// Whether it computes the probability of each block, which [`Mode`](crate::Mode) needs.
    pub fn has_probabilities(&self) -> bool {
        self.steps.iter().any(|step| step.name == CLASSIFIER)
    }

    /// Labels all blocks of a document.
    pub fn label(&self, document: &TextDocument) -> Labels {
        let mut labels = Labels::new(document);
        for step in self.steps {
            (step.apply)(document, &mut labels);
        }
        labels
    }
}

#[cfg(test)]
mod tests {
    use super::Extractor;
    use crate::learned::GLEANER;

    #[test]
    fn published_methods_see_elements_that_only_wrap_another() {
        let published = Extractor {
            steps: &[],
            ..GLEANER
        };
        let elements = |extractor: &Extractor| {
            let document = extractor.parse("<div><p>One</p></div><div class=a><p>Two</p></div>");
            document.elements.len()
        };
        assert_eq!((elements(&GLEANER), elements(&published)), (4, 5));
    }
}
