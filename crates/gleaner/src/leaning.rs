//! Which way the reading of pages leans: towards precision or recall, and past which borders of the text.

use clap::ValueEnum;
use extract::{Inclusion, Mode, Options};
use serde::Deserialize;

/// Flags of the commands that read pages. What they leave open, the settings say.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Leaning {
    /// Rather leave text out than let boilerplate in; for methods that know probabilities
    #[arg(long, conflicts_with = "recall")]
    precision: bool,
    /// Rather let boilerplate in than leave text out; for methods that know probabilities
    #[arg(long)]
    recall: bool,
    /// Add a part of the page to the text; may be given several times
    #[arg(long, value_enum, value_name = "PART")]
    with: Vec<Part>,
}

/// A part of the page that may be added to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    /// The standfirst between headline and text
    Lead,
    /// Captions of pictures inside and beside the text
    Captions,
    /// Tables of data between the paragraphs
    Tables,
    /// What readers wrote below the text
    Comments,
}

impl From<Part> for Inclusion {
    fn from(part: Part) -> Self {
        match part {
            Part::Lead => Self::Lead,
            Part::Captions => Self::Captions,
            Part::Tables => Self::Tables,
            Part::Comments => Self::Comments,
        }
    }
}

impl Leaning {
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
                self.with.iter().copied().map(Inclusion::from).collect()
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
        assert_eq!(Leaning::default().over(settings), settings);
        let flags = Leaning {
            precision: true,
            recall: false,
            with: vec![Part::Tables, Part::Captions],
        };
        let over = flags.over(settings);
        assert_eq!(over.mode, Mode::Precision);
        assert!(over.inclusions.has(Inclusion::Tables) && !over.inclusions.has(Inclusion::Lead));
    }
}
