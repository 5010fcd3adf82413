//! Tests of the store on a real `PostgreSQL`, with a separate database for each test.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod aggregates;
mod article_changes;
mod articles;
mod batches;
mod block_labels;
mod clock;
mod cluster;
mod coverage;
mod export;
mod fixtures;
mod forget;
mod fresh_stories;
mod frontier;
mod health;
mod history;
mod hosts;
mod identity;
mod import;
mod labels;
mod lost_answers;
mod moves;
mod optout;
mod pairs;
mod plans;
mod refused;
mod renderings;
mod retention;
mod runs;
mod search;
mod search_locales;
mod search_truth;
mod site_rules;
mod sites;
mod slots;
mod stories;
mod upkeep;
mod url_patterns;
mod visits;
mod watches;
