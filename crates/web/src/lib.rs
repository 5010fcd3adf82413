#![doc = include_str!("../README.md")]

use std::pin::Pin;
use std::sync::Arc;

mod reader;
mod serve;

pub use reader::language::is_code as is_language_code;
pub use reader::{
    Access, ChangedPage, ChangedValue, ExplainedPage, FoundSite, LabelTools, PageReading, Reader,
    RuleTrial, RuleUse, RunRequest, SiteOutcome, StartedRun, Tools, UploadedSite, labelling,
    reader,
};
pub use serve::serve;

/// The return type of the public async functions: a boxed future, so that their bodies are compiled in this crate and
/// not in the program.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A function that the program passes to the reader. Its errors are shown to the user.
pub type Tool<A, T> = Arc<dyn Fn(A) -> BoxFuture<'static, Result<T, String>> + Send + Sync>;
