//! Crawls of sites on this machine, whose own log says what was requested. One binary, so that it is linked once;
//! `tests/hostile.rs` has one of its own because it measures the memory of its process.

mod newsroom;
mod pacing;
mod sites;
