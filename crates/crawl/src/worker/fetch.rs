//! The requests of the crawl of a host: each waits for its slot.

use std::time::Duration;

use store::Outcome;

use crate::http::fetch::Fetcher;
use crate::http::request::Request;
use crate::http::response::Fetch;
use crate::worker::limiter::{GRACE, NotSent, RateLimiter};

/// The only way in which the crawl of a host makes requests.
#[derive(Debug)]
pub(crate) struct PacedFetcher {
    pub(crate) fetcher: Fetcher,
    pub(crate) limiter: RateLimiter,
    /// Bound on a request from connecting to the last byte.
    pub(crate) timeout: Duration,
}

impl PacedFetcher {
    /// Waits for a slot, makes the request and gives the slot back.
    pub(crate) async fn get(&self, request: Request<'_>) -> Result<Fetch, NotSent> {
        let address = if self.limiter.limits_addresses() {
            self.fetcher.address(request.url).await
        } else {
            None
        };
        let slot = self.limiter.acquire_slot(request.url, address).await?;
        // The slot outlasts the request, whatever the request waits for.
        let fetch = tokio::time::timeout(self.timeout + GRACE, self.fetcher.get(request)).await;
        self.limiter.release_slot(&slot).await;
        Ok(fetch.unwrap_or_else(|_| {
            Fetch::without_answer(Outcome::Timeout, "no whole answer in time".to_owned())
        }))
    }
}
