//! Flags of the extraction: preference for precision or recall, and further parts of a page to include.

use anyhow::anyhow;
use clap::builder::TypedValueParser;
use extract::{Extractor, Inclusion, Mode, Options};

use crate::console::argument;
use crate::console::failure::Advise as _;

/// Extraction flags, common to several commands. The settings are the defaults.
#[derive(Debug, Default, clap::Args)]
pub struct ExtractionFlags {
    /// Prefer missing text to boilerplate; for methods with probabilities
    #[arg(long, conflicts_with = "recall")]
    precision: bool,
    /// Prefer boilerplate to missing text; for methods with probabilities
    #[arg(long)]
    recall: bool,
    /// Include another part of the page in the text; can be repeated
    #[arg(long, value_parser = inclusion(), value_name = "PART")]
    with: Vec<Inclusion>,
}

fn inclusion() -> impl TypedValueParser<Value = Inclusion> {
    let parts = Inclusion::ALL.map(|(name, part)| {
        let help = match part {
            Inclusion::Lead => "Standfirst between headline and text",
            Inclusion::Captions => "Captions of pictures inside and beside the text",
            Inclusion::Tables => {
                "Data tables in or right below the text that do not seem to belong to it"
            }
            Inclusion::Comments => "Comments of readers below the text",
        };
        (name, help, part)
    });
    argument::one_of(parts.to_vec())
}

impl ExtractionFlags {
    /// Fails if a preference is given that the extractor ignores.
    pub(crate) fn check(&self, extractor: &Extractor) -> anyhow::Result<()> {
        if !(self.precision || self.recall) || extractor.has_probabilities() {
            return Ok(());
        }
        Err(anyhow!(
            "--precision and --recall have no effect on the method {}, which computes no probabilities",
            extractor.name
        ))
        .advise("leave them out, or use the method gleaner")
    }

    /// Whether no flag is given.
    pub(crate) fn are_none(&self) -> bool {
        !self.precision && !self.recall && self.with.is_empty()
    }

    /// The options of the settings, overridden by the flags.
    pub fn over(&self, settings: Options) -> Options {
        Options {
            mode: match (self.precision, self.recall) {
                (true, _) => Mode::Precision,
                (_, true) => Mode::Recall,
                _ => settings.mode,
            },
            inclusions: if self.with.is_empty() {
                settings.inclusions
            } else {
                self.with.iter().copied().collect()
            },
            ..settings
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_go_before_settings() {
        let settings = Options {
            mode: Mode::Recall,
            inclusions: [Inclusion::Lead].into_iter().collect(),
            ..Options::default()
        };
        assert_eq!(ExtractionFlags::default().over(settings), settings);
        let flags = ExtractionFlags {
            precision: true,
            recall: false,
            with: vec![Inclusion::Tables, Inclusion::Captions],
        };
        let over = flags.over(settings);
        assert_eq!(over.mode, Mode::Precision);
        assert!(over.inclusions.has(Inclusion::Tables) && !over.inclusions.has(Inclusion::Lead));
    }
}
