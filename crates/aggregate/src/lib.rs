#![doc = include_str!("../README.md")]

mod copies;
mod facts;
mod grouping;
mod hash;
mod lexicon;
mod links;
mod names;
mod normalise;
mod pairs;
mod rank;
mod stories;
mod terms;
mod tokens;

pub use copies::{
    Copy, CopyIndex, CopyParams, CopyRule, Fingerprint, Item, Leader, MAX_WORDS, MIN_WORDS,
    SKETCH_RATE,
};
pub use facts::{Fact, FactKind, facts};
pub use grouping::{
    ArticleTerms, Carried, Changes, CopyFinding, Grouping, LanguageStats, Phase, RankedStory,
    StateError, UngroupedArticle,
};
pub use lexicon::Lexicon;
pub use links::{Evidence, Link, LinkCandidate, LinkParams, links};
pub use names::{Entity, Gazetteer, Label, names};
pub use normalise::{content_hash, normalise, word_count};
pub use pairs::{containment, near_pairs};
pub use rank::{HALF_LIFE, MAX_BURST, Report, Standing, standing};
pub use stories::{
    Article, Membership, Nearly, REASONS, Redirect, Repair, Shared, Stories, StoryParams, Summary,
};
pub use terms::document_frequencies::{DocumentFrequencies, MAX_ARTICLES};
pub use terms::keywords::{Keyword, keywords};
pub use terms::vector::{SHORT_WORDS, Vector, WeightedTerms, Weights};
pub use terms::{Part, Term, TermCounts};

/// Version of the code that groups; raised when a group may change.
pub const VERSION: &str = "3";
