#![doc = include_str!("../README.md")]

use std::pin::Pin;

mod reader;
mod serve;

pub use reader::language::is_code as is_language_code;
pub use reader::{
    Access, AddSite, AddSites, ChangedPage, ChangedValue, ExplainPage, ExplainedPage, FoundSite,
    LabelTools, PageReading, ReadPage, Reader, RuleTrial, RuleUse, RunRequest, SaveRules,
    SiteOutcome, StartRun, StartedRun, SurveySite, Tools, TryRules, UploadedSite, labelling,
    reader,
};
pub use serve::serve;

/// The return type of the public async functions: a boxed future, so that their bodies are compiled in this crate and
/// not in the program.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
