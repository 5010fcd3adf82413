//! The reader: web pages, feeds and an API that show the contents of the database.

pub(crate) mod api;
mod article;
mod assets;
mod cached;
mod changes;
mod chart;
mod explain;
mod feeds;
mod format;
mod fresh;
mod front;
mod guard;
mod keys;
mod label;
pub(crate) mod language;
mod metrics;
mod page;
mod rules;
mod runs;
pub(crate) mod search;
mod sources;
mod story;
#[cfg(test)]
mod tests;
mod token;
mod trends;
mod visit;
mod watches;
mod zone;

use std::fmt;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware;
use chrono_tz::Tz;
use crawl::{Seed, SeedRules, Survey};
use store::{Field, SearchQuery, Store, StoreError, StoredPage};
use tokio::sync::Semaphore;

use crate::Tool;
pub use guard::Access;
pub use label::{LabelTools, PageReading};
use page::PageError;
pub use rules::{ChangedPage, ChangedValue, RuleTrial, RuleUse};
pub use runs::{RunRequest, StartedRun};
pub use sources::{SiteOutcome, UploadedSite};
use zone::Zone;

/// Why a query is not what it seems: the first site, tag of sites, language or story that it names and that does not exist, or, if it has no
/// hits, that none of its words is searched for. With `has_hits`, it is known to have some.
async fn unknown(
    store: &Store,
    query: &SearchQuery,
    has_hits: bool,
) -> Result<Option<String>, StoreError> {
    let sites = query.named(Field::Site);
    if !sites.is_empty() {
        let known = store.sites_named(&sites).await?;
        let mut sites = sites.iter();
        if let Some(site) = sites.find(|site| known.iter().all(|known| known.name != **site)) {
            return Ok(Some(no_site(site)));
        }
    }
    let site_tags = query.named(Field::SiteTag);
    if !site_tags.is_empty() {
        let tags = store.site_tags().await?;
        if let Some(tag) = site_tags.iter().find(|tag| !tags.contains(*tag)) {
            return Ok(Some(format!(
                "no site has the tag {tag:?}; the tags in seeds: {}",
                tags.join(", ")
            )));
        }
    }
    let mut others = query.named(Field::Language).into_iter();
    if let Some(code) = others.find(|code| !language::is_code(code))
        && !store.languages().await?.contains(&code)
    {
        return Ok(Some(format!(
            "{code:?} is not an ISO 639-1 code; use two letters such as de"
        )));
    }
    for story in query.named(Field::Story) {
        match store.story_named(&story).await {
            Ok(None) => return Ok(Some(format!("there is no story {story:?}"))),
            Err(StoreError::Invalid(why)) => return Ok(Some(why)),
            found => drop(found?),
        }
    }
    if has_hits {
        return Ok(None);
    }
    let languages = store.languages_without_words(query).await?;
    if languages.is_empty() || store.has_hits(query).await? {
        return Ok(None);
    }
    Ok(Some(format!(
        "in articles in {}, every word of the query is too common to be searched for, or a mark; add another word",
        languages.join(", ")
    )))
}

fn no_site(name: &str) -> String {
    format!("there is no site {name:?}; /sources lists the sites")
}

/// Maximum duration of a database statement.
const MAX_STATEMENT: Duration = Duration::from_secs(5);
/// The same for a search, whose words are chosen by the client.
const MAX_SEARCH: Duration = Duration::from_secs(2);

/// Maximum number of downloads at a time.
const MAX_DOWNLOADS: usize = 2;

/// Functions that the program passes to the reader, which does not know how pages are extracted.
#[derive(Clone)]
pub struct Tools {
    /// Extracts a stored page as the crawl does, and explains the result.
    pub explain: Tool<StoredPage, ExplainedPage>,
    /// Surveys a site, starting from its front page. Takes seconds to minutes, depending on the delay between requests.
    pub survey: Tool<String, FoundSite>,
    /// Adds a site to the crawl.
    pub add_site: Tool<Seed, ()>,
    /// Adds the sites of OPML that are not known.
    pub add_sites: Tool<Vec<u8>, Vec<UploadedSite>>,
    /// Starts a run that continues after the response, unless one is under way.
    pub start_run: Tool<RunRequest, StartedRun>,
    /// Tries rules on the last stored pages of a site, instead of those in force, until a deadline.
    pub try_rules: Tool<(String, SeedRules, Instant), RuleTrial>,
    /// Replaces the rules of a site if those in force still have the given revision. Returns whether it did.
    pub save_rules: Tool<(String, SeedRules, i32), bool>,
}

