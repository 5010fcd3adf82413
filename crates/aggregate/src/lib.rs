#![doc = include_str!("../README.md")]

mod alike;
mod background;
mod copies;
mod fingerprint;
mod grouping;
mod hash;
mod keywords;
mod lexicon;
mod links;
mod marks;
mod names;
mod near;
mod pairs;
mod rank;
mod reading;
mod stories;
mod text;
mod vector;
mod words;

pub use alike::Nearness;
pub use background::{Background, MAX_ARTICLES};
pub use copies::{Copy, Item, MIN_WORDS, Rule};
pub use fingerprint::{Fingerprint, MAX_WORDS, SKETCH_RATE};
pub use grouping::{
    ArticleTerms, Carried, Changes, CopyFinding, Grouping, LanguageStats, Phase, RankedStory,
    StateError, UngroupedArticle,
};
pub use keywords::{Keyword, keywords};
pub use lexicon::Lexicon;
pub use links::{Evidence, Link, Linking, Marked, links};
pub use marks::{Mark, Sign, marks};
pub use names::{Entity, Gazetteer, Label, names};
pub use near::{Copies, Leader};
pub use pairs::{containment, near_pairs};
pub use rank::{HALF_LIFE, MAX_BURST, Report, Standing, standing};
pub use reading::{Part, Reading, Term};
pub use stories::{
    Article, Membership, Nearly, REASONS, Redirect, Repair, Shared, Stories, Summary, Telling,
};
pub use text::{content_hash, normalise, words};
pub use vector::{SHORT_WORDS, Told, Vector, Weights};

/// Version of the code that groups; raised when a group may change.
pub const VERSION: &str = "3";
