#![doc = include_str!("../README.md")]

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
pub use survey::reach::robots_status;
pub use survey::{Channel, Survey, survey};
pub use websub::subscriber::{Subscriber, take_push};
pub use worker::crawl::crawl;
pub use worker::crawler::{Crawler, Plan};
pub use worker::report::{CrawlReport, Ended, HostReport};
