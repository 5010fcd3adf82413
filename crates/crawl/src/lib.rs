#![doc = include_str!("../README.md")]

use std::pin::Pin;

mod discover;
mod error;
mod feeds;
mod frontier;
mod http;
mod optout;
mod politeness;
mod robots;
mod seed;
mod settings;
mod survey;
mod url;
mod websub;
mod worker;

pub use crate::url::canonical::{CanonicalUrl, UrlError};
pub use crate::url::pattern::pattern_of;
pub use crate::url::variants::preferred_url;
pub use error::CrawlError;
pub use frontier::budgets::ArticlePrior;
pub use http::proxy::proxies;
pub use optout::signals::opt_out;
pub use seed::{Seed, SeedError, SeedRules, load_seeds};
pub use settings::{Revisit, Settings};
pub use survey::{Channel, Survey, robots_status, survey};
pub use websub::subscriber::{Subscriber, record_push};
pub use worker::crawl::crawl;
pub use worker::crawler::{Crawler, Plan};
pub use worker::report::{CrawlReport, Ended, HostReport};

/// What the public async functions return: a boxed future, so that their bodies are compiled here and not in the
/// program.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
