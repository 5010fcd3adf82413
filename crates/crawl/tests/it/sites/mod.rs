//! Small sites, each made for its test, whose own log tells what was asked for.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod budgets;
mod discovery;
mod forms;
mod names;
mod optout;
mod robots;
mod stage;
