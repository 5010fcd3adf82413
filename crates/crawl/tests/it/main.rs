//! Crawls of local sites, whose own log records the requests. A single binary, so that it is linked once;
//! `tests/hostile.rs` is separate because it measures the memory of its process.

mod pacing;
mod sites;