/// A surveyed site.
#[derive(Debug)]
pub struct FoundSite {
    /// The result of the survey.
    pub survey: Survey,
    /// The site as it would be added.
    pub seed: Seed,
    /// The same as an entry of a seed file.
    pub entry: String,
    /// Why the site cannot be crawled, and what to do; `None` if it can.
    pub unfit: Option<String>,
    /// Whether the front page has no text without scripts.
    pub is_script_only: bool,
}

impl FoundSite {
    /// The front page to which that of the site has moved.
    fn target(&self) -> Option<&str> {
        let mut channels = self.survey.channels.iter();
        let home = channels.find(|channel| channel.kind == "home")?;
        home.moved_to.as_deref()
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").finish_non_exhaustive()
    }
}

/// A page, with the explanation of its extraction and verdict.
#[derive(Debug)]
pub struct ExplainedPage {
    /// Blocks, steps and metadata.
    pub explanation: extract::Explanation,
    /// The decoded page.
    pub html: String,
    /// The extracted text, by the rules of the site if it has any.
    pub text: String,
    /// The page type, and what decided it.
    pub verdict: classify::Verdict,
    /// The effects of its features on its score, strongest first.
    pub effects: Vec<classify::FeatureEffect>,
    /// Text, bytes and density of the blocks as SVG.
    pub picture: String,
}

/// The state of the reader; cheap to clone.
#[derive(Clone)]
pub struct Reader {
    store: Store,
    /// The same for searches, whose statements have less time.
    searches: Store,
    /// The same without a statement timeout, for work that continues after the response.
    long: Store,
    access: Arc<Access>,
    tools: Tools,
    /// Whether pictures are shown, which the browser then loads from the sites.
    images: bool,
    /// The time zone of the pages.
    zone: Zone,
    places: Arc<guard::Places>,
    /// Permits for trials of rules.
    trials: Arc<Semaphore>,
    /// Permits for downloads.
    downloads: Arc<Semaphore>,
    sources: Arc<sources::State>,
    /// The last run that a page started.
    started: Arc<Mutex<Option<StartedRun>>>,
    /// Number of searches of watches so far; the next one begins with the watch after them.
    watches_searched: Arc<AtomicUsize>,
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
    /// Creates a reader of `store`. With `images`, pages show the pictures of the sites.
    pub fn new(store: &Store, access: Access, tools: Tools, images: bool) -> Self {
        Self {
            store: store.with_statement_timeout(MAX_STATEMENT),
            searches: store.with_statement_timeout(MAX_SEARCH),
            long: store.clone(),
            access: Arc::new(access),
            tools,
            images,
            zone: Zone::default(),
            places: Arc::default(),
            trials: Arc::new(Semaphore::new(1)),
            downloads: Arc::new(Semaphore::new(MAX_DOWNLOADS)),
            sources: Arc::default(),
            started: Arc::default(),
            watches_searched: Arc::default(),
            metrics: Arc::new(metrics::cache()),
        }
    }

    /// Shows times in this zone instead of that of the machine.
    #[must_use]
    pub fn in_time_zone(mut self, zone: Tz) -> Self {
        self.zone = Zone(Some(zone));
        self
    }
}

/// The routes of the reader, behind its guard.
pub fn reader(reader: Reader) -> Router {
    reader_with(reader, Router::new())
}

/// The same with the labelling pages.
pub fn labelling(reader: Reader, tools: LabelTools) -> Router {
    let pages = label::routes(&reader, tools);
    reader_with(reader, pages)
}

fn reader_with(reader: Reader, others: Router<Reader>) -> Router {
    others
        .merge(api::routes())
        .merge(feeds::routes())
        .merge(front::routes())
        .merge(search::routes())
        .merge(trends::routes())
        .merge(story::routes())
        .merge(article::routes())
        .merge(explain::routes())
        .merge(changes::routes())
        .merge(watches::routes())
        .merge(sources::routes())
        .merge(rules::routes())
        .merge(runs::routes())
        .merge(keys::routes())
        .merge(metrics::routes())
        .merge(token::routes())
        .merge(assets::routes())
        .fallback(async || PageError::NotFound("page"))
        .layer(middleware::from_fn_with_state(reader.clone(), guard::guard))
        .with_state(reader)
}
