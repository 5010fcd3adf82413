//! The sites: a line for each, a page for each, and actions.

mod actions;
mod add;
mod list;
mod overview;
mod site;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use store::{Store, StoreError};

use super::Reader;
use super::cached::Cached;
use overview::Overview;

pub(super) use add::Checks;
pub(super) use site::find;

/// How long the list of sites is cached.
const LIFETIME: Duration = Duration::from_secs(5);

/// The state of the pages of sites, in memory.
#[derive(Debug)]
pub(super) struct State {
    overview: Arc<Cached<Overview>>,
    checks: Checks,
}

impl State {
    /// All sites, from a cache that is refreshed in the background.
    async fn overview(&self, store: &Store) -> Result<Arc<Overview>, StoreError> {
        let store = store.clone();
        let load = async move { Overview::load(&store).await };
        self.overview.get_ready(load).await
    }

    /// The number of sites that need attention; `None` if they could not be read in time.
    pub(super) async fn troubled(&self, store: &Store) -> Option<usize> {
        let overview = self.overview(store).await.ok()?;
        Some(overview.troubled())
    }
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
        .route("/source/{id}", get(site::site))
        .route(
            "/source/{id}/forget",
            get(actions::confirm_forget).post(actions::forget),
        )
        .route("/source/{id}/{action}", post(actions::act))
}
