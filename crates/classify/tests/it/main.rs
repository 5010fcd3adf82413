//! What the crate promises to its users. One binary, so that it is linked once.

mod kinds;
mod languages;
mod newsroom;
mod rules;
mod verdicts;
