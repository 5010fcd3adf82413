//! The second door into the pages: archives and files.

use crate::{NewPage, Store, StoreError};
use chrono::{DateTime, Utc};
use serde::Serialize;

/// A page from an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedPage {
    /// URL, in canonical spelling if it is one.
    pub url: String,
    /// `host[:port]` of the URL; any non-empty name if it has none.
    pub url_canonical_authority: String,
    /// Registrable domain of the URL; any non-empty name if it has none.
    pub domain: String,
    /// When it was fetched; `None`: unknown, the time of import is taken.
    pub fetched_at: Option<DateTime<Utc>>,
    /// The page.
    pub page: NewPage,
}

/// What an import added, in pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Pages that are new.
    pub added: u64,
    /// Pages that were there already.
    pub known: u64,
}

impl Store {
    /// Adds pages, each once: the same URL with the same body and, where it is given, the same time is known.
    /// Domains without a seeded site get one named after them.
    pub async fn import_pages(&self, pages: &[ImportedPage]) -> Result<Imported, StoreError> {
        let _ = pages;
        todo!()
    }
}
