//! The pages of the reader, each test with a database of its own.

mod explain;
mod labels;
mod metrics;
mod parameters;
mod rules;
mod runs;
mod sources;
mod tools;
mod visited;
mod watches;
mod world;

pub(super) use world::{Response, Shows, World};
