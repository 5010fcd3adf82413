//! The reader: what the database knows, as pages for people.

pub(crate) mod api;
mod article;
mod assets;
mod cached;
mod chart;
mod explain;
mod feeds;
mod format;
mod fresh;
mod front;
mod guard;
mod label;
mod language;
mod metrics;
mod page;
mod rules;
mod runs;
pub(crate) mod search;
mod sources;
mod story;
#[cfg(test)]
mod testing;
mod timeline;
mod token;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use crawl::{Seed, SeedRules, Survey};
use extract::Extractor;
use store::{Store, StoredPage};
use tokio::sync::Semaphore;

use crate::BoxFuture;
pub use guard::Access;
pub use label::{DrawPairs, LabelTools, PageReading, ReadPage};
use page::PageError;
pub use rules::{ChangedPage, ChangedValue, RuleTrial, RuleUse};

/// Requests that are answered at a time, at most; others wait.
const MAX_PENDING: usize = 32;
/// The same for tokens that are entered.
const MAX_LOGINS: usize = 4;
/// How long a statement of a page may take in the database.
const MAX_STATEMENT: Duration = Duration::from_secs(5);
/// How long a search continues to older articles: see [`store::SearchQuery`].
const BUDGET: Duration = Duration::from_millis(150);
/// Bound on the bytes of a form.
const MAX_BODY: usize = 64 << 10;

/// Reads a stored page as the crawl does, or by another extractor, and says why it came out so. An error is told to people.
pub type ExplainPage = dyn Fn(StoredPage, Option<&'static Extractor>) -> BoxFuture<'static, Result<ExplainedPage, String>>
    + Send
    + Sync;

/// Asks a site what it offers, by its front page: seconds to minutes, as its delay between requests asks for.
pub type SurveySite = dyn Fn(String) -> BoxFuture<'static, Result<FoundSite, String>> + Send + Sync;

/// Adds a site to those that are crawled. An error is told to people.
pub type AddSite = dyn Fn(Seed) -> BoxFuture<'static, Result<(), String>> + Send + Sync;

/// Tries rules of a site, instead of those in force, on its last stored pages, until an instant. An error is told to people.
pub type TryRules = dyn Fn(String, SeedRules, Instant) -> BoxFuture<'static, Result<RuleTrial, String>>
    + Send
    + Sync;

/// Puts other rules of a site into force, if those in force are still of that revision; whether they are in force. An error is told to
/// people.
pub type SaveRules =
    dyn Fn(String, SeedRules, i32) -> BoxFuture<'static, Result<bool, String>> + Send + Sync;

/// What the program hands to the reader, since it knows how pages are read.
#[derive(Clone)]
pub struct Tools {
    /// Explains a stored page.
    pub explain: Arc<ExplainPage>,
    /// Asks a site what it offers.
    pub survey: Arc<SurveySite>,
    /// Adds a site.
    pub add_site: Arc<AddSite>,
    /// For labelling.
    pub labels: LabelTools,
    /// Tries rules of a site.
    pub try_rules: Arc<TryRules>,
    /// Puts rules of a site into force.
    pub save_rules: Arc<SaveRules>,
}

/// A site, and what it offers.
#[derive(Debug)]
pub struct FoundSite {
    /// What it answered.
    pub survey: Survey,
    /// The site as it would be added.
    pub seed: Seed,
    /// The same as a seed file has it.
    pub entry: String,
    /// Why it cannot be crawled, if it cannot, and what to do.
    pub unfit: Option<String>,
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").finish_non_exhaustive()
    }
}

/// A page, and why it came out as it did.
#[derive(Debug)]
pub struct ExplainedPage {
    /// Blocks, steps and metadata.
    pub explanation: extract::Explanation,
    /// The page as text.
    pub html: String,
    /// The text, by the rules of its site if it has any.
    pub text: String,
    /// What the page was taken for.
    pub verdict: classify::Verdict,
    /// What its features do to its score, the strongest first.
    pub effects: Vec<classify::FeatureEffect>,
    /// Text, bytes and density of the blocks as SVG.
    pub picture: String,
}

/// The state of the reader; cheap to clone.
#[derive(Clone)]
pub struct Reader {
    store: Store,
    /// The same without a bound on statements, for work that continues after a page has been sent.
    long: Store,
    access: Arc<Access>,
    tools: Tools,
    /// Whether pictures are shown, which the browser then loads from the sites.
    images: bool,
    pending: Arc<Semaphore>,
    logins: Arc<Semaphore>,
    /// Trials of rules.
    trials: Arc<Semaphore>,
    sources: Arc<sources::Kept>,
    labels: Arc<label::Kept>,
    live: Arc<runs::Live>,
    metrics: Arc<cached::Cached<String>>,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("access", &self.access)
            .field("images", &self.images)
            .finish_non_exhaustive()
    }
}

impl Reader {
    /// A reader of `store`. With `images`, pages show the pictures of the sites.
    pub fn new(store: &Store, access: Access, tools: Tools, images: bool) -> Self {
        Self {
            store: store.with_statement_timeout(MAX_STATEMENT),
            long: store.clone(),
            access: Arc::new(access),
            tools,
            images,
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
            logins: Arc::new(Semaphore::new(MAX_LOGINS)),
            trials: Arc::new(Semaphore::new(1)),
            sources: Arc::default(),
            labels: Arc::default(),
            live: Arc::default(),
            metrics: Arc::new(metrics::kept()),
        }
    }
}

/// The routes of the reader, behind its guard.
pub fn reader(reader: Reader) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(feeds::routes())
        .merge(front::routes())
        .merge(search::routes())
        .merge(story::routes())
        .merge(article::routes())
        .merge(explain::routes())
        .merge(sources::routes())
        .merge(rules::routes())
        .merge(runs::routes())
        .merge(label::routes())
        .merge(metrics::routes())
        .merge(token::routes())
        .merge(assets::routes())
        .fallback(async || PageError::NotFound("page"))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(reader.clone(), guard::guard))
        .with_state(reader)
}
