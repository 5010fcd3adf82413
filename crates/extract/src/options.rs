//! What a caller may ask for besides the extractor: leaning towards precision or recall, and other parts of the text.

use std::fmt;

use crate::extractors::{Extractor, default_extractor};
use crate::inclusions::{self, Inclusion, Inclusions};
use crate::labels::{Filter, Labels, Mode};
use html::TextDocument;

/// How a page is to be read. The default is what all measurements are made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The method that tells text from boilerplate.
    pub extractor: &'static Extractor,
    /// Which error weighs more. Extractors that know no probabilities take no notice.
    pub mode: Mode,
    /// What belongs to the text besides what the extractor keeps.
    pub inclusions: Inclusions,
    /// Whether the structure of the text is wanted too.
    pub structure: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(default_extractor())
    }
}

impl Options {
    /// The defaults with another extractor.
    pub fn of(extractor: &'static Extractor) -> Self {
        Self {
            extractor,
            mode: Mode::default(),
            inclusions: Inclusions::NONE,
            structure: false,
        }
    }

    /// Labels all blocks of a document: the steps of the extractor, then those that add what else was asked for.
    pub fn label(self, document: &TextDocument) -> Labels {
        let mut labels = self.begin(document);
        for step in self.steps() {
            (step.apply)(document, &mut labels);
        }
        labels
    }

    /// The labels before the first step.
    pub(crate) fn begin(self, document: &TextDocument) -> Labels {
        let mut labels = Labels::new(document);
        labels.mode = self.mode;
        labels
    }

    /// All steps in order.
    pub(crate) fn steps(self) -> impl Iterator<Item = Filter> {
        let wanted = Inclusion::ALL.into_iter().map(|(_, part)| part);
        let with = self.inclusions;
        let more = wanted
            .filter(move |part| with.has(*part))
            .map(inclusions::step);
        self.extractor.steps.iter().copied().chain(more)
    }
}

/// What differs from the default, as a part of a name: ` recall with lead`. Nothing, if nothing does.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.mode {
            Mode::Balanced => "",
            Mode::Precision => " precision",
            Mode::Recall => " recall",
        })?;
        let with = Inclusion::ALL.into_iter();
        with.filter(|(_, part)| self.inclusions.has(*part))
            .try_for_each(|(name, _)| write!(f, " with {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_what_differs_from_the_default() {
        let inclusions = [Inclusion::Comments, Inclusion::Lead].into_iter().collect();
        let mode = Mode::Recall;
        assert_eq!(
            Options {
                mode,
                inclusions,
                ..Options::default()
            }
            .to_string(),
            " recall with lead with comments"
        );
        assert_eq!(Options::default().to_string(), "");
    }
}
