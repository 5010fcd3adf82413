#![doc = include_str!("../README.md")]

mod context;
pub mod explain;
mod extraction;
pub mod extractors;
mod hash;
pub mod host_knowledge;
pub mod inclusions;
pub mod labels;
pub mod layout;
mod lexicon;
pub mod live;
pub mod metadata;
pub mod pagination;
pub mod paywall;
mod phrases;
pub mod shape;
pub mod site_rules;
pub mod structure;
mod title;

pub use explain::{BlockExplanation, Explanation, explain};
pub use extraction::{Extraction, Input, Options, extract};
pub use extractors::{DEFAULT, EXTRACTORS, Extractor, extractor, learned};
pub use host_knowledge::HostKnowledge;
pub use inclusions::{Inclusion, Inclusions};
pub use labels::{Filter, Label, Labels, Marks, Mode, Run, text_of};
pub use live::LiveEntry;
pub use metadata::{Image, Metadata, Precision, Published, Source};
pub use pagination::Paging;
pub use shape::Shape;
pub use site_rules::{RuleError, RuleText, RulesApplied, SiteRules};
pub use structure::{BlockType, Structure, TaggedSentence, TypedBlock, render, tagged_sentences};

/// Version of the code that makes text and metadata. Raised whenever either may come out differently, so that stored
/// pages are read again.
pub const VERSION: &str = "6";
