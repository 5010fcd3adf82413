//! The model of names: its weights, and its file.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::features::in_style;
use super::lexicon::{LexiconFile, NameLexicon, distances, short, whole};
use super::styles::{NameStyles, StylesFile};
use super::tags::TAGS;
use crate::hash::PrehashedMap;

/// Version of the file format.
const FORMAT: u32 = 3;
/// Number of steps in a weight of 1.
const STEPS: f32 = 256.0;

/// A weight that training found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// The weight of a tag for a word with a feature.
    Feature {
        /// One of [`features()`](super::features()), or of [`in_style`].
        feature: u64,
        /// The tag.
        tag: usize,
        /// The weight.
        weight: f64,
    },
    /// The weight of a tag after another.
    Transition {
        /// The tag before.
        from: usize,
        /// The tag.
        to: usize,
        /// The weight.
        weight: f64,
    },
}

/// A model of the names of a language.
#[derive(Debug)]
pub struct NameModel {
    lexicon: NameLexicon,
    styles: NameStyles,
    /// By feature: the weight of each tag.
    weights: PrehashedMap<[i16; TAGS]>,
    transitions: [[f32; TAGS]; TAGS],
    provenance: String,
}

/// An error of a file that is not a model.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NameModelError {
    /// It cannot be decompressed.
    #[error("it cannot be unpacked: {0}")]
    Packed(#[from] std::io::Error),
    /// It has another structure.
    #[error("it is not a name model: {0}")]
    Shape(#[from] postcard::Error),
    /// It has another version.
    #[error("it has format {0}, and this version reads {FORMAT}")]
    Format(u32),
}

#[derive(Serialize, Deserialize)]
struct ModelFile {
    format: u32,
    provenance: String,
    lexicon: LexiconFile,
    styles: StylesFile,
    /// By feature: the tags with a weight.
    weights: Vec<(u32, Vec<(u8, i16)>)>,
    transitions: [[f32; TAGS]; TAGS],
}

impl NameModel {
    /// Creates a model from weights. `provenance` describes in words what it was trained on.
    pub fn new(
        lexicon: NameLexicon,
        styles: NameStyles,
        weights: &[Weight],
        provenance: String,
    ) -> Self {
        let mut model = Self {
            lexicon,
            styles,
            weights: PrehashedMap::default(),
            transitions: [[0.0; TAGS]; TAGS],
            provenance,
        };
        for weight in weights {
            match *weight {
                Weight::Feature {
                    feature,
                    tag,
                    weight,
                } => {
                    let of_feature = model.weights.entry(short(feature)).or_default();
                    if let Some(own) = of_feature.get_mut(tag) {
                        *own = in_steps(weight);
                    }
                }
                Weight::Transition { from, to, weight } => {
                    if let Some(own) = model
                        .transitions
                        .get_mut(from)
                        .and_then(|row| row.get_mut(to))
                    {
                        *own = single(weight);
                    }
                }
            }
        }
        model
            .weights
            .retain(|_, weights| weights.iter().any(|weight| *weight != 0));
        model
    }

    /// Makes every word but the first less likely to be outside names, by this weight: sequence models find too few names if they
    /// have seen few examples.
    pub fn favour_names(&mut self, weight: f64) {
        for row in &mut self.transitions {
            row[0] -= single(weight);
        }
    }

    /// The model that ships for a language (ISO 639-1), if there is one.
    pub fn shipped(language: &str) -> Option<&'static Self> {
        static GERMAN: OnceLock<Option<NameModel>> = OnceLock::new();
        static ENGLISH: OnceLock<Option<NameModel>> = OnceLock::new();
        let (model, bytes): (_, &[u8]) = match language {
            "de" => (&GERMAN, include_bytes!("../../../models/names_de.bin")),
            "en" => (&ENGLISH, include_bytes!("../../../models/names_en.bin")),
            _ => return None,
        };
        model.get_or_init(|| Self::from_bytes(bytes).ok()).as_ref()
    }

    /// Reads a model as [`NameModel::to_bytes`] writes it.
    pub fn from_bytes(compressed: &[u8]) -> Result<Self, NameModelError> {
        let bytes = zstd::bulk::decompress(compressed, 64 << 20)?;
        // files of other versions have another structure after it
        let (format, _) = postcard::take_from_bytes(&bytes)?;
        if format != FORMAT {
            return Err(NameModelError::Format(format));
        }
        let file: ModelFile = postcard::from_bytes(&bytes)?;
        let weights = whole(file.weights).map(|(feature, few)| {
            let mut weights = [0; TAGS];
            for (tag, weight) in few {
                if let Some(own) = weights.get_mut(usize::from(tag)) {
                    *own = weight;
                }
            }
            (feature, weights)
        });
        Ok(Self {
            lexicon: NameLexicon::from_file(file.lexicon),
            styles: NameStyles::from_file(file.styles),
            weights: weights.collect(),
            transitions: file.transitions,
            provenance: file.provenance,
        })
    }

    /// The model as a file: postcard, compressed.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NameModelError> {
        let weights = distances(&self.weights)
            .into_iter()
            .map(|(distance, weights)| {
                let few = (0u8..).zip(weights).filter(|(_, weight)| *weight != 0);
                (distance, few.collect())
            });
        let bytes = postcard::to_allocvec(&ModelFile {
            format: FORMAT,
            provenance: self.provenance.clone(),
            lexicon: self.lexicon.to_file(),
            styles: self.styles.to_file(),
            weights: weights.collect(),
            transitions: self.transitions,
        })?;
        // high, as files are rarely written
        Ok(zstd::bulk::compress(&bytes, 19)?)
    }

    /// What it was trained on, in words.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The style that a sentence resembles most.
    pub(super) fn style_of(&self, words: &[&str]) -> usize {
        self.styles.likeliest(words).unwrap_or_default()
    }

    pub(super) fn lexicon(&self) -> &NameLexicon {
        &self.lexicon
    }

    /// The weight of a tag after another, in steps.
    pub(super) fn transition(&self, from: usize, to: usize) -> f32 {
        self.transitions[from][to] * STEPS
    }

    /// Adds the weights of a feature in a style, in steps.
    pub(super) fn add_weights(&self, feature: u64, style: usize, sums: &mut [f32; TAGS]) {
        let mut add = |feature: u64| {
            if let Some(weights) = self.weights.get(&short(feature)) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += f32::from(*weight);
                }
            }
        };
        add(feature);
        if self.styles.count() > 0 {
            add(in_style(feature, style));
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "weights are small, and their last digits say nothing"
)]
fn single(weight: f64) -> f32 {
    weight as f32
}

