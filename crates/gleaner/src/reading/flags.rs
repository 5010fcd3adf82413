//! Flags of the extraction: towards precision or recall, and which other parts of a page count as text.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use extract::{Inclusion, Mode, Options};

/// Flags of the commands that read pages. What they leave open, the settings say.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ExtractionFlags {
    /// Rather leave text out than let boilerplate in; for methods that know probabilities
    #[arg(long, conflicts_with = "recall")]
    precision: bool,
    /// Rather let boilerplate in than leave text out; for methods that know probabilities
    #[arg(long)]
    recall: bool,
    /// Add a part of the page to the text; may be given several times
    #[arg(long, value_parser = inclusion(), value_name = "PART")]
    with: Vec<Inclusion>,
}

/// Parses the name of an inclusion.
fn inclusion() -> impl TypedValueParser<Value = Inclusion> {
    let names = Inclusion::ALL.map(|(name, part)| {
        PossibleValue::new(name).help(match part {
            Inclusion::Lead => "The standfirst between headline and text",
            Inclusion::Captions => "Captions of pictures inside and beside the text",
            Inclusion::Tables => {
                "Tables of data in the text or right below it that seem to be no part of it"
            }
            Inclusion::Comments => "What readers wrote below the text",
        })
    });
    PossibleValuesParser::new(names).try_map(|given| {
        let found = Inclusion::ALL.into_iter().find(|(name, _)| *name == given);
        found.map(|(_, part)| part).ok_or("no such part")
    })
}

impl ExtractionFlags {
    /// The options of the settings, with what the flags say instead.
    pub(crate) fn over(&self, settings: Options) -> Options {
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
