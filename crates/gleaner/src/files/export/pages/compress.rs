//! Compression of the records of pages.

use std::io;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use store::RawPage;

use crate::files::warc::write::records;

/// The records of a page, one gzip member each.
pub(super) struct CompressedPage {
    pub(super) bytes: Vec<u8>,
    pub(super) records: u64,
}

/// Compresses pages in parallel; `None` for a page without records.
pub(super) fn compress(pages: &[RawPage], info: &str) -> Vec<io::Result<Option<CompressedPage>>> {
    let compress = |page: &RawPage| {
        let Some(records) = records(page, info) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        for record in &records {
            bytes.extend(record.compressed()?);
        }
        Ok(Some(CompressedPage {
            bytes,
            records: records.len() as u64,
        }))
    };
    pages.par_iter().map(compress).collect()
}
