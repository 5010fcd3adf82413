//! Crawls of local sites, whose own log records the requests. A single binary, so that it is linked once.

mod pacing;
mod sites;
