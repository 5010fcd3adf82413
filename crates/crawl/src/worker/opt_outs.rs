//! Fetches the tdmrep.json and ai.txt of a host once a day, like its robots.txt, through the rate limiter and within that
//! robots.txt.

use reqwest::header;
use store::{Outcome, StoreError, WellKnown, WellKnownFile};
use url::Url;

use crate::http::request::{Accept, Request};
use crate::optout::exists;
use crate::robots::MAX_AGE;
use crate::worker::host_crawl::HostCrawl;

/// Maximum redirects followed within the host.
const MAX_REDIRECTS: usize = 5;

/// The stored files of the host, after fetching those that are missing or too old. If the host does not respond,
/// only one is requested; if it is busy, its crawl ends.
pub(crate) async fn fetch_opt_outs(host: &HostCrawl) -> Result<Vec<WellKnownFile>, StoreError> {
    let store = host.guard.store.clone();
    let mut files = store.well_known(host.guard.lease.host_id).await?;
    for &name in WellKnown::ALL {
        let known = files.iter().position(|file| file.name == name);
        let now = host.now();
        if known.is_some_and(|known| now - files[known].fetched_at < MAX_AGE) {
            continue;
        }
        let Some(mut fetched) = request(host, name).await else {
            continue;
        };
        let answered = fetched.status.is_some_and(|status| status < 500);
        let is_kept_out = matches!(fetched.status, Some(401 | 403 | 429));
        if let Some(known) = known {
            let known = files.swap_remove(known);
            // A stored file is kept during an outage or a refusal.
            if exists(&known) && (!answered || is_kept_out) {
                fetched = WellKnownFile {
                    fetched_at: fetched.fetched_at,
                    ..known
                };
            }
        }
        match store.save_well_known(&host.guard.lease, &fetched).await {
            Ok(()) => files.push(fetched),
            Err(StoreError::LeaseLost { .. }) => host.lose_lease(),
            Err(error) => return Err(error),
        }
        if !answered {
            break;
        }
    }
    Ok(files)
}

/// Fetches a file. `None` if no request was sent, because of robots.txt or because the crawl of the host is over.
async fn request(host: &HostCrawl, name: WellKnown) -> Option<WellKnownFile> {
    let lease = &host.guard.lease;
    let path = match name {
        WellKnown::TdmRep => "/.well-known/tdmrep.json",
        WellKnown::AiTxt => "/ai.txt",
    };
    let mut url = Url::parse(&format!(
        "{}://{}{path}",
        host.rules.scheme, lease.authority
    ))
    .ok()?;
    let file = |status, body| {
        Some(WellKnownFile {
            name,
            fetched_at: host.now(),
            status,
            body,
        })
    };
    for _ in 0..=MAX_REDIRECTS {
        if !host.should_continue() {
            return None;
        }
        let rules = host.rules_of(&url).await.ok()?.ok()?;
        if !rules.rules.check(&url).allowed {
            return None;
        }
        let get = Request::new(&url, Accept::Robots);
        let fetch = host.requests.get(get).await.ok()?;
        let status = fetch.status_code();
        match (fetch.outcome, fetch.location) {
            (Outcome::Redirected, Some(location))
                if share_host(&location, &url) && location != url =>
            {
                url = location;
            }
            (Outcome::Fetched, _) => return file(status, fetch.body),
            // A 503 without `Retry-After` concerns the file.
            (Outcome::Busy, _)
                if status == Some(429) || fetch.headers.contains_key(header::RETRY_AFTER) =>
            {
                host.back_off_from_busy(&fetch.headers, 1);
                return file(status, Vec::new());
            }
            // A truncated response counts as none.
            (Outcome::Timeout | Outcome::Unreachable | Outcome::Malformed, _) => {
                return file(None, Vec::new());
            }
            _ => return file(status, Vec::new()),
        }
    }
    file(Some(310), Vec::new())
}

/// Whether two URLs are on the same host. Another port is another host.
fn share_host(a: &Url, b: &Url) -> bool {
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    is_web(a) && is_web(b) && a.host() == b.host() && a.port() == b.port()
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn a_page_that_says_not_found_is_no_file() {
        let file = |status, body: &str| WellKnownFile {
            name: WellKnown::AiTxt,
            fetched_at: Utc::now(),
            status: Some(status),
            body: body.as_bytes().to_vec(),
        };
        assert!(exists(&file(200, "User-Agent: *")));
        assert!(!exists(&file(200, "\u{feff} \n<!doctype html>")));
        assert!(!exists(&file(200, "")));
        assert!(!exists(&file(404, "User-Agent: *")));
    }

    #[test]
    fn another_port_is_another_host() {
        let one = |a: &str, b: &str| share_host(&Url::parse(a).unwrap(), &Url::parse(b).unwrap());
        assert!(one("http://a.example/ai.txt", "https://a.example/x"));
        assert!(!one(
            "http://a.example/ai.txt",
            "http://a.example:8080/ai.txt"
        ));
        assert!(!one("http://a.example/ai.txt", "http://b.example/ai.txt"));
        assert!(!one("http://a.example/ai.txt", "ftp://a.example/ai.txt"));
    }
}
