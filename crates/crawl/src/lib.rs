#![doc = include_str!("../README.md")]

mod budgets;
mod canonical;
mod crawl;
mod crawler;
mod discover;
mod error;
mod feeds;
mod fetch;
mod host;
mod lease;
mod politeness;
mod priority;
mod read;
mod report;
mod resolver;
mod robots;
mod schedule;
mod seed;
mod settings;
mod signals;
mod sitemap;
mod survey;
mod tracking;
mod traps;
mod visit;
mod walk;

pub use canonical::{CanonicalUrl, MAX_LENGTH, UrlError};
pub use crawl::{Plan, crawl};
pub use crawler::{Crawler, crawl_next};
pub use error::CrawlError;
pub use politeness::MAX_RETRY_AFTER;
pub use report::{CrawlReport, Ended, WalkReport};
pub use resolver::PrivateAddress;
pub use seed::{Seed, SeedError, load_seeds};
pub use settings::{Revisit, Settings};
pub use survey::{Channel, Survey, survey};
