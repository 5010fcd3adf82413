#![doc = include_str!("../README.md")]

mod comparison;
mod copies;
mod facts;
mod grouping;
mod hash;
mod headlines;
mod lexicon;
mod links;
mod names;
mod normalise;
mod pages;
mod pairs;
mod rank;
mod stories;
mod terms;
mod tokens;
mod versions;

pub use comparison::{ComparedText, Comparison, Passage, SharedSentence, compare};
pub use copies::{
    CopyIndex, CopyRule, DedupArticle, Fingerprint, KnownText, Leader, MAX_WORDS, MIN_WORDS,
    SKETCH_RATE,
};
pub use facts::{Fact, FactKind, facts};
pub use grouping::{
    ArticleTerms, ArticleTransfer, Changes, CopyFinding, Grouping, LanguageStats, Phase,
    RankedStory, StateError, UngroupedArticle,
};
pub use headlines::is_roundup;
pub use lexicon::Lexicon;
pub use links::{LinkCandidate, SharedFact, StoryLink, links};
pub use names::{Aliases, Entity, EntityKind, Gazetteer, names, tagger};
pub use normalise::{content_hash, count_and_hash, normalise, word_count};
pub use pairs::{containment, near_pairs};
pub use rank::{HALF_LIFE, MAX_BURST, StoryArticle, StoryRank, story_rank};
pub use stories::{
    Membership, REASONS, Redirect, Repair, RunnerUp, SharedTerm, Stories, StoryParams,
    StorySummary, WeightedArticle,
};
pub use terms::document_frequencies::{DocumentFrequencies, MAX_ARTICLES};
pub use terms::keywords::{Keyword, keywords};
pub use terms::shipped::frequency_table;
pub use terms::vector::{SHORT_WORDS, Vector, WeightedTerms, Weights};
pub use terms::{ArticlePart, Term, TermCounts};
pub use versions::{DiffKind, DiffSpan, diff_spans, title_spans, words_changed};

/// Version of the grouping code; raised when groups, or the state saved between two batches, may change.
pub const VERSION: &str = "17";
