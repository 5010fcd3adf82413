#![doc = include_str!("../README.md")]

use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

mod discover;
mod download;
mod feeds;
mod frontier;
mod http;
mod optout;
mod politeness;
#[cfg(feature = "render")]
mod render;
mod robots;
mod seed;
mod settings;
mod survey;
#[cfg(test)]
mod tests;
mod url;
mod worker;

pub use crate::url::canonical::{CanonicalUrl, UrlError};
pub use crate::url::pattern::pattern_of;
pub use crate::url::traps::is_section_of;
pub use crate::url::variants::preferred_url;
pub use download::{Download, DownloadKind, Downloader};
pub use frontier::budgets::ArticlePrior;
pub use http::body::gzip_data;
pub use http::public_link::public_origin;
pub use http::receive::TRUNCATED_HEADER;
pub use optout::signals::opt_out;
pub use seed::{
    Seed, SeedError, SeedRules, absolute_path, is_seed_file, load_seeds, read_opml, read_seeds,
};
pub use settings::{RenderSettings, Revisit, Settings};
pub use survey::{Channel, Survey, robots_status, survey};
pub use worker::crawler::{Crawler, Plan};
pub use worker::lease::correct_future_times;
pub use worker::report::{CrawlReport, EndReason, HostReport};
pub use worker::worker_loop::{crawl, queue_renderings};

/// The return type of the public async functions: a boxed future, so that their bodies are compiled here and
/// not in the program.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Locks a value that stays valid if a holder of the lock panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a list of words with blanks between them has this one, whatever its letter case.
fn has_word(list: &str, word: &str) -> bool {
    let mut words = list.split_ascii_whitespace();
    words.any(|known| known.eq_ignore_ascii_case(word))
}

/// A failure that ends a crawl. The failure of a single page is an outcome instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CrawlError {
    /// The settings cannot be used; the message names the key.
    #[error("{0}")]
    Settings(String),
    /// A URL was not downloaded; the message gives the reason.
    #[error("{0}")]
    NotFetched(String),
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be made: {0}")]
    Client(#[from] Box<dyn std::error::Error + Send + Sync>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
}
