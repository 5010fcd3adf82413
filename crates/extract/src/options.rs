//! What a caller may ask for besides the extractor: leaning towards precision or recall, and other borders of the text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::borders;
use crate::extractors::Extractor;
use crate::labels::{Filter, Labels, Mode};
use html::TextDocument;

/// How an extractor is to read a page. The default is what all measurements are made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Which error weighs more. Extractors that know no probabilities take no notice.
    pub mode: Mode,
    /// What belongs to the text besides what the extractor keeps.
    pub with: Borders,
}

/// A part of the page that some count to an article and others do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Border {
    /// The standfirst between headline and text.
    Lead,
    /// Captions of pictures beside and inside the text.
    Captions,
    /// Tables between paragraphs of the text.
    Tables,
    /// What readers wrote below it.
    Comments,
}

impl Border {
    /// All of them, with the names they have on the command line.
    pub const ALL: [(&'static str, Self); 4] = [
        ("lead", Self::Lead),
        ("captions", Self::Captions),
        ("tables", Self::Tables),
        ("comments", Self::Comments),
    ];
}

/// A set of [`Border`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Borders(u8);

impl Borders {
    /// None: the text ends where the extractor says.
    pub const NONE: Self = Self(0);

    /// Whether `border` is one of them.
    pub fn has(self, border: Border) -> bool {
        self.0 & 1 << border as u8 != 0
    }

    /// The same set and `border`.
    #[must_use]
    pub fn and(self, border: Border) -> Self {
        Self(self.0 | 1 << border as u8)
    }
}

impl FromIterator<Border> for Borders {
    fn from_iter<T: IntoIterator<Item = Border>>(borders: T) -> Self {
        borders.into_iter().fold(Self::NONE, Self::and)
    }
}

impl Options {
    /// Labels all blocks of a document: the steps of the extractor, then those that add what else was asked for.
    pub fn label(self, extractor: &Extractor, document: &TextDocument) -> Labels {
        let mut labels = self.begin(document);
        for step in self.steps(extractor) {
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
    pub(crate) fn steps(self, extractor: &Extractor) -> impl Iterator<Item = Filter> + use<> {
        let wanted = Border::ALL.into_iter().map(|(_, border)| border);
        let with = self.with;
        let more = wanted
            .filter(move |border| with.has(*border))
            .map(borders::step);
        extractor.steps.iter().copied().chain(more)
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
        let with = Border::ALL.into_iter();
        with.filter(|(_, border)| self.with.has(*border))
            .try_for_each(|(name, _)| write!(f, " with {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_borders_holds_what_was_put_in() {
        let some: Borders = [Border::Lead, Border::Comments].into_iter().collect();
        for (name, border) in Border::ALL {
            assert_eq!(
                some.has(border),
                matches!(name, "lead" | "comments"),
                "{name}"
            );
            assert!(!Borders::NONE.has(border));
        }
        assert_eq!(some.and(Border::Lead), some);
    }

    #[test]
    fn options_name_what_differs_from_the_default() {
        let with = [Border::Comments, Border::Lead].into_iter().collect();
        let mode = Mode::Recall;
        assert_eq!(
            Options { mode, with }.to_string(),
            " recall with lead with comments"
        );
        assert_eq!(Options::default().to_string(), "");
    }
}
