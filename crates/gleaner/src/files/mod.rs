//! What comes from files and goes into files: pages to read, archives and pages to store, articles and pages to export.

pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod input;
pub(crate) mod pages;
pub(crate) mod record;
pub(crate) mod rehydrate;
pub(crate) mod warc;
