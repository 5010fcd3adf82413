//! Writes WARC 1.1 (ISO 28500:2017): stored pages as `request`, `response` and `metadata` records, each a separate gzip
//! member, in files of bounded size.

mod files;
mod page;
mod record;

pub(crate) use files::{ArchiveFile, Files};
pub(crate) use page::{WIRE_HEADERS, WIRE_PREFIX, records};
pub(crate) use record::date;

#[cfg(test)]
mod tests;