#[expect(clippy::cast_possible_truncation, reason = "it is within the bounds")]
fn in_steps(weight: f64) -> i16 {
    let steps = (weight * f64::from(STEPS)).round();
    steps.clamp(f64::from(i16::MIN), f64::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tagger::features::features;
    use crate::names::tagger::viterbi::Tagger;

    /// A model that knows two words.
    fn small() -> NameModel {
        let lexicon = NameLexicon::default();
        // the word itself is the first feature that differs between two sentences of one word
        let own = |word: &str| {
            let of = features(&[word], &lexicon).remove(0);
            let other = features(&["0"], &lexicon).remove(0);
            of.into_iter()
                .find(|feature| !other.contains(feature))
                .unwrap()
        };
        let feature = |word: &str, tag: usize| Weight::Feature {
            feature: own(word),
            tag,
            weight: 2.0,
        };
        let weights = [
            feature("Ada", 1),
            feature("Kern", 2),
            Weight::Transition {
                from: 1,
                to: 2,
                weight: 1.0,
            },
        ];
        let styles = NameStyles::default();
        NameModel::new(lexicon.clone(), styles, &weights, "a test".to_owned())
    }

    #[test]
    fn the_likeliest_tags_are_found_and_no_name_begins_inside() {
        let model = small();
        assert_eq!(model.tags(&["Ada", "Kern", "kam"]), [1, 2, 0]);
        assert_eq!(model.tags(&["Kern"]), [0]);
        assert!(model.tags(&[]).is_empty());
    }

    #[test]
    fn a_sentence_is_read_in_its_style() {
        let lexicon = NameLexicon::default();
        let styles = NameStyles::new(&[vec!["council"], vec!["lol", "lol"]]);
        // names are at most as likely as other words, but for style 1
        let always = features(&["0"], &lexicon)[0][0];
        let weights = [Weight::Feature {
            feature: in_style(always, 1),
            tag: 1,
            weight: 1.0,
        }];
        let model = NameModel::new(lexicon, styles, &weights, String::new());
        let model = NameModel::from_bytes(&model.to_bytes().unwrap()).unwrap();
        assert_eq!(model.tags(&["council"]), [0]);
        assert_eq!(model.tags(&["lol"]), [1]);
        assert_eq!(Tagger::new(&model, 0).tags(&["lol"]), [0]);
    }

    #[test]
    fn favoured_names_need_less_evidence() {
        // names are as likely as other words
        let lexicon = NameLexicon::default();
        let mut model = NameModel::new(lexicon, NameStyles::default(), &[], String::new());
        assert_eq!(model.tags(&["7", "8"]), [0, 0]);
        model.favour_names(0.5);
        let tags = model.tags(&["7", "8"]);
        assert!(tags[1] > 0, "{tags:?}");
        model.favour_names(-0.5);
        assert_eq!(model.tags(&["7", "8"]), [0, 0]);
    }

    #[test]
    fn a_model_survives_serialisation_and_other_files_are_refused() {
        let model = small();
        let bytes = model.to_bytes().unwrap();
        let read = NameModel::from_bytes(&bytes).unwrap();
        assert_eq!(
            (read.provenance(), read.tags(&["Ada", "Kern"])),
            ("a test", vec![1, 2])
        );
        assert!(NameModel::from_bytes(b"no model").is_err());
        assert!(NameModel::from_bytes(&bytes[..bytes.len() / 2]).is_err());
    }

    #[test]
    fn the_models_that_ship_can_be_read() {
        for language in ["de", "en"] {
            let model = NameModel::shipped(language).unwrap();
            assert!(!model.provenance().is_empty());
        }
        assert!(NameModel::shipped("xx").is_none());
    }
}
