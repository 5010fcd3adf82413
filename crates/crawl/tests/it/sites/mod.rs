//! Small sites, each made for its test, whose own log records the requests.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod aliases;
mod budgets;
mod discovery;
mod download;
mod elsewhere;
mod feeds;
mod fixture;
mod hostile;
mod optout;
mod outages;
mod robots;
mod starving;
mod variants;
