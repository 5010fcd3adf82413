//! How common words are in a language, learned from the articles of past nights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::{Part, TermCounts};
use crate::hash::Hashed;

/// In how many articles each term stands; one for each language.
///
/// Learn from the articles of a night when the night is over, and use it unchanged in the next: what
/// an article weighs then does not depend on what came before it in the same run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DocumentFrequencies {
    /// How many articles were read.
    pub articles: u32,
    /// By hash of the stem: in how many titles or texts.
    #[serde(serialize_with = "ordered")]
    words: Hashed<u32>,
    /// By hash of the name: in how many articles.
    #[serde(serialize_with = "ordered")]
    names: Hashed<u32>,
}

/// Beyond so many articles the counts are halved, and what then is rarer than one is forgotten.
/// News of last year fades, and the table stays within some hundred thousand terms.
pub const MAX_ARTICLES: u32 = 200_000;

impl DocumentFrequencies {
    /// Counts an article. Copies should not be counted: they say one thing many times.
    pub fn learn(&mut self, counts: &TermCounts) {
        if self.articles >= MAX_ARTICLES {
            self.halve();
        }
        self.articles += 1;
        // Terms are in order of part; a stem in title and body counts once.
        let mut stems: Vec<u64> = Vec::new();
        for term in &counts.terms {
            match term.part {
                Part::Name => *self.names.entry(term.hash).or_default() += 1,
                Part::Title | Part::Body => stems.push(term.hash),
            }
        }
        stems.sort_unstable();
        stems.dedup();
        for stem in stems {
            *self.words.entry(stem).or_default() += 1;
        }
    }

    /// How much a term says: the logarithm of one over its share of the articles, smoothed by one
    /// (Spärck Jones 1972). At least 0; the same for all terms while nothing has been learned.
    pub fn idf(&self, part: Part, hash: u64) -> f64 {
        let table = match part {
            Part::Name => &self.names,
            Part::Title | Part::Body => &self.words,
        };
        let known = table.get(&hash).copied().unwrap_or(0);
        let share = (f64::from(known) + 1.0) / (f64::from(self.articles) + 2.0);
        -share.ln()
    }

    fn halve(&mut self) {
        self.articles /= 2;
        for table in [&mut self.words, &mut self.names] {
            table.retain(|_, count| {
                *count /= 2;
                *count > 0
            });
        }
    }
}

/// The same counts are stored as the same bytes.
fn ordered<S: Serializer>(table: &Hashed<u32>, to: S) -> Result<S::Ok, S::Error> {
    table.iter().collect::<BTreeMap<_, _>>().serialize(to)
}
