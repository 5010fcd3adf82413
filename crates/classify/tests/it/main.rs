//! What the crate promises to its users. One binary, so that it is linked once.

mod kinds;
mod newsroom;
mod rules;
mod verdicts;
