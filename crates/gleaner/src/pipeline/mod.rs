//! The stages of a nightly run. Each is a function that works on the store and returns what it did.

mod aggregate;
mod codes;
mod context;
mod crawl;
mod extract;
mod pagination;
mod preview;
mod prune;
mod run;
mod seed;
mod trial;
mod waiting;

pub(crate) use aggregate::{Aggregated, aggregate};
pub(crate) use codes::{check_codes, country_of, remove_unknown_codes};
pub(crate) use context::KnownRules;
pub(crate) use crawl::{LowDisk, crawl, describe as describe_crawl, host_name, plan as crawl_plan};
pub(crate) use extract::{Extracted, extract};
pub(crate) use preview::preview;
pub(crate) use prune::{describe as describe_pruned, prune};
pub(crate) use run::{Plan, RunReport, Stages, begin, complete, counts, has_site_to_crawl, run};
pub(crate) use seed::{RemoteList, RemovedSite, SeedReport, load_seeds, seed};
pub(crate) use trial::try_rules;
pub(crate) use waiting::waiting;
