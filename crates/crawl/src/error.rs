//! What ends a crawl. Whatever happens to a single page is an outcome instead.

/// A failure of crawling as such.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CrawlError {
    /// The settings cannot be used; the text names the key.
    #[error("{0}")]
    Settings(String),
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made: {0}")]
    Client(#[from] reqwest::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::StoreError),
}
