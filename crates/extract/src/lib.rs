#![doc = include_str!("../README.md")]

#[cfg(test)]
mod cases;
mod element_names;
pub mod explain;
mod extraction;
mod extractor;
pub mod filters;
mod hash;
pub mod inclusions;
pub mod labels;
pub mod layout;
pub mod learned;
mod lexicon;
mod linked_text;
pub mod live;
pub mod metadata;
mod page_state;
pub mod pagination;
pub mod paywall;
mod plain_text;
mod rows;
pub mod shape;
pub mod site_rules;
pub mod structure;
mod title_marks;
mod word_count;

pub use explain::{BlockExplanation, Explanation, explain};
pub use extraction::{Extraction, Input, Options, extract};
pub use extractor::Extractor;
pub use inclusions::{Inclusion, Inclusions};
pub use labels::{BlockRun, Filter, Label, Labels, Mode, RunFlags, text_of};
pub use learned::GLEANER;
pub use live::LiveEntry;
pub use metadata::{
    DatePrecision, Decision, FieldSource, Image, Metadata, PublicationDate, Rival, RuleSet,
    language,
};
pub use pagination::Pagination;
pub use shape::{Records, Shape};
pub use site_rules::{RuleError, RuleText, RulesApplied, SiteRules};
pub use structure::{BlockType, Structure, TaggedSentence, TypedBlock, render, tagged_sentences};

/// Version of the extraction of text and metadata. Raised whenever the result may differ, so that stored pages are
/// extracted again.
pub const VERSION: &str = "36";
