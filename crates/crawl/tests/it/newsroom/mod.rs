//! Crawls of the fixture newsroom, whose own log records the requests.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod fixture;
mod pages;
mod workers;
