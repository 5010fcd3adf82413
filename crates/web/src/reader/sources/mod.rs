//! The sites: a line for each, a page for each, and actions.

mod actions;
mod add;
mod list;
mod overview;
mod site;
mod upload;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use store::{Store, StoreError};
use tokio::time::timeout;

use super::Reader;
use super::cached::Cached;
use overview::Overview;

pub(super) use add::Checks;
pub(super) use site::find;
pub(super) use upload::UPLOAD;
pub use upload::{SiteOutcome, UploadedSite};

/// How long the list of sites is cached.
const LIFETIME: Duration = Duration::from_secs(5);
/// How long a page waits for the number of sites.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The state of the pages of sites, in memory.
#[derive(Debug)]
pub(super) struct State {
    overview: Arc<Cached<Overview>>,
    checks: Checks,
}

impl State {
    /// All sites, from a cache that is refreshed in the background.
    async fn overview(&self, store: &Store) -> Result<Arc<Overview>, StoreError> {
        self.overview.get_ready(load(store.clone())).await
    }

    /// The numbers of all sites and of those that need attention; `None` if they could not be read in time.
    pub(super) async fn counts(&self, store: &Store) -> Option<(usize, usize)> {
        let (overview, store) = (Arc::clone(&self.overview), store.clone());
        // a task of its own, so that a timeout does not cancel what the next request needs
        let load = tokio::spawn(async move { overview.get_ready(load(store)).await });
        let overview = timeout(MAX_WAIT, load).await.ok()?.ok()?.ok()?;
        Some((overview.rows.len(), overview.troubled()))
    }
}

async fn load(store: Store) -> Result<Overview, StoreError> {
    Overview::load(&store).await
}

impl Default for State {
    fn default() -> Self {
        Self {
            overview: Arc::new(Cached::new(LIFETIME)),
            checks: Checks::default(),
        }
    }
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/sources", get(list::list))
        .route("/sources/add", get(add::form).post(add::check))
        .route("/sources/add/{check}", get(add::found).post(add::add))
        .route(UPLOAD, get(add::form).post(upload::upload))
        .route("/sources/crawl", post(super::runs::crawl_all))
        .route("/source/{id}", get(site::site))
        .route(
            "/source/{id}/forget",
            get(actions::confirm_forget).post(actions::forget),
        )
        .route("/source/{id}/{action}", post(actions::act))
}
