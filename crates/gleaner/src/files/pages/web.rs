//! Pages from URLs.

use ::crawl::{DownloadKind, Downloader, Settings};

use crate::files::pages::{Content, RawPage};

/// Downloads a page. A failure becomes a page with a fault.
pub(crate) async fn download(downloader: &mut Downloader, url: &str, limit: usize) -> RawPage {
    let content = match downloader.get(url, DownloadKind::Page).await {
        Ok(download) => Content::Web(download),
        Err(error) => Content::NotFetched(error),
    };
    RawPage {
        location: url.to_owned(),
        limit,
        content,
    }
}

/// Downloads pages for synchronous code.
#[derive(Debug)]
pub(super) struct BlockingDownloader {
    runtime: tokio::runtime::Runtime,
    downloader: Downloader,
}

impl BlockingDownloader {
    pub(super) fn new(settings: &Settings) -> anyhow::Result<Self> {
        Ok(Self {
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?,
            downloader: Downloader::new(settings)?,
        })
    }

    /// Downloads a page, blocking the thread.
    pub(super) fn page(&mut self, url: &str, limit: usize) -> RawPage {
        self.runtime
            .block_on(download(&mut self.downloader, url, limit))
    }
}
