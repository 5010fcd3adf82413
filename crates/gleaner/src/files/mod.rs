//! File input and output: reads pages, imports archives and pages, exports articles and pages.

pub mod atomic;
pub(crate) mod export;
pub(crate) mod import;
pub mod input;
mod json_pages;
pub(crate) mod pages;
pub(crate) mod record;
pub(crate) mod warc;

pub use import::UNKNOWN_HOST;
