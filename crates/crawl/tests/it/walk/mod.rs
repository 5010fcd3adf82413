//! Walks against the fixture newsroom. Its own log is the judge of what was requested.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod answers;
mod nights;
mod pages;
mod stage;
mod workers;
