//! The reader over HTTP, with a separate database for each test.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod client;
mod explain;
mod labels;
mod metrics;
mod newsroom;
mod parameters;
mod rules;
mod runs;
mod sources;
mod watches;
